"""Draws Palma's pieces and sticks."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.drawing import lamp
from render.drawing.geometry import Point, Polygon, bezier, direction, plus, rounded, wheel
from render.drawing.shapes import scaled
from render.drawing.sheet import Sheet
from render.drawing.sprites import labelled, letter_size, sheet_for
from render.palma.geometry import HEAD, RISE
from render.themes.theme import SHADE, Theme, mix

HEADS: tuple[Polygon, Polygon] = (
    (
        *bezier((0.8, -1.0), (0.95, 0.1), (0.72, 0.62), 8),
        *bezier((0.72, 0.62), (0.5, 1.04), (0.02, 1.02), 8)[1:],
        *bezier((0.02, 1.02), (-0.34, 1.0), (-0.5, 0.7), 6)[1:],
        *bezier((-0.6, 0.66), (-0.9, 0.64), (-1.16, 0.56), 4),
        *bezier((-1.16, 0.56), (-1.36, 0.4), (-1.26, 0.16), 6)[1:],
        *bezier((-1.26, 0.16), (-1.1, -0.08), (-0.6, -0.1), 6)[1:],
        *bezier((-0.6, -0.1), (-0.5, -0.5), (-0.72, -1.0), 8)[1:],
    ),
    (
        *bezier((-0.8, -1.0), (-0.86, -0.1), (-0.66, 0.36), 8),
        (-0.62, 0.6),
        *bezier((-0.62, 0.6), (-0.72, 1.1), (-0.5, 1.36), 4)[1:],
        *bezier((-0.5, 1.36), (-0.24, 1.14), (-0.14, 0.8), 5)[1:],
        *bezier((-0.06, 0.84), (-0.1, 1.14), (0.08, 1.38), 5),
        *bezier((0.08, 1.38), (0.3, 1.1), (0.26, 0.72), 4)[1:],
        *bezier((0.3, 0.66), (0.62, 0.5), (1.34, 0.32), 6),
        *bezier((1.34, 0.32), (1.48, 0.18), (1.34, 0.04), 4)[1:],
        *bezier((1.34, 0.04), (0.9, -0.06), (0.52, -0.14), 4)[1:],
        *bezier((0.52, -0.14), (0.44, -0.5), (0.7, -1.0), 8)[1:],
    ),
)
"""The heads' outlines. Both face the palm: the hounds, on the right, to the left; the jackals to the right."""
_SHIFTS: tuple[Point, Point] = ((0.2, 0.0), (-0.28, -0.16))
"""Offsets of heads from their holes: noses reach further than necks, and ears further than chins."""
_EARS: tuple[Polygon, Polygon] = (
    (
        *bezier((0.08, 0.86), (0.6, 1.0), (0.84, 0.3), 8),
        *bezier((0.84, 0.3), (0.96, -0.2), (0.6, -0.24), 8)[1:],
        *bezier((0.6, -0.24), (0.24, -0.16), (0.08, 0.86), 8)[1:-1],
    ),
    (
        *bezier((0.0, 0.76), (-0.04, 1.02), (0.08, 1.18), 5),
        *bezier((0.08, 1.18), (0.2, 0.98), (0.16, 0.72), 5)[1:],
    ),
)


UPRIGHT: Point = (0.0, RISE)
"""The head of a piece relative to its hole, in units of the board."""
PULLED = 0.3
"""How far a movable piece is pulled out of its hole."""


def _sheet_round(top: Point, reach: float, radius: int) -> Sheet:
    """Make a transparent sheet with the hole in its middle and room for a head."""
    return sheet_for(2 * abs(top[0]) + reach, 2 * abs(top[1]) + reach, radius)


def _moved(points: Polygon, by: Point) -> Polygon:
    return tuple(plus(point, by) for point in points)


@lru_cache(maxsize=256)
def head(theme: Theme, side: int, number: str, radius: int) -> Image.Image:
    """Draw a peg's head in profile: a hound with a hanging ear, or a jackal with pointed ones.

    `radius` is in pixels.
    """
    return _numbered(_bare_head(theme, side, radius), theme, side, number, radius, (0.0, 0.0))


def _numbered(bare: Image.Image, theme: Theme, side: int, number: str, radius: int, at: Point) -> Image.Image:
    spot = (at[0] + 0.04 + _SHIFTS[side][0] / 2, at[1] - 0.47)
    return labelled(bare, radius, (spot, number, 1.4, theme.sides[side].ink))


@lru_cache(maxsize=64)
def _bare_head(theme: Theme, side: int, radius: int) -> Image.Image:
    sheet = sheet_for(3.6, 3.6, radius)
    _head(sheet, theme, side, (0.0, 0.0))
    return sheet.finish()


@lru_cache(maxsize=256)
def piece(
    theme: Theme, side: int, number: str, radius: int, *, raised: bool = False, top: Point = UPRIGHT
) -> Image.Image:
    """Draw a peg in the hole in the middle of the picture, its head above; `radius` in pixels.

    A movable one is pulled out a little. `top` is its head relative to the hole, in units of the board.
    """
    top = (top[0] / HEAD, (top[1] + (PULLED if raised else 0.0)) / HEAD)
    return _numbered(_bare_piece(theme, side, radius, top), theme, side, number, radius, top)


@lru_cache(maxsize=64)
def _bare_piece(theme: Theme, side: int, radius: int, top: Point) -> Image.Image:
    sheet = _sheet_round(top, 3.6, radius)
    _shaft(sheet, theme, side, top)
    _head(sheet, theme, side, top)
    return sheet.finish()


@lru_cache(maxsize=256)
def aloft(theme: Theme, side: int, number: str, radius: int) -> Image.Image:
    """Draw a flying peg, its pin below its head, without its shadow."""
    top = scaled((UPRIGHT,), 1 / HEAD)[0]
    sheet = _sheet_round(top, 3.6, radius)
    _pin(sheet, theme, side, top)
    _head(sheet, theme, side, top)
    return _numbered(sheet.finish(), theme, side, number, radius, top)


@lru_cache(maxsize=64)
def shade(radius: int) -> Image.Image:
    """Draw the soft shadow of a flying peg on the board."""
    sheet = sheet_for(3.0, 2.0, radius)
    for grown, share in ((1.2, 0.2), (0.85, 0.3)):
        sheet.polygon([(grown * x, 0.6 * grown * y) for x, y in wheel(32)], lamp.clear(SHADE, share))
    return sheet.finish()


def _shaft(sheet: Sheet, theme: Theme, side: int, top: Point) -> None:
    """Draw the pin from its hole to its head, and its shadow on the plate."""
    for width, share in ((0.5, 0.18), (0.3, 0.34)):
        sheet.line([(0.0, -0.05), plus((0.0, 0.0), lamp.LAMP, -0.85)], lamp.clear(SHADE, share), width)
    _pin(sheet, theme, side, top)


def _pin(sheet: Sheet, theme: Theme, side: int, top: Point) -> None:
    tint = theme.sides[side]
    sheet.line([(0.0, 0.0), top], tint.deep, 0.5)
    sheet.line([(0.0, 0.0), top], mix(tint.base, SHADE, 0.25), 0.3)
    sheet.line([(-0.08, 0.0), plus(top, (-0.08, 0.0))], mix(tint.base, lamp.WHITE, 0.35), 0.1)


def _head(sheet: Sheet, theme: Theme, side: int, at: Point) -> None:
    tint, by = theme.sides[side], plus(at, _SHIFTS[side])
    outline, ear = _moved(HEADS[side], by), _moved(_EARS[side], by)
    sheet.polygon(_moved(outline, (0.14, -0.16)), lamp.clear(SHADE, 0.4))
    sheet.line(outline, theme.cream, 0.34, closed=True)
    sheet.polygon(outline, mix(tint.base, tint.deep, 0.35))
    middle = plus(by, (0.0, 0.1))
    sheet.polygon(
        [plus(plus(middle, plus(point, middle, -1.0), 0.92), lamp.LAMP, 0.04) for point in outline], tint.base
    )
    sheet.line(outline, tint.deep, 0.12, closed=True)
    (_hound if side == 0 else _jackal)(sheet, theme, ear, by)


def _hound(sheet: Sheet, theme: Theme, ear: Polygon, by: Point) -> None:
    tint = theme.sides[0]
    sheet.polygon(ear, tint.field)
    sheet.line(ear, tint.deep, 0.1, closed=True)
    sheet.disc(plus((-1.2, 0.4), by), 0.17, tint.deep)
    sheet.disc(plus((-0.34, 0.56), by), 0.12, tint.deep)
    sheet.line(_moved(((-1.1, 0.12), (-0.72, 0.14)), by), tint.deep, 0.09)


def _jackal(sheet: Sheet, theme: Theme, ear: Polygon, by: Point) -> None:
    sheet.polygon(ear, theme.gold)
    sheet.disc(plus((1.32, 0.22), by), 0.12, theme.gold)
    sheet.line(_moved(((0.3, 0.46), (0.52, 0.4)), by), theme.gold, 0.16)
    sheet.line(_moved(((0.3, 0.46), (0.0, 0.34)), by), theme.gold, 0.08)


@lru_cache(maxsize=256)
def ghost(theme: Theme, side: int, letters: str, radius: int, *, top: Point = UPRIGHT) -> Image.Image:
    """Draw where a piece would land: a pale pin in its hole, with the choices' letters in a ring as its head."""
    tint = theme.sides[side]
    top = scaled((top,), 1 / HEAD)[0]
    sheet = _sheet_round(top, 3.0, radius)
    for width, colour in ((0.5, theme.ink), (0.34, theme.glow)):
        sheet.line([(0.0, 0.0), top], colour, width)
    sheet.disc(top, 1.16, theme.ink)
    sheet.disc(top, 1.08, theme.glow)
    sheet.disc(top, 0.88, tint.deep)
    sheet.disc(top, 0.78, theme.cream)
    sheet.text(top, letters, 1.1 * letter_size(letters), theme.ink)
    return sheet.finish()


@lru_cache(maxsize=256)
def halo(theme: Theme, side: int, radius: int, *, top: Point | None = UPRIGHT) -> Image.Image:
    """Draw the glow behind a movable piece in a hole, or in hand without `top`."""
    head = (0.0, 0.0) if top is None else (top[0] / HEAD, (top[1] + PULLED) / HEAD)
    sheet = _sheet_round(head, 4.2, radius)
    outline = _moved(HEADS[side], plus(head, _SHIFTS[side]))
    for width, colour in ((0.94, theme.ink), (0.8, theme.glow)):
        if top is not None:
            sheet.line([(0.0, 0.1), head], colour, width)
        sheet.line(outline, colour, width, closed=True)
    return sheet.finish()


@lru_cache(maxsize=64)
def stick(theme: Theme, face: str, lean: int, unit: int) -> Image.Image:
    """Draw a fallen stick, dark with suns or light with moons; `unit` in pixels."""
    sheet = sheet_for(4.0, 10.6, unit)
    axis, across = direction(90 + lean), direction(lean)

    def at(x: float, y: float) -> Point:
        return plus(plus((0.0, 0.0), across, x), axis, y)

    def slab(half: float, long: float) -> Polygon:
        return rounded([at(x, y) for x, y in ((-half, -long), (half, -long), (half, long), (-half, long))], half)

    dark = face == "sun"
    ground, ink = (theme.carving.side, theme.gold) if dark else (theme.cream, theme.table)
    sheet.polygon([plus(point, (0.1, -0.18)) for point in slab(0.8, 4.6)], (*SHADE, 140))
    sheet.polygon(slab(0.8, 4.6), theme.gold if dark else mix(theme.cream, theme.ink, 0.45))
    sheet.polygon(slab(0.68, 4.48), ground)
    for y in (-2.7, 0.0, 2.7):
        spot = at(0, y)
        if dark:
            sheet.polygon(wheel(16, (0.56, 0.32), centre=spot), ink)
        else:
            sheet.disc(spot, 0.45, ink)
            sheet.disc(plus(spot, across, 0.21), 0.38, ground)
    for y in (-1.35, 1.35):
        sheet.line([at(-0.45, y), at(0.45, y)], ink, 0.1)
    return sheet.finish()


def leans() -> tuple[int, int, int]:
    """Return the angles of the three sticks, in degrees."""
    return (5, -3, -6)


@lru_cache(maxsize=64)
def footprint(theme: Theme, side: int, radius: int) -> Image.Image:
    """Draw a dot on a piece's past way, in the colour of its side's names."""
    sheet = sheet_for(3.0, 3.0, radius)
    sheet.disc((0.0, 0.0), 1.3, theme.cream)
    sheet.disc((0.0, 0.0), 0.95, theme.sides[side].field)
    return sheet.finish()


@lru_cache(maxsize=64)
def bead(theme: Theme, radius: int) -> Image.Image:
    """Draw a gold bead for a piece that is home."""
    sheet = sheet_for(2.6, 2.6, radius)
    sheet.disc((0.0, 0.0), 1.2, theme.gold_deep)
    sheet.disc((0.0, 0.0), 0.95, theme.gold)
    return sheet.finish()


@lru_cache(maxsize=64)
def coin(theme: Theme, radius: int) -> Image.Image:
    """Draw a stake around a hole."""
    sheet = sheet_for(2.4, 2.4, radius)
    sheet.disc((0.0, 0.0), 1.0, theme.gold_deep)
    sheet.disc((0.0, 0.0), 0.9, theme.gold)
    sheet.disc((0.0, 0.0), 0.62, theme.gold_deep)
    sheet.disc((0.0, 0.0), 0.5, theme.carving.hole)
    return sheet.finish()


@lru_cache(maxsize=64)
def due(theme: Theme, count: int, radius: int) -> Image.Image:
    """Draw the pending rolls: an arrow that turns back around their number."""
    sheet = sheet_for(3.0, 3.0, radius)
    arc = [direction(angle) for angle in range(60, -221, -10)]
    sheet.line(arc, theme.gold, 0.22)
    end, along = direction(60), direction(150)
    tip = plus(end, along, 0.62)
    sheet.polygon([plus(end, direction(60), 0.42), tip, plus(end, direction(60), -0.42)], theme.gold)
    sheet.text((0.0, 0.0), f"+{count}", 0.95, theme.gold)
    return sheet.finish()


@lru_cache(maxsize=16)
def lit(theme: Theme, width: int, height: int, unit: int) -> Image.Image:
    """Draw a gold frame around the tray of the player to act; sizes in pixels."""
    sheet = sheet_for(width + unit, height + unit, 1.0)
    w, h = width / 2, height / 2
    sheet.line(rounded(((-w, -h), (w, -h), (w, h), (-w, h)), unit), theme.gold, max(3.0, 0.22 * unit), closed=True)
    return sheet.finish()


def radius_of(unit: float) -> int:
    """Return the radius of a piece in pixels on a board with `unit` pixels per unit."""
    return max(4, round(HEAD * unit))
