"""What a reader of a board has not seen: all that a moving picture depends on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.events import Event
from render.content.scene import Scene


@dataclass(frozen=True, slots=True)
class Step:
    """A ply: its events, the state after it, and how the sticks fell, if any."""

    events: tuple[Event, ...]
    state: Any
    faces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unseen:
    """The state a reader knows, the plies since, and the current scene."""

    before: Any
    steps: tuple[Step, ...]
    end: Scene


def in_theme(unseen: Unseen, theme: str) -> Unseen:
    return replace(unseen, end=replace(unseen.end, theme=theme))
