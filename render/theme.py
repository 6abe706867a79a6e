"""Colours and proportions: what the boards look like, and nothing of where things are."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

Colour = tuple[int, int, int]
Clear = tuple[int, int, int, int]
"""A colour and how much of it: 0 lets all through."""


def _rgb(code: int) -> Colour:
    return (code >> 16, code >> 8 & 255, code & 255)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """The colour `share` of the way from `a` to `b`."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return (red, green, blue)


@dataclass(frozen=True, slots=True)
class Tint:
    """One player's colour in its shades: `base` for pieces, `field` for squares, `ink` for text on either."""

    letter: str
    base: Colour
    deep: Colour
    field: Colour
    pale: Colour
    ink: Colour

    @property
    def star(self) -> Colour:
        """The star in the nest."""
        return mix(self.pale, self.field, 0.32)

    @property
    def rim(self) -> Colour:
        """Round a place in the nest."""
        return mix(self.pale, self.field, 0.55)

    @property
    def well(self) -> Colour:
        """A place in the nest."""
        return mix(self.pale, CREAM, 0.6)

    @property
    def rest(self) -> Colour:
        """A place in the goal."""
        return mix(self.field, CREAM, 0.28)

    @property
    def line(self) -> Colour:
        """Between two corridor squares, and the star on the start."""
        return mix(self.field, CREAM, 0.5)

    @property
    def digit(self) -> Colour:
        """The numbers in the corridor."""
        return mix(self.field, self.ink, 0.7)

    @property
    def shades(self) -> tuple[Colour, ...]:
        """All of them."""
        flat = (self.base, self.deep, self.field, self.pale, self.ink)
        return (*flat, self.star, self.rim, self.well, self.rest, self.line, self.digit)


NIGHT = _rgb(0x1D2B40)
NIGHT_LINE = _rgb(0x33486A)
NIGHT_SHADE = mix(NIGHT, (0, 0, 0), 0.5)
"""The shadow of a board on the table."""
PLATE = _rgb(0xE3D3B4)
SQUARE = _rgb(0xFDF8EC)
SQUARE_LINE = _rgb(0xBBA88A)
SHELTER = _rgb(0xDCE3E6)
SHELTER_MARK = _rgb(0x9FB2BD)
NUMBER = _rgb(0x5E523F)
CREAM = _rgb(0xFFFCF3)
INK = _rgb(0x2A2320)
GOLD = _rgb(0xE9B949)
GOLD_DEEP = _rgb(0x8A5F12)
GLOW = _rgb(0x12E0CF)
"""The light round what may move: no player's colour comes near it."""
SHADE = _rgb(0x14100C)

TINTS: tuple[Tint, ...] = (
    Tint("Y", _rgb(0xFBC916), _rgb(0x7A5500), _rgb(0xF7D046), _rgb(0xFFF3C4), _rgb(0x3B2A00)),
    Tint("B", _rgb(0x1B66C9), _rgb(0x0B2F66), _rgb(0x3F83D6), _rgb(0xDCE9F9), CREAM),
    Tint("R", _rgb(0xD3263A), _rgb(0x6D0D1A), _rgb(0xDE4B58), _rgb(0xFBDFE0), CREAM),
    Tint("G", _rgb(0x1E9455), _rgb(0x0A4526), _rgb(0x3FA96F), _rgb(0xDAF1E2), CREAM),
    Tint("P", _rgb(0x7B3FB5), _rgb(0x381657), _rgb(0x9260C4), _rgb(0xECE0F6), CREAM),
    Tint("O", _rgb(0xEF6C11), _rgb(0x6E2B00), _rgb(0xF38A3F), _rgb(0xFFE6D3), _rgb(0x331400)),
)

# Palma
WOOD = _rgb(0xB9793F)
WOOD_EDGE = _rgb(0x6A3B17)
WOOD_SIDE = _rgb(0x45260E)
WOOD_LIGHT = _rgb(0xD49A5C)
WOOD_VEIN = _rgb(0xAB6D36)
TRUNK = _rgb(0x8A5426)
TRUNK_LINE = _rgb(0x5E3513)
FROND = _rgb(0x5F7A3A)
FROND_DEEP = _rgb(0x3E5424)
HOLE = _rgb(0x2B170A)
HOLE_RIM = _rgb(0xF0D3A0)
INLAY = _rgb(0x2A8C8A)
HOUND = Tint("D", _rgb(0xFBF3DF), _rgb(0x8F2F17), _rgb(0xB8452A), _rgb(0xF7DFD2), _rgb(0x4A1609))
JACKAL = Tint("J", _rgb(0x2E3A48), _rgb(0x0F151C), _rgb(0x2A6F86), _rgb(0xD8E8EC), CREAM)

_COMMON = (CREAM, INK, NIGHT, NIGHT_SHADE, NUMBER, GOLD, GOLD_DEEP, GLOW, SHADE)
_PAPER = (PLATE, SQUARE, SQUARE_LINE, SHELTER, SHELTER_MARK)
_TIMBER = (WOOD, WOOD_EDGE, WOOD_SIDE, WOOD_LIGHT, WOOD_VEIN, TRUNK, TRUNK_LINE, FROND, FROND_DEEP)
_CARVED = (*_TIMBER, NIGHT_LINE, HOLE, HOLE_RIM, INLAY)


def flat_colours(tints: tuple[Tint, ...], *, carved: bool) -> tuple[Colour, ...]:
    """The colours of all large areas, on a carved board or a paper one: a palette must have them exactly."""
    return (*_COMMON, *(_CARVED if carved else _PAPER), *chain.from_iterable(tint.shades for tint in tints))
