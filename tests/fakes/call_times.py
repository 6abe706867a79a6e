"""Count calls by their moments."""

from __future__ import annotations

from bisect import bisect_left


def most_at_once(calls: list[float], seconds: float) -> int:
    """Return the most calls that any span of this many seconds holds."""
    return max((bisect_left(calls, at + seconds) - first for first, at in enumerate(calls)), default=0)
