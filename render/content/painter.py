"""What drawing needs from one game: the type that each game fills in once."""

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
    """A piece's way in a ply, square by square.

    A piece `sent` home leaves after its captor arrives; a piece that `arrives` reaches the goal.
    """

    piece: str
    squares: tuple[str, ...]
    sent: bool = False
    arrives: bool = False


Lay = tuple[Image.Image, Point]
"""A sprite and the pixel of its middle."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A moment of a sprite that moves: the pixel of its middle, its turn to the left, its size.

    `who` names what moves: from one moment to the next it keeps its name, whatever its sprite. A video shows it as
    `shown` draws it, which has coarser turns and sizes; without that, the sprite itself.
    """

    who: str
    sprite: Image.Image
    point: Point
    degrees: float = 0.0
    times: float = 1.0
    shown: Callable[[], Image.Image] | None = None

    @property
    def lay(self) -> Lay:
        return (self.sprite if self.shown is None else self.shown()), self.point


def _nothing(_scene: Scene, _size: int) -> tuple[Pose, ...]:
    return ()


def _untouched(_scene: Scene, _size: int) -> Touch:
    return Touch()


def _nowhere(_scene: Scene, _size: int) -> tuple[tuple[Disc, ...], ...]:
    return ()


def _one_each(_state: Any) -> tuple[tuple[int, ...], ...]:
    return ()


Sides = tuple[tuple[int, tuple[int, ...]], ...]
"""Each side's number among the win chances, with its colours, from left to right."""


def _no_sides(_state: Any) -> Sides:
    return ()


@dataclass(frozen=True, slots=True)
class Painter:
    """A game as shown by pictures, cards and videos. Colours are numbered as on the result card."""

    paint: Callable[[Scene, int], Canvas]
    """Paint a scene with a width in pixels, without its moving parts."""
    usual_size: Callable[[Any], int]
    """Returns the width in pixels at which a state's numbers are legible."""
    figure: Callable[[Theme, int, int], Image.Image]
    """Draws a piece of a colour, with a radius in pixels, for cards."""
    line: Callable[[Theme, int], tuple[Colour, Colour]]
    """Returns the ink and edge of a colour's line in a chart."""
    ways: Callable[[Any, tuple[Event, ...]], tuple[Way, ...]]
    """Returns the ways of pieces in a ply, in order, from the state before it and its events."""
    poses: Callable[[Scene, int], Iterable[Pose]] = _nothing
    """Returns the moving parts of a scene with a width in pixels, from the bottom up; see `Scene`."""
    touch: Callable[[Scene, int], Touch] = _untouched
    """Returns where the scene's choices can be touched on a picture with a width in pixels."""
    seats: Callable[[Scene, int], tuple[tuple[Disc, ...], ...]] = _nowhere
    """Returns each seat's homes on a picture with a width in pixels."""
    colours: Callable[[Any], tuple[tuple[int, ...], ...]] = _one_each
    """Returns the colours of each seat, unless they are one each in seat order."""
    sides: Callable[[Any], Sides] = _no_sides
    """Returns a state's sides for the bar of win chances; without sides there is no bar."""
