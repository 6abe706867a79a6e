"""Limit how many things are open at the same time, in total and for each key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class ConcurrencyLimit(Generic[K]):
    """Counts what is open. Keys without anything open are forgotten."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._open = Counter[K]()

    def has_room(self, key: K, each: int | None = None) -> bool:
        """Return whether one more may be opened for a key; `each` replaces the limit of this key."""
        return self._open.total() < self._most and self._open[key] < (self._each if each is None else each)

    def enter(self, key: K, each: int | None = None) -> bool:
        """Count one more if there is room; return whether there was."""
        if not self.has_room(key, each):
            return False
        self._open[key] += 1
        return True

    def leave(self, key: K) -> None:
        """Count one less."""
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]

    @contextmanager
    def held(self, key: K) -> Iterator[bool]:
        """Count one during the block; yield whether there was room."""
        entered = self.enter(key)
        try:
            yield entered
        finally:
            if entered:
                self.leave(key)
