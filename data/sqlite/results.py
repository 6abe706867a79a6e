"""The part of the SQLite store that keeps results and ratings."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from data.records import ChatKey, PersonKey
from data.result_records import (
    COMPUTER,
    FORMER,
    LadderRecord,
    MeetingRecord,
    PlayedSeat,
    RatingChange,
    RatingPoint,
    ResultRecord,
    ResultSeat,
    Standing,
)
from data.sqlite import results_statements as statements
from data.sqlite.connection import SqliteConnection
from data.sqlite.damage import is_damaged, sound
from data.sqlite.rows import Row, Value, checked
from data.store import StaleRatings


class Results(SqliteConnection):
    """What came of games."""

    async def finished(self, *, unrecorded: bool = False) -> list[str]:
        """The ids of the tables whose game is over, oldest first; or only of those that have no result yet."""
        statement = statements.UNRECORDED if unrecorded else statements.FINISHED
        return [row[0] for row in await self._read(statement, {})]

    async def recorded(self, table: str) -> bool:
        """Whether a table's result is there."""
        return bool(await self._read(statements.RECORDED, {"table": table}))

    async def ladder(self, game: str, family: str) -> LadderRecord:
        """How far the rated games of a family go."""
        ((count, at, table),) = await self._read(statements.LADDER, {"game": game, "family": family})
        return LadderRecord(count, None if table is None else (at, table))

    async def rated_results(self, game: str, family: str) -> list[ResultRecord]:
        """The rated games of a family, in order."""
        found = await self._read(statements.RATED_RESULTS, {"game": game, "family": family})
        results = [_result(row) for row in found if not is_damaged(row)]
        return [result for result in results if len(result.seats) > 1]  # a seat that is damaged may belong nowhere

    async def ratings(
        self, game: str, family: str, players: Sequence[PersonKey]
    ) -> dict[PersonKey, tuple[float, float]]:
        """The ratings now of those among these players who have one: mean and deviation."""
        values = {"game": game, "family": family, "players": _written(players)}
        found = await self._read(statements.RATINGS, values)
        return {PersonKey(row[0], row[1]): (row[2], row[3]) for row in found}

    async def meetings(self, game: str, family: str, players: Sequence[PersonKey]) -> list[MeetingRecord]:
        """What games of these players against each other have done so far; all computers are one more of them."""
        values = {"game": game, "family": family, "players": _written(players)}
        others = _written([*players, PersonKey(COMPUTER, "")])
        found = await self._read(statements.MEETINGS, {**values, "others": others})
        return [
            MeetingRecord(row[0], row[1], PersonKey(row[2], row[3]), PersonKey(row[4], row[5]), *row[6:10])
            for row in found
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
        """Adds a result and what it brings, in one transaction; whether it was not there before."""
        values, seats, changed = _result_values(result), _seat_values(result), list(map(_change_values, changes))
        met = list(map(_meeting_values, meetings))

        def add(connection: sqlite3.Connection) -> bool:
            if connection.execute(statements.RECORDED, values).fetchall():
                return False
            if result.rated:
                ((count, _, _),) = connection.execute(statements.LADDER, values).fetchall()
                if count != expected:
                    raise StaleRatings(f"there are {count} rated games, not {expected}")
            connection.execute(statements.ADD_RESULT, values).fetchall()
            connection.executemany(statements.ADD_RESULT_SEAT, seats)
            if anew:
                for statement in statements.DROP_LADDER:
                    connection.execute(statement, values)
            _save(connection, changed, met)
            return True

        return await self._atomically(add)

    async def unfolded(self) -> list[tuple[str, str]]:
        """Games and families that have rated results and no rating at all."""
        return [(row[0], row[1]) for row in await self._read(statements.UNFOLDED, {})]

    async def replace_ratings(
        self, game: str, family: str, changes: Sequence[RatingChange], meetings: Sequence[MeetingRecord]
    ) -> None:
        """Puts these changes, in order, and meetings in the place of all there are of a family."""
        changed, met = list(map(_change_values, changes)), list(map(_meeting_values, meetings))

        def put(connection: sqlite3.Connection) -> None:
            for statement in statements.DROP_LADDER:
                connection.execute(statement, {"game": game, "family": family})
            _save(connection, changed, met)

        await self._atomically(put)

    async def replace_results(
        self,
        results: Sequence[ResultRecord],
        changes: Sequence[RatingChange],
        meetings: Sequence[MeetingRecord],
    ) -> None:
        """Puts these results, changes and meetings, in order, in the place of all there are."""
        values, changed = list(map(_result_values, results)), list(map(_change_values, changes))
        met = list(map(_meeting_values, meetings))
        seats = [seat for result in results for seat in _seat_values(result)]

        def put(connection: sqlite3.Connection) -> None:
            for statement in statements.DROP_ALL:
                connection.execute(statement)
            for each in values:
                connection.execute(statements.ADD_RESULT, each).fetchall()
            connection.executemany(statements.ADD_RESULT_SEAT, seats)
            _save(connection, changed, met)

        await self._atomically(put)

    async def rating_changes(self, table: str) -> list[RatingChange]:
        """What a game changed."""
        found = await self._read(statements.CHANGES, {"table": table})
        return [RatingChange(row[0], PersonKey(row[1], row[2]), bool(row[3]), *row[4:8]) for row in found]

    async def standings(
        self, game: str, family: str, chat: ChatKey | None, since: float, *, games: int = 0, people: int = 0
    ) -> list[Standing]:
        """Everybody with a rated game of this family since then, in this chat (whatever the thread) or in all."""
        values: dict[str, Value] = {"game": game, "family": family, "since": float(since)}
        statement = statements.STANDINGS
        if games or people:
            statement = statements.STANDINGS_KNOWN
            values |= {"games": games, "people": people, "computer": COMPUTER, "former": FORMER}
        if chat is not None:
            statement = statements.STANDINGS_HERE
            values |= {"platform": chat.platform, "chat": chat.chat}
        found = await self._read(statement, values)
        columns: list[list[Any]] = [[*row[2:9], sound(row[9], "{}")] for row in found]
        return [Standing(PersonKey(row[0], row[1]), *rest) for row, rest in zip(found, columns, strict=True)]

    async def last_ladder(self, chat: ChatKey) -> tuple[str, str] | None:
        """Game and family of the last rated game in a chat, whatever the thread."""
        found = await self._read(statements.LAST_LADDER, {"platform": chat.platform, "chat": chat.chat})
        return (found[0][0], found[0][1]) if found else None

    async def played(self, player: PersonKey) -> list[PlayedSeat]:
        """Every seat that a player has played to a result, oldest game first."""
        found = await self._read(statements.PLAYED, {"platform": player.platform, "user": player.user})
        return [_played(row) for row in found]

    async def played_until(self, table: str) -> list[PlayedSeat]:
        """Every seat that the people of a game had played to a result by its end, its own the last."""
        values = {"table": table, "computer": COMPUTER, "former": FORMER}
        found = await self._read(statements.PLAYED_UNTIL, values)
        return [_played(row) for row in found]

    async def rating_points(self, player: PersonKey) -> list[RatingPoint]:
        """A player's ratings after each of their rated games, oldest first."""
        found = await self._read(statements.POINTS, {"platform": player.platform, "user": player.user})
        return [RatingPoint(*row) for row in found]

    async def players_of(self, chat: ChatKey) -> list[tuple[PersonKey, str]]:
        """The people with a result in a chat, whatever the thread, by name."""
        found = await self._read(statements.PLAYERS_OF, {"platform": chat.platform, "chat": chat.chat})
        return [(PersonKey(row[0], row[1]), row[2]) for row in found]


def _save(
    connection: sqlite3.Connection, changes: Sequence[dict[str, Value]], meetings: Sequence[dict[str, Value]]
) -> None:
    connection.executemany(statements.ADD_CHANGE, changes)
    connection.executemany(statements.SAVE_RATING, changes)
    connection.executemany(statements.SAVE_MEETING, meetings)


def _written(players: Sequence[PersonKey]) -> str:
    return json.dumps([[player.platform, player.user] for player in players])


def _result_values(result: ResultRecord) -> dict[str, Value]:
    return checked(
        {
            "table": result.table,
            "game": result.game,
            "family": result.family,
            "at": float(result.at),
            "rated": int(result.rated),
            "plies": result.plies,
        }
    )


def _seat_values(result: ResultRecord) -> list[dict[str, Value]]:
    return [
        checked(
            {
                "table": result.table,
                "seat": number,
                "platform": seat.player.platform,
                "user": seat.player.user,
                "side": seat.side,
                "place": seat.place,
                "gone": int(seat.left),
                "captures": seat.captures,
                "losses": seat.losses,
                "sixes": seat.sixes,
                "throws": seat.throws,
                "longest": seat.longest,
                "behind": seat.behind,
                "counted": int(seat.counted),
            }
        )
        for number, seat in enumerate(result.seats)
    ]


def _change_values(change: RatingChange) -> dict[str, Value]:
    return checked(
        {
            "table": change.table,
            "platform": change.player.platform,
            "user": change.player.user,
            "won": int(change.won),
            "mu_before": change.mu_before,
            "sigma_before": change.sigma_before,
            "mu": change.mu,
            "sigma": change.sigma,
        }
    )


def _meeting_values(met: MeetingRecord) -> dict[str, Value]:
    return checked(
        {
            "game": met.game,
            "family": met.family,
            "platform": met.player.platform,
            "user": met.player.user,
            "other_platform": met.other.platform,
            "other_user": met.other.user,
            "games": met.games,
            "at": met.at,
            "gained": met.gained,
            "learnt": met.learnt,
        }
    )


def _result(row: Row) -> ResultRecord:
    """A result from its row, whose last column lists the seats as JSON."""
    seats = sorted(json.loads(row[6]), key=lambda seat: int(seat[0]))
    read = tuple(_seat(PersonKey(seat[1], seat[2]), seat[3:]) for seat in seats)
    return ResultRecord(row[0], row[1], row[2], row[3], bool(row[4]), row[5], read)


def _played(row: Row) -> PlayedSeat:
    platform, user, table, game, family, at, rated, *rest = row
    seat = _seat(PersonKey(platform, user), rest[4:])
    return PlayedSeat(table, game, family, at, bool(rated), ChatKey(*rest[:3]), rest[3], seat)


def _seat(player: PersonKey, row: Row) -> ResultSeat:
    """A seat from its columns, from `side` on."""
    side, place, gone, *counts, counted = row
    return replace(ResultSeat(player, side, place, bool(gone), *counts), counted=bool(counted))
