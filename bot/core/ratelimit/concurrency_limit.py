"""How many things may be open at once, in all and of each key; what counts is that they are open, not since when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


class ConcurrencyLimit(Generic[K]):
    """Count what is open. A key of which nothing is open is not remembered."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._open = Counter[K]()

    def has_room(self, key: K, each: int | None = None) -> bool:
        """Return whether one more of a key may be opened; `each` is another bound for this key."""
        return self._open.total() < self._most and self._open[key] < (self._each if each is None else each)

    def enter(self, key: K, each: int | None = None) -> bool:
        """Count one more, if there is room for it; return whether there was."""
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
        """Count one for as long as the block lasts, and say whether there is room for it."""
        entered = self.enter(key)
        try:
            yield entered
        finally:
            if entered:
                self.leave(key)
