"""A time without the program running, which counts as nobody's absence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outage:
    """A stretch of time, in Unix seconds."""

    began: float
    ended: float

    def since(self, moment: float) -> float:
        return max(0.0, self.ended - max(self.began, moment))
