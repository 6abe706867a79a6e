"""Assign people to tables of three to six by local search: exchange two while that makes them happier."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

Wish = Callable[[int, int], float]
"""How unwelcome it is that two sit together; symmetric."""

NEAR = 3
"""Tables on each side with which a table exchanges people, while nobody meets again."""
PASSES = 12
REPEATED = 1e6
"""From this cost on two people meet again: then all tables are tried."""


def assigned(tables: Sequence[Sequence[int]], wish: Wish) -> list[list[int]]:
    """Return tables of the same sizes at a smaller or equal cost; deterministic."""
    wish = lru_cache(maxsize=None)(wish)
    seats = [list(table) for table in tables]
    fresh = set(range(len(seats)))
    """Tables that have changed since all exchanges with them were tried."""
    for _ in range(PASSES):
        changed: set[int] = set()
        for first in range(len(seats)):
            reach = len(seats) if cost(seats[first], wish) >= REPEATED else NEAR
            for second in range(max(0, first - reach), min(len(seats), first + reach + 1)):
                untried = first in fresh or second in fresh or first in changed or second in changed
                if second != first and untried and _exchange(seats[first], seats[second], wish):
                    changed |= {first, second}
        if not changed:
            break
        fresh = changed
    return seats


def cost(table: Sequence[int], wish: Wish) -> float:
    """Return the cost of a table: the sum over all pairs."""
    return sum(wish(one, other) for index, one in enumerate(table) for other in table[:index])


def _exchange(here: list[int], there: list[int], wish: Wish) -> bool:
    """Make the best exchange of two people between two tables; return whether one helped."""
    best, chosen = -1e-9, None
    for index, one in enumerate(here):
        left = sum(wish(one, other) for other in here if other != one)
        for number, two in enumerate(there):
            before = left + sum(wish(two, other) for other in there if other != two)
            after = sum(wish(two, other) for other in here if other != one) + sum(
                wish(one, other) for other in there if other != two
            )
            if after - before < best:
                best, chosen = after - before, (index, number)
    if chosen is None:
        return False
    index, number = chosen
    here[index], there[number] = there[number], here[index]
    return True
