"""A table as the core works with it: the stored record and, once play has begun, its match."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.core.domain.table_options import TableOptions
from bot.core.rankings.badges import Badge
from data.records import MoveRecord, PersonKey, SeatRecord, Status, TableRecord
from engine import catalog
from engine.match import Match, taken_back


@dataclass(frozen=True, slots=True)
class Gain:
    """What a person's rating was before a game, and is after it, in points."""

    person: PersonKey
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Honour:
    """The badges that a game has brought somebody who had not earned them before."""

    person: PersonKey
    badges: tuple[Badge, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A record, its match (None in the lobby) and its log. Never changed: each accepted action makes a new one.

    Once the game is over, `gains` is what it did to the ratings of those who are ranked, and `honours` the new badges
    that it brought them.
    """

    record: TableRecord
    match: Match[Any] | None = None
    log: tuple[MoveRecord, ...] = ()
    gains: tuple[Gain, ...] = ()
    honours: tuple[Honour, ...] = ()

    def seats_of(self, person: PersonKey) -> tuple[int, ...]:
        """The seats a person holds and still plays: one who resigned plays no more, one who is away may come back."""
        return tuple(
            index
            for index, seat in enumerate(self.record.seats)
            if seat.person == person and (seat.computer is None or seat.away)
        )

    def seat(self, index: int) -> SeatRecord:
        """A seat by its number."""
        return self.record.seats[index]

    @property
    def standing(self) -> tuple[MoveRecord, ...]:
        """The log without takebacks and what they took back: an entry for each ply of the match."""
        if self.match is not None and len(self.match.plies) == len(self.log):  # nothing was ever taken back
            return self.log
        stands: list[MoveRecord] = []
        for move in self.log:
            if back := taken_back(move.move):
                del stands[-back:]
            else:
                stands.append(move)
        return tuple(stands)

    def as_of(self, version: int) -> Match[Any] | None:
        """The match as it was at a version, also where moves have been taken back since."""
        return self.match and self.match.as_of(bisect_right(self.log, version, key=_version))

    def plies_since(self, version: int) -> int:
        """The first ply that a board showing `version` has not told yet."""
        return bisect_right(self.standing, version, key=_version)


def _version(move: MoveRecord) -> int:
    return move.version


def _is_lobby(record: TableRecord) -> bool:
    return record.status is Status.LOBBY


def _has_room(record: TableRecord) -> bool:
    return any(seat.person is None and seat.computer is None for seat in record.seats)


def _seats(person: PersonKey) -> Callable[[TableRecord], bool]:
    return lambda record: any(seat.person == person and (seat.computer is None or seat.away) for seat in record.seats)


def _hosted(person: PersonKey) -> Callable[[TableRecord], bool]:
    return lambda record: record.host == person


def opened(record: TableRecord, log: tuple[MoveRecord, ...]) -> Table:
    """The table of a record and its log; raises whatever is wrong with them."""
    if record.damaged:
        raise ValueError("what the database holds of it is no text")
    if begun(record) and len(log) != record.plies:
        raise ValueError(f"its log has {len(log)} entries, not {record.plies}")
    TableOptions.load(record.options)
    match = open_match(record, [move.move for move in log])
    return Table(record, match, log) if begun(record) else Table(record)


def begun(record: TableRecord) -> bool:
    """Whether a table's game has started, even if it has ended since."""
    return record.status in (Status.PLAYING, Status.OVER) or record.snapshot is not None


def open_match(record: TableRecord, moves: list[str] | None = None) -> Match[object]:
    """The match of a record and its log."""
    return Match.fold(
        catalog.game(record.game),
        json.loads(record.rules),
        [seat.colours for seat in record.seats],
        json.loads(record.teams),
        moves or [],
    )
