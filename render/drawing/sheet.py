"""Draw what is made once: a sheet three times as large as it will be, shrunk when all is on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.drawing.geometry import Point
from render.drawing.text import LOCK, digit_height, font
from render.themes.theme import Clear, Colour

OVERSIZE = 3
"""How much larger a sheet is drawn: at four times, nobody sees more, and a PNG has a twentieth more bytes."""
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
    """

    def __init__(self, frame: Frame, ground: Colour | None, *, crisp: bool = False) -> None:
        self.frame = frame
        self._crisp = crisp
        self._times = OVERSIZE * frame.scale
        size = (frame.size[0] * OVERSIZE, frame.size[1] * OVERSIZE)
        # on a transparent one colours are multiplied by what they cover, as they must be to be shrunk
        self._image = Image.new("RGBa", size) if ground is None else Image.new("RGB", size, ground)
        self._draw = ImageDraw.Draw(self._image)
        self._words: list[Inscription] = []
        self._veil = self._draw if ground is None else ImageDraw.Draw(self._image, "RGBA")

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
        self._draw.polygon(_between_pixels(spots) if self._crisp else spots, fill=_multiplied(fill))

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
        self._draw.rectangle((left, top, right - 1, bottom - 1), fill=fill)

    def elbow(self, box: Box, width: int, fill: Colour) -> None:
        """Fill so many pixels along the left and the upper edge of a box, mitred where the others begin."""
        left, top, right, bottom = (OVERSIZE * side for side in box)
        wide = OVERSIZE * width
        inner = ((right - wide, top + wide), (left + wide, top + wide), (left + wide, bottom - wide))
        self._draw.polygon([(left, bottom - 1), (left, top), (right - 1, top), *inner], fill=fill)

    def veil(self, points: Sequence[Point], fill: Clear) -> None:
        """Cover a polygon with a colour that lets what is below show through; not for a transparent sheet."""
        spots = [self._at(point) for point in points]
        self._veil.polygon(_between_pixels(spots) if self._crisp else spots, fill=fill)

    def line(self, points: Iterable[Point], fill: Colour | Clear, width: float, *, closed: bool = False) -> None:
        """Draw a line with round joints and ends."""
        spots = [self._at(point) for point in points]
        if closed:
            spots += spots[:1]
        thick, ink = max(1, round(width * self._times)), _multiplied(fill)
        self._draw.line(spots, fill=ink, width=thick)
        half = thick / 2
        if thick > OVERSIZE:
            for x, y in spots:
                self._draw.ellipse((x - half, y - half, x + half, y + half), fill=ink)

    def disc(self, centre: Point, radius: float, fill: Colour | Clear) -> None:
        """Draw a filled circle."""
        x, y = self._at(centre)
        reach = radius * self._times
        self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=_multiplied(fill))

    def text(self, centre: Point, words: str, height: float, fill: Colour) -> None:
        """Write a short word or number centred on a point, over all that is drawn; `height` is the font's."""
        self._words.append((centre, words, height, fill))

    def finish(self) -> Image.Image:
        """Shrink the drawing to its own size, and write its words on it."""
        image = self._image.reduce(OVERSIZE)
        if image.mode == "RGBa":
            image = image.convert("RGBA")
        inscribe(image, self.frame, self._words)
        return image


def inscribe(image: Image.Image, frame: Frame, words: Iterable[Inscription]) -> None:
    """Write on a finished drawing.

    It is written in its own size, for fonts have edges that are smooth, and starts at a whole pixel: the same signs
    are the same pixels everywhere, which a PNG tells shorter.
    """
    draw = ImageDraw.Draw(image)
    with LOCK:
        for centre, text, height, fill in words:
            (x, y), size = frame.at(centre), max(4, round(height * frame.scale))
            spot = (round(x), round(y + digit_height(size) / 2))
            draw.text(spot, text, fill=fill, font=font(size), anchor="ms")


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
    pairs = list(zip((spots[-1], *spots), spots, strict=False))
    level = [abs(b[1] - a[1]) < _UPRIGHT and abs(b[0] - a[0]) > _LONG for a, b in pairs]
    plumb = [abs(b[0] - a[0]) < _UPRIGHT and abs(b[1] - a[1]) > _LONG for a, b in pairs]
    moved = list(spots)
    if not any(level) and not any(plumb):
        return moved
    turn = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)
    for index, (a, b) in enumerate(pairs):
        if plumb[index]:
            x = OVERSIZE * round((a[0] + b[0]) / 2 / OVERSIZE) - ((b[1] - a[1]) * turn > 0)
            moved[index - 1], moved[index] = (x, moved[index - 1][1]), (x, moved[index][1])
        elif level[index]:
            y = OVERSIZE * round((a[1] + b[1]) / 2 / OVERSIZE) - ((b[0] - a[0]) * turn < 0)
            moved[index - 1], moved[index] = (moved[index - 1][0], y), (moved[index][0], y)
    return moved


_UPRIGHT, _LONG = 0.1, 4 * OVERSIZE
"""How little an upright edge leans, and from what length on one is moved, in pixels of a sheet."""
