"""Keep how fast a bot may speak, on a clock that a test turns."""

from __future__ import annotations

import math
from collections import defaultdict, deque
from collections.abc import Callable


class Rates:
    """A message a second in each chat, 20 a minute in each group, 30 a second in all; edits count."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._times: dict[object, deque[float]] = defaultdict(deque)

    def take(self, chat: int) -> int | None:
        """Take a place, or say after how many seconds there is one."""
        limits: list[tuple[object, int, float]] = [(("chat", chat), 1, 1.0), ("bot", 30, 1.0)]
        if chat < 0:
            limits.append((("group", chat), 20, 60.0))
        now = self._now()
        waits = [self._wait(key, count, seconds, now) for key, count, seconds in limits]
        if max(waits) > 0:
            return math.ceil(max(waits))
        for key, _, _ in limits:
            self._times[key].append(now)
        return None

    def _wait(self, key: object, count: int, seconds: float, now: float) -> float:
        times = self._times[key]
        while times and times[0] <= now - seconds:
            times.popleft()
        return times[0] + seconds - now if len(times) >= count else 0.0
