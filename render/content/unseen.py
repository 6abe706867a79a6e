"""Say what a reader of a board has not seen: all that a moving picture depends on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.events import Event
from render.content.scene import Scene


@dataclass(frozen=True, slots=True)
class Step:
    """A ply: what happened, the state after it, and if sticks were thrown, how they fell."""

    events: tuple[Event, ...]
    state: Any
    faces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unseen:
    """The state that a reader knows, the plies since, and the scene of now, where all comes to rest."""

    before: Any
    steps: tuple[Step, ...]
    end: Scene


def in_theme(unseen: Unseen, theme: str) -> Unseen:
    """Return the same in other colours."""
    return replace(unseen, end=replace(unseen.end, theme=theme))
