"""Which cases of many the suite tries; `make test-long` tries all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TypeVar

A, B = TypeVar("A"), TypeVar("B")
LONG = "PALMARES_GAMES" in os.environ


def some(cases: Iterable[A], every: int) -> list[A]:
    """Return every n-th case; all of them in the long run."""
    found = list(cases)
    return found if LONG else found[::every]


def pairs(first: Sequence[A], second: Sequence[B]) -> list[tuple[A, B]]:
    """Return pairs with each value of both at least once; every pair in the long run."""
    if LONG:
        return [(one, other) for one in first for other in second]
    count = max(len(first), len(second))
    return [(first[at % len(first)], second[at % len(second)]) for at in range(count)]
