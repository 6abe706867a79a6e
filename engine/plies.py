"""The plies of a match. After a resume, the early ones are played on first access."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeAlias, TypeVar, overload

from engine.events import Event
from engine.game import Move, TurnKind

S = TypeVar("S")
T = TypeVar("T")


class Automation(StrEnum):
    """A step that needs no player: the engine may take it alone."""

    FORCED_MOVE = "forced_move"  # the seat had exactly one legal choice
    LOST_THROW = "lost_throw"  # nothing could move: the game went on and reported `lost` or `passed`


@dataclass(frozen=True, slots=True)
class Ply(Generic[S]):
    """One move of the log and what followed."""

    move: Move
    seat: int
    kind: TurnKind
    events: tuple[Event, ...]
    automation: Automation | None
    throws: int
    """The number of rolls in the log up to and including this ply."""
    state: S = field(repr=False)
    """The state after it."""
    next_seat: int | None = None
    """The seat whose turn begins after it; None if the turn goes on."""

    @property
    def ends_turn(self) -> bool:
        """Whether a turn begins after it."""
        return self.next_seat is not None


def turns_begun(plies: Sequence[Ply[Any]]) -> int:
    """Count the turns of a game, including the opening rolls and the current turn."""
    ended = sum(ply.ends_turn for ply in plies)
    return ended + bool(plies and not plies[-1].ends_turn)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A point of a log from which later plies can be played alone; nothing was taken back before it."""

    plies: int
    """The number of plies before it."""
    throws: int
    """The number of rolls among them."""
    position: str = field(repr=False)
    """The state there, from the game's `dump`."""


class Early(Generic[T]):
    """The items before some point, made at most once and shared by sequences."""

    def __init__(self, count: int, make: Callable[[], tuple[T, ...]]) -> None:
        self.count = count
        self._make = make
        self._made: tuple[T, ...] | None = None

    @property
    def in_memory(self) -> int:
        """How many have been made."""
        return 0 if self._made is None else self.count

    def made(self) -> tuple[T, ...]:
        """Return them all; raises what making them raises."""
        if self._made is None:
            self._made = self._make()
        return self._made


class Resumed(Sequence[T]):
    """A sequence that equals the tuple of all items, and makes the early ones only when they are read."""

    __slots__ = ("_early", "_late")

    def __init__(self, early: Early[T], late: tuple[T, ...]) -> None:
        self._early = early
        self._late = late

    def __len__(self) -> int:
        return self._early.count + len(self._late)

    def __iter__(self) -> Iterator[T]:
        yield from self._early.made()
        yield from self._late

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self._late)
        yield from reversed(self._early.made())

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...] | Resumed[T]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...] | Resumed[T]:
        early = self._early.count
        if isinstance(at, int):
            number = at + len(self) if at < 0 else at
            if number < 0:
                raise IndexError(at)
            return self._late[number - early] if number >= early else self._early.made()[number]
        first, last, step = at.indices(len(self))
        if step == 1 and first >= early:
            return self._late[first - early : max(0, last - early)]
        if step == 1 and first == 0 and last >= early:
            return Resumed(self._early, self._late[: last - early])
        return tuple(self)[at]

    @property
    def late(self) -> int:
        """The number of the first item that is already there."""
        return self._early.count

    @property
    def in_memory(self) -> int:
        """How many items have been made."""
        return self._early.in_memory + len(self._late)

    def with_more(self, *items: T) -> Resumed[T]:
        return Resumed(self._early, (*self._late, *items))

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, tuple | Resumed) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)


class EarlyPlies(Early[Ply[S]]):
    """The plies before an anchor, played on first access; that raises IllegalPly for an illegal log."""


Plies: TypeAlias = tuple[Ply[S], ...] | Resumed[Ply[S]]
