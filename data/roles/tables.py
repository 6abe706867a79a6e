"""Store tables with their seats and logs; each change states the version that it is based on."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import asyncio
import json
import marshal
from collections.abc import Iterable, Sequence

from data.errors import ChannelFull, NoTable, StaleTable, TableExists
from data.records import (
    OPEN,
    ChatKey,
    LogRecord,
    MoveRecord,
    PersonKey,
    Status,
    TableRecord,
    TableSubscription,
    TouchedRecord,
)
from data.roles.archives import Archives
from data.roles.damage import Damaged
from data.roles.log_files import read_log
from data.roles.places import LEAVE_PLACE, SAVE_PLACE
from data.roles.reading import Form, sound
from data.roles.rows import (
    IN_CHAT,
    Row,
    chat_values,
    checked,
    move_values,
    place_values,
    seat_values,
    seats_differ,
    table_record,
    table_values,
)
from data.roles.statements import Steps, Work, bounded

# The limit is looked at by the statement that writes, inside the write lock: two presses cannot both slip under it.
CREATE = f"""
INSERT INTO tables (id, platform, chat, thread, game, host_platform, host_user, seed, rules, teams, options, status,
                    version, plies, snapshot, anchor, result, created, updated, due)
SELECT :id, :platform, :chat, :thread, :game, :host_platform, :host_user, :seed, :rules, :teams, :options, :status,
       :version, :plies, :snapshot, :anchor, :result, :created, :updated, :due
WHERE (SELECT count(*) FROM tables WHERE {IN_CHAT} AND status IN ('lobby', 'playing')) < :limit
ON CONFLICT (id) DO NOTHING
RETURNING seq
"""

OPEN_COUNT = f"SELECT count(*) FROM tables WHERE {IN_CHAT} AND status IN ('lobby', 'playing')"

OVER_SEAT = """
ON CONFLICT (table_id, seat) DO UPDATE
SET colours = excluded.colours, person_platform = excluded.person_platform, person_user = excluded.person_user,
    name = excluded.name, computer = excluded.computer, late = excluded.late
"""

SAVE_SEAT = f"""
INSERT INTO seats (table_id, seat, colours, person_platform, person_user, name, computer, late)
VALUES (:table, :seat, :colours, :person_platform, :person_user, :name, :computer, :late)
{OVER_SEAT}
"""

_SEATS = """
SELECT json_group_array(json_array(seat, colours, person_platform, person_user, name, computer, late))
FROM seats WHERE table_id = """

# A table and its seats in one statement, hence in one snapshot of the database.
SELECT_TABLES = f"""
SELECT id, platform, chat, thread, game, host_platform, host_user, seed, rules, teams, options, status,
       version, plies, snapshot, anchor, result, created, updated, due, owed, back,
       ({_SEATS} tables.id)
FROM tables
"""

TABLE = SELECT_TABLES + "WHERE id = :id"

OF_STATUS = "status IN (SELECT value FROM json_each(:statuses)) ORDER BY created, seq"

# Not "its own or those it shows": PostgreSQL would read all tables for an OR.
SHOWN_IN_CHAT = f"""
id IN (SELECT id FROM tables WHERE {IN_CHAT} UNION SELECT table_id FROM places WHERE {IN_CHAT})
"""

TABLES = SELECT_TABLES + f"WHERE {SHOWN_IN_CHAT} AND " + OF_STATUS

ALL_TABLES = SELECT_TABLES + "WHERE " + OF_STATUS

# From the end of an index; a request for the next page says where this one ended.
TOUCHED_TABLES = """
SELECT id, version, updated, seq FROM tables
WHERE updated >= :since AND updated <= :moment AND (updated < :moment OR seq < :seq)
  AND status IN ('lobby', 'playing')
ORDER BY updated DESC, seq DESC LIMIT :limit
"""

# Whatever the thread: both halves are found by the front of an index.
OPEN_IN_ALL_THREADS = """
SELECT id FROM (
    SELECT id, created, seq FROM tables
    WHERE platform = :platform AND chat = :chat AND status IN ('lobby', 'playing')
    UNION SELECT tables.id, tables.created, tables.seq FROM places JOIN tables ON tables.id = places.table_id
    WHERE places.platform = :platform AND places.chat = :chat AND tables.status IN ('lobby', 'playing')
) AS shown ORDER BY created, seq
"""

PLAYED_BY = """
SELECT DISTINCT tables.id FROM seats JOIN tables ON tables.id = seats.table_id
WHERE person_platform = :platform AND person_user = :user AND status = :status ORDER BY seq
"""

# From the index alone, whatever the tables hold.
COUNT_TABLES = """
SELECT status, count(*) FROM tables WHERE status IN (SELECT value FROM json_each(:statuses)) GROUP BY status
"""

# Writes only onto the version and the log that the caller has seen.
CHANGE = """
UPDATE tables
SET platform = :platform, chat = :chat, thread = :thread, game = :game, host_platform = :host_platform,
    host_user = :host_user, seed = :seed, rules = :rules, teams = :teams, options = :options, status = :status,
    version = :version, plies = :plies, snapshot = :snapshot, anchor = :anchor, result = :result,
    created = :created, updated = :updated, due = :due, owed = 0, back = :back
WHERE id = :id AND version = :expected AND plies = :log_end
"""

# Says which seats there are.
UPDATE = f"{CHANGE} RETURNING ({_SEATS} :id)"

UPDATE_UNSEATED = f"{CHANGE} RETURNING id"

PROGRESS = "SELECT version, plies FROM tables WHERE id = :id"

DROP_SEATS = "DELETE FROM seats WHERE table_id = :table AND seat >= :count"

ADD_MOVE = """
INSERT INTO moves (table_id, ply, version, move, seat, automation, at)
VALUES (:table, :ply, :version, :move, :seat, :automation, :at)
"""

# No other column is named, so that a row that is damaged elsewhere can be closed too.
CANCEL = """
UPDATE tables SET status = 'cancelled', version = version + 1, updated = :at, due = NULL
WHERE id = :id AND version = :expected
RETURNING seq
"""

MOVES = """
SELECT ply, version, move, seat, automation, at FROM moves WHERE table_id = :table AND ply >= :since ORDER BY ply
"""

TABLE_FORM = Form(
    "tables",
    "~id ~platform ~chat ~thread ~game ~host_platform ~host_user ~seed ~rules ~teams ~options ~status ~version "
    "~plies ~snapshot ~anchor ~result ~created ~updated ~due ~owed ~back -",
    key="id",
)
SEAT_FORM = Form("seats", "seat colours person_platform person_user name computer late", key="table_id seat")
MOVE_FORM = Form("moves", "ply version move seat automation at", key="table_id ply")
_TOUCHED_FORM = Form("tables", "id version updated seq", key="id")
ID_FORM = Form("tables", "id", key="id")

_LAST = 1e300
"""A moment after all others."""


class Tables(Archives):
    """Tables with their seats and logs; a change fails if the version has changed."""

    async def create(
        self,
        table: TableRecord,
        *,
        limit: int,
        places: Sequence[TableSubscription] = (),
        linked: TableRecord | None = None,
    ) -> None:
        """Add a table with its seats and the places where it is shown, and update `linked`: both or nothing.

        Raises ChannelFull if its chat has `limit` open tables, TableExists, or what `update` raises.
        """
        if table.plies:
            raise ValueError("a new table's log is empty")
        values = {**table_values(table), **checked({"limit": limit})}
        seats = seat_values(table)
        shown = [place_values(place) for place in places]
        link = None if linked is None else self._updating(linked, linked.version - 1)

        def create() -> Steps[None]:
            if not (yield CREATE, values):
                ((in_use,),) = yield OPEN_COUNT, values
                if in_use >= limit:
                    raise ChannelFull(f"this chat has {in_use} open tables and may have {limit}")
                raise TableExists(f"there is a table {table.id!r} already")
            yield SAVE_SEAT, seats
            yield SAVE_PLACE, shown
            if link is not None:
                yield from link()

        await self._atomically(create, open_tables_of(table.chat))

    async def table(self, table: str) -> TableRecord | None:
        """Return a table by its id, None if there is none."""
        found = await self._tables(await self._read(TABLE, {"id": table}))
        return found[0] if found else None

    async def tables(self, chat: ChatKey, statuses: Iterable[Status] = OPEN) -> list[TableRecord]:
        """Return the tables shown in a chat, its own and others, oldest first."""
        values = {**chat_values(chat), "statuses": _listed(statuses)}
        return await self._tables(await self._read(TABLES, values))

    async def all_tables(self, statuses: Iterable[Status] = OPEN) -> list[TableRecord]:
        """Return every table in one of these states, oldest first; for tools, as all are held in memory."""
        values = {"statuses": _listed(statuses)}
        return await self._tables(await self._read(ALL_TABLES, values))

    async def _tables(self, rows: Sequence[Row]) -> list[TableRecord]:
        """Read tables from rows whose last column lists the seats as JSON."""
        found = []
        for stored in rows:
            (row,) = await self._sound(TABLE_FORM, [stored])
            listed = json.loads(row[22])
            seats = await self._sound(SEAT_FORM, listed, table_id=row[0])
            damaged = row is not stored or len(seats) < len(listed) or isinstance(row[22], Damaged)
            found.append(table_record(row, seats, damaged=damaged))
        return found

    async def touched_tables(
        self, since: float, limit: int, before: TouchedRecord | None = None
    ) -> list[TouchedRecord]:
        """Return at most `limit` open tables changed since a moment, latest first; `before` continues a page.

        The cost grows with the rows found and the games that ended since.
        """
        moment, seq = (before.moment, before.seq) if before is not None else (_LAST, 0)
        values = checked({"since": float(since), "moment": moment, "seq": seq, "limit": bounded(limit)})
        return [
            TouchedRecord(*row) for row in await self._sound(_TOUCHED_FORM, await self._read(TOUCHED_TABLES, values))
        ]

    async def open_in_all_threads(self, platform: str, chat: str) -> list[str]:
        """Return the ids of the open tables shown in any thread of a chat, oldest first.

        The cost grows with that chat's tables only.
        """
        values = checked({"platform": platform, "chat": chat})
        return [row[0] for row in await self._sound(ID_FORM, await self._read(OPEN_IN_ALL_THREADS, values))]

    async def tables_played_by(self, person: PersonKey, status: Status = Status.PLAYING) -> list[str]:
        """Return the ids of the tables in a state where a person sits, oldest first.

        The cost grows with that person's games only.
        """
        values = checked({"platform": person.platform, "user": person.user, "status": status.value})
        return [row[0] for row in await self._sound(ID_FORM, await self._read(PLAYED_BY, values))]

    async def count_tables(self, statuses: Iterable[Status] = OPEN) -> dict[Status, int]:
        """Count the tables in each of these states."""
        asked = list(statuses)
        rows = await self._read(COUNT_TABLES, {"statuses": _listed(asked)})
        counts: dict[str, int] = {row[0]: row[1] for row in rows}
        return {status: counts.get(status.value, 0) for status in asked}

    async def update(
        self,
        table: TableRecord,
        *,
        expected: int,
        moves: Sequence[MoveRecord] = (),
        place: TableSubscription | None = None,
        reseated: bool = True,
    ) -> None:
        """Write a table with its seats, append moves to its log and note a player's place: all or nothing.

        `table.version` must be `expected + 1`. `moves` continue the log and `table.plies` is its new length (else
        ValueError). `reseated=False` leaves the seats unwritten, which costs less: only if they are those at
        `expected`. Raises StaleTable if the stored version is not `expected`, or NoTable.
        """
        await self._atomically(self._updating(table, expected, moves, place, reseated=reseated))

    def _updating(
        self,
        table: TableRecord,
        expected: int,
        moves: Sequence[MoveRecord] = (),
        place: TableSubscription | None = None,
        *,
        reseated: bool = True,
    ) -> Work[None]:
        log_end = table.plies - len(moves)
        appended = move_values(table, expected, moves)
        values = {**table_values(table), **checked({"expected": expected, "log_end": log_end})}
        seats = seat_values(table) if reseated else []
        played = [] if place is None else [place_values(place)]

        def update() -> Steps[None]:
            updated = yield UPDATE if reseated else UPDATE_UNSEATED, values
            if not updated:
                progress = yield PROGRESS, values
                self._explain(table, expected, log_end, progress)
            if reseated and seats_differ(updated[0][0], seats):
                yield SAVE_SEAT, seats
                yield DROP_SEATS, {"table": table.id, "count": len(seats)}
            yield ADD_MOVE, appended
            yield LEAVE_PLACE, played
            yield SAVE_PLACE, played

        return update

    @staticmethod
    def _explain(table: TableRecord, expected: int, log_end: int, progress: Sequence[Row]) -> None:
        """Raise the reason why an update found no row to write."""
        if not progress:
            raise NoTable(f"there is no table {table.id!r}")
        version, plies = progress[0]
        if version != expected:
            raise StaleTable(f"table {table.id!r} is at version {version}, not {expected}")
        raise ValueError(f"the log of table {table.id!r} ends at {plies} plies, not {log_end}")

    async def cancel(self, table: str, *, expected: int, at: float) -> None:
        """Close a table even if other columns are corrupt; its version goes one up and `due` is cleared.

        Raises StaleTable if the stored version is not `expected`, or NoTable.
        """
        values = checked({"id": table, "expected": expected, "at": float(at)})

        def cancel() -> Steps[None]:
            if (yield CANCEL, values):
                return
            progress = yield PROGRESS, values
            if not progress:
                raise NoTable(f"there is no table {table!r}")
            raise StaleTable(f"table {table!r} is at version {progress[0][0]}, not {expected}")

        await self._atomically(cancel)

    async def moves(self, table: str, *, since: int = 0) -> list[MoveRecord]:
        """Return the log from ply `since` on, also from an archive; raises LogLost if that file cannot be read."""
        rows = await self._read(MOVES, {"table": table, "since": bounded(since)})
        log = [MoveRecord._make(row) for row in await self._sound(MOVE_FORM, rows, table_id=table)]
        if log and log[0].ply == max(since, 0):
            return log
        place = await self.archived_log(table)
        if place is None:
            return log
        return [*(await asyncio.to_thread(read_log, place))[max(since, 0) :], *log]

    async def log(self, table: str, *, since: int) -> LogRecord:
        """Return the log from ply `since` on, as `moves` does, and a function for the earlier entries.

        Until it is called, the earlier entries are kept packed or not read at all.
        """
        rows = await self._read(MOVES, {"table": table, "since": 0})
        if not rows or rows[0][0] != 0:  # in an archive
            moves = await self.moves(table)
            return LogRecord(moves[since:], lambda: moves[:since])
        late = [MoveRecord._make(row) for row in await self._sound(MOVE_FORM, rows[since:], table_id=table)]
        packed = marshal.dumps(list(map(tuple, sound(MOVE_FORM, rows[:since]))))
        return LogRecord(late, lambda: [MoveRecord._make(row) for row in marshal.loads(packed)])  # noqa: S302 - ours


def open_tables_of(chat: ChatKey) -> str:
    """Return the name of the lock that keeps the number of a chat's open tables from changing."""
    return f"tables {chat.platform} {chat.chat} {chat.thread}"


def _listed(statuses: Iterable[Status]) -> str:
    return json.dumps([status.value for status in statuses])
