"""A table, the aggregate that everything in the core turns on, and the table whose game has begun.

Never changed: each accepted action makes a new one, one version up. How it is stored is the repository's business.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self, TypeAlias, TypeVar, overload

from bot.core.common.lru import LruDict
from bot.core.domain.table_values import (
    Departures,
    Dice,
    Gain,
    Hint,
    Honours,
    Incident,
    Links,
    Lobby,
    Origin,
    RatingBarrier,
    TableClock,
    TableOptions,
    TableResult,
    Throwing,
    Votes,
)
from bot.core.games.seat_layouts import Seating
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, Status
from engine import catalog
from engine.match import Match, taken_back
from engine.plies import Anchor, Resumed

Log: TypeAlias = tuple[MoveRecord, ...] | Resumed[MoveRecord]
"""A game's log; where it was read from an anchor on, what is before that is read once somebody looks at it."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Table:
    """A game in a chat, from its lobby to its end: all but its moves.

    `id` is a short public code. `version` counts accepted changes. `rules` are those of the engine, `teams` groups of
    seat numbers, None where everybody plays alone. `seed` is the dice's secret, 32 bytes. `started`, `ended`: the
    versions that began and ended the game. `due`: when something is to be done at it though nobody does anything.
    `ahead`: its moments allow for an outage, and those that are stored do not yet. `damaged`: what is stored of it
    cannot all be read, so that it can be named and closed, not played. Times are Unix seconds.
    """

    id: str
    chat: ChatKey
    game: str
    host: PersonKey
    seed: bytes
    seats: tuple[SeatRecord, ...]
    rules: Mapping[str, Any] = field(default_factory=dict)
    teams: tuple[tuple[int, ...], ...] | None = None
    options: TableOptions = field(default_factory=TableOptions)
    lobby: Lobby = field(default_factory=Lobby)
    clock: TableClock = field(default_factory=TableClock)
    dice: Dice = field(default_factory=Dice)
    votes: Votes = field(default_factory=Votes)
    throwing: Throwing = field(default_factory=Throwing)
    links: Links = field(default_factory=Links)
    origin: Origin = field(default_factory=Origin)
    departures: Departures = field(default_factory=Departures)
    incidents: tuple[Incident, ...] = ()
    hints: tuple[Hint, ...] = ()
    started: int | None = None
    ended: int | None = None
    result: TableResult | None = None
    status: Status = Status.LOBBY
    version: int = 0
    created: float = 0.0
    updated: float = 0.0
    due: float | None = None
    ahead: bool = False
    damaged: bool = False

    def __repr__(self) -> str:  # a seed must not reach a log before its game is over
        return f"Table({self.id!r}, {self.chat}, {self.game!r}, {self.status}, version={self.version})"

    @property
    def next_version(self) -> int:
        """Return the version that an accepted change makes."""
        return self.version + 1

    @property
    def seating(self) -> Seating:
        """Return how the table sits now, whether a lobby offers that or not."""
        return Seating(tuple(seat.colours for seat in self.seats), self.teams)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return who wins and loses together: the teams, or each seat alone."""
        return self.teams or tuple((seat,) for seat in range(len(self.seats)))

    @property
    def is_rated(self) -> bool:
        """Return whether the game counts for the rankings, as its seats are held now.

        Its table wants it, people of at least two sides play, and no account plays on two sides: so never against
        computers alone, in hot seat, or among people who share a browser. Nor does it count once an admin has removed
        somebody who was playing.
        """
        return self.options.rated and self.rating_barrier is None and sum(map(bool, self._people_by_side)) >= 2

    @property
    def rating_barrier(self) -> RatingBarrier | None:
        """Return what keeps the game from counting for the rankings, whoever may yet take the free seats."""
        if self.departures.removed:
            return RatingBarrier.REMOVED
        people = self._people_by_side
        if sum(map(len, people)) > len(set().union(*people)):
            return RatingBarrier.BOTH_SIDES
        accounts = [{(person.platform, person.account) for person in met} for met in people]
        if sum(map(len, accounts)) > len(set().union(*accounts)):
            return RatingBarrier.ONE_ACCOUNT
        free = [any(self.seats[seat].is_free for seat in side) for side in self.sides]
        sides = sum(bool(met) or may_come for met, may_come in zip(people, free, strict=True))
        return RatingBarrier.ONE_SIDE if sides < 2 else None

    @property
    def _people_by_side(self) -> list[set[PersonKey]]:
        return [{person for seat in side if (person := self.seats[seat].person) is not None} for side in self.sides]

    @property
    def people(self) -> tuple[PersonKey, ...]:
        """Return who sits here, once each, in the order of the seats; also who has resigned."""
        return tuple(dict.fromkeys(seat.person for seat in self.seats if seat.person is not None))

    def seat_of(self, person: PersonKey | None) -> int | None:
        """Return the first seat that has a person's name, also if they resigned; None if there is none."""
        return next((index for index, seat in enumerate(self.seats) if seat.person == person), None)

    def sits(self, person: PersonKey) -> bool:
        """Return whether a seat has a person's name, also if they resigned."""
        return self.seat_of(person) is not None

    def seats_of(self, person: PersonKey) -> tuple[int, ...]:
        """Return the seats a person holds and still plays, or may come back to: not one that they resigned."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.is_held_by(person))

    def with_seats(self, changes: Mapping[int, SeatRecord]) -> Self:
        """Return the table with other seats at these numbers."""
        return replace(self, seats=tuple(changes.get(index, seat) for index, seat in enumerate(self.seats)))

    def without_match(self) -> Table:
        """Return the table without its game."""
        return Table(**{name: getattr(self, name) for name in _NAMES})

    def with_match(self, match: Match[Any], log: Log = ()) -> StartedTable:
        """Return the table with its game."""
        return StartedTable(**{name: getattr(self, name) for name in _NAMES}, match=match, log=log)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StartedTable(Table):
    """A table whose game has begun, even if it has ended since: with its match, and its log, which is the truth.

    Once the game is over, `gains` is what it did to the ratings of those who are ranked, and `honours` the new badges
    that it brought them.
    """

    match: Match[Any]
    log: Log = ()
    gains: tuple[Gain, ...] = ()
    honours: tuple[Honours, ...] = ()

    @property
    def turn_seat(self) -> SeatRecord:
        """Return the seat whose turn it is."""
        return self.seats[self.match.turn.seat]

    @property
    def plies(self) -> int:
        """Return how many entries the log has."""
        return len(self.log)

    @property
    def standing(self) -> Log:
        """Return the log without takebacks and what they took back: an entry for each ply of the match."""
        if len(self.match.plies) == len(self.log):  # nothing was ever taken back
            return self.log
        stands: list[MoveRecord] = []
        for move in self.log:
            if back := taken_back(move.move):
                del stands[-back:]
            else:
                stands.append(move)
        return tuple(stands)

    def as_of(self, version: int) -> Match[Any]:
        """Return the match as it was at a version, also where moves have been taken back since."""
        return self.match.as_of(_made_by(self.log, version))

    def plies_since(self, version: int) -> int:
        """Return the first ply that a board showing `version` has not told yet."""
        return _made_by(self.standing, version)


AnyTable = TypeVar("AnyTable", bound=Table)
"""What a change leaves of the same kind: a table, started or not."""
_NAMES = tuple(item.name for item in fields(Table))


def _version(move: MoveRecord) -> int:
    return move.version


def _made_by(log: Log, version: int) -> int:
    """Return how many entries of a log there were at a version; early ones are looked at only if it is theirs."""
    late = log.late if isinstance(log, Resumed) else 0
    reaches = late < len(log) and log[late].version <= version
    return bisect_right(log, version, lo=late if reaches else 0, key=_version)


def longer(log: Log, moves: Sequence[MoveRecord]) -> Log:
    """Return a log with more entries."""
    return log.with_more(*moves) if isinstance(log, Resumed) else (*log, *moves)


class MovesOf(Sequence[str]):
    """The moves of a log, each looked at when it is wanted."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def __len__(self) -> int:
        return len(self._log)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        return self._log[at].move if isinstance(at, int) else [entry.move for entry in self._log[at]]


def is_lobby(table: Table) -> bool:
    """Return whether a table's game has not begun yet."""
    return table.status is Status.LOBBY


def has_room(table: Table) -> bool:
    """Return whether a seat of a table is free."""
    return any(seat.is_free for seat in table.seats)


def played_by(person: PersonKey) -> Callable[[Table], bool]:
    """Return what tells whether a person plays at a table."""
    return lambda table: bool(table.seats_of(person))


def hosted_by(person: PersonKey) -> Callable[[Table], bool]:
    """Return what tells whether a person is a table's host."""
    return lambda table: table.host == person


def begun(table: Table) -> StartedTable:
    """Return the table with its game; raise Refusal if that has not begun."""
    if not isinstance(table, StartedTable):
        raise Refusal(N_("The game hasn't started yet."))
    return table


def in_play(table: Table | None) -> StartedTable | None:
    """Return the table if its game is under way; else None."""
    return table if isinstance(table, StartedTable) and table.status is Status.PLAYING else None


_OPENINGS = LruDict[str, Match[Any]](256)
"""Matches of which nothing has been played, by game, rules, seats and teams: most tables have one of a few."""


def open_match(table: Table, moves: Sequence[str] = (), anchor: Anchor | None = None) -> Match[Any]:
    """Return the match of a table after these moves; raise EngineError where they cannot be.

    With an anchor, what comes before it is looked at only when it is wanted.
    """
    game, seats = catalog.game(table.game), [seat.colours for seat in table.seats]
    if anchor is None:
        return Match.fold(game, table.rules, seats, table.teams, moves)
    key = repr((table.game, table.rules, seats, table.teams))
    opening = _OPENINGS.get(key)
    if opening is None:
        opening = _OPENINGS[key] = Match.start(game, table.rules, seats, table.teams)
    return opening.resumed(moves, anchor)
