"""A card to draw boxes, lines, words and sprites on, in pixels from its top left corner."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from PIL import Image, ImageDraw

from render.drawing import png
from render.drawing.canvas import palette_of
from render.drawing.geometry import Point
from render.drawing.text import written
from render.themes.theme import Colour, Theme, mix

_OVERSIZE = 3
_EFFORT = png.Effort(6)
"""A seventh fewer bytes than a board's effort, which matters with many words, for two milliseconds."""
Align = Literal["left", "centre", "right"]


@dataclass(frozen=True, slots=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


class Card:
    """A card to draw on at its final size; only what is slanted or round is drawn larger, and shrunk."""

    def __init__(self, theme: Theme, width: int, height: int) -> None:
        self.theme = theme
        self.size = (width, height)
        self._image = Image.new("RGB", self.size, theme.table)
        self.box(Box(6, 6, width - 6, height - 6), theme.gold, 22)
        self.box(Box(8, 8, width - 8, height - 8), theme.plate, 20)
        self.box(Box(16, 16, width - 16, height - 16), theme.square, 14)

    @property
    def faint(self) -> Colour:
        """The colour of guide lines."""
        return mix(self.theme.square, self.theme.number, 0.22)

    def box(self, box: Box, fill: Colour, radius: float = 0) -> None:
        """Fill a box of whole pixels, with round corners."""
        left, top, right, bottom = (round(edge) for edge in (box.left, box.top, box.right, box.bottom))
        turn = round(min(radius, (right - left) / 2, (bottom - top) / 2))
        self._image.paste(fill, (left + turn, top, right - turn, bottom))
        if turn:
            self._image.paste(fill, (left, top + turn, right, bottom - turn))
            corners = ((left, top), (right - turn, top), (right - turn, bottom - turn), (left, bottom - turn))
            for (x, y), mask in zip(corners, _corners(turn), strict=True):
                self._image.paste(fill, (x, y, x + turn, y + turn), mask)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        thick = max(1, round(width * _OVERSIZE))
        self._ink(points, width, colour, lambda draw, spots: draw.line(spots, 255, thick, joint="curve"))

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        self._ink(points, 0, fill, lambda draw, spots: draw.polygon(spots, 255))

    def _ink(
        self,
        points: Sequence[Point],
        beyond: float,
        colour: Colour,
        draw: Callable[[ImageDraw.ImageDraw, list[Point]], None],
    ) -> None:
        """Draw a shape, which reaches `beyond` its points, enlarged on a separate mask."""
        left, top = (math.floor(min(point[axis] for point in points) - beyond) - 1 for axis in (0, 1))
        right, bottom = (math.ceil(max(point[axis] for point in points) + beyond) + 1 for axis in (0, 1))
        mask = Image.new("L", ((right - left) * _OVERSIZE, (bottom - top) * _OVERSIZE))
        draw(ImageDraw.Draw(mask), [((x - left) * _OVERSIZE, (y - top) * _OVERSIZE) for x, y in points])
        self._image.paste(colour, (left, top, right, bottom), mask.reduce(_OVERSIZE))

    def heading(self, title: str, subtitle: str) -> None:
        """Write the title of the card, and a line below it."""
        middle, room = self.size[0] / 2, self.size[0] - 80
        self.words((middle, 56), title, 36, self.theme.number, align="centre", room=room)
        self.words((middle, 100), subtitle, 20, self.theme.number, align="centre", room=room)

    def more(self, y: float, count: int) -> None:
        """Write how many are left out, after three dots; it needs no language."""
        words, middle = f"+{count}", self.size[0] / 2
        half = written(words, words, 20, 200).width / 2
        for step in (0, 14, 28):
            spot = middle - half - 44 + step
            self.box(Box(spot, y - 3, spot + 6, y + 3), self.faint, 3)
        self.words((middle + 6, y), words, 20, self.theme.number, align="centre", room=200)

    def words(
        self,
        at: Point,
        text: str,
        size: int,
        colour: Colour,
        *,
        align: Align = "left",
        room: float = 1e4,
        least: int = 0,
    ) -> None:
        """Write one line of words; `at` is the middle of its height, at its left, middle or right.

        Words that are too long are made smaller, down to 0.7 of the size and not below `least`, and then cut.
        """
        line = written(text, "—", size, max(size, round(room)), smallest=max(least, round(size * 0.7)))
        left = at[0] - {"left": 0.0, "centre": line.width / 2, "right": float(line.width)}[align]
        line.onto(self._image, (round(left), round(at[1] - line.height / 2 + size * 0.02)), colour)

    def sprite(self, sprite: Image.Image, centre: Point) -> None:
        """Put a sprite by its middle; an opaque one covers what was there."""
        corner = (round(centre[0] - sprite.width / 2), round(centre[1] - sprite.height / 2))
        self._image.paste(sprite, corner, sprite if sprite.mode == "RGBA" else None)

    def picture(self) -> Image.Image:
        return self._image

    def encode(self) -> bytes:
        """Return the finished card as a PNG with its own palette."""
        image, theme = self._image, self.theme
        palette = palette_of((*theme.paper_colours(len(theme.tints)), *theme.carved_colours(), self.faint), image)
        return png.encode(image.quantize(palette=palette, dither=Image.Dither.NONE), _EFFORT)


@lru_cache(maxsize=64)
def _corners(radius: int) -> tuple[Image.Image, ...]:
    """Return the masks of a box's round corners, clockwise from the upper left one."""
    side = 2 * radius * _OVERSIZE
    disc = Image.new("L", (side, side))
    ImageDraw.Draw(disc).ellipse((0, 0, side - 1, side - 1), 255)
    corner = disc.reduce(_OVERSIZE).crop((0, 0, radius, radius))
    turns = (Image.Transpose.ROTATE_270, Image.Transpose.ROTATE_180, Image.Transpose.ROTATE_90)
    return (corner, *(corner.transpose(turn) for turn in turns))
