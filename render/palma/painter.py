"""The painter of Palma."""

from __future__ import annotations

from PIL import Image

from engine.events import Entered, Event, Moved
from engine.palma.board import HAND, HOLE_NAMES, HOLES_BY_NAME
from engine.palma.events import Slid
from engine.palma.state import State
from render.content.painter import Painter, Sides, Way
from render.palma import sprites
from render.palma.movers import poses
from render.palma.picture import paint
from render.palma.touch import seats, touch
from render.themes.theme import Colour, Theme

USUAL = 800


def _usual_size(_state: State) -> int:
    return USUAL


def _figure(theme: Theme, side: int, radius: int) -> Image.Image:
    return sprites.head(theme, side, "", radius)


def _line(theme: Theme, side: int) -> tuple[Colour, Colour]:
    return theme.sides[side].field, theme.sides[side].deep


def _ways(_before: State, events: tuple[Event, ...]) -> tuple[Way, ...]:
    """Return at most one way: a slide continues from where the roll ended."""
    piece, squares = "", [HOLE_NAMES[HAND]]
    for event in events:
        match event:
            case Moved(piece=piece, origin=origin, to=to):
                squares = [HOLE_NAMES[hole] for hole in range(HOLES_BY_NAME[origin], HOLES_BY_NAME[to] + 1)]
            case Entered(piece=piece, to=to) | Slid(piece=piece, to=to):
                squares.append(to)
    return (Way(piece, tuple(squares)),) if piece else ()


def _sides(_state: State) -> Sides:
    return ((1, (1,)), (0, (0,)))  # the jackals are on the left


PALMA = Painter(paint, _usual_size, _figure, _line, _ways, poses, touch, seats, sides=_sides)
