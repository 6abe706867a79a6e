"""What can be said for or against a move: facts of a position, without words.

Rules alone decide whether a fact is true, the evaluation what it weighs, and the chat how to say it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from engine.game import Move


class ParchisFact(StrEnum):
    """What a line of play in Parchís does or leaves behind."""

    WINS = "wins"  # the side's last piece comes into the goal
    CAPTURES = "captures"  # `piece` sends a piece of `seats` home
    CAPTURES_OWN = "captures own"  # … one of the same side
    GOAL = "goal"  # `piece` comes into the goal
    ENTERS = "enters"  # `piece` comes out
    AGAIN = "again"  # the mover rolls, or picks, again
    ESCAPES = "escapes"  # `piece` moves, and `count` pieces of `seats` that could have captured it no longer can
    RELIEVED = "relieved"  # the same for a piece that stays
    EXPOSED = "exposed"  # `piece` moves to where `count` pieces of `seats` can capture it
    BARED = "bared"  # the same for a piece that stays
    STAYS_EXPOSED = "stays exposed"  # `count` pieces of `seats` still can capture `piece`
    AT_THE_DOOR = "at the door"  # `piece` can be captured by a piece of `seats` that comes out with a 5
    SAFE = "safe"  # `piece` reaches a shelter, `place`
    LEAVES_SAFETY = "leaves safety"  # `piece` leaves the shelter `place` for an unsheltered square
    CORRIDOR = "corridor"  # `piece` enters its corridor
    BARRIER = "barrier"  # two pieces bar `place`, with `count` pieces of `seats` at most six steps behind it
    OPENS = "opens"  # `place` is no longer barred, and `count` pieces of `seats` were at most six steps behind it
    BARRED = "barred"  # `piece` stops at most six steps behind a barrier of `seats`
    HUNTS = "hunts"  # `count` pieces of `seats` come within the mover's reach
    GOAL_NEXT = "goal next"  # `numbers` bring `piece` into the goal
    THIRD_SIX = "third six"  # a third 6 would send `piece` home
    KEEPS_FIVE = "keeps five"  # in a diceless game, a 5 is left to enter a piece with
    LAST = "last"  # `piece` was the rearmost on its way
    FIRST = "first"  # `piece` was the foremost
    PASSES = "passes"  # nothing is moved


class PalmaFact(StrEnum):
    """What a move in Palma does or leaves behind."""

    WINS = "wins"
    SLIDES = "slides"  # `piece` slides on to `place`
    SLIDES_BACK = "slides back"  # … back to `place`
    RETHROW = "rethrow"  # `piece` stops on `place`, which gives another roll
    STAKE = "stake"  # `piece` wins the stake of `place`
    ENTERS = "enters"  # `piece` enters from the hand
    ARRIVES = "arrives"  # `piece` reaches a hole of the end, `place`
    SLIDE_NEXT = "slide next"  # `numbers` would make `piece` slide to `place`
    RETHROW_NEXT = "rethrow next"  # `numbers` would bring `piece` to `place`, which gives another roll
    NO_USE = "no use"  # the side could not use any of `numbers`
    LAST = "last"  # `piece` was the rearmost on the board
    FIRST = "first"  # `piece` was the foremost that had not arrived


BAD = frozenset(
    {
        *(ParchisFact.CAPTURES_OWN, ParchisFact.EXPOSED, ParchisFact.BARED, ParchisFact.STAYS_EXPOSED),
        *(ParchisFact.AT_THE_DOOR, ParchisFact.LEAVES_SAFETY, ParchisFact.OPENS, ParchisFact.BARRED),
        *(ParchisFact.THIRD_SIX, PalmaFact.SLIDES_BACK, PalmaFact.NO_USE),
    }
)
"""Facts against a move; all others speak for it."""
DANGERS = frozenset(
    {
        *(ParchisFact.ESCAPES, ParchisFact.RELIEVED, ParchisFact.EXPOSED, ParchisFact.BARED),
        *(ParchisFact.STAYS_EXPOSED, ParchisFact.AT_THE_DOOR),
    }
)
"""Whether a piece can be captured: one move allows it, another does not."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something true of a move. The kind says which fields are used; the others are empty.

    `seats`: the pieces' owners, in seat order. `place`: a square or hole, as in positions.
    """

    kind: ParchisFact | PalmaFact
    piece: str = ""
    seats: tuple[int, ...] = ()
    count: int = 0
    place: str = ""
    numbers: tuple[int, ...] = ()

    @property
    def speaks_against(self) -> bool:
        """Whether it is to the mover's disadvantage."""
        return self.kind in BAD

    @property
    def is_prize(self) -> bool:
        """Whether it is worth points but not the game, so that it is shown whatever its weight."""
        return self.kind is PalmaFact.STAKE


@dataclass(frozen=True, slots=True)
class Line:
    """A choice with all that its mover plays at once after it, at best: bonuses, a picked number's movement."""

    moves: tuple[Move, ...]
    before: Any
    """The state in which it begins."""
    after: Any
    """The state in which it ends."""
    facts: tuple[Fact, ...]


class Explainer(Protocol):
    """Explains the moves of one game."""

    def line(self, state: Any, move: Move) -> Line:
        """Follow a choice."""

    def weights(self, line: Line, other: Line) -> Mapping[Fact, float]:
        """Return the weight of each fact of a line compared to another line from the same state.

        The weight is the change in the mover's win chances (negative: a gain) if only this fact were as in the other
        line.
        """
