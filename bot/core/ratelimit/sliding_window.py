"""Sliding windows: exact limits on calls in any time span of a given length.

A window keeps the time of each call it let through. So the limit holds wherever the platform's own time span begins.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import floor

SPARE = 0.05
"""Seconds added to each time span, for clock differences and rounding."""
MOMENT = 0.001
"""Seconds too short to wait for."""
ROUNDING = 1e-9
"""Tolerance for rounding, such as a third of thirty."""


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A number of calls allowed in any time span.

    With `burst`, only that many may go at once; the rest are spread evenly. A fast chat then waits a little each time
    instead of long once.
    """

    calls: int
    seconds: float
    burst: int | None = None

    def part(self, share: float) -> RateLimit:
        """Return one process's part of the limit, at least one call in a longer span.

        `share` is more than 0 and at most 1. All parts together never exceed the limit.
        """
        calls = self.calls * share + ROUNDING
        if calls < 1:
            return RateLimit(1, self.seconds / calls)
        burst = None if self.burst is None else max(1, floor(self.burst * share + ROUNDING))
        return RateLimit(floor(calls), self.seconds, burst)


def whole() -> float:
    """Return the share of a process with the whole limit."""
    return 1.0


class SlidingWindow:
    """Counts the calls in the last span of a limit. Times are Unix seconds and should not go back.

    `share` returns this process's share of the limit; it may change at any time.
    """

    __slots__ = ("_limit", "_part", "_share", "_times", "_whole")

    def __init__(self, limit: RateLimit, share: Callable[[], float] = whole) -> None:
        self._whole = self._limit = limit
        self._share = share
        self._part = 1.0
        self._times: deque[float] = deque()

    @property
    def limit(self) -> RateLimit:
        part = self._share()
        if part != self._part:
            self._part, self._limit = part, self._whole if part == 1.0 else self._whole.part(part)
        return self._limit

    def wait(self, now: float, *, reserve: int = 0, evenly: bool = True) -> float:
        """Return the seconds until one more may pass; 0 if at once.

        `reserve`: places that must stay free for others. Without `evenly` the burst doesn't matter.
        """
        self._forget(now)
        limit, times = self.limit, self._times
        span, calls = limit.seconds + SPARE, max(1, limit.calls - reserve)
        used, burst = len(times), (calls if limit.burst is None else max(1, limit.burst - reserve))
        if used >= calls:
            free = times[used - calls] + span
        elif evenly and used >= burst:
            free = times[-1] + (times[0] + span - times[-1]) / (calls - used + 1)
        else:
            return 0.0
        left = free - now
        return left if left > MOMENT else 0.0

    def take(self, now: float) -> None:
        """Count a call now."""
        self._forget(now)
        self._times.append(now)

    def give_back(self, at: float) -> None:
        """Forget a call that did not happen."""
        if at in self._times:
            self._times.remove(at)

    def move(self, at: float, to: float) -> None:
        """Move a call to a later time: it lasts until it is answered."""
        if at in self._times:
            self._times.remove(at)
            kept = list(self._times)
            insort(kept, to)
            self._times = deque(kept)

    def used(self, now: float) -> int:
        """Return the number of calls in the last span."""
        self._forget(now)
        return len(self._times)

    def _forget(self, now: float) -> None:
        times, span = self._times, self.limit.seconds + SPARE
        while times and times[0] + span <= now:
            times.popleft()
        if times and times[-1] > now:  # a clock set back must not stop everything
            self._times = deque(min(at, now) for at in times)
