"""The distance of one side of Palma from its win: turns it still gives away, for each of its 178,994 states.

With three pieces (H4) there are 4,557.

A side is nearly independent of the other: they only pass each other rolls, and a passed roll counts a quarter of a
turn. `python -m tools.strength palma` makes the table (docs/strength.md); it is loaded on first use.
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
"""Means are in 64ths of a turn."""
SPREAD: Final = 8
"""Standard deviations are in eighths of a turn."""


class Distance(NamedTuple):
    """Turns that a side will give away before it wins, with the cost of passed rolls: mean and deviation."""

    turns: float
    spread: float


@cache
def _firsts(pieces: int) -> tuple[int, ...]:
    """Return, for each count of pieces on holes 1 to 29, the number of its first state, then the number of states."""
    found = [0]
    for standing in range(pieces + 1):
        found.append(found[-1] + comb(LAST, standing) * (pieces - standing + 1))
    return tuple(found)


def states(pieces: int = PIECES) -> int:
    """Return how many states a side of this many pieces has."""
    return _firsts(pieces)[-1]


def number_of(pieces: Pieces) -> int:
    """Return the number of a side's state.

    States are ordered by the pieces on holes 1 to 29, then those in hand, then the holes: the lowest hole counts
    first, and sets are ordered by their highest hole that differs.
    """
    holes = sorted(hole for hole in pieces if hole > TOP)
    ranked = sum(comb(hole - 1, place) for place, hole in enumerate(holes, start=1))
    return _firsts(len(pieces))[len(holes)] + comb(LAST, len(holes)) * pieces.count(HAND) + ranked


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The distances of all states of a side."""

    means: array[int]
    spreads: bytes

    def distance(self, pieces: Pieces) -> Distance:
        number = number_of(pieces)
        return Distance(self.means[number] / TURN, self.spreads[number] / SPREAD)


@cache
def table(*, penalty: bool, pieces: int = PIECES) -> Table:
    """Load the table of the classic rules, or of those with penalty slides (H24), for this many pieces (H4)."""
    name = file_of("penalty" if penalty else "classic", pieces)
    held = lzma.decompress(resources.files("engine.players").joinpath("weights", name).read_bytes())
    return read_table(held, pieces)


def file_of(preset: str, pieces: int = PIECES) -> str:
    """Name the file of a table."""
    return f"palma-{preset}.xz" if pieces == PIECES else f"palma-{preset}-{pieces}.xz"


def read_table(held: bytes, pieces: int = PIECES) -> Table:
    """Read a table: two bytes per mean, low byte first, then one byte per spread; raises ValueError."""
    count = states(pieces)
    if len(held) != 3 * count:
        raise ValueError(f"a table has {3 * count} bytes, not {len(held)}")
    low, high = held[: 2 * count : 2], held[1 : 2 * count : 2]
    means = array("H", (one | other << 8 for one, other in zip(low, high, strict=True)))
    return Table(means, held[2 * count :])
