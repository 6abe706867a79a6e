"""Small transparent pictures, drawn once: pieces, ghosts, marks, dice, medals, crowns."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from render.drawing import lamp
from render.drawing.geometry import Point, Polygon, direction, plus, rounded, wheel
from render.drawing.shapes import SHAPES, placed, scaled
from render.drawing.sheet import Frame, Inscription, Sheet, inscribe
from render.themes.theme import SHADE, Colour, Theme, Tint, mix

_KEPT = 384


def sheet_for(width: float, height: float, unit: float, *, crisp: bool = False) -> Sheet:
    """Make a transparent sheet in units of `unit` pixels, with the origin in the middle."""
    size = (2 * math.ceil(width * unit / 2), 2 * math.ceil(height * unit / 2))
    return Sheet(Frame(unit, (size[0] / 2, size[1] / 2), size), None, crisp=crisp)


def labelled(sprite: Image.Image, unit: float, words: Inscription) -> Image.Image:
    """Copy a sprite of `unit` pixels per unit, and write on it."""
    image = sprite.copy()
    inscribe(image, Frame(unit, (image.width / 2, image.height / 2), image.size), [words])
    return image


@lru_cache(maxsize=_KEPT)
def piece(theme: Theme, colour: int, label: str, radius: int, *, raised: bool = False) -> Image.Image:
    """Draw a domed piece from above with its shadow; `radius` in pixels. A movable piece is raised."""
    body, at = _body(theme, colour, radius, raised=raised), (0.0, 0.07 if raised else -0.03)
    return labelled(body, radius, (at, label, 1.16, theme.tints[colour].ink))


@lru_cache(maxsize=_KEPT // 4)
def _body(theme: Theme, colour: int, radius: int, *, raised: bool) -> Image.Image:
    tint, shape = theme.tints[colour], SHAPES[colour]
    sheet = sheet_for(3.4, 3.4, radius)
    cast_shadow(sheet, shape, 0.34 if raised else 0.2, soft=radius > _SMALL)
    up = placed(shape, (0.0, 0.1), 1.0) if raised else shape
    middle = (0.0, 0.1) if raised else (0.0, 0.0)
    if raised:  # show its side
        for step in range(4):
            sheet.polygon(placed(shape, (0.0, -0.06 + 0.04 * step), 1.0), mix(tint.deep, (0, 0, 0), 0.2))
    sheet.polygon(up, tint.deep)
    sheet.polygon(placed(shape, middle, 0.92), mix(theme.cream, SHADE, 0.22))
    sheet.polygon(placed(shape, plus(middle, lamp.LAMP, 0.025), 0.9), theme.cream)
    lamp.dome(sheet, shape, middle, 0.79, dome_of(theme, tint.base), 5 if radius > _SMALL else 3)
    return sheet.finish()


_SMALL = 17
"""Pieces below this radius in pixels have fewer tones: the difference is invisible and saves bytes."""


def dome_of(theme: Theme, base: Colour) -> tuple[Colour, Colour, Colour]:
    """Return the tones of a rounded body: in the shade, between, in the light."""
    dark, light = theme.relief
    return mix(base, (0, 0, 0), dark), base, mix(base, lamp.WHITE, light)


def cast_shadow(sheet: Sheet, shape: Polygon, reach: float, *, soft: bool = True) -> None:
    """Cast the shadow of a shape on a transparent sheet; a soft one has a pale edge."""
    spot = plus((0.0, 0.0), lamp.LAMP, -reach)
    for grown, share in ((1.1, 0.2), (0.98, 0.45)) if soft else ((1.02, 0.4),):
        sheet.polygon(placed(shape, spot, grown), lamp.clear(SHADE, share))


@lru_cache(maxsize=_KEPT)
def ghost(theme: Theme, colour: int, letters: str, radius: int) -> Image.Image:
    """Draw where a piece would land: a hollow outline with the glow of movable pieces.

    The letters name the choices that end there.
    """
    words = ((0.0, -0.03), letters, letter_size(letters), theme.tints[colour].deep)
    return labelled(_hollow(theme, colour, radius), radius, words)


def letter_size(letters: str) -> float:
    """Return the font height of a ghost's letters, in its radii; several letters are smaller."""
    return 1.12 if len(letters) == 1 else 1.5 / len(letters)


@lru_cache(maxsize=_KEPT // 4)
def _hollow(theme: Theme, colour: int, radius: int) -> Image.Image:
    tint, shape = theme.tints[colour], SHAPES[colour]
    sheet = sheet_for(3.0, 3.0, radius)
    sheet.polygon(scaled(shape, 1.04), theme.ink)
    sheet.polygon(scaled(shape, 0.98), theme.glow)
    sheet.polygon(scaled(shape, 0.86), tint.deep)
    sheet.polygon(scaled(shape, 0.79), theme.cream)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def halo(theme: Theme, colour: int, radius: int) -> Image.Image:
    shape = SHAPES[colour]
    sheet = sheet_for(3.6, 3.6, radius)
    sheet.polygon(scaled(shape, 1.3), theme.ink)
    sheet.polygon(scaled(shape, 1.23), theme.glow)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def footprint(theme: Theme, colour: int, radius: int) -> Image.Image:
    """Draw the small shape of a piece on its past way."""
    tint = theme.tints[colour]
    sheet = sheet_for(3.4, 3.4, radius)
    sheet.polygon(scaled(SHAPES[colour], 1.3), theme.cream)
    sheet.polygon(scaled(SHAPES[colour], 1.1), tint.deep)
    sheet.polygon(scaled(SHAPES[colour], 0.78), tint.base)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def departure(theme: Theme, colour: Colour, radius: int, ground: Colour | None = None, order: int = 0) -> Image.Image:
    """Draw the dashed ring where a piece left, on a rim of cream or of another ground.

    `order` dots in it number the move: digits are for pieces and squares.
    """
    sheet = sheet_for(2.6, 2.6, radius)
    for turn in range(0, 360, 45):
        arc = [direction(turn + step) for step in range(0, 28, 4)]
        sheet.line(arc, ground or theme.cream, 0.36)
        sheet.line(arc, colour, 0.21)
    if order:
        sheet.disc((0.0, 0.0), 0.66, ground or theme.cream)
        spots, (apart, dot) = _DOTS[order], (0.3, 0.19) if order < 7 else (0.34, 0.15)
        for x, y in spots:
            sheet.disc((apart * x, apart * y), 0.24 if order == 1 else dot, colour)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def strike(theme: Theme, radius: int) -> Image.Image:
    """Draw the sign of a capture: a burst behind the capturing piece."""
    sheet = sheet_for(4.0, 4.0, radius)
    sheet.polygon(wheel(24, (1.75, 1.25)), theme.cream)
    sheet.polygon(wheel(24, (1.6, 1.14)), theme.alarm)
    sheet.disc((0.0, 0.0), 1.06, theme.cream)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def threat(theme: Theme, radius: int) -> Image.Image:
    """Draw the sign of a possible capture: teeth around the ghost of the capturing piece."""
    sheet = sheet_for(3.2, 3.2, radius)
    sheet.polygon(wheel(28, (1.5, 1.16)), theme.cream)
    sheet.polygon(wheel(28, (1.4, 1.12)), theme.alarm)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def sight(theme: Theme, radius: int, *, lively: bool = False) -> Image.Image:
    """Draw the sign of a piece in danger: four crosshair strokes around it, or around its glow."""
    sheet = sheet_for(4.4, 4.4, radius)
    near, far = (1.3, 1.75) if lively else (1.05, 1.55)
    for colour, width in ((theme.cream, 0.5), (theme.alarm, 0.3)):
        for turn in (45, 135, 225, 315):
            way = direction(turn)
            sheet.line([scaled((way,), times)[0] for times in (near, far)], colour, width)
    return sheet.finish()


_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (-1, -1), (1, -1), (0, 0)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


_ACROSS = ((-1, 0), (0, 0), (1, 0))
_DOTS: dict[int, tuple[Point, ...]] = {
    **_PIPS,
    2: ((-0.8, 0), (0.8, 0)),
    3: ((-0.95, -0.6), (0, 0.95), (0.95, -0.6)),
    7: (*_PIPS[6], (0, 0)),
    8: (*_PIPS[4], *_ACROSS[::2], (0, 1), (0, -1)),
    9: (*_PIPS[4], *_ACROSS, (0, 1), (0, -1)),
}
"""Dot layouts by number; up to six much as on a die."""
_TURNED = {1: 9, 2: -8, 3: 14, 4: -12, 5: 7, 6: -10}
"""The rotation of each die value, in degrees."""


@lru_cache(maxsize=_KEPT)
def die(theme: Theme, value: int, side: int, *, lost: bool = False) -> Image.Image:
    """Draw a slightly rotated ivory die; `side` in pixels. A lost roll is crossed out."""
    sheet = sheet_for(1.6, 1.6, side)
    turn = _TURNED[value]
    box = wheel(4, (math.sqrt(0.5),), turn=45 + turn)
    across, up = direction(turn), direction(90 + turn)
    cast_shadow(sheet, rounded(scaled(box, 0.98), 0.26), 0.12)
    edge = mix(theme.ink, theme.cream, 0.12)
    body = rounded(box, 0.26)
    sheet.polygon(body, edge)
    sheet.polygon(rounded(scaled(box, 0.92), 0.24), mix(theme.cream, theme.ink, 0.3))
    sheet.polygon(placed(rounded(scaled(box, 0.84), 0.22), plus((0.0, 0.0), lamp.LAMP, 0.035), 1.0),
                  mix(theme.cream, theme.ink, 0.06))  # fmt: skip
    sheet.polygon(placed(rounded(scaled(box, 0.72), 0.22), plus((0.0, 0.0), lamp.LAMP, 0.05), 1.0), theme.cream)
    for x, y in _PIPS[value]:
        spot = plus(plus(plus((0.0, 0.0), across, x * 0.225), up, y * 0.225), lamp.LAMP, 0.03)
        ink = theme.alarm if value == 1 else theme.ink
        sheet.disc(plus(spot, lamp.LAMP, -0.018), 0.1, mix(theme.cream, lamp.WHITE, 0.7))
        sheet.disc(spot, 0.098, ink)
    if lost:
        for width, colour in ((0.2, theme.cream), (0.12, theme.alarm)):
            sheet.line([(-0.5, -0.5), (0.5, 0.5)], colour, width)
            sheet.line([(-0.5, 0.5), (0.5, -0.5)], colour, width)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def medal(theme: Theme, words: str, radius: int, place: int = 1) -> Image.Image:
    """Draw a coin with a few characters: a bonus in gold, a place in its metal."""
    face, edge = theme.metal(place)
    sheet = sheet_for(2.6, 2.6, radius)
    sheet.polygon(wheel(32, (1.12, 1.0)), edge)
    sheet.disc((0.0, 0.0), 0.95, face)
    sheet.line(wheel(40, (0.8,)), edge, 0.06, closed=True)
    sheet.text((0.0, 0.0), words, 0.82 if len(words) > 1 else 1.1, theme.ink)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def crown(theme: Theme, width: int) -> Image.Image:
    """Draw the winner's crown; `width` in pixels."""
    sheet = sheet_for(1.2, 1.1, width)
    points = [(-0.42, -0.34), (0.42, -0.34), (0.5, 0.2), (0.23, -0.04), (0.0, 0.4), (-0.23, -0.04), (-0.5, 0.2)]
    sheet.polygon(points, theme.gold)
    sheet.line(points, theme.gold_deep, 0.07, closed=True)
    for x, y in ((-0.5, 0.22), (0.0, 0.42), (0.5, 0.22)):
        sheet.disc((x, y), 0.085, theme.gold_deep)
        sheet.disc((x, y), 0.05, theme.alarm)
    sheet.line([(-0.34, -0.2), (0.34, -0.2)], theme.gold_deep, 0.05)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def pool(theme: Theme, numbers: tuple[int, ...], left: tuple[int, ...], step: float, *, lively: bool) -> Image.Image:
    """Draw the numbers left in a diceless pool, `step` pixels apart, each in its place."""
    image = _bar(theme, round(step * (len(numbers) + 0.3)), round(step * 1.6)).copy()
    for index, number in enumerate(numbers):
        if number in left:
            sign = _chip(theme, number, round(step), lively=lively)
            x = image.width / 2 + (index - (len(numbers) - 1) / 2) * step
            image.alpha_composite(sign, (round(x - sign.width / 2), (image.height - sign.height) // 2))
    return image


@lru_cache(maxsize=64)
def _chip(theme: Theme, number: int, width: int, *, lively: bool) -> Image.Image:
    """Draw a number, 0 the null, on gold if it can be picked now.

    It is half as high again as wide, so that digits stay legible in a row.
    """
    sheet = sheet_for(1.1, 1.4, width, crisp=True)
    if lively:
        box = ((-0.47, -0.66), (0.47, -0.66), (0.47, 0.66), (-0.47, 0.66))
        sheet.polygon(rounded(box, 0.22), theme.gold_deep)
        sheet.polygon(rounded(lamp.inset(box, 0.09), 0.16), theme.gold)
    if number:
        sheet.text((0.0, 0.0), str(number), 1.12, theme.ink)
    else:
        sheet.line(wheel(24, (0.24,)), theme.ink, 0.1, closed=True)
        sheet.line([(-0.28, -0.28), (0.28, 0.28)], theme.ink, 0.1)
    return sheet.finish()


def _bar(theme: Theme, width: int, height: int) -> Image.Image:
    sheet = sheet_for(width, height, 1.0, crisp=True)
    for inset, colour in ((0.5, theme.ink), (2.0, theme.cream)):
        w, h = width / 2 - inset, height / 2 - inset
        sheet.polygon(rounded(((-w, -h), (w, -h), (w, h), (-w, h)), h * 0.4, 8), colour)
    return sheet.finish()


@lru_cache(maxsize=128)
def turn_frame(
    theme: Theme, outline: Polygon, unit: float, inner: tuple[Point, Point]
) -> tuple[tuple[Image.Image, Point], ...]:
    """Draw the frame around the home whose turn it is: dark, gold, dark, visible on any ground.

    The outline is around the origin, in units of `unit` pixels. Returns parts, each with its middle in pixels from
    the origin, y down; the box between the `inner` corners, where much changes, stays free.
    """
    wide, high = (2 * max(abs(point[axis]) for point in outline) + 0.6 for axis in (0, 1))
    sheet = sheet_for(wide, high, unit)
    for colour, width in ((theme.ink, 0.36), (theme.gold, 0.2)):
        sheet.line(outline, colour, width, closed=True)
    image = sheet.finish()
    (left, top), (right, bottom) = ((round(value) for value in sheet.frame.at(corner)) for corner in inner)
    parts = []
    for a, b in ((0, left), (left, right), (right, image.width)):
        for c, d in ((0, top), (top, bottom), (bottom, image.height)):
            if box := image.crop((a, c, b, d)).getbbox():
                here = (a + box[0], c + box[1], a + box[2], c + box[3])
                middle = ((here[0] + here[2] - image.width) / 2, (here[1] + here[3] - image.height) / 2)
                parts.append((image.crop(here), middle))
    return tuple(parts)


@lru_cache(maxsize=_KEPT)
def dash(theme: Theme, tint: Tint, lean: int, length: int) -> Image.Image:
    """Draw a stroke of a captured piece's way home, at an angle in degrees."""
    sheet = sheet_for(2.6, 2.6, length)
    ends = [scaled([direction(lean)], times)[0] for times in (-0.8, 0.8)]
    sheet.line(ends, theme.cream, 0.85)
    sheet.line(ends, tint.base, 0.5)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def wall(theme: Theme, lean: int, length: int, height: int) -> Image.Image:
    """Draw the stone wall that two pieces form, at an angle in degrees; sizes in pixels."""
    sheet = sheet_for(length + height, length + height, 1.0)
    along, up = direction(lean), direction(lean + 90)

    def slab(x: float, y: float, wide: float, high: float) -> Polygon:
        corners = ((x - wide / 2, y - high / 2), (x + wide / 2, y - high / 2), (x + wide / 2, y + high / 2),
                   (x - wide / 2, y + high / 2))  # fmt: skip
        return tuple((along[0] * a + up[0] * b, along[1] * a + up[1] * b) for a, b in corners)

    stone, joint = theme.timber.light, theme.timber.edge
    sheet.polygon(slab(0, 0, length, height), joint)
    course, gap = height / 4, max(1.0, height * 0.05)
    for row in range(4):
        y = (row - 1.5) * course
        edges = [
            -length / 2,
            *(length * (part / 4 - (0.5 if row % 2 else 0.375)) for part in range(1, 4)),
            length / 2,
        ]
        for left, right in pairwise(edges):
            tone = mix(stone, theme.timber.wood, 0.0 if (row + round(left)) % 2 else 0.5)
            sheet.polygon(slab((left + right) / 2, y, right - left - gap, course - gap), tone)
    return sheet.finish()
