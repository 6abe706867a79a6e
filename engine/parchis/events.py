"""What happens in Parchís alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.events import Event


@dataclass(frozen=True, slots=True)
class BarrierOpened(Event):
    """One of two pieces that blocked a square has left it (P43)."""

    seat: int
    square: str

    def to_json(self) -> dict[str, Any]:
        """Return it as `barrier_opened`."""
        return {"type": "barrier_opened", "seat": self.seat, "square": self.square}


@dataclass(frozen=True, slots=True)
class ThirdSix(Event):
    """A third 6 in a row (P53); `piece` was moved last, if any was, and goes home unless it is `spared`."""

    seat: int
    piece: str | None
    spared: bool

    def to_json(self) -> dict[str, Any]:
        """Return it as `third_six`."""
        return {"type": "third_six", "seat": self.seat, "piece": self.piece, "spared": self.spared}
