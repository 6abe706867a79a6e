"""The position of a game of Palma, frozen."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.palma.board import HAND
from engine.palma.rules import Rules

Pieces = tuple[int, ...]
"""The holes of one side's pieces, in the order of their numbers; HAND in hand."""

Stack = tuple[int, ...]
"""The seats whose rolls are pending, top last (H28)."""


class Phase(StrEnum):
    """What comes next."""

    OPENING = "opening"  # the draw for who begins (H20)
    THROW = "throw"  # `seat` is to roll
    MOVE = "move"  # `mover` is to play the roll
    OVER = "over"  # `mover` has won


class State(NamedTuple):
    """A position with its pending rolls (H28). Seats and sides are the same: 0 the hounds, 1 the jackals."""

    rules: Rules
    pieces: tuple[Pieces, Pieces]
    phase: Phase
    seat: int  # who rolled or is to roll
    mover: int  # who must play the roll (H27); `seat` before a roll; the winner at the end
    owner: int  # whose turn it is
    throw: int | None  # the value to be played, in phase `move`
    stack: Stack  # before a roll its top is `seat`
    stakes: tuple[int | None, int | None]  # who won the stake of hole 5, of hole 15 (H25)


def empty_side(rules: Rules) -> Pieces:
    """Return a side with all its pieces in hand (H1, H4)."""
    return (HAND,) * rules.pieces


def starting_state(rules: Rules) -> State:
    """Return the start, all pieces in hand (H1): the draw, or the roll of the side that the rules name (H20)."""
    lot = rules.first == "lot"
    first = 1 if rules.first == "J" else 0
    return State(
        rules=rules,
        pieces=(empty_side(rules), empty_side(rules)),
        phase=Phase.OPENING if lot else Phase.THROW,
        seat=first,
        mover=first,
        owner=first,
        throw=None,
        stack=() if lot else (first,),
        stakes=(None, None),
    )
