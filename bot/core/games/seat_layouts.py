"""A seating of a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seating:
    """The colours of each seat, and the teams as seat numbers."""

    seats: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...] | None = None
