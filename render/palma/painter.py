"""The painter of Palma."""

from __future__ import annotations

from PIL import Image

from engine.game import Event
from engine.palma.board import HAND, HOLE_NAMES, HOLES_BY_NAME
from engine.palma.state import State
from render.painter import Painter, Way
from render.palma import sprites
from render.palma.picture import paint
from render.themes.theme import Colour, Theme

USUAL = 800


def _usual_size(_state: State) -> int:
    return USUAL


def _figure(theme: Theme, side: int, radius: int) -> Image.Image:
    return sprites.piece(theme, side, "", radius)


def _line(theme: Theme, side: int) -> tuple[Colour, Colour]:
    return theme.sides[side].field, theme.sides[side].deep


def _ways(_before: State, events: tuple[Event, ...]) -> tuple[Way, ...]:
    """Return one way at most: a slide goes on from where the throw has led."""
    piece, squares = "", [HOLE_NAMES[HAND]]
    for event in events:
        kind = event["type"]
        if kind == "moved":
            first, last = (HOLES_BY_NAME[event[end]] for end in ("from", "to"))
            squares = [HOLE_NAMES[hole] for hole in range(first, last + 1)]
        elif kind in {"entered", "slid"}:
            squares.append(event["to"])
        else:
            continue
        piece = event["piece"]
    return (Way(piece, tuple(squares)),) if piece else ()


PALMA = Painter(paint, _usual_size, _figure, _line, _ways)
