"""The position of a game of Palma: small, frozen, whole numbers inside."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.palma.board import HAND, PIECES
from engine.palma.rules import Rules

Pieces = tuple[int, ...]
"""The holes of one side's five pieces, in the order of their numbers; HAND in hand."""

Stack = tuple[int, ...]
"""The seats whose throws are pending, top last (H28)."""


class Phase(StrEnum):
    """What is to happen next."""

    OPENING = "opening"  # the lot for who begins (H20)
    THROW = "throw"  # `seat` is to throw
    MOVE = "move"  # `mover` is to play the throw
    OVER = "over"  # `mover` has won


@dataclass(frozen=True, slots=True)
class State:
    """A position and whose throws are pending (H28). Seats and sides are one: 0 the hounds, 1 the jackals."""

    rules: Rules
    pieces: tuple[Pieces, Pieces]
    phase: Phase
    seat: int  # who threw or is to throw
    mover: int  # who must play the throw (H27); `seat` while no throw lies; the winner at the end
    owner: int  # whose turn it is
    throw: int | None  # the value to be played, in phase `move`
    stack: Stack  # at a throw its top is `seat`
    stakes: tuple[int | None, int | None]  # who won the stake of hole 5, of hole 15 (H25)


EMPTY_SIDE: Pieces = (HAND,) * PIECES


def starting_state(rules: Rules) -> State:
    """Return all pieces in hand (H1); the lot first, or the throw of whom the rules name (H20)."""
    lot = rules.first == "lot"
    first = 1 if rules.first == "J" else 0
    return State(
        rules=rules,
        pieces=(EMPTY_SIDE, EMPTY_SIDE),
        phase=Phase.OPENING if lot else Phase.THROW,
        seat=first,
        mover=first,
        owner=first,
        throw=None,
        stack=() if lot else (first,),
        stakes=(None, None),
    )
