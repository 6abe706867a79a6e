"""Palma's pieces and sticks."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image

from render.geometry import Point, Polygon, direction, plus, rounded, wheel
from render.sprites import sheet_for
from render.theme import SHADE, Colour, Theme, mix


def _mirrored(points: Polygon) -> Polygon:
    return tuple((-x, y) for x, y in points)[::-1]


_FACES: tuple[Polygon, Polygon] = (
    rounded(((-0.72, 0.92), (0.72, 0.92), (0.7, -0.3), (0.42, -1.12), (-0.42, -1.12), (-0.7, -0.3)), 0.34),
    rounded(((-0.86, 0.66), (0.86, 0.66), (0.66, -0.42), (0.2, -1.2), (-0.2, -1.2), (-0.66, -0.42)), 0.26),
)
_EARS: tuple[Polygon, Polygon] = (
    rounded(((0.5, 0.98), (1.08, 0.74), (1.22, -0.5), (0.86, -0.66), (0.6, 0.1)), 0.3),
    rounded(((0.1, 0.5), (0.86, 1.5), (0.9, 0.2)), 0.1),
)


def _head(
    theme: Theme, side: int, radius: int, ground: Colour, ears: Colour, edge: Colour, number: str, ink: Colour
) -> Image.Image:
    sheet = sheet_for(3.6, 3.6, radius)
    parts = (_EARS[side], _mirrored(_EARS[side]), _FACES[side])
    for part in parts:
        sheet.polygon([plus(point, (0.06, -0.2)) for point in part], (*SHADE, 120))
    for part in parts:
        sheet.line(part, theme.cream, 0.36, closed=True)
    for part, fill in zip(parts, (ears, ears, ground), strict=True):
        sheet.polygon(part, fill)
        sheet.line(part, edge, 0.13, closed=True)
    if side:
        for ear in (1, -1):
            sheet.polygon([(0.4 * ear, 0.62), (0.74 * ear, 1.12), (0.76 * ear, 0.6)], theme.gold)
    sheet.disc((0.0, -0.86), 0.2, edge if side == 0 else theme.gold)
    sheet.text((0.0, 0.02), number, 1.18, ink)
    return sheet.finish()


@lru_cache(maxsize=256)
def piece(theme: Theme, side: int, number: str, radius: int) -> Image.Image:
    """The head of a peg: a hound with hanging ears, or a jackal with pointed ones."""
    tint = theme.sides[side]
    return _head(theme, side, radius, tint.base, tint.field, tint.deep, number, tint.ink)


@lru_cache(maxsize=256)
def ghost(theme: Theme, side: int, number: str, radius: int) -> Image.Image:
    """Where a piece would land: a ring with its number."""
    tint = theme.sides[side]
    sheet = sheet_for(3.0, 3.0, radius)
    sheet.disc((0.0, 0.0), 1.16, theme.cream)
    sheet.disc((0.0, 0.0), 1.06, tint.deep)
    sheet.disc((0.0, 0.0), 0.98, tint.field)
    sheet.disc((0.0, 0.0), 0.74, theme.cream)
    sheet.text((0.0, 0.0), number, 1.05, tint.deep)
    return sheet.finish()


@lru_cache(maxsize=256)
def halo(theme: Theme, side: int, radius: int) -> Image.Image:
    """The light behind a piece that may move."""
    sheet = sheet_for(4.2, 4.2, radius)
    parts = (_EARS[side], _mirrored(_EARS[side]), _FACES[side])
    for width, colour in ((0.98, theme.ink), (0.84, theme.glow)):
        for part in parts:
            sheet.line(part, colour, width, closed=True)
    return sheet.finish()


@lru_cache(maxsize=64)
def stick(theme: Theme, face: str, lean: int, unit: int) -> Image.Image:
    """A throwing stick as it fell, a dark one with suns or a light one with moons; `unit` in pixels."""
    sheet = sheet_for(4.0, 9.0, unit)
    axis, across = direction(90 + lean), direction(lean)

    def at(x: float, y: float) -> Point:
        return plus(plus((0.0, 0.0), across, x), axis, y)

    dark = face == "sun"
    ground, ink = (mix(theme.wood.edge, (0, 0, 0), 0.2), theme.gold) if dark else (theme.cream, theme.table)
    body = [at(x, y) for x, y in ((-0.72, -3.8), (0.72, -3.8), (0.72, 3.8), (-0.72, 3.8))]
    sheet.polygon(rounded([plus(point, (0.1, -0.16)) for point in body], 0.7), (*SHADE, 140))
    sheet.polygon(rounded(body, 0.7), theme.gold if dark else mix(theme.cream, theme.ink, 0.45))
    inner = [at(x, y) for x, y in ((-0.6, -3.68), (0.6, -3.68), (0.6, 3.68), (-0.6, 3.68))]
    sheet.polygon(rounded(inner, 0.6), ground)
    for y in (-2.3, 0.0, 2.3):
        spot = at(0, y)
        if dark:
            sheet.polygon(wheel(16, (0.46, 0.27), centre=spot), ink)
        else:
            sheet.disc(spot, 0.36, ink)
            sheet.disc(plus(spot, across, 0.17), 0.3, ground)
    for y in (-1.15, 1.15):
        sheet.line([at(-0.4, y), at(0.4, y)], ink, 0.09)
    return sheet.finish()


def leans() -> tuple[int, int, int]:
    """How far each of the three sticks leans, in degrees."""
    return (6, -4, -9)


def radius_of(unit: float) -> int:
    """The radius of a piece in pixels on a board with that many pixels a unit."""
    return max(4, math.floor(0.8 * unit))
