"""Limit the processor time for animated boards, so that many games don't slow down answers."""

from __future__ import annotations

SHARE = 0.5
"""Share of one core, in the long run."""
SAVED = 5.0
"""Seconds of a core saved up in quiet times: some 250 animated boards."""


class MotionBudget:
    """Counts the processor's time; not thread-safe."""

    def __init__(self) -> None:
        self._left = SAVED
        self._known: float | None = None

    def allows(self, now: float) -> bool:
        """Return whether another board may be animated; `now` is from a monotonic clock."""
        if self._known is not None:
            self._left = min(SAVED, self._left + SHARE * (now - self._known))
        self._known = now
        return self._left > 0

    def spend(self, seconds: float) -> None:
        """Count an animation's processor seconds."""
        self._left -= seconds
