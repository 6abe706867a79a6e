"""How much of a processor moving boards may take, so that many games at once do not slow each other's answers."""

from __future__ import annotations

SHARE = 0.5
"""Of one core, over a longer time."""
SAVED = 5.0
"""Seconds of a core that quiet times leave for busy ones: some 250 moving boards."""


class MotionBudget:
    """Counts the processor's time; safe to be asked from one thread only."""

    def __init__(self) -> None:
        """Begin with all that can be saved."""
        self._left = SAVED
        self._known: float | None = None

    def allows(self, now: float) -> bool:
        """Tell whether another board may move, at a moment of a clock that never goes back."""
        if self._known is not None:
            self._left = min(SAVED, self._left + SHARE * (now - self._known))
        self._known = now
        return self._left > 0

    def spend(self, seconds: float) -> None:
        """Count what a moving board took."""
        self._left -= seconds
