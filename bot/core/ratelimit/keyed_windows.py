"""One window for each person, chat or address, in a memory that does not grow: what all limits are kept in."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

from bot.core.common.lru import LruDict
from bot.core.ratelimit.sliding_window import RateLimit, SlidingWindow

K = TypeVar("K", bound=Hashable)

REMEMBERED = 10_000
"""How many keys are remembered; more than can have been counted in any span of a limit."""


class KeyedWindows(Generic[K]):
    """Keep a window for each key, and forget those not asked for longest when there are more than `most`."""

    def __init__(self, limit: RateLimit, most: int = REMEMBERED) -> None:
        self.limit = limit
        self._windows = LruDict[K, SlidingWindow](most)

    def window(self, key: K, limit: RateLimit | None = None) -> SlidingWindow:
        """Return the window of a key, a new one where its limit (if not said, that of all) has changed."""
        limit, window = limit or self.limit, self._windows.get(key)
        if window is None or window.limit != limit:
            window = SlidingWindow(limit)
        self._windows[key] = window
        return window

    def allows(self, key: K, now: float) -> bool:
        """Return whether one more of a key may go through now, and note it if so."""
        window = self.window(key)
        if window.wait(now):
            return False
        window.take(now)
        return True
