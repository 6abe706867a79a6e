"""Draw any picture: a scene in, a PNG out; or for films, its pixels."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image

from render.cards.result import BOARD_SIZE, draw_result
from render.content.card_content import ResultCard
from render.content.painter import Painter
from render.content.scene import Scene
from render.drawing.canvas import Canvas
from render.palma.painter import PALMA
from render.parchis.painter import PARCHIS
from render.themes.catalog import THEMES

SMALLEST, LARGEST = 240, 1600

PAINTERS: dict[str, Painter] = {"parchis": PARCHIS, "palma": PALMA}


def draw(scene: Scene) -> bytes:
    """Draw a scene as a PNG; the same scene always gives the same bytes. May be called from any thread."""
    return _painted(scene).encode()


def draw_result_card(card: ResultCard, scene: Scene) -> bytes:
    """Draw the card of a finished game as a PNG, 800 pixels wide, with the last position of `scene` on it.

    The same card and scene always give the same bytes. May be called from any thread.
    """
    last = replace(scene, moves=(), trail=(), size=BOARD_SIZE)
    return draw_result(PAINTERS[scene.game], THEMES[scene.theme], card, pixels(last))


def pixels(scene: Scene) -> Image.Image:
    """Draw a scene as an image of mode P; scenes of one board in one size have the same palette."""
    return _painted(scene).finish()


def _painted(scene: Scene) -> Canvas:
    painter = PAINTERS[scene.game]
    size = painter.usual_size(scene.state) if scene.size is None else scene.size
    return painter.paint(scene, min(max(size, SMALLEST), LARGEST))
