"""What can be said for or against a move: facts of a position, without words.

A fact is true or false by the rules alone; what it weighs is for the evaluation. The words are the chats' business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from engine.game import Move


class ParchisFact(StrEnum):
    """What a line of play in Parchís does, or leaves behind."""

    WINS = "wins"  # the side's last piece comes into the goal
    CAPTURES = "captures"  # `piece` sends a piece of `seats` home
    CAPTURES_OWN = "captures own"  # … one of its own side
    GOAL = "goal"  # `piece` comes into the goal
    ENTERS = "enters"  # `piece` comes out
    AGAIN = "again"  # whoever moves throws, or picks, once more
    ESCAPES = "escapes"  # `piece` goes, and `count` pieces of `seats` that could have captured it cannot any more
    RELIEVED = "relieved"  # the same of a piece that stays
    EXPOSED = "exposed"  # `piece` goes to where `count` pieces of `seats` can capture it
    BARED = "bared"  # the same of a piece that stays
    STAYS_EXPOSED = "stays exposed"  # `count` pieces of `seats` still can capture `piece`
    AT_THE_DOOR = "at the door"  # `piece` can be captured by a piece of `seats` that comes out with a 5
    SAFE = "safe"  # `piece` comes to a shelter, `place`
    LEAVES_SAFETY = "leaves safety"  # `piece` leaves the shelter `place` for a square that is none
    CORRIDOR = "corridor"  # `piece` comes into its corridor
    BARRIER = "barrier"  # two pieces bar `place`, `count` pieces of `seats` being at most six steps behind it
    OPENS = "opens"  # `place` is barred no more, and `count` pieces of `seats` were at most six steps behind it
    BARRED = "barred"  # `piece` comes to stand at most six steps behind a barrier of `seats`
    HUNTS = "hunts"  # `count` pieces of `seats` come within reach of whoever moves
    GOAL_NEXT = "goal next"  # `numbers` bring `piece` into the goal
    THIRD_SIX = "third six"  # a third 6 would send `piece` home
    KEEPS_FIVE = "keeps five"  # a 5 is left to bring a piece out with, where nothing is thrown
    LAST = "last"  # `piece` was the hindmost on its way
    FIRST = "first"  # `piece` was the foremost
    PASSES = "passes"  # nothing is moved


class PalmaFact(StrEnum):
    """What a move in Palma does, or leaves behind."""

    WINS = "wins"
    SLIDES = "slides"  # `piece` slides on to `place`
    SLIDES_BACK = "slides back"  # … back to `place`
    RETHROW = "rethrow"  # `piece` stops on `place`, which gives another throw
    STAKE = "stake"  # `piece` wins the stake of `place`
    ENTERS = "enters"  # `piece` comes from the hand
    ARRIVES = "arrives"  # `piece` comes to a hole of the end, `place`
    SLIDE_NEXT = "slide next"  # `numbers` would bring `piece` on a slide to `place`
    RETHROW_NEXT = "rethrow next"  # `numbers` would bring `piece` to `place`, which gives another throw
    NO_USE = "no use"  # the side could not use any of `numbers`
    LAST = "last"  # `piece` was the hindmost on the board
    FIRST = "first"  # `piece` was the foremost that had not arrived


BAD = frozenset(
    {
        *(ParchisFact.CAPTURES_OWN, ParchisFact.EXPOSED, ParchisFact.BARED, ParchisFact.STAYS_EXPOSED),
        *(ParchisFact.AT_THE_DOOR, ParchisFact.LEAVES_SAFETY, ParchisFact.OPENS, ParchisFact.BARRED),
        *(ParchisFact.THIRD_SIX, PalmaFact.SLIDES_BACK, PalmaFact.NO_USE),
    }
)
"""What speaks against a move; all else speaks for it."""
DANGERS = frozenset(
    {
        *(ParchisFact.ESCAPES, ParchisFact.RELIEVED, ParchisFact.EXPOSED, ParchisFact.BARED),
        *(ParchisFact.STAYS_EXPOSED, ParchisFact.AT_THE_DOOR),
    }
)
"""Whether a piece can be captured: after one move it can, after another it cannot."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something true of a move: its kind says what the other fields mean, which else are empty.

    `seats`: whose pieces, in the order of the seats. `place`: a square or hole, as positions write it.
    """

    kind: ParchisFact | PalmaFact
    piece: str = ""
    seats: tuple[int, ...] = ()
    count: int = 0
    place: str = ""
    numbers: tuple[int, ...] = ()

    @property
    def speaks_against(self) -> bool:
        """Tell whether it is to the mover's disadvantage."""
        return self.kind in BAD

    @property
    def is_prize(self) -> bool:
        """Tell whether it is worth points and not the game, so that it is told whatever it weighs."""
        return self.kind is PalmaFact.STAKE


@dataclass(frozen=True, slots=True)
class Line:
    """A choice with all that its mover plays at once after it, at their best: bonuses, a picked number's movement."""

    moves: tuple[Move, ...]
    before: Any
    """The state that it began in,"""
    after: Any
    """and that in which it ends."""
    facts: tuple[Fact, ...]


class Explainer(Protocol):
    """How the moves of one game are explained."""

    def line(self, state: Any, move: Move) -> Line:
        """Follow a choice."""

    def weights(self, line: Line, other: Line) -> Mapping[Fact, float]:
        """Return what each fact of a line weighs in it, as compared to another line from the same state.

        It is what the mover's side would lose of its win chances (less than nothing: win) if only that which the
        fact tells of were as it is in the other line.
        """
