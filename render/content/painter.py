"""Say what drawing needs to know of one game: the type that each game fills in once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PIL import Image

from engine.events import Event
from render.content.scene import Scene
from render.drawing.canvas import Canvas
from render.themes.theme import Colour, Theme


@dataclass(frozen=True, slots=True)
class Way:
    """A piece's way at a ply, square by square.

    One that is `sent` home leaves once the piece that captured it has come; one that `arrives` has reached the goal.
    """

    piece: str
    squares: tuple[str, ...]
    sent: bool = False
    arrives: bool = False


@dataclass(frozen=True, slots=True)
class Painter:
    """A game as pictures, cards and films show it. Colours are counted as the result card counts them."""

    paint: Callable[[Scene, int], Canvas]
    """Paint a scene so many pixels wide."""
    usual_size: Callable[[Any], int]
    """How wide a picture of a state is to be, in pixels, for its numbers to be read."""
    figure: Callable[[Theme, int, int], Image.Image]
    """A piece of a colour, of a radius in pixels, for cards."""
    line: Callable[[Theme, int], tuple[Colour, Colour]]
    """The ink and the edge of a colour's line in a chart."""
    ways: Callable[[Any, tuple[Event, ...]], tuple[Way, ...]]
    """The ways that pieces went at a ply, in order, from the state before it and its events."""
