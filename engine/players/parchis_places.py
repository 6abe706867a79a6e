"""Where all pieces stand, as a judge's net sees it: for each place a number, with those of a side's own colour first.

A place is a step of a colour, by how far round the board that colour starts. Home and goal are features already.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from engine.parchis.board import HOME
from engine.parchis.setup import Setup

ARMS: Final = 4
STEPS: Final = 71
"""Steps of a colour between home and goal, on a board of four."""
PLACES: Final = ARMS * STEPS


@lru_cache(maxsize=64)
def _firsts(setup: Setup) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return for each side each piece, and the number of its colour's first place."""
    own = [next(colour for colour in setup.colours if setup.side_of_colour[colour] == side) for side in _sides(setup)]
    return tuple(
        tuple(
            (piece, (colour - own[side]) % ARMS * STEPS)
            for colour in setup.colours
            for piece in setup.pieces_of(colour)
        )
        for side in _sides(setup)
    )


def _sides(setup: Setup) -> range:
    return range(len(setup.sides))


def places(setup: Setup, steps: Sequence[int]) -> list[tuple[int, ...]]:
    """Return for each side the places where pieces stand, one for each piece."""
    goal = setup.board.goal
    return [
        tuple(sorted(first + steps[piece] for piece, first in pieces if HOME < steps[piece] < goal))
        for pieces in _firsts(setup)
    ]
