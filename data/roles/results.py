"""Store what came of games."""

from __future__ import annotations

import json
from collections.abc import Sequence

from data.result_records import ResultRecord
from data.roles.chat_records import ADD_TO_CHAT_RECORDS
from data.roles.reading import Form, Reading
from data.roles.result_rows import SEAT_COLUMNS, result_of, result_values, seat_values
from data.roles.rows import Row, Value
from data.roles.seasons import opened
from data.roles.statements import Steps, bounded

FINISHED = "SELECT id FROM tables WHERE status = 'over' AND id > :after ORDER BY id LIMIT :limit"

UNRECORDED = """
SELECT id FROM tables
WHERE updated >= :since AND status = 'over' AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = tables.id)
ORDER BY created, seq
"""

RECORDED = "SELECT 1 FROM results WHERE table_id = :table"

_RATED = "game = :game AND family = :family AND rated = 1"

_RESULTS = """
SELECT table_id, game, family, at, rated, plies,
       (SELECT json_group_array(json_array(seat, platform, user, side, place, gone, captures, losses, sixes, throws,
                                           longest, behind, counted))
        FROM result_seats WHERE table_id = results.table_id)
FROM results WHERE {where}
"""

RATED_RESULTS = _RESULTS.format(
    where=f"{_RATED} AND (at, table_id) > (:after_at, :after_table) ORDER BY at, table_id LIMIT :limit"
)

RESULT = _RESULTS.format(where="table_id = :table")

# Recorded twice, by two processes or after a crash, a result is there once.
ADD_RESULT = """
INSERT INTO results (table_id, game, family, at, rated, plies)
VALUES (:table, :game, :family, :at, :rated, :plies)
ON CONFLICT (table_id) DO NOTHING
RETURNING table_id
"""

ADD_RESULT_SEAT = """
INSERT INTO result_seats (table_id, seat, platform, user, side, place, gone, captures, losses, sixes, throws, longest,
                          behind, counted)
VALUES (:table, :seat, :platform, :user, :side, :place, :gone, :captures, :losses, :sixes, :throws, :longest, :behind,
        :counted)
"""

NEWEST_RESULT = "SELECT coalesce(max(at), 0) FROM results"
CLEAR_CHAT_RECORDS = "DELETE FROM chat_records"

# Of a result whose own row was lost: what is left of it stands in the way of the new one.
DROP_LOST = ("DELETE FROM result_seats WHERE table_id = :table", "DELETE FROM rating_changes WHERE table_id = :table")
DROP_RESULT = (*DROP_LOST, "DELETE FROM results WHERE table_id = :table")

_ID_FORM = Form("tables", "id", key="id")
_RESULT_FORM = Form("results", "table_id game family at rated plies -", key="table_id")
_SEAT_FORM = Form("result_seats", f"seat platform user {SEAT_COLUMNS}", key="table_id seat")


class Results(Reading):
    """Results of games; all of them can be computed again from tables and logs."""

    async def finished(self, after: str = "", limit: int = 2**62) -> list[str]:
        """Return the ids of tables whose game is over, in order, after an id."""
        rows = await self._read(FINISHED, {"after": after, "limit": bounded(limit)})
        return [row[0] for row in await self._sound(_ID_FORM, rows)]

    async def unrecorded(self, since: float) -> list[str]:
        """Return the ids of finished tables without a result that changed since a moment.

        The cost grows with the tables that changed since then.
        """
        rows = await self._read(UNRECORDED, {"since": float(since)})
        return [row[0] for row in await self._sound(_ID_FORM, rows)]

    async def recorded(self, table: str) -> bool:
        """Tell whether a table has a result."""
        return bool(await self._read(RECORDED, {"table": table}))

    async def result(self, table: str) -> ResultRecord | None:
        """Return a table's result, None if it has none that can be read."""
        found = await self._results(await self._read(RESULT, {"table": table}))
        return found[0] if found else None

    async def rated_page(
        self, game: str, family: str, after: tuple[float, str], limit: int
    ) -> tuple[list[ResultRecord], list[tuple[float, str]]]:
        """Return the next rated games after one that can be read, and the order of all that there are."""
        ladder: dict[str, Value] = {"game": game, "family": family, "limit": bounded(limit)}
        rows = await self._read(RATED_RESULTS, {**ladder, "after_at": float(after[0]), "after_table": after[1]})
        return await self._results(rows), [(row[3], row[0]) for row in rows]

    async def _results(self, rows: Sequence[Row]) -> list[ResultRecord]:
        results = []
        for row in await self._sound(_RESULT_FORM, rows):
            listed = json.loads(row[6])
            seats = await self._sound(_SEAT_FORM, listed, table_id=row[0])
            if len(seats) == len(listed) > 1:  # a seat that is damaged may belong nowhere
                results.append(result_of(row, seats))
        return results

    async def add_result(self, result: ResultRecord) -> bool:
        """Add a result without ratings, in one transaction; return False if the table had one."""
        values = result_values(result)

        def add() -> Steps[bool]:
            if (yield RECORDED, values):
                return False
            return (yield from added(result))

        return await self._atomically(add)

    async def begin_anew(self) -> float:
        """Clear the records of all chats, for `renew_result`; return when the newest stored game ended."""

        def clear() -> Steps[float]:
            yield CLEAR_CHAT_RECORDS, {}
            ((newest,),) = yield NEWEST_RESULT, {}
            return float(newest)

        return await self._atomically(clear)

    async def renew_result(self, result: ResultRecord, newest: float, *, changed: bool) -> None:
        """Add a result, or put it in place of the stored one if it has `changed`; and its chats' records.

        A stored one that ended after `newest` has added these by itself.
        """
        values = result_values(result)

        def put() -> Steps[None]:
            known = yield RECORDED, values
            counts = not known or result.at <= newest
            if changed or not known:
                for statement in DROP_RESULT:
                    yield statement, values
                yield from _placed(result)
            if counts:
                yield ADD_TO_CHAT_RECORDS, values

        await self._atomically(put)

    async def drop_result(self, table: str) -> None:
        """Delete a table's result and rating changes."""

        def drop() -> Steps[None]:
            for statement in DROP_RESULT:
                yield statement, {"table": table}

        await self._atomically(drop)


def added(result: ResultRecord) -> Steps[bool]:
    """Add a result, with what it brings to its chats' records and seasons; return False if it is there.

    Another process may just have added it, though a look before found none.
    """
    if not (yield from _placed(result)):
        return False
    yield ADD_TO_CHAT_RECORDS, result_values(result)
    yield from opened(result)
    return True


def _placed(result: ResultRecord) -> Steps[bool]:
    values = result_values(result)
    if not (yield ADD_RESULT, values):
        return False
    for statement in DROP_LOST:
        yield statement, values
    yield ADD_RESULT_SEAT, seat_values(result)
    return True
