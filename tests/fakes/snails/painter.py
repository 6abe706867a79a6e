"""Snails as pictures show them."""

from __future__ import annotations

from functools import cache
from typing import Any

from PIL import Image

from engine.events import Event, Moved
from render.content.painter import Painter, Way
from render.content.scene import Scene
from render.drawing import sprites
from render.drawing.canvas import CachedBase, Canvas, palette_of
from render.drawing.sheet import Frame, Sheet
from render.themes.catalog import THEMES
from render.themes.theme import Colour, Theme
from tests.fakes.snails.game import State


@cache
def _base(theme: Theme, length: int, size: int) -> tuple[Frame, CachedBase]:
    frame = Frame.fit((0.0, 0.0, length + 2.0, 6.0), size)
    sheet = Sheet(frame, theme.table)
    for lane in range(4):
        sheet.line([(1.0, lane + 1.5), (length + 1.0, lane + 1.5)], theme.gold, 0.1)
    image = sheet.finish()
    pieces = [_figure(theme, side, 20) for side in (0, 1)]
    return frame, CachedBase.of(image, palette_of(theme.paper_colours(2), image, pieces))


def paint(scene: Scene, size: int) -> Canvas:
    """Paint the lanes and the snails on them."""
    state: State = scene.state
    theme = THEMES[scene.theme]
    frame, base = _base(theme, state.length, size)
    canvas = Canvas(base)
    for side, own in enumerate(state.pieces):
        for number, way in enumerate(own):
            lane = 1.5 + 2 * side + number
            canvas.paste(sprites.piece(theme, side, str(number + 1), size // 40), frame.at((way + 1.0, lane)))
    return canvas


def _usual_size(_state: Any) -> int:
    return 480


def _figure(theme: Theme, side: int, radius: int) -> Image.Image:
    return sprites.piece(theme, side, "", radius)


def _line(theme: Theme, side: int) -> tuple[Colour, Colour]:
    return theme.tints[side].base, theme.tints[side].deep


def _ways(_before: State, events: tuple[Event, ...]) -> tuple[Way, ...]:
    return tuple(Way(event.piece, (event.origin, event.to)) for event in events if isinstance(event, Moved))


PAINTER = Painter(paint, _usual_size, _figure, _line, _ways)
