"""The plies of a match; where it was taken up in its middle, the first are played once somebody looks at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeAlias, TypeVar, overload

from engine.events import Event, TurnBegan
from engine.game import Move, TurnKind

S = TypeVar("S")
T = TypeVar("T")


class Automation(StrEnum):
    """A step that needs nobody: the engine may take it alone."""

    FORCED_MOVE = "forced_move"  # the seat had exactly one legal choice
    LOST_THROW = "lost_throw"  # nothing could move: the game went on by itself, and reported `lost` or `passed`


@dataclass(frozen=True, slots=True)
class Ply(Generic[S]):
    """One move of the log and what came of it."""

    move: Move
    seat: int
    kind: TurnKind
    events: tuple[Event, ...]
    automation: Automation | None
    throws: int
    """How many throws the log holds up to this ply, its own included."""
    state: S = field(repr=False)
    """The state after it."""

    @property
    def ends_turn(self) -> bool:
        """Tell whether a turn begins after it."""
        return any(isinstance(event, TurnBegan) for event in self.events)


def turns_begun(plies: Sequence[Ply[Any]]) -> int:
    """Count the turns of a game, the lot for the first one and the turn under way included."""
    ended = sum(ply.ends_turn for ply in plies)
    return ended + bool(plies and not plies[-1].ends_turn)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A point of a log from which later plies can be played without the earlier ones: nothing was taken back yet."""

    plies: int
    """How many there are before it."""
    throws: int
    """How many of these are throws."""
    position: str = field(repr=False)
    """The state there, as the game dumps it."""


class Early(Generic[T]):
    """The items before some point, made at most once, however many sequences share them."""

    def __init__(self, count: int, make: Callable[[], tuple[T, ...]]) -> None:
        self.count = count
        self._make = make
        self._made: tuple[T, ...] | None = None

    @property
    def in_memory(self) -> int:
        """Return how many of them have been made."""
        return 0 if self._made is None else self.count

    def made(self) -> tuple[T, ...]:
        """Return them all; raises what making them does."""
        if self._made is None:
            self._made = self._make()
        return self._made


class Resumed(Sequence[T]):
    """What a tuple of all items is, equal to it too; whoever asks only for the last ones waits for no others."""

    __slots__ = ("_early", "_late")

    def __init__(self, early: Early[T], late: tuple[T, ...]) -> None:
        self._early = early
        self._late = late

    def __len__(self) -> int:
        return self._early.count + len(self._late)

    def __iter__(self) -> Iterator[T]:
        yield from self._early.made()
        yield from self._late

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...] | Resumed[T]: ...
    def __getitem__(self, at: int | slice) -> T | tuple[T, ...] | Resumed[T]:
        early = self._early.count
        if isinstance(at, int):
            number = at + len(self) if at < 0 else at
            return self._late[number - early] if number >= early else tuple(self)[at]
        first, last, step = at.indices(len(self))
        if step == 1 and first >= early:
            return self._late[first - early : max(0, last - early)]
        if step == 1 and first == 0 and last >= early:
            return Resumed(self._early, self._late[: last - early])
        return tuple(self)[at]

    @property
    def late(self) -> int:
        """Return the number of the first item that is at hand."""
        return self._early.count

    @property
    def in_memory(self) -> int:
        """Return how many of them have been made."""
        return self._early.in_memory + len(self._late)

    def with_more(self, *items: T) -> Resumed[T]:
        """Return them with more at the end."""
        return Resumed(self._early, (*self._late, *items))

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if isinstance(other, tuple | Resumed) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)


class EarlyPlies(Early[Ply[S]]):
    """The plies before an anchor: played where they are looked at, which raises IllegalPly if the log cannot be."""


Plies: TypeAlias = tuple[Ply[S], ...] | Resumed[Ply[S]]
