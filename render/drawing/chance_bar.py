"""Draws win chances as a bar: one part per side, as long as its chance, in the side's colours.

Each part has the shapes of the side's pieces and the chance in percent if there is room, so it needs no colour
vision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render.drawing.geometry import rounded
from render.drawing.sprites import sheet_for
from render.drawing.text import written
from render.themes.theme import Colour, Theme

Figure = Callable[[Theme, int, int], Image.Image]
"""Draws a piece of a colour, with a radius in pixels."""

_STRIP, _BAR, _MARGIN = 0.068, 0.05, 0.012
"""Shares of the picture's width: the strip below the board, the bar in it, and its distance from the edges."""
_LABEL = 0.8
"""A label's height as a share of the bar's."""


@dataclass(frozen=True, slots=True)
class SideChance:
    """A side's win chance, 0 to 1, and its colours as pairs of number and paint."""

    chance: float
    colours: tuple[tuple[int, Colour], ...]

    @property
    def percent(self) -> int:
        """The chance in percent; 0 and 100 only if decided."""
        return round(100 * self.chance) if self.chance in (0.0, 1.0) else min(99, max(1, round(100 * self.chance)))


def chance_bar(theme: Theme, figure: Figure, sides: Sequence[SideChance], width: int) -> Image.Image:
    """Draw the strip for below a board of this width in pixels, in mode RGB."""
    high, edge, thick = round(width * _BAR), round(width * _MARGIN), max(1, round(width / 400))
    strip = Image.new("RGB", (width, round(width * _STRIP)), theme.table)
    draw = ImageDraw.Draw(strip)
    top = strip.height - edge - high
    draw.rectangle((edge - thick, top - thick, width - edge + thick - 1, top + high + thick - 1), fill=theme.ink)
    before = 0.0
    for side in sides:
        left, right = (edge + round((width - 2 * edge) * share) for share in (before, before + side.chance))
        before += side.chance
        inner = left + (thick if left > edge else 0)
        if inner < right:
            _part(draw, (inner, top, right, top + high), side)
            _mark(strip, (inner, top, right, top + high), side, theme, figure)
    return strip


_Box = tuple[int, int, int, int]


def _part(draw: ImageDraw.ImageDraw, box: _Box, side: SideChance) -> None:
    left, top, right, bottom = box
    count = len(side.colours)
    for number, (_, paint) in enumerate(side.colours):
        low, high = (top + (bottom - top) * step // count for step in (number, number + 1))
        draw.rectangle((left, low, right - 1, high - 1), fill=paint)


def _mark(strip: Image.Image, box: _Box, side: SideChance, theme: Theme, figure: Figure) -> None:
    """Write into the middle of a part what fits: shapes and number, shapes, one shape, or nothing."""
    left, top, right, bottom = box
    high = round((bottom - top) * _LABEL)
    colours = tuple(colour for colour, _ in side.colours)
    for shown, words in ((colours, f"{side.percent}%"), (colours, ""), (colours[:1], "")):
        label = _label(theme, figure, shown, words, high)
        if label.width <= right - left:
            corner = ((left + right - label.width) // 2, (top + bottom - label.height) // 2)
            strip.paste(label, corner, label)
            return


@lru_cache(maxsize=256)
def _label(theme: Theme, figure: Figure, colours: tuple[int, ...], words: str, height: int) -> Image.Image:
    """Draw shapes and a number on a light plaque; some 10 KB each."""
    size, radius = round(height * 0.72), max(3, round(height * 0.34))
    step, ends = round(2.3 * radius), round(height * (0.16 if words else 0.08))
    line = written(words, "", size, 8 * size) if words else None
    shapes = step * len(colours)
    sheet = sheet_for(2 * ends + shapes + (line.width if line else 0), height, 1.0)
    w, h = sheet.frame.size[0] / 2 - 0.5, sheet.frame.size[1] / 2 - 0.5
    for inset, fill in ((0.0, theme.ink), (1.2, theme.cream)):
        x, y = w - inset, h - inset
        sheet.polygon(rounded(((-x, -y), (x, -y), (x, y), (-x, y)), y * 0.7, 8), fill)
    image = sheet.finish()
    for number, colour in enumerate(colours):
        piece, over = figure(theme, colour, radius), Image.new("RGBA", image.size)
        middle = ends + step * number + step // 2
        over.paste(piece, (middle - piece.width // 2, (image.height - piece.height) // 2))
        image.alpha_composite(over)
    if line is not None:
        line.onto(image, (ends + shapes, round((image.height - line.height) / 2 + size * 0.02)), theme.ink)
    return image
