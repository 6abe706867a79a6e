"""A position of Parchís, frozen and complete."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.parchis.setup import Setup


class Phase(StrEnum):
    """What the position waits for."""

    OPENING = "opening"  # a seat's roll for the first turn (P21)
    THROW = "throw"
    MOVE = "move"  # a roll or picked number is to be moved
    BONUS = "bonus"  # 20 or 10 are to be moved (P60)
    PICK = "pick"  # a number is to be picked (P91)
    OVER = "over"


class State(NamedTuple):
    """A position: a tuple, which is made quickest, since every ply makes one.

    Pieces are numbered 4·colour + n, n from 0; numbers that are not used stay at home (P9).

    `steps`: each piece's step (−1 home, 0 its start … goal). `arrivals`: for each ring square with two colours, the
    square and the two pieces in the order they came (P35). `slot`: whose turn it is, an index of `setup.slots`.
    `throw`: the roll or picked number to move, or 0. `sixes`: 6s in a row this turn, including the current one.
    `last`: the piece moved last this turn, or −1. `bonus`: 0, 10 or 20. `again`: whether another roll or pick follows
    in this turn. `starter`: the seat that won the opening, −1 before. `to_throw`, `thrown`: the current round of the
    opening. `finished`: with `play_on`, the finished sides in order. `pools`, `cycles`: one per slot in a diceless
    game.
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
        return self.setup.slots[self.slot].seat

    def squares(self, colour: int) -> tuple[str, ...]:
        squares = self.setup.board.squares[colour]
        return tuple([squares[self.steps[piece]] for piece in self.setup.pieces_of(colour)])
