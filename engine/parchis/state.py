"""A position of Parchís: frozen, whole, all a game needs to go on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.parchis.setup import Setup


class Phase(StrEnum):
    """What the position waits for."""

    OPENING = "opening"  # a seat's throw for the first turn (P21)
    THROW = "throw"
    MOVE = "move"  # a throw or a picked number is to be moved
    BONUS = "bonus"  # 20 or 10 are to be moved (P60)
    PICK = "pick"  # a number is to be picked (P91)
    OVER = "over"


@dataclass(frozen=True, slots=True)
class State:
    """A position. Pieces are numbered 4·colour + n, n from 0.

    `steps`: every piece's step (−1 home, 0 its start … goal). `arrivals`: for each ring square with two pieces of
    different colours the square and the two pieces in the order they came (P35). `slot`: whose turn it is, an index
    of `setup.slots`. `throw`: the throw or picked number of the present move, or 0. `sixes`: 6s in a row this turn,
    the present one included. `last`: the piece moved last this turn, or −1. `bonus`: 0, 10 or 20. `again`: whether
    another throw or pick of this turn follows. `starter`: the seat that won the opening, −1 before. `to_throw` and
    `thrown`: the present round of the opening. `finished`: with `play_on` the sides that have finished, in order.
    `pools` and `cycles`: a diceless game's, one per slot.
    """

    setup: Setup
    steps: tuple[int, ...]
    phase: Phase
    slot: int = 0
    arrivals: tuple[tuple[int, int, int], ...] = ()
    throw: int = 0
    sixes: int = 0
    last: int = -1
    bonus: int = 0
    again: bool = False
    starter: int = -1
    to_throw: tuple[int, ...] = ()
    thrown: tuple[tuple[int, int], ...] = ()
    finished: tuple[int, ...] = ()
    pools: tuple[tuple[int, ...], ...] = ()
    cycles: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        """The seat that acts."""
        return self.setup.slots[self.slot].seat

    def squares(self, colour: int) -> tuple[str, ...]:
        """Return the squares of a colour's four pieces, as texts."""
        return tuple(self.setup.board.square(colour, step) for step in self.steps[4 * colour : 4 * colour + 4])
