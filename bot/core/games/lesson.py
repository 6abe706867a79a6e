"""A guided game of /learn: one idea a step, on a position that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.game import Move


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A text on a position. `pieces` and `turn` are the position, `played` is the last ply on it.

    `right`: the moves that lead on; empty for any move, None if there is no choice. Other moves show the `hint`.
    """

    text: str
    pieces: Mapping[str, list[str]]
    turn: Mapping[str, Any] = field(default_factory=dict)
    played: tuple[Move, ...] = ()
    right: tuple[Move, ...] | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game's steps; `rules` and `seats` as in a position."""

    game: str
    rules: Mapping[str, Any]
    seats: tuple[str, ...]
    steps: tuple[LessonStep, ...]

    def position(self, step: LessonStep) -> dict[str, Any]:
        """Return a step's position, in the engine's terms, before `played`."""
        return {
            "game": self.game,
            "rules": dict(self.rules),
            "seats": list(self.seats),
            "pieces": step.pieces,
            "seat": 0,
            **step.turn,
        }
