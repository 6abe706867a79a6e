"""Say what drawing needs to know of one game: the type that each game fills in once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from PIL import Image

from engine.events import Event
from render.content.scene import Scene
from render.content.touch import Disc, Touch
from render.drawing.canvas import Canvas
from render.drawing.geometry import Point
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


Lay = tuple[Image.Image, Point]
"""A sprite and the pixel that its middle lies on."""


def _nothing(_scene: Scene, _size: int) -> tuple[Lay, ...]:
    return ()


def _untouched(_scene: Scene, _size: int) -> Touch:
    return Touch()


def _nowhere(_scene: Scene, _size: int) -> tuple[tuple[Disc, ...], ...]:
    return ()


def _one_each(_state: Any) -> tuple[tuple[int, ...], ...]:
    return ()


Sides = tuple[tuple[int, tuple[int, ...]], ...]
"""Each side by its number among the win chances, and the colours that it plays; from left to right."""


def _no_sides(_state: Any) -> Sides:
    return ()


@dataclass(frozen=True, slots=True)
class Painter:
    """A game as pictures, cards and films show it. Colours are counted as the result card counts them."""

    paint: Callable[[Scene, int], Canvas]
    """Paint a scene so many pixels wide, without what is on its way."""
    usual_size: Callable[[Any], int]
    """How wide a picture of a state is to be, in pixels, for its numbers to be read."""
    figure: Callable[[Theme, int, int], Image.Image]
    """A piece of a colour, of a radius in pixels, for cards."""
    line: Callable[[Theme, int], tuple[Colour, Colour]]
    """The ink and the edge of a colour's line in a chart."""
    ways: Callable[[Any, tuple[Event, ...]], tuple[Way, ...]]
    """The ways that pieces went at a ply, in order, from the state before it and its events."""
    movers: Callable[[Scene, int], Iterable[Lay]] = _nothing
    """What is on its way in a scene so many pixels wide, from the bottom up; see `Scene`."""
    touch: Callable[[Scene, int], Touch] = _untouched
    """Where on a picture so many pixels wide the scene's choices are touched."""
    seats: Callable[[Scene, int], tuple[tuple[Disc, ...], ...]] = _nowhere
    """Where on a picture so many pixels wide each seat is: its homes."""
    colours: Callable[[Any], tuple[tuple[int, ...], ...]] = _one_each
    """The colours of each seat at a state, if they are not one each in the seats' order."""
    sides: Callable[[Any], Sides] = _no_sides
    """The sides of a state as the bar of win chances shows them; where there are none no bar is drawn."""
