"""How far one side of Palma is from its win: turns that it still gives away, for each of its 178,994 states.

The sides meet in nothing but the throws that they pass each other, so a side alone, playing for the fewest turns, is
nearly all there is; a throw passed counts a quarter of a turn besides, since the other side may use it. The table was
made by `python -m tools.strength palma` (docs/strength.md); it is read when it is first asked for. A state is
numbered by how many pieces stand on holes 1 to 29, then by those in hand, then by the holes: the lowest hole counts
first, and sets are in the order of their highest hole that differs.
"""

from __future__ import annotations

import lzma
from array import array
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import comb
from typing import Final, NamedTuple

from engine.palma.board import HAND, LAST, PIECES, TOP
from engine.palma.state import Pieces

TURN: Final = 64
"""Means are kept in 64ths of a turn,"""
SPREAD: Final = 8
"""and standard deviations in eighths."""


class Distance(NamedTuple):
    """How many turns a side will have given away before it wins, with what throws passed cost: mean, deviation."""

    turns: float
    spread: float


def _firsts() -> tuple[int, ...]:
    """Return for each count of pieces on holes 1 to 29 the number of the first state, and that of all states."""
    found = [0]
    for standing in range(PIECES + 1):
        found.append(found[-1] + comb(LAST, standing) * (PIECES - standing + 1))
    return tuple(found)


_FIRSTS: Final = _firsts()
STATES: Final = _FIRSTS[-1]


def number_of(pieces: Pieces) -> int:
    """Return the number of a side's state."""
    holes = sorted(hole for hole in pieces if hole > TOP)
    ranked = sum(comb(hole - 1, place) for place, hole in enumerate(holes, start=1))
    return _FIRSTS[len(holes)] + comb(LAST, len(holes)) * pieces.count(HAND) + ranked


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The distances of all states of a side."""

    means: array[int]
    spreads: bytes

    def distance(self, pieces: Pieces) -> Distance:
        """Return how far a side's pieces are from its win."""
        number = number_of(pieces)
        return Distance(self.means[number] / TURN, self.spreads[number] / SPREAD)


@cache
def table(*, penalty: bool) -> Table:
    """Load the table of the classic rules, or of those with the penalty slides (H24)."""
    name = "palma-penalty.xz" if penalty else "palma-classic.xz"
    held = lzma.decompress(resources.files("engine.players").joinpath("weights", name).read_bytes())
    return read_table(held)


def read_table(held: bytes) -> Table:
    """Read the numbers of a table: two bytes a mean, the lower first, then a byte a spread; raises ValueError."""
    if len(held) != 3 * STATES:
        raise ValueError(f"a table has {3 * STATES} bytes, not {len(held)}")
    low, high = held[: 2 * STATES : 2], held[1 : 2 * STATES : 2]
    means = array("H", (one | other << 8 for one, other in zip(low, high, strict=True)))
    return Table(means, held[2 * STATES :])
