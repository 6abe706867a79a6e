"""Keep a sliding window for each person, chat or address, in limited memory."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from bot.core.common.lru import LruDict
from bot.core.ratelimit.sliding_window import RateLimit, SlidingWindow

K = TypeVar("K", bound=Hashable)

REMEMBERED = 10_000
"""Number of keys remembered; more than any limit can count in its time span."""


class KeyedWindows(Generic[K]):
    """Keeps a window for each key; drops the least recently used beyond `most`."""

    def __init__(self, limit: RateLimit, most: int = REMEMBERED) -> None:
        self.limit = limit
        self._windows = LruDict[K, SlidingWindow](most)

    def window(self, key: K, limit: RateLimit | None = None) -> SlidingWindow:
        """Return the window of a key; a new one if its limit (default: the common one) has changed."""
        limit, window = limit or self.limit, self._windows.get(key)
        if window is None or window.limit != limit:
            window = SlidingWindow(limit)
        self._windows[key] = window
        return window

    def allows(self, key: K, now: float) -> bool:
        """Return whether one more may pass for a key now, and count it if so."""
        window = self.window(key)
        if window.wait(now):
            return False
        window.take(now)
        return True
