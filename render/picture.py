"""Draws any picture: a scene in, a PNG out; or its pixels for videos."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from PIL import Image

from engine import catalog
from render.cards import bracket, standings
from render.cards.analysis import PANEL_SIZE, draw_analysis
from render.cards.result import BOARD_SIZE, paint_result
from render.content.analysis_card import AnalysisCard
from render.content.card_content import ResultCard
from render.content.painter import Lay, Painter, Pose
from render.content.scene import Scene
from render.content.touch import Disc, Touch
from render.content.tournament_card import Bracket, RoundCard
from render.drawing import png
from render.drawing.canvas import Canvas, Ground
from render.drawing.chance_bar import SideChance, chance_bar
from render.layers.document import Document
from render.palma.painter import PALMA
from render.parchis.painter import PARCHIS
from render.themes.catalog import THEMES
from render.themes.theme import Theme

SMALLEST, LARGEST = 240, 1600
PAIR_SIZE, _PAIR_GAP = 480, 16
"""The width in pixels of each of two pictures side by side, and between them."""

_USUAL: tuple[tuple[str, dict[str, object]], ...] = (
    ("parchis", {}),
    ("palma", {}),
    ("parchis", {"colours": 6}),
    ("palma", {"preset": "penalty"}),
)
"""The most common boards, each game's usual one first."""

PAINTERS: dict[str, Painter] = {"parchis": PARCHIS, "palma": PALMA}


def draw(scene: Scene) -> bytes:
    """Draw a scene as a PNG; the same scene always gives the same bytes. Thread-safe."""
    return _painted(scene).encode()


def describe(scene: Scene) -> bytes:
    """Describe a scene as a board in layers; the same scene always gives the same bytes. Thread-safe."""
    document, layers = Document(), _painted(scene).layers()
    return document.written(layers, document.standing(layers), [])


def prepare() -> None:
    """Draw the usual boards once, so that no first picture waits for one. Thread-safe."""
    for name, rules in _USUAL:
        draw(Scene(name, catalog.game(name).start(rules), (), size=None))


def draw_pair(left: Scene, right: Scene) -> bytes:
    """Draw two scenes of one board and theme side by side as a PNG. Thread-safe.

    The same scenes always give the same bytes.
    """
    boards = [pixels(replace(scene, size=PAIR_SIZE)) for scene in (left, right)]
    sheet = Image.new("P", (2 * PAIR_SIZE + _PAIR_GAP, max(board.height for board in boards)))
    sheet.putpalette(boards[0].getpalette() or [])
    sheet.paste(boards[0].crop((0, 0, 1, 1)).resize(sheet.size))
    for at, board in enumerate(boards):
        sheet.paste(board, (at * (PAIR_SIZE + _PAIR_GAP), 0))
    return png.encode(sheet)


def draw_result_card(card: ResultCard, scene: Scene) -> bytes:
    """Draw the result card as a PNG, 800 pixels wide, with the last position of `scene`.

    The same card and scene always give the same bytes. Thread-safe.
    """
    last = replace(scene, moves=(), trail=(), size=BOARD_SIZE, chances=())
    return paint_result(PAINTERS[scene.game], THEMES[scene.theme], card, pixels(last)).encode()


def result_card_image(card: ResultCard, scene: Scene) -> Image.Image:
    """Draw the result card, 800 pixels wide, without the last position and the story: a video shows it briefly."""
    return paint_result(PAINTERS[scene.game], THEMES[scene.theme], replace(card, story=())).picture()


def draw_analysis_card(card: AnalysisCard, game: str, theme: str, scenes: Sequence[Scene]) -> bytes:
    """Draw the analysis card as a PNG, 800 pixels wide, with a scene for each moment.

    The same input always gives the same bytes. Thread-safe.
    """
    boards = [pixels(replace(scene, moves=(), size=PANEL_SIZE, theme=theme, film=True)) for scene in scenes]
    return draw_analysis(PAINTERS[game], THEMES[theme], card, boards)


def draw_round(theme: Theme, title: str, subtitle: str, card: RoundCard) -> bytes:
    """Draw a round of a tournament as a PNG, 800 pixels wide. The same input always gives the same bytes."""
    return standings.draw_round(theme, title, subtitle, card, _figure)


def draw_bracket(theme: Theme, title: str, subtitle: str, card: Bracket) -> bytes:
    """Draw a knock-out as a PNG, 800 pixels wide. The same input always gives the same bytes."""
    return bracket.draw_bracket(theme, title, subtitle, card, _figure)


def _figure(theme: Theme, letter: str, radius: int) -> Image.Image:
    """Draw the piece of the colour with this letter."""
    for painter, tints in ((PARCHIS, theme.tints), (PALMA, theme.sides)):
        for colour, tint in enumerate(tints):
            if tint.letter == letter:
                return painter.figure(theme, colour, radius)
    raise ValueError(f"no colour has the letter {letter[:9]!r}")


def pixels(scene: Scene) -> Image.Image:
    """Draw a scene as an image of mode P; scenes of one board and size share a palette."""
    return ground(scene).under(movers(scene))[0]


def ground(scene: Scene, before: Ground | None = None) -> Ground:
    """Draw a scene without its moving parts, reusing what is unchanged from `before`."""
    return standing(scene).ground(before)


def movers(scene: Scene) -> Iterable[Lay]:
    """Return the moving parts of a scene."""
    return [pose.lay for pose in poses(scene)]


def poses(scene: Scene) -> Iterable[Pose]:
    """Return the moving parts of a scene as sprites that can be turned and resized."""
    return PAINTERS[scene.game].poses(scene, width_of(scene)) if scene.moving else ()


def touch(scene: Scene) -> Touch:
    """Return where on the picture from `draw` the scene's choices can be touched."""
    return PAINTERS[scene.game].touch(scene, width_of(scene))


def seats(scene: Scene) -> tuple[tuple[Disc, ...], ...]:
    """Return each seat's places on the picture from `draw`; empty for games without any."""
    return PAINTERS[scene.game].seats(scene, width_of(scene))


def width_of(scene: Scene) -> int:
    """Return the width of a scene's picture in pixels."""
    size = PAINTERS[scene.game].usual_size(scene.state) if scene.size is None else scene.size
    return scene.density * min(max(size, SMALLEST), LARGEST)


def _painted(scene: Scene) -> Canvas:
    canvas = standing(scene)
    for sprite, centre in movers(scene):
        canvas.paste(sprite, centre)
    return canvas


def standing(scene: Scene) -> Canvas:
    """Draw what stands still: the board, and the bar of win chances if there is one."""
    painter, width = PAINTERS[scene.game], width_of(scene)
    canvas = painter.paint(scene, width)
    sides = painter.sides(scene.state)
    if scene.chances and sides:
        theme = THEMES[scene.theme]
        parts = [
            SideChance(scene.chances[side], tuple((colour, painter.line(theme, colour)[0]) for colour in colours))
            for side, colours in sides
        ]
        canvas.append(chance_bar(theme, painter.figure, parts, width))
    return canvas
