"""A table, the core's central aggregate, and the table whose game has begun.

Tables are immutable: each accepted action makes a new one, one version up. The repository stores them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self, TypeAlias, TypeVar, overload

from bot.core.common.lru import LruDict
from bot.core.domain.story import Story
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
)
from bot.core.domain.votes import Votes
from bot.core.games.seat_layouts import Seating
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, Status
from engine import catalog
from engine.game import Turn
from engine.match import Match, taken_back
from engine.plies import Anchor, Resumed

Log: TypeAlias = tuple[MoveRecord, ...] | Resumed[MoveRecord]
"""A game's log; after an anchor, the part before it is read on first use."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Table:
    """A game in a chat, from its lobby to its end, without its moves.

    `id` is a short public code. `version` counts accepted changes. `rules` are those of the engine. `teams` are
    groups of seat numbers, None if everybody plays alone. `seed` is the dice's secret, 32 bytes. `started`, `ended`:
    the versions that began and ended the game. `due`: when the scheduler has to look at it. `ahead`: its deadlines
    allow for an outage and the stored ones do not yet. `damaged`: its stored state is corrupt, so that it can be
    named and closed, not played. `story`: the commentator's memory, a cache of the log. `titles`:
    of a lobby's people, how many they won in the chat; not stored. Times are Unix seconds.
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
    story: Story | None = None
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
    titles: tuple[tuple[PersonKey, int], ...] = field(default=(), compare=False)

    def __repr__(self) -> str:  # a seed must not reach a log before its game is over
        return f"Table({self.id!r}, {self.chat}, {self.game!r}, {self.status}, version={self.version})"

    @property
    def next_version(self) -> int:
        """Return the version that an accepted change makes."""
        return self.version + 1

    @property
    def counts_in(self) -> ChatKey:
        """Return the chat whose seasons and records the game counts in: its own, or the one above its thread."""
        return self.links.announcement or self.chat

    @property
    def seating(self) -> Seating:
        """Return the present seating, whether a lobby offers it or not."""
        return Seating(tuple(seat.colours for seat in self.seats), self.teams)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Return who wins and loses together: the teams, or each seat alone."""
        return self.teams or tuple((seat,) for seat in range(len(self.seats)))

    @property
    def is_rated(self) -> bool:
        """Return whether the game is rated, with its present seats.

        The table must want it, people of at least two sides must play, and no account (a browser on the page) on two
        sides. Once an admin has removed a player, the game is unrated.
        """
        return self.options.rated and self.rating_barrier is None and sum(map(bool, self._people_by_side)) >= 2

    @property
    def rating_barrier(self) -> RatingBarrier | None:
        """Return what keeps the game unrated, no matter who takes the free seats."""
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
        return [{person for seat in side if (person := self.owner(seat)) is not None} for side in self.sides]

    @property
    def people(self) -> tuple[PersonKey, ...]:
        """Return the people who sit here, once each, in seat order; including those who resigned."""
        return tuple(dict.fromkeys(seat.person for seat in self.seats if seat.person is not None))

    def owner(self, seat: int) -> PersonKey | None:
        """Return whose result a seat's is: the person who left it, even if somebody took it over."""
        taken = self.departures.at(seat)
        return self.seats[seat].person if taken is None else taken.person

    def seat_of(self, person: PersonKey | None) -> int | None:
        """Return the first seat with a person's name, even if they resigned; None if there is none."""
        return next((index for index, seat in enumerate(self.seats) if seat.person == person), None)

    def sits(self, person: PersonKey) -> bool:
        """Return whether a seat has a person's name, even if they resigned."""
        return self.seat_of(person) is not None

    def seats_of(self, person: PersonKey) -> tuple[int, ...]:
        """Return the seats that a person plays, or may come back to; not resigned ones."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.is_held_by(person))

    def with_seats(self, changes: Mapping[int, SeatRecord]) -> Self:
        """Return the table with other seats at these numbers."""
        return replace(self, seats=tuple(changes.get(index, seat) for index, seat in enumerate(self.seats)))

    def without_match(self) -> Table:
        return Table(**{name: getattr(self, name) for name in _NAMES})

    def with_match(self, match: Match[Any], log: Log = ()) -> StartedTable:
        return StartedTable(**{name: getattr(self, name) for name in _NAMES}, match=match, log=log)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StartedTable(Table):
    """A table whose game has begun, even if it has ended, with its match and its log, the source of truth.

    After the end, `gains` are ranked players' changes of rating, and `honours` their new badges. `seasons` has
    the days that were left of the seasons in which the game counts, by chat without its thread, where they were few.
    """

    match: Match[Any]
    log: Log = ()
    gains: tuple[Gain, ...] = ()
    honours: tuple[Honours, ...] = ()
    seasons: tuple[tuple[ChatKey, int], ...] = ()

    def season_days(self, chat: ChatKey) -> int | None:
        """Return the days that were left of the season of a chat that shows the table, None if they were many."""
        counts_in = self.counts_in if chat == self.chat else chat
        return dict(self.seasons).get(counts_in._replace(thread=""))

    @property
    def turn_seat(self) -> SeatRecord:
        return self.seats[self.match.turn.seat]

    @property
    def plies(self) -> int:
        return len(self.log)

    @property
    def standing(self) -> Log:
        """Return the log without takebacks: an entry for each ply of the match."""
        if len(self.match.plies) == len(self.log):  # nothing was ever taken back
            return self.log
        stands: list[MoveRecord] = []
        for move in self.log:
            if back := taken_back(move.move):
                del stands[-back:]
            else:
                stands.append(move)
        return tuple(stands)

    def is_taken_at(self, entry: MoveRecord) -> bool:
        """Return whether somebody made an entry of the log at a seat that they had taken over."""
        taken = self.departures.at(entry.seat)
        return taken is not None and entry.version > taken.version

    def as_of(self, version: int) -> Match[Any]:
        """Return the match as it was at a version, even if moves were taken back since."""
        return self.match.as_of(_made_by(self.log, version))

    def turn_at(self, version: int) -> Turn:
        """Return whose turn it was at a version."""
        is_newest = not self.log or self.log[-1].version <= version
        return self.match.turn if is_newest else self.match.turn_of(_made_by(self.log, version))

    def plies_since(self, version: int) -> int:
        """Return the first ply that a board showing `version` has not told yet."""
        return _made_by(self.standing, version)


AnyTable = TypeVar("AnyTable", bound=Table)
"""The type that a change keeps: a table, started or not."""
_NAMES = tuple(item.name for item in fields(Table))


def _version(move: MoveRecord) -> int:
    return move.version


def _made_by(log: Log, version: int) -> int:
    """Return how many log entries there were at a version; reads early entries only if needed."""
    late = log.late if isinstance(log, Resumed) else 0
    reaches = late < len(log) and log[late].version <= version
    return bisect_right(log, version, lo=late if reaches else 0, key=_version)


def longer(log: Log, moves: Sequence[MoveRecord]) -> Log:
    return log.with_more(*moves) if isinstance(log, Resumed) else (*log, *moves)


class MovesOf(Sequence[str]):
    """The moves of a log, each read on access."""

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
    return table.status is Status.LOBBY


def has_room(table: Table) -> bool:
    return any(seat.is_free for seat in table.seats)


def played_by(person: PersonKey) -> Callable[[Table], bool]:
    """Return a test whether a person plays at a table."""
    return lambda table: bool(table.seats_of(person))


def hosted_by(person: PersonKey) -> Callable[[Table], bool]:
    """Return a test whether a person is a table's host."""
    return lambda table: table.host == person


def begun(table: Table) -> StartedTable:
    """Return the table with its game; raises Refusal if that has not begun."""
    if not isinstance(table, StartedTable):
        raise Refusal(N_("The game hasn't started yet."))
    return table


def in_play(table: Table | None) -> StartedTable | None:
    """Return the table if its game is under way; else None."""
    return table if isinstance(table, StartedTable) and table.status is Status.PLAYING else None


_OPENINGS = LruDict[str, Match[Any]](256)
"""Matches before their first ply, by game, rules, seats and teams: most tables share a few."""


def open_match(table: Table, moves: Sequence[str] = (), anchor: Anchor | None = None) -> Match[Any]:
    """Return the match of a table after these moves; raises EngineError for illegal ones.

    With an anchor, what comes before it is read on first use.
    """
    game, seats = catalog.game(table.game), [seat.colours for seat in table.seats]
    if anchor is None:
        return Match.fold(game, table.rules, seats, table.teams, moves)
    key = repr((table.game, table.rules, seats, table.teams))
    opening = _OPENINGS.get(key)
    if opening is None:
        opening = _OPENINGS[key] = Match.start(game, table.rules, seats, table.teams)
    return opening.resumed(moves, anchor)
