"""Who leads a game, and when the lead changes hands: by the way that all of a side's pieces still have to go."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from bot.core.domain.table import StartedTable

CLEAR = 28
"""A lead is one of at least one part in so many of a side's whole way; in Parchís 10 steps, in Palma 5."""
EARLY = 8
"""Nobody leads before one part in so many of the way is done."""
LOOK_BACK = 60
"""So many plies at most are looked through for who led before."""

_SETS = tuple(frozenset(pair) for pair in combinations(range(4), 2))


@dataclass(frozen=True, slots=True)
class Takeover:
    """The ply with which the lead went to a side's seats, and the seats of the side that had it before."""

    ply: int
    seats: tuple[int, ...]
    before: tuple[int, ...]
    variant: int
    """Which of four ways to say it: never that of the takeover before, which made `before` the leaders."""


def takeover(table: StartedTable, first: int) -> Takeover | None:
    """Return the last takeover among the plies from number `first` on, if another side led before them."""
    sides, last = table.sides, len(table.match.plies)
    leader = _leader(table, last)
    if leader is None or first >= last or _leader(table, first) == leader:
        return None
    at = last
    for ply in range(last - 1, max(0, last - LOOK_BACK) - 1, -1):
        then = _leader(table, ply)
        if then == leader:
            if ply < first:
                return None  # they had it all the time, if not as clearly
            at = ply
        elif then is not None:
            return Takeover(at - 1, sides[leader], sides[then], _variant(then, leader)) if at > first else None
    return None


def _variant(before: int, leader: int) -> int:
    """Return a number from 0 to 3 that differs from that of whatever takeover comes next.

    Each side has a pair of numbers, no two the same one. A takeover has a number of the side that falls behind, and
    none of the side that takes the lead: so the next one, by which that side falls behind, has another.
    """
    return min(_SETS[before % len(_SETS)] - _SETS[leader % len(_SETS)])


def _leader(table: StartedTable, plies: int) -> int | None:
    """Return the side that leads clearly after so many plies, None if none does."""
    match = table.match
    state: Any = match.plies[plies - 1].state if plies else match.opening
    steps, way = match.game.steps(state), match.game.way(state)
    left = [sum(way[seat] - steps[seat] for seat in side) for side in table.sides]
    whole = [sum(way[seat] for seat in side) for side in table.sides]
    ahead = min(range(len(left)), key=left.__getitem__)
    behind = min(left[:ahead] + left[ahead + 1 :], default=0)
    clear = (behind - left[ahead]) * CLEAR >= whole[ahead] and (whole[ahead] - left[ahead]) * EARLY >= whole[ahead]
    return ahead if clear else None
