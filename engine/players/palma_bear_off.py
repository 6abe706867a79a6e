"""The end of Palma, solved: each side's pieces stand on the last ten holes, and the side to throw has its own turn.

By the classic rules pieces only advance there, without slides or rethrows, so a table holds the chance of the side to
throw for every pair of standings: 252 each, 120 with three pieces. `python -m tools.strength endgames` makes it.
"""

from __future__ import annotations

import lzma
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Final

from engine.palma.board import LAST
from engine.palma.state import Pieces, State

FIRST: Final = 20
"""The first of the last ten holes: those of the trunk (H2)."""
WHOLE: Final = 65_535
"""Chances are stored as integers out of this."""


def file_of(pieces: int) -> str:
    """Name the file of a table."""
    return f"palma-bear-off-{pieces}.xz"


@cache
def standings(pieces: int) -> tuple[Pieces, ...]:
    """Return where a side's pieces can stand, in the order of the table."""
    return tuple(combinations(range(FIRST, LAST + 1), pieces))


@cache
def _numbers(pieces: int) -> dict[frozenset[int], int]:
    return {frozenset(standing): number for number, standing in enumerate(standings(pieces))}


@cache
def _table(pieces: int) -> bytes:
    """Return the chances, two bytes each, the low one first."""
    held = lzma.decompress(resources.files("engine.players").joinpath("weights", file_of(pieces)).read_bytes())
    if len(held) != 2 * len(standings(pieces)) ** 2:
        raise ValueError("this table of the bear-off has another size")
    return held


def exact_hounds(state: State) -> float | None:
    """Return the hounds' exact chance before a throw; None if the position is not in the table."""
    seat, rules = state.seat, state.rules
    if min(map(min, state.pieces)) < FIRST or rules.penalty or state.owner != seat or state.stack != (seat,):
        return None
    numbers = _numbers(rules.pieces)
    own, other = numbers[frozenset(state.pieces[seat])], numbers[frozenset(state.pieces[1 - seat])]
    held, at = _table(rules.pieces), 2 * (own * len(numbers) + other)
    chance = (held[at] | held[at + 1] << 8) / WHOLE
    return chance if seat == 0 else 1 - chance
