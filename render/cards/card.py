"""A card to draw boxes, lines, words and sprites on, in pixels from its top left corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PIL import Image, ImageDraw

from render.drawing import png
from render.drawing.canvas import palette_of
from render.drawing.geometry import Point
from render.drawing.text import written
from render.themes.theme import Colour, Theme, mix

_OVERSIZE = 3
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
    """A card that takes shapes first: after the first word or sprite, no more shapes."""

    def __init__(self, theme: Theme, width: int, height: int) -> None:
        self.theme = theme
        self.size = (width, height)
        large = (width * _OVERSIZE, height * _OVERSIZE)
        self._large: Image.Image | None = Image.new("RGB", large, theme.table)
        self._draw = ImageDraw.Draw(self._large)
        self._image: Image.Image | None = None
        self.box(Box(6, 6, width - 6, height - 6), theme.gold, 22)
        self.box(Box(8, 8, width - 8, height - 8), theme.plate, 20)
        self.box(Box(16, 16, width - 16, height - 16), theme.square, 14)

    @property
    def faint(self) -> Colour:
        """The colour of guide lines."""
        return mix(self.theme.square, self.theme.number, 0.22)

    def box(self, box: Box, fill: Colour, radius: float = 0) -> None:
        corners = [edge * _OVERSIZE for edge in (box.left, box.top, box.right, box.bottom)]
        self._draw.rounded_rectangle(corners, radius * _OVERSIZE, fill)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        spots = [(x * _OVERSIZE, y * _OVERSIZE) for x, y in points]
        self._draw.line(spots, colour, max(1, round(width * _OVERSIZE)), joint="curve")

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        self._draw.polygon([(x * _OVERSIZE, y * _OVERSIZE) for x, y in points], fill)

    def words(
        self, at: Point, text: str, size: int, colour: Colour, *, align: Align = "left", room: float = 1e4
    ) -> None:
        """Write one line of words; `at` is the middle of its height, at its left, middle or right."""
        line = written(text, "—", size, max(size, round(room)), smallest=round(size * 0.7))
        left = at[0] - {"left": 0.0, "centre": line.width / 2, "right": float(line.width)}[align]
        line.onto(self._paper(), (round(left), round(at[1] - line.height / 2 + size * 0.02)), colour)

    def sprite(self, sprite: Image.Image, centre: Point) -> None:
        """Put a sprite by its middle; an opaque one covers what was there."""
        corner = (round(centre[0] - sprite.width / 2), round(centre[1] - sprite.height / 2))
        self._paper().paste(sprite, corner, sprite if sprite.mode == "RGBA" else None)

    def _paper(self) -> Image.Image:
        if self._image is None:
            assert self._large is not None  # noqa: S101 - it is released only here
            self._image, self._large = self._large.reduce(_OVERSIZE), None
        return self._image

    def picture(self) -> Image.Image:
        return self._paper()

    def encode(self) -> bytes:
        """Return the finished card as a PNG with its own palette."""
        image, theme = self._paper(), self.theme
        palette = palette_of((*theme.paper_colours(len(theme.tints)), *theme.carved_colours(), self.faint), image)
        return png.encode(image.quantize(palette=palette, dither=Image.Dither.NONE))
