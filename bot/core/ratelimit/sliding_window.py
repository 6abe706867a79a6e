"""Sliding windows: never more than so many things in any span of so many seconds, counted exactly.

A window keeps the moments of what it let through. It is at most as full as the limit at every moment, whenever the
span that somebody else measures may begin.
"""

from __future__ import annotations

from bisect import insort
from collections import deque
from dataclasses import dataclass

SPARE = 0.05
"""Seconds by which a window is longer than its limit says: two clocks do not run alike, and floats are rounded."""
MOMENT = 0.001
"""Seconds that are not worth waiting for."""


@dataclass(frozen=True, slots=True)
class RateLimit:
    """Allow so many calls in any span of so many seconds.

    With `burst`, only so many of them go through as quickly as they come; those after them are spread evenly over
    what is left of the span. A chat that is played in fast then waits a little each time, not long once.
    """

    calls: int
    seconds: float
    burst: int | None = None


class SlidingWindow:
    """Count what went through in the last span of a limit. Times are Unix seconds and should not go back."""

    __slots__ = ("_times", "limit")

    def __init__(self, limit: RateLimit) -> None:
        self.limit = limit
        self._times: deque[float] = deque()

    def wait(self, now: float, *, reserve: int = 0, evenly: bool = True) -> float:
        """Tell how many seconds from now one more may go through; 0 if at once.

        `reserve`: how many places must stay free for others. Without `evenly` only the limit itself counts.
        """
        self._forget(now)
        times, span, calls = self._times, self.limit.seconds + SPARE, max(1, self.limit.calls - reserve)
        used, burst = len(times), (calls if self.limit.burst is None else max(1, self.limit.burst - reserve))
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
