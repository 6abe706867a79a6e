"""Events of Parchís alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.events import Event


@dataclass(frozen=True, slots=True)
class BarrierOpened(Event):
    """One of two pieces that blocked a square left it (P43)."""

    seat: int
    square: str

    def to_json(self) -> dict[str, Any]:
        return {"type": "barrier_opened", "seat": self.seat, "square": self.square}


@dataclass(frozen=True, slots=True)
class ThirdSix(Event):
    """A third 6 in a row (P53); `piece`, moved last if any was, goes home unless `spared`."""

    seat: int
    piece: str | None
    spared: bool

    def to_json(self) -> dict[str, Any]:
        return {"type": "third_six", "seat": self.seat, "piece": self.piece, "spared": self.spared}
