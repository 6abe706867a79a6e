"""Draw what is made once: a sheet three times as large as it will be, shrunk when all is on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImagePalette

from render.drawing.geometry import Point
from render.drawing.text import digit_height, inked
from render.themes.theme import Clear, Colour

OVERSIZE = 3
"""How much larger a sheet is drawn: at four times, nobody sees more, and a PNG has a twentieth more bytes."""
_INDEXES = 256
"""How many colours a sheet on a ground has; for any more it takes the nearest of them."""
_STRIP = 15 * OVERSIZE
"""How many rows get their colours at once."""
_NEARLY = 0.02
Box = tuple[int, int, int, int]
Inscription = tuple[Point, str, float, Colour]
"""A short word or number: its middle, and how high its font is, in units of a frame, and its colour."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How units of a layout, y up, become pixels, y down: `scale` pixels a unit, the origin at `origin`."""

    scale: float
    origin: Point
    size: tuple[int, int]

    @classmethod
    def fit(cls, bounds: tuple[float, float, float, float], width: int) -> Frame:
        """Return the frame in which bounds (left, bottom, right, top) fill a picture of that width.

        A scale that is nearly whole is: then squares are the same pixel by pixel, which fewer bytes tell.
        """
        left, bottom, right, top = bounds
        scale = width / (right - left)
        if abs(scale - round(scale)) < _NEARLY:
            scale = float(round(scale))
        return cls(
            scale, (width / 2 - (left + right) / 2 * scale, top * scale), (width, round((top - bottom) * scale))
        )

    def at(self, point: Point) -> Point:
        """Turn a point of the layout into pixels."""
        return (self.origin[0] + point[0] * self.scale, self.origin[1] - point[1] * self.scale)


class Sheet:
    """A drawing at three times its size, on a ground or, without one, transparent.

    Points are in the frame's units, widths too. On a `crisp` one upright edges lie between two pixels: they look
    sharp, and rows that are alike take fewer bytes.

    On a ground, it is drawn in indexes of colours: they are filled ten times as fast as colours, in a quarter of the
    memory.
    """

    def __init__(self, frame: Frame, ground: Colour | None, *, crisp: bool = False) -> None:
        self.frame = frame
        self._crisp = crisp
        self._times = OVERSIZE * frame.scale
        size = (frame.size[0] * OVERSIZE, frame.size[1] * OVERSIZE)
        # on a transparent one colours are multiplied by what they cover, as they must be to be shrunk
        self._image = Image.new("RGBa" if ground is None else "L", size)
        self._draw = ImageDraw.Draw(self._image)
        self._indexes: dict[Colour, int] = {} if ground is None else {ground: 0}
        self._veils: list[tuple[float, float, list[Point], Clear]] = []
        self._stamps: dict[Hashable, Image.Image] = {}
        self._words: list[Inscription] = []

    def _ink(self, fill: Colour | Clear) -> Colour | Clear | int:
        """Return what to draw a colour with; on a ground it covers all."""
        if self._image.mode == "RGBa":
            return _multiplied(fill)
        colour = fill[:3]
        if colour not in self._indexes and len(self._indexes) == _INDEXES:
            colour = min(self._indexes, key=lambda known: math.dist(known, colour))
        return self._indexes.setdefault(colour, len(self._indexes))

    def _at(self, point: Point) -> Point:
        x, y = self.frame.at(point)
        return (x * OVERSIZE, y * OVERSIZE)

    def snapped(self, point: Point) -> Point:
        """Return the nearest corner of a pixel: what is drawn there twice is the same pixel by pixel."""
        x, y = (round(value) for value in self.frame.at(point))
        (left, top), scale = self.frame.origin, self.frame.scale
        return ((x - left) / scale, (top - y) / scale)

    def polygon(self, points: Sequence[Point], fill: Colour | Clear) -> None:
        """Draw a filled polygon."""
        (left, top), times = self.frame.origin, self._times  # as `_at` does, but so much faster
        left, top = left * OVERSIZE, top * OVERSIZE
        spots = [(left + x * times, top - y * times) for x, y in points]
        self._draw.polygon(_between_pixels(spots) if self._crisp else spots, fill=self._ink(fill))

    def whole_pixels(self, outline: Sequence[Point]) -> Box | None:
        """Return the pixels nearest to an upright rectangle; None for any other shape."""
        xs, ys = ({round(point[axis], 3) for point in outline} for axis in (0, 1))
        if len(outline) != 4 or len(xs) != 2 or len(ys) != 2:
            return None
        left, top = (round(value) for value in self.frame.at((min(xs), max(ys))))
        right, bottom = (round(value) for value in self.frame.at((max(xs), min(ys))))
        return (left, top, right, bottom)

    def block(self, box: Box, fill: Colour) -> None:
        """Fill whole pixels."""
        left, top, right, bottom = (OVERSIZE * side for side in box)
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=self._ink(fill))

    def elbow(self, box: Box, width: int, fill: Colour) -> None:
        """Fill so many pixels along the left and the upper edge of a box, mitred where the others begin."""
        left, top, right, bottom = (OVERSIZE * side for side in box)
        wide = OVERSIZE * width
        inner = ((right - wide, top + wide), (left + wide, top + wide), (left + wide, bottom - wide))
        self._draw.polygon([(left, bottom - 1), (left, top), (right - 1, top), *inner], fill=self._ink(fill))

    def stamp(self, box: Box, look: Hashable, draw: Callable[[], None]) -> None:
        """Draw what fills a box of whole pixels; one as large and of the same look is a copy of the first."""
        left, top, right, bottom = (OVERSIZE * side for side in box)
        key = (right - left, bottom - top, look)
        if key in self._stamps:
            self._image.paste(self._stamps[key], (left, top))
            return
        draw()
        self._stamps[key] = self._image.crop((left, top, right, bottom))

    def veil(self, points: Sequence[Point], fill: Clear) -> None:
        """Cover a polygon, over all that is drawn, with a colour that lets it show through.

        Not for a transparent sheet.
        """
        spots = [self._at(point) for point in points]
        spots = _between_pixels(spots) if self._crisp else spots
        heights = [y for _, y in spots]
        self._veils.append((min(heights), max(heights), spots, fill))

    def line(self, points: Iterable[Point], fill: Colour | Clear, width: float, *, closed: bool = False) -> None:
        """Draw a line with round joints and ends."""
        spots = [self._at(point) for point in points]
        if closed:
            spots += spots[:1]
        thick, ink = max(1, round(width * self._times)), self._ink(fill)
        self._draw.line(spots, fill=ink, width=thick)
        if thick > OVERSIZE:
            half, joint = thick / 2, self._draw.ellipse
            for x, y in spots:
                joint((x - half, y - half, x + half, y + half), ink)

    def disc(self, centre: Point, radius: float, fill: Colour | Clear) -> None:
        """Draw a filled circle."""
        x, y = self._at(centre)
        reach = radius * self._times
        self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=self._ink(fill))

    def text(self, centre: Point, words: str, height: float, fill: Colour) -> None:
        """Write a short word or number centred on a point, over all that is drawn; `height` is the font's."""
        self._words.append((centre, words, height, fill))

    def finish(self) -> Image.Image:
        """Shrink the drawing to its own size, and write its words on it."""
        image = self._image.reduce(OVERSIZE).convert("RGBA") if self._image.mode == "RGBa" else self._shrunk()
        inscribe(image, self.frame, self._words)
        return image

    def _shrunk(self) -> Image.Image:
        """Shrink a drawing on a ground, strip by strip: colours take four times the memory of indexes."""
        colours = ImagePalette.ImagePalette("RGB", [channel for colour in self._indexes for channel in colour])
        (wide, high), whole = self._image.size, Image.new("RGB", self.frame.size)
        for top in range(0, high, _STRIP):
            strip = self._image.crop((0, top, wide, min(high, top + _STRIP)))
            strip.putpalette(colours)
            strip = strip.convert("RGB")
            veil = ImageDraw.Draw(strip, "RGBA")
            for first, last, spots, fill in self._veils:
                if first < top + _STRIP and last >= top:
                    veil.polygon([(x, y // 1 - top) for x, y in spots], fill=fill)
            whole.paste(strip.reduce(OVERSIZE), (0, top // OVERSIZE))
        return whole


def inscribe(image: Image.Image, frame: Frame, words: Iterable[Inscription]) -> None:
    """Write on a finished drawing.

    It is written in its own size, for fonts have edges that are smooth, and starts at a whole pixel: the same signs
    are the same pixels everywhere, which a PNG tells shorter.
    """
    for centre, text, height, fill in words:
        (x, y), size = frame.at(centre), max(4, round(height * frame.scale))
        mask, (left, top) = inked(text, size)
        left, top = round(x) + left, round(y + digit_height(size) / 2) + top
        image.paste(fill, (left, top, left + mask.width, top + mask.height), mask)


def _multiplied(fill: Colour | Clear) -> Colour | Clear:
    """Multiply a colour by how much of it there is; one that covers all stays as it is."""
    if len(fill) == 3:
        return fill
    red, green, blue, share = fill
    return (round(red * share / 255), round(green * share / 255), round(blue * share / 255), share)


def _between_pixels(spots: Sequence[Point]) -> list[Point]:
    """Move the upright edges of a polygon, drawn oversize, to where pixels meet, if they are not quite short.

    A polygon is filled as far as its points and with them: edges on its right and its lower side stay one short.
    """
    moved, (left, top), turn = list(spots), spots[-1], 0.0
    for index, (x, y) in enumerate(spots):
        across, down = x - left, y - top
        level = -_UPRIGHT < down < _UPRIGHT and not -_LONG <= across <= _LONG
        plumb = -_UPRIGHT < across < _UPRIGHT and not -_LONG <= down <= _LONG
        if level or plumb:
            turn = turn or sum(a[0] * b[1] - b[0] * a[1] for a, b in zip((spots[-1], *spots), spots, strict=False))
        if plumb:
            edge = OVERSIZE * round((left + x) / 2 / OVERSIZE) - (down * turn > 0)
            moved[index - 1], moved[index] = (edge, moved[index - 1][1]), (edge, moved[index][1])
        elif level:
            edge = OVERSIZE * round((top + y) / 2 / OVERSIZE) - (across * turn < 0)
            moved[index - 1], moved[index] = (moved[index - 1][0], edge), (moved[index][0], edge)
        left, top = x, y
    return moved


_UPRIGHT, _LONG = 0.1, 4 * OVERSIZE
"""How little an upright edge leans, and from what length on one is moved, in pixels of a sheet."""
