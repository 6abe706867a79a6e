"""A memory that does not grow for ever: what was noted longest ago is forgotten first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruDict(OrderedDict[K, V]):
    """A dictionary of at most so many entries, in the order in which they were last noted."""

    def __init__(self, most: int, in_use: Callable[[V], bool] | None = None) -> None:
        """Bound a mapping; what is `in_use` is not forgotten now: while the oldest is, there may be more."""
        super().__init__()
        self._most = most
        self._in_use = in_use

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            oldest = next(iter(self))
            if self._in_use is None or not self._in_use(self[oldest]):
                del self[oldest]
