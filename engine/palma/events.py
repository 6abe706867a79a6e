"""Events of Palma alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.events import Event


@dataclass(frozen=True, slots=True)
class Slid(Event):
    """A piece slid along a link, or back (H23, H24)."""

    seat: int
    piece: str
    origin: str
    to: str

    def to_json(self) -> dict[str, Any]:
        """Return it as `slid`, with the origin under `from`."""
        return {"type": "slid", "seat": self.seat, "piece": self.piece, "from": self.origin, "to": self.to}


@dataclass(frozen=True, slots=True)
class Rethrow(Event):
    """A piece stopped on a hole that gives another roll (H25)."""

    hole: str
    seat: int

    def to_json(self) -> dict[str, Any]:
        return {"type": "rethrow", "hole": self.hole, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class StakeWon(Event):
    """A piece was the first to stop on a hole with a stake (H25)."""

    hole: str
    seat: int

    def to_json(self) -> dict[str, Any]:
        return {"type": "stake", "hole": self.hole, "seat": self.seat}
