"""A sheet for drawings made once: three times the final size, then shrunk."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw, ImagePalette

from render.drawing.geometry import Point
from render.drawing.text import digit_height, inked
from render.themes.theme import Clear, Colour

OVERSIZE = 3
"""Oversampling: at four times nobody sees more, and a PNG has a twentieth more bytes."""
_INDEXES = 256
"""The colours of a sheet with a ground; further colours use the nearest of them."""
_STRIP = 15 * OVERSIZE
"""Rows coloured at a time."""
_NEARLY = 0.02
Box = tuple[int, int, int, int]
Inscription = tuple[Point, str, float, Colour]
"""A short word or number: its middle and font height, in units of a frame, and its colour."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Maps layout units (y up) to pixels (y down): `scale` pixels per unit, the origin at `origin`."""

    scale: float
    origin: Point
    size: tuple[int, int]

    @classmethod
    def fit(cls, bounds: tuple[float, float, float, float], width: int) -> Frame:
        """Return the frame in which bounds (left, bottom, right, top) fill a picture of this width.

        A nearly whole scale becomes whole: squares are then identical pixel by pixel, which compresses better.
        """
        left, bottom, right, top = bounds
        scale = width / (right - left)
        if abs(scale - round(scale)) < _NEARLY:
            scale = float(round(scale))
        return cls(
            scale, (width / 2 - (left + right) / 2 * scale, top * scale), (width, round((top - bottom) * scale))
        )

    def at(self, point: Point) -> Point:
        """Return a layout point in pixels."""
        return (self.origin[0] + point[0] * self.scale, self.origin[1] - point[1] * self.scale)


class Sheet:
    """A drawing at three times its size, transparent or on a ground.

    Points and widths are in the frame's units. With `crisp`, upright edges align with pixels: they look sharp and
    compress better. On a ground it draws colour indexes, ten times as fast as colours and in a quarter of the memory.
    """

    def __init__(self, frame: Frame, ground: Colour | None, *, crisp: bool = False) -> None:
        self.frame = frame
        self._crisp = crisp
        self._times = OVERSIZE * frame.scale
        size = (frame.size[0] * OVERSIZE, frame.size[1] * OVERSIZE)
        # transparent sheets use premultiplied colours, as shrinking requires
        self._image = Image.new("RGBa" if ground is None else "L", size)
        self._draw = ImageDraw.Draw(self._image)
        self._indexes: dict[Colour, int] = {} if ground is None else {ground: 0}
        self._veils: list[tuple[float, float, list[Point], Clear]] = []
        self._stamps: dict[Hashable, Image.Image] = {}
        self._words: list[Inscription] = []

    def _ink(self, fill: Colour | Clear) -> Colour | Clear | int:
        """Return the value to draw a colour with; on a ground it is opaque."""
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
        """Return the nearest pixel corner, so that repeated drawings are identical pixel by pixel."""
        x, y = (round(value) for value in self.frame.at(point))
        (left, top), scale = self.frame.origin, self.frame.scale
        return ((x - left) / scale, (top - y) / scale)

    def polygon(self, points: Sequence[Point], fill: Colour | Clear) -> None:
        (left, top), times = self.frame.origin, self._times  # inlined `_at`, which is much faster
        left, top = left * OVERSIZE, top * OVERSIZE
        spots = [(left + x * times, top - y * times) for x, y in points]
        self._draw.polygon(_between_pixels(spots) if self._crisp else spots, fill=self._ink(fill))

    def whole_pixels(self, outline: Sequence[Point]) -> Box | None:
        """Return the nearest whole pixels of an upright rectangle; None for other shapes."""
        xs, ys = ({round(point[axis], 3) for point in outline} for axis in (0, 1))
        if len(outline) != 4 or len(xs) != 2 or len(ys) != 2:
            return None
        left, top = (round(value) for value in self.frame.at((min(xs), max(ys))))
        right, bottom = (round(value) for value in self.frame.at((max(xs), min(ys))))
        return (left, top, right, bottom)

    def block(self, box: Box, fill: Colour) -> None:
        left, top, right, bottom = (OVERSIZE * side for side in box)
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=self._ink(fill))

    def elbow(self, box: Box, width: int, fill: Colour) -> None:
        """Fill a band of `width` pixels along the left and top edges of a box, mitred at both ends."""
        left, top, right, bottom = (OVERSIZE * side for side in box)
        wide = OVERSIZE * width
        inner = ((right - wide, top + wide), (left + wide, top + wide), (left + wide, bottom - wide))
        self._draw.polygon([(left, bottom - 1), (left, top), (right - 1, top), *inner], fill=self._ink(fill))

    def stamp(self, box: Box, look: Hashable, draw: Callable[[], None]) -> None:
        """Draw what fills a box of whole pixels; a box of the same size and look is copied from the first."""
        left, top, right, bottom = (OVERSIZE * side for side in box)
        key = (right - left, bottom - top, look)
        if key in self._stamps:
            self._image.paste(self._stamps[key], (left, top))
            return
        draw()
        self._stamps[key] = self._image.crop((left, top, right, bottom))

    def veil(self, points: Sequence[Point], fill: Clear) -> None:
        """Cover a polygon with a translucent colour above everything drawn. Not for transparent sheets."""
        spots = [self._at(point) for point in points]
        spots = _between_pixels(spots) if self._crisp else spots
        heights = [y for _, y in spots]
        self._veils.append((min(heights), max(heights), spots, fill))

    def line(self, points: Iterable[Point], fill: Colour | Clear, width: float, *, closed: bool = False) -> None:
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
        x, y = self._at(centre)
        reach = radius * self._times
        self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=self._ink(fill))

    def text(self, centre: Point, words: str, height: float, fill: Colour) -> None:
        """Write a short word centred on a point, above everything drawn; `height` is the font's."""
        self._words.append((centre, words, height, fill))

    def finish(self) -> Image.Image:
        """Shrink the drawing to its final size, and write its words on it."""
        image = self._image.reduce(OVERSIZE).convert("RGBA") if self._image.mode == "RGBa" else self._shrunk()
        inscribe(image, self.frame, self._words)
        return image

    def _shrunk(self) -> Image.Image:
        """Shrink a drawing on a ground strip by strip: colours take four times the memory of indexes."""
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
    """Write on a finished drawing, starting at whole pixels.

    Fonts are already smooth at the final size, and identical characters are then identical pixels, which compress
    well.
    """
    for centre, text, height, fill in words:
        (x, y), size = frame.at(centre), max(4, round(height * frame.scale))
        mask, (left, top) = inked(text, size)
        left, top = round(x) + left, round(y + digit_height(size) / 2) + top
        image.paste(fill, (left, top, left + mask.width, top + mask.height), mask)


def _multiplied(fill: Colour | Clear) -> Colour | Clear:
    """Premultiply a colour by its opacity; opaque colours stay the same."""
    if len(fill) == 3:
        return fill
    red, green, blue, share = fill
    return (round(red * share / 255), round(green * share / 255), round(blue * share / 255), share)


def _between_pixels(spots: Sequence[Point]) -> list[Point]:
    """Move the upright edges of an oversize polygon to pixel boundaries, except short edges.

    Polygons include their boundary points, so edges on the right and bottom stay one short.
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
"""The greatest lean of an upright edge, and the least length of a moved edge, in sheet pixels."""
