"""Sliding windows: never more than so many things in any span of so many seconds, counted exactly.

A window keeps the moments of what it let through. It is at most as full as the limit at every moment, whenever the
span that somebody else measures may begin.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import floor

SPARE = 0.05
"""Seconds by which a window is longer than its limit says: two clocks do not run alike, and floats are rounded."""
MOMENT = 0.001
"""Seconds that are not worth waiting for."""
ROUNDING = 1e-9
"""What a third of thirty may lack of ten."""


@dataclass(frozen=True, slots=True)
class RateLimit:
    """Allow so many calls in any span of so many seconds.

    With `burst`, only so many of them go through as quickly as they come; those after them are spread evenly over
    what is left of the span. A chat that is played in fast then waits a little each time, not long once.
    """

    calls: int
    seconds: float
    burst: int | None = None

    def part(self, share: float) -> RateLimit:
        """Return what one of several who share the limit has of it: seldom, but never nothing at all.

        `share` is more than 0 and at most 1. Those of all together are never more than the limit.
        """
        calls = self.calls * share + ROUNDING
        if calls < 1:
            return RateLimit(1, self.seconds / calls)
        burst = None if self.burst is None else max(1, floor(self.burst * share + ROUNDING))
        return RateLimit(floor(calls), self.seconds, burst)


def whole() -> float:
    """Return the share of whoever has a limit to themselves."""
    return 1.0


class SlidingWindow:
    """Count what went through in the last span of a limit. Times are Unix seconds and should not go back.

    `share` tells which part of the limit is allowed here; it may change at any time.
    """

    __slots__ = ("_limit", "_part", "_share", "_times", "_whole")

    def __init__(self, limit: RateLimit, share: Callable[[], float] = whole) -> None:
        self._whole = self._limit = limit
        self._share = share
        self._part = 1.0
        self._times: deque[float] = deque()

    @property
    def limit(self) -> RateLimit:
        """Return what is allowed now."""
        part = self._share()
        if part != self._part:
            self._part, self._limit = part, self._whole if part == 1.0 else self._whole.part(part)
        return self._limit

    def wait(self, now: float, *, reserve: int = 0, evenly: bool = True) -> float:
        """Tell how many seconds from now one more may go through; 0 if at once.

        `reserve`: how many places must stay free for others. Without `evenly` only the limit itself counts.
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
        """Note that something goes through now."""
        self._forget(now)
        self._times.append(now)

    def give_back(self, at: float) -> None:
        """Forget what was noted at a moment: it did not happen after all."""
        if at in self._times:
            self._times.remove(at)

    def move(self, at: float, to: float) -> None:
        """Note what was noted at a moment at a later one: a call is on its way until it is answered."""
        if at in self._times:
            self._times.remove(at)
            kept = list(self._times)
            insort(kept, to)
            self._times = deque(kept)

    def used(self, now: float) -> int:
        """Count what went through in the last span."""
        self._forget(now)
        return len(self._times)

    def _forget(self, now: float) -> None:
        times, span = self._times, self.limit.seconds + SPARE
        while times and times[0] + span <= now:
            times.popleft()
        if times and times[-1] > now:  # a clock that was set back must not stop everything
            self._times = deque(min(at, now) for at in times)
