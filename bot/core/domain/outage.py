"""Time in which the program did not run, which is nobody's absence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outage:
    """From when until when, in Unix seconds."""

    began: float
    ended: float

    def since(self, moment: float) -> float:
        """How many seconds of it lie after a moment."""
        return max(0.0, self.ended - max(self.began, moment))
