"""Who leads a game, and when the lead changes: by the steps that all of a side's pieces still have to go."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from bot.core.domain.table import StartedTable

CLEAR = 28
"""The divisor of a side's whole way that gives the least lead; in Parchís 10 steps, in Palma 5."""
EARLY = 8
"""The divisor of the way that gives the least progress before anybody leads."""
LOOK_BACK = 60
"""The number of plies searched at most for the previous leader."""

_SETS = tuple(frozenset(pair) for pair in combinations(range(4), 2))


@dataclass(frozen=True, slots=True)
class Takeover:
    """The ply with which a side took the lead, and the seats of the side that had it before."""

    ply: int
    seats: tuple[int, ...]
    before: tuple[int, ...]
    variant: int
    """Which of four wordings: never that of the takeover before, which made `before` the leaders."""


def takeover(table: StartedTable, first: int) -> Takeover | None:
    """Return the last takeover from ply `first` on, if another side led before it."""
    sides, last = table.sides, len(table.match.plies)
    leader = _leader(table, last)
    if leader is None or first >= last or _leader(table, first) == leader:
        return None
    at = last
    for ply in range(last - 1, max(0, last - LOOK_BACK) - 1, -1):
        then = _leader(table, ply)
        if then == leader:
            if ply < first:
                return None  # they led all the time, if not as clearly
            at = ply
        elif then is not None:
            return Takeover(at - 1, sides[leader], sides[then], _variant(then, leader)) if at > first else None
    return None


def _variant(before: int, leader: int) -> int:
    """Return a number from 0 to 3 that differs from that of any possible next takeover.

    Each side has a different pair of numbers. A takeover has a number of the side that falls behind, and none of the
    new leader's. The new leader is the one that falls behind next, so the next number differs.
    """
    return min(_SETS[before % len(_SETS)] - _SETS[leader % len(_SETS)])


def _leader(table: StartedTable, plies: int) -> int | None:
    """Return the side that leads clearly after `plies` plies; None if none does."""
    match = table.match
    state: Any = match.plies[plies - 1].state if plies else match.opening
    steps, way = match.game.steps(state), match.game.way(state)
    left = [sum(way[seat] - steps[seat] for seat in side) for side in table.sides]
    whole = [sum(way[seat] for seat in side) for side in table.sides]
    ahead = min(range(len(left)), key=left.__getitem__)
    behind = min(left[:ahead] + left[ahead + 1 :], default=0)
    clear = (behind - left[ahead]) * CLEAR >= whole[ahead] and (whole[ahead] - left[ahead]) * EARLY >= whole[ahead]
    return ahead if clear else None
