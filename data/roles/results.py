"""Store results and ratings."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import json
from collections.abc import Sequence

from data.errors import StaleRatings
from data.records import PersonKey
from data.result_records import (
    COMPUTER,
    LadderRecord,
    MeetingRecord,
    OpponentRecord,
    PresenceRecord,
    RatingChange,
    ResultRecord,
)
from data.roles.chat_records import ADD_TO_CHAT_RECORDS
from data.roles.reading import Form, Reading
from data.roles.result_rows import change_values, meeting_values, result_of, result_values, seat_values
from data.roles.rows import Value
from data.roles.statements import Steps

FINISHED = "SELECT id FROM tables WHERE status = 'over' ORDER BY created, seq"

UNRECORDED = """
SELECT id FROM tables
WHERE updated >= :since AND status = 'over' AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = tables.id)
ORDER BY created, seq
"""

RECORDED = "SELECT 1 FROM results WHERE table_id = :table"

_RATED = "game = :game AND family = :family AND rated = 1"

LADDER = f"""
SELECT count(*), max(at), (SELECT table_id FROM results WHERE {_RATED} ORDER BY at DESC, table_id DESC LIMIT 1)
FROM results WHERE {_RATED}
"""

RATED_RESULTS = f"""
SELECT table_id, game, family, at, rated, plies,
       (SELECT json_group_array(json_array(seat, platform, user, side, place, gone, captures, losses, sixes, throws,
                                           longest, behind, counted))
        FROM result_seats WHERE table_id = results.table_id)
FROM results WHERE {_RATED} ORDER BY at, table_id
"""

RATINGS = """
SELECT platform, user, mu, sigma FROM ratings
WHERE game = :game AND family = :family
  AND (platform, user) IN (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:players))
"""

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

ADD_CHANGE = """
INSERT INTO rating_changes (table_id, platform, user, won, mu_before, sigma_before, mu, sigma)
VALUES (:table, :platform, :user, :won, :mu_before, :sigma_before, :mu, :sigma)
"""

SAVE_RATING = """
INSERT INTO ratings (game, family, platform, user, mu, sigma, first_at, last_at, games)
SELECT game, family, :platform, :user, CAST(:mu AS DOUBLE PRECISION), CAST(:sigma AS DOUBLE PRECISION), at, at, 1
FROM results WHERE table_id = :table
ON CONFLICT (game, family, platform, user) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    games = ratings.games + 1,
    last_at = CASE WHEN EXISTS (
        SELECT 1 FROM result_seats
        WHERE table_id = :table AND platform = :platform AND user = :user AND counted = 1 AND gone = 0
    ) THEN excluded.last_at ELSE ratings.last_at END
"""

_THESE = "(SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:players))"

PRESENCES = f"""
SELECT game, family, platform, user, first_at, last_at FROM ratings
WHERE game = :game AND family = :family AND (platform, user) IN {_THESE}
ORDER BY platform, user
"""

OPPONENTS = f"""
SELECT game, family, platform, user, other_platform, other_user FROM meetings
WHERE game = :game AND family = :family AND (platform, user) IN {_THESE}
"""

MEETING = "game, family, platform, user, other_platform, other_user, games, at, gained, learnt"

MEETINGS = f"""
SELECT {MEETING} FROM meetings
WHERE game = :game AND family = :family
  AND (platform, user) IN (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:players))
  AND (other_platform, other_user) IN (
      SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:others)
  )
"""

SAVE_MEETING = f"""
INSERT INTO meetings ({MEETING})
VALUES (:game, :family, :platform, :user, :other_platform, :other_user, :games, :at, :gained, :learnt)
ON CONFLICT (game, family, platform, user, other_platform, other_user)
DO UPDATE SET games = excluded.games, at = excluded.at, gained = excluded.gained, learnt = excluded.learnt
"""

# From one game and family to the next by the index, past all the results of each: every start asks this.
UNFOLDED = """
WITH RECURSIVE games (game) AS (
    SELECT min(game) FROM results
    UNION ALL
    SELECT (SELECT min(game) FROM results WHERE game > games.game) FROM games WHERE game IS NOT NULL
), ladders (game, family) AS (
    SELECT game, (SELECT min(family) FROM results WHERE game = games.game) FROM games WHERE game IS NOT NULL
    UNION ALL
    SELECT game, (SELECT min(family) FROM results WHERE game = ladders.game AND family > ladders.family)
    FROM ladders WHERE family IS NOT NULL
)
SELECT game, family FROM ladders
WHERE family IS NOT NULL
  AND (SELECT min(at) FROM results WHERE game = ladders.game AND family = ladders.family AND rated = 1) IS NOT NULL
  AND (SELECT min(platform) FROM ratings WHERE game = ladders.game AND family = ladders.family) IS NULL
ORDER BY game, family
"""

DROP_LADDER = (
    """
DELETE FROM rating_changes
WHERE table_id IN (SELECT table_id FROM results WHERE game = :game AND family = :family AND rated = 1)
""",
    "DELETE FROM ratings WHERE game = :game AND family = :family",
    "DELETE FROM meetings WHERE game = :game AND family = :family",
)

DROP_ALL = tuple(
    f"DELETE FROM {name}"
    for name in ("ratings", "meetings", "rating_changes", "result_seats", "results", "chat_records")
)

# Of a result whose own row was lost: what is left of it stands in the way of the new one.
DROP_LOST = ("DELETE FROM result_seats WHERE table_id = :table", "DELETE FROM rating_changes WHERE table_id = :table")

CHANGES = """
SELECT table_id, platform, user, won, mu_before, sigma_before, mu, sigma FROM rating_changes
WHERE table_id = :table ORDER BY platform, user
"""


_ID_FORM = Form("tables", "id", key="id")
_RESULT_FORM = Form("results", "table_id game family at rated plies -", key="table_id")
SEAT_COLUMNS = "side place gone captures losses sixes throws longest behind counted"
_SEAT_FORM = Form("result_seats", f"seat platform user {SEAT_COLUMNS}", key="table_id seat")
_LADDER_FORM = Form("results", "- at? table_id?", key="table_id")
_FAMILY = "game family"
_RATING_FORM = Form("ratings", "platform user mu sigma", key=f"{_FAMILY} platform user")
_PAIR = "game family platform user other_platform other_user"
_MEETING_FORM = Form("meetings", f"{_PAIR} games at gained learnt", key=_PAIR)
_OPPONENT_FORM = Form("meetings", _PAIR, key=_PAIR)
_PRESENCE_FORM = Form("ratings", "game family platform user first_at last_at", key=f"{_FAMILY} platform user")
_UNFOLDED_FORM = Form("results", _FAMILY)
_CHANGE_FORM = Form(
    "rating_changes", "table_id platform user won mu_before sigma_before mu sigma", key="table_id platform user"
)


class Results(Reading):
    """Results and ratings; all of them can be recomputed from tables and logs."""

    async def finished(self) -> list[str]:
        """Return the ids of the tables whose game is over, oldest first."""
        return [row[0] for row in await self._sound(_ID_FORM, await self._read(FINISHED, {}))]

    async def unrecorded(self, since: float) -> list[str]:
        """Return the ids of finished tables without a result that changed since a moment.

        The cost grows with the tables that changed since then.
        """
        rows = await self._read(UNRECORDED, {"since": float(since)})
        return [row[0] for row in await self._sound(_ID_FORM, rows)]

    async def recorded(self, table: str) -> bool:
        """Tell whether a table has a result."""
        return bool(await self._read(RECORDED, {"table": table}))

    async def ladder(self, game: str, family: str) -> LadderRecord:
        """Return the number of rated games of a family, and the last of them."""
        rows = await self._read(LADDER, {"game": game, "family": family})
        sound_rows = await self._sound(_LADDER_FORM, rows, game=game, family=family)
        ((_, at, table),) = sound_rows or [(0, None, None)]
        return LadderRecord(rows[0][0], None if at is None or table is None else (at, table))

    async def rated_results(self, game: str, family: str) -> list[ResultRecord]:
        """Return the rated games of a family, in the order in which they were rated."""
        rows = await self._read(RATED_RESULTS, {"game": game, "family": family})
        results = []
        for row in await self._sound(_RESULT_FORM, rows):
            listed = json.loads(row[6])
            seats = await self._sound(_SEAT_FORM, listed, table_id=row[0])
            if len(seats) == len(listed) > 1:  # a seat that is damaged may belong nowhere
                results.append(result_of(row, seats))
        return results

    async def ratings(
        self, game: str, family: str, players: Sequence[PersonKey]
    ) -> dict[PersonKey, tuple[float, float]]:
        """Return mean and deviation of those of these players who have a rating."""
        values = {"game": game, "family": family, "players": _written(players)}
        rows = await self._sound(_RATING_FORM, await self._read(RATINGS, values), game=game, family=family)
        return {PersonKey(row[0], row[1]): (row[2], row[3]) for row in rows}

    async def meetings(self, game: str, family: str, players: Sequence[PersonKey]) -> list[MeetingRecord]:
        """Return the score of these players against each other; all bots count as one more player."""
        values = {"game": game, "family": family, "players": _written(players)}
        others = _written([*players, PersonKey(COMPUTER, "")])
        rows = await self._read(MEETINGS, {**values, "others": others})
        return [
            MeetingRecord(row[0], row[1], PersonKey(row[2], row[3]), PersonKey(row[4], row[5]), *row[6:10])
            for row in await self._sound(_MEETING_FORM, rows)
        ]

    async def opponents(self, game: str, family: str, players: Sequence[PersonKey]) -> list[OpponentRecord]:
        """Return the opponents of these players in rated games; all bots count as one player."""
        rows = await self._read(OPPONENTS, {"game": game, "family": family, "players": _written(players)})
        return [
            OpponentRecord(row[0], row[1], PersonKey(row[2], row[3]), PersonKey(row[4], row[5]))
            for row in await self._sound(_OPPONENT_FORM, rows)
        ]

    async def presences(self, game: str, family: str, players: Sequence[PersonKey]) -> list[PresenceRecord]:
        """Return the first and last rated game of those of these players who have a rating."""
        rows = await self._read(PRESENCES, {"game": game, "family": family, "players": _written(players)})
        return [
            PresenceRecord(row[0], row[1], PersonKey(row[2], row[3]), row[4], row[5])
            for row in await self._sound(_PRESENCE_FORM, rows)
        ]

    async def add_result(
        self,
        result: ResultRecord,
        changes: Sequence[RatingChange] = (),
        meetings: Sequence[MeetingRecord] = (),
        *,
        expected: int = 0,
        anew: bool = False,
    ) -> bool:
        """Add a result with its rating changes, in one transaction; return False if the table had one.

        For a rated result, `expected` is the number of rated games of its family: StaleRatings if that changed.
        `anew`: changes and meetings replace all of the family's, in order.
        """
        values, seats, changed = result_values(result), seat_values(result), list(map(change_values, changes))
        met = list(map(meeting_values, meetings))

        def add() -> Steps[bool]:
            if (yield RECORDED, values):
                return False
            if result.rated:
                ((count, _, _),) = yield LADDER, values
                if count != expected:
                    raise StaleRatings(f"there are {count} rated games, not {expected}")
            yield ADD_RESULT, values
            for statement in DROP_LOST:
                yield statement, values
            yield ADD_RESULT_SEAT, seats
            yield ADD_TO_CHAT_RECORDS, values
            if anew:
                for statement in DROP_LADDER:
                    yield statement, values
            yield from _save(changed, met)
            return True

        return await self._atomically(add, _ladder(result.game, result.family))

    async def unfolded(self) -> list[tuple[str, str]]:
        """Return the games and families that have rated results but no ratings."""
        return [(row[0], row[1]) for row in await self._sound(_UNFOLDED_FORM, await self._read(UNFOLDED, {}))]

    async def replace_ratings(
        self, game: str, family: str, changes: Sequence[RatingChange], meetings: Sequence[MeetingRecord]
    ) -> None:
        """Replace all rating changes of a family, in order, and its meetings."""
        changed, met = list(map(change_values, changes)), list(map(meeting_values, meetings))

        def put() -> Steps[None]:
            for statement in DROP_LADDER:
                yield statement, {"game": game, "family": family}
            yield from _save(changed, met)

        await self._atomically(put, _ladder(game, family))

    async def replace_results(
        self,
        results: Sequence[ResultRecord],
        changes: Sequence[RatingChange],
        meetings: Sequence[MeetingRecord],
    ) -> None:
        """Replace all results, rating changes and meetings, in order."""
        values, changed = list(map(result_values, results)), list(map(change_values, changes))
        met = list(map(meeting_values, meetings))
        seats = [seat for result in results for seat in seat_values(result)]

        def put() -> Steps[None]:
            for statement in DROP_ALL:
                yield statement, {}
            for line in values:
                yield ADD_RESULT, line
                yield ADD_TO_CHAT_RECORDS, line
            yield ADD_RESULT_SEAT, seats
            yield from _save(changed, met)

        await self._atomically(put, *{_ladder(result.game, result.family) for result in results})

    async def rating_changes(self, table: str) -> list[RatingChange]:
        """Return the rating changes of a game, by player."""
        rows = await self._sound(_CHANGE_FORM, await self._read(CHANGES, {"table": table}))
        return [RatingChange(row[0], PersonKey(row[1], row[2]), bool(row[3]), *row[4:8]) for row in rows]


def _ladder(game: str, family: str) -> str:
    """Return the name of the lock that keeps the number of a family's rated games from changing."""
    return f"ladder {game} {family}"


def _save(changes: Sequence[dict[str, Value]], meetings: Sequence[dict[str, Value]]) -> Steps[None]:
    yield ADD_CHANGE, changes
    yield SAVE_RATING, changes
    yield SAVE_MEETING, meetings


def _written(players: Sequence[PersonKey]) -> str:
    return json.dumps([[player.platform, player.user] for player in players])
