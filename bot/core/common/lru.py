"""A bounded dictionary that drops the least recently written entry first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruDict(OrderedDict[K, V]):
    """A dictionary with a maximum size, ordered by the last write."""

    def __init__(self, most: int, in_use: Callable[[V], bool] | None = None) -> None:
        """Limit the size to `most`.

        While the oldest entry is `in_use`, it stays and the dictionary may exceed that.
        """
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
