"""A theme: the colours of everything drawn, without layout."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from itertools import chain

Colour = tuple[int, int, int]
Clear = tuple[int, int, int, int]
"""A colour with its opacity; 0 is transparent."""


def rgb(code: int) -> Colour:
    """Return the colour of six hexadecimal digits."""
    return (code >> 16, code >> 8 & 255, code & 255)


@lru_cache(maxsize=4096)
def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Mix the colour `share` of the way from `a` to `b`."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return (red, green, blue)


_METALS = ((rgb(0xD8DEE4), rgb(0x5C6873)), (rgb(0xD59262), rgb(0x6E3E1A)), (rgb(0xF1E9D8), rgb(0x8B7E68)))
"""Silver, bronze and ivory: a coin's face and edge."""
SHADE = rgb(0x14100C)
"""The colour of all shadows."""


@dataclass(frozen=True, slots=True, eq=False)
class Tint:
    """The shades of one player's colour.

    `base` is for pieces, `field` for squares, `ink` for text on either, `pale` for the nest, which fades towards
    `light`. Compared by identity, so it is a cheap cache key.
    """

    letter: str
    base: Colour
    deep: Colour
    field: Colour
    pale: Colour
    ink: Colour
    light: Colour

    def faded(self, ground: Colour) -> Tint:
        """Return the tint of an unused colour, faded towards the ground."""
        base, field, pale = (mix(shade, ground, 0.72) for shade in (self.base, self.field, self.pale))
        return replace(
            self, base=base, field=field, pale=pale, deep=mix(self.deep, ground, 0.6), ink=mix(self.ink, ground, 0.3)
        )

    @property
    def star(self) -> Colour:
        """The star in the nest."""
        return mix(self.pale, self.field, 0.32)

    @property
    def rim(self) -> Colour:
        """The rim of a place in the nest."""
        return mix(self.pale, self.field, 0.55)

    @property
    def well(self) -> Colour:
        """A place in the nest."""
        return mix(self.pale, self.light, 0.6)

    @property
    def rest(self) -> Colour:
        """A place in the goal."""
        return mix(self.field, self.light, 0.28)

    @property
    def line(self) -> Colour:
        """The line between two corridor squares, and the star on the start."""
        return mix(self.field, self.light, 0.5)

    @property
    def digit(self) -> Colour:
        """The numbers in the corridor."""
        return mix(self.field, self.ink, 0.92)

    @property
    def shades(self) -> tuple[Colour, ...]:
        flat = (self.base, self.deep, self.field, self.pale, self.ink)
        return (*flat, self.star, self.rim, self.well, self.rest, self.line, self.digit)


@dataclass(frozen=True, slots=True, eq=False)
class Carving:
    """The colours of a Palma board: an ivory plate in an ebony rim on a box with legs.

    `cut` is the dark of incisions; `stain` and `stain_deep` colour the palm's leaves, `trunk` its trunk, `inlay` the
    top hole and the rosettes.
    """

    plate: Colour
    rim: Colour
    rim_light: Colour
    side: Colour
    cut: Colour
    trunk: Colour
    stain: Colour
    stain_deep: Colour
    hole: Colour
    hole_rim: Colour
    number: Colour
    inlay: Colour


@dataclass(frozen=True, slots=True, eq=False)
class Timber:
    """The wood of a Parchís board: its frame with dark and light veins, its edges, and the bed of the squares."""

    wood: Colour
    dark: Colour
    light: Colour
    edge: Colour
    bed: Colour


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of the boards.

    `table` is below them; `cream` and `ink` are the light and dark of words, dice and outlines; `glow` surrounds
    movable pieces and differs from all players' colours; `alarm` marks captures. `tints` are the colours of Parchís
    in order, `sides` the hounds and the jackals. Compared by identity.
    """

    name: str
    table: Colour
    table_line: Colour
    table_shade: Colour
    plate: Colour
    square: Colour
    square_line: Colour
    shelter: Colour
    shelter_mark: Colour
    number: Colour
    cream: Colour
    ink: Colour
    gold: Colour
    gold_deep: Colour
    glow: Colour
    alarm: Colour
    tints: tuple[Tint, ...]
    sides: tuple[Tint, Tint]
    carving: Carving
    timber: Timber
    gloss: tuple[float, float]
    bevel: tuple[float, float]
    relief: tuple[float, float]

    @property
    def dark(self) -> bool:
        return sum(self.square) < 3 * 128

    def playing(self, colours: tuple[int, ...]) -> Theme:
        """Return the theme with all Parchís colours faded except these."""
        tints = tuple(tint if colour in colours else tint.faded(self.plate) for colour, tint in enumerate(self.tints))
        return replace(self, tints=tints)

    def metal(self, place: int) -> tuple[Colour, Colour]:
        """Return the face and edge of a place's coin: gold, silver, bronze, plain from the fourth on."""
        if place == 1:
            return self.gold, self.gold_deep
        face, deep = _METALS[min(place, len(_METALS) + 1) - 2]
        return face, (0, 0, 0) if self.gold_deep == (0, 0, 0) else deep

    @property
    def _common(self) -> tuple[Colour, ...]:
        words = (self.cream, self.ink, self.number, self.alarm)
        return (*words, self.table, self.table_shade, self.gold, self.gold_deep, self.glow, SHADE)

    def paper_colours(self, colours: int) -> tuple[Colour, ...]:
        """Return the colours of large areas on a Parchís board, which its palette must have exactly."""
        paper = (self.plate, self.square, self.square_line, self.shelter, self.shelter_mark)
        timber = (self.timber.wood, self.timber.dark, self.timber.light, self.timber.edge, self.timber.bed)
        return (
            *self._common,
            *paper,
            *timber,
            *chain.from_iterable(_METALS),
            *chain.from_iterable(tint.shades for tint in self.tints[:colours]),
        )

    def carved_colours(self) -> tuple[Colour, ...]:
        """Return the colours of large areas on a Palma board, which its palette must have exactly."""
        carved: list[Colour] = [getattr(self.carving, part.name) for part in fields(self.carving)]
        return (*self._common, self.table_line, *carved, *chain.from_iterable(tint.shades for tint in self.sides))
