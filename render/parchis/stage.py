"""The stage of a Parchís picture: the empty board, the scene, and the conversion to pixels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.parchis.board import PIECES, SHELTER_OFFSETS, Board, pieces_by_name
from engine.parchis.board import board as board_of
from engine.parchis.state import Phase, State
from render.content.scene import Scene
from render.drawing import name_tags, sprites
from render.drawing.canvas import CachedBase, Canvas, Placed, palette_of
from render.drawing.geometry import Point
from render.drawing.palettes import kept_palette
from render.drawing.sheet import Frame, Sheet
from render.parchis.empty_board import draw_base
from render.parchis.geometry import Layout, layout
from render.parchis.places import PIECE
from render.themes.catalog import THEMES
from render.themes.theme import Colour, Theme

_KEPT = 32
"""Cached empty boards, some 0.8 MB each: they also differ by who plays, with how many pieces."""


@dataclass(frozen=True, slots=True, eq=False)
class Blank:
    """An empty board in a theme and size. Compared by identity, so it is a cheap cache key."""

    theme: Theme
    shape: Layout
    frame: Frame
    base: CachedBase

    def pixels(self, rows: float) -> int:
        return max(1, round(rows * self.frame.scale))

    def put(self, sprite: Image.Image, point: Point) -> Placed:
        return Placed.at(sprite, self.frame.at(point))

    def place(self, colour: int, square: str, index: int, count: int) -> Point:
        """Return the place at `index` of `count` on a square; at home and in the goal each thing has its own."""
        if square == "F":
            return self.shape.goals[colour].places[index]
        if square == "H":
            return self.shape.homes[colour].places[index]
        return self.shape.cell(colour, square).places(count)[index]


@lru_cache(maxsize=_KEPT)
def _blank(
    theme: Theme, colours: int, offsets: tuple[int, ...], played: tuple[int, ...], size: int, pieces: int
) -> Blank:
    """Draw the empty board at a size, with its palette; unused colours are faded."""
    frame, image, pinned = _drawn(theme, colours, offsets, played, size, pieces)
    kept = kept_palette(f"parchis-{colours}", theme.name, pinned, size)
    base = CachedBase.of(image, kept or _learnt(theme, colours, frame, image, pinned))
    return Blank(theme, layout(colours, pieces), frame, base)


def learnt_palette(theme: Theme, colours: int, size: int) -> Image.Image:
    frame, image, pinned = _drawn(theme, colours, SHELTER_OFFSETS, tuple(range(colours)), size)
    return _learnt(theme, colours, frame, image, pinned)


def _drawn(
    theme: Theme, colours: int, offsets: tuple[int, ...], played: tuple[int, ...], size: int, pieces: int = PIECES
) -> tuple[Frame, Image.Image, tuple[Colour, ...]]:
    """Draw the empty board; return also the colours that its palette must have."""
    shape = layout(colours, pieces)
    frame = Frame.fit(shape.bounds, size)
    sheet = Sheet(frame, theme.table, crisp=shape.upright)
    quiet = theme.playing(played)
    draw_base(sheet, quiet, shape, board_of(colours, offsets))
    return frame, sheet.finish(), (*theme.paper_colours(colours), *quiet.paper_colours(colours))


def _learnt(theme: Theme, colours: int, frame: Frame, image: Image.Image, pinned: tuple[Colour, ...]) -> Image.Image:
    return palette_of(pinned, image, _samples(theme, colours, frame.scale))


def _samples(theme: Theme, colours: int, unit: float) -> Iterator[Image.Image]:
    """Yield the sprites whose edges add colours."""
    radius = max(4, round(PIECE * unit))
    for colour, tint in enumerate(theme.tints[:colours]):
        yield sprites.ghost(theme, colour, "2", radius)
        yield sprites.piece(theme, colour, "1", radius, raised=True)
        yield name_tags.tag("Palma", "", 2 * radius, 8 * radius, tint.deep, tint.pale, theme.ink)
    yield sprites.halo(theme, 0, radius)
    box = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    yield from (part for part, _ in sprites.turn_frame(theme, box, 2.0 * radius, ((-0.5, 0.5), (0.5, -0.5))))
    for value in (1, 6):
        yield sprites.die(theme, value, 3 * radius)
    yield sprites.medal(theme, "20", 2 * radius)
    yield sprites.crown(theme, 3 * radius)


class Stage:
    """A canvas with a scene's empty board, and what drawing often needs of the scene."""

    def __init__(self, scene: Scene, size: int) -> None:
        state: State = scene.state
        setup = state.setup
        self.scene = scene
        self.size = size
        self.state = state
        self.theme = THEMES[scene.theme]
        self.board: Board = setup.board
        played = tuple(sorted(setup.colours))
        rules = setup.rules
        self.blank = _blank(self.theme, self.board.colours, rules.shelters, played, size, rules.pieces)
        self.shape, self.frame = self.blank.shape, self.blank.frame
        self.canvas = Canvas(self.blank.base)
        self.radius = round(PIECE * self.frame.scale)
        self.over = state.phase is Phase.OVER or bool(scene.places) or scene.waiting
        self.acting = () if self.over else setup.slots[state.slot].own
        """The colours whose turn it is."""

    def put(self, sprite: Image.Image, point: Point) -> None:
        self.canvas.lay((self.blank.put(sprite, point),))

    def lay(self, placed: Iterable[Placed]) -> None:
        self.canvas.lay(placed)

    def pixels(self, rows: float) -> int:
        return self.blank.pixels(rows)

    def place(self, colour: int, square: str, index: int, count: int) -> Point:
        return self.blank.place(colour, square, index, count)


def piece_of(name: str) -> tuple[int, int]:
    """Split the name of a piece into its colour and its number from 0: `B2` is (1, 1)."""
    return divmod(pieces_by_name()[name], PIECES)
