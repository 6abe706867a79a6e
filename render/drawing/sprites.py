"""Draw small pictures with transparency, once for all: pieces, ghosts, marks, dice, medals, crowns, name tags."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.drawing.canvas import Frame, Sheet
from render.drawing.geometry import Point, Polygon, bezier, direction, plus, rounded, wheel
from render.drawing.text import fits, written
from render.themes.theme import SHADE, Colour, Theme, Tint, mix

_KEPT = 384
_NAMES = 512
"""Tags that are kept, some 15 KB each: two a person, for a hundred games at once."""


def sheet_for(width: float, height: float, unit: float) -> Sheet:
    """Make a transparent sheet of so many units, its origin in the middle; `unit` is in pixels."""
    size = (2 * math.ceil(width * unit / 2), 2 * math.ceil(height * unit / 2))
    return Sheet(Frame(unit, (size[0] / 2, size[1] / 2), size), (*SHADE, 0))


def _scaled(points: Sequence[Point], times: float) -> Polygon:
    return tuple((x * times, y * times) for x, y in points)


def _clover() -> Polygon:
    """Return four round leaves: the outline of four discs."""
    out, leaf = 0.64, 0.52
    points = []
    for angle in range(0, 360, 6):
        off = math.radians(angle % 90 - 45)
        reach = out * math.cos(off) + math.sqrt(leaf**2 - (out * math.sin(off)) ** 2)
        points.append(plus((0.0, 0.0), direction(angle), reach))
    return tuple(points)


SHAPES: tuple[Polygon, ...] = (
    wheel(48),
    rounded(wheel(4, (1.24,), turn=45), 0.5),
    rounded(wheel(4, (1.26,), turn=90), 0.42),
    _clover(),
    rounded(wheel(5, (1.24,), turn=90), 0.22),
    rounded(wheel(3, (1.6,), turn=90), 0.95),
)
"""The outline of each colour's pieces, about one unit round: disc, square, diamond, clover, pentagon,
triangle."""


@lru_cache(maxsize=_KEPT)
def piece(theme: Theme, colour: int, label: str, radius: int) -> Image.Image:
    """Draw a piece seen from above; `radius` in pixels."""
    tint, shape = theme.tints[colour], SHAPES[colour]
    sheet = sheet_for(3.0, 3.0, radius)
    for step, share in ((0.16, 0.18), (0.1, 0.42)):
        sheet.polygon(
            [plus(point, (0.0, -step)) for point in _scaled(shape, 1.0 + step / 3)], (*SHADE, int(255 * share))
        )
    sheet.polygon(shape, tint.deep)
    sheet.polygon(_scaled(shape, 0.9), theme.cream)
    sheet.polygon(_scaled(shape, 0.8), tint.base)
    sheet.text((0.0, -0.03), label, 1.12, tint.ink)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def ghost(theme: Theme, colour: int, label: str, radius: int) -> Image.Image:
    """Draw where a piece would land: its outline, hollow."""
    tint, shape = theme.tints[colour], SHAPES[colour]
    sheet = sheet_for(3.0, 3.0, radius)
    sheet.polygon(_scaled(shape, 1.02), theme.cream)
    sheet.polygon(_scaled(shape, 0.96), tint.deep)
    sheet.polygon(_scaled(shape, 0.9), tint.base)
    sheet.polygon(_scaled(shape, 0.68), theme.cream)
    sheet.text((0.0, -0.03), label, 1.0, tint.deep)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def halo(theme: Theme, colour: int, radius: int) -> Image.Image:
    """Draw the light behind a piece that may move."""
    shape = SHAPES[colour]
    sheet = sheet_for(3.6, 3.6, radius)
    sheet.polygon(_scaled(shape, 1.38), theme.ink)
    sheet.polygon(_scaled(shape, 1.27), theme.glow)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def footprint(theme: Theme, tint: Tint, radius: int) -> Image.Image:
    """Draw a dot on the way that a piece went."""
    sheet = sheet_for(3.0, 3.0, radius)
    sheet.disc((0.0, 0.0), 1.25, theme.cream)
    sheet.disc((0.0, 0.0), 0.95, tint.base)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def departure(theme: Theme, colour: Colour, radius: int, ground: Colour | None = None) -> Image.Image:
    """Draw the dashed ring that a piece left behind, on a rim of cream or of another ground."""
    sheet = sheet_for(2.6, 2.6, radius)
    for turn in range(0, 360, 45):
        arc = [direction(turn + step) for step in range(0, 28, 4)]
        sheet.line(arc, ground or theme.cream, 0.36)
        sheet.line(arc, colour, 0.21)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def strike(theme: Theme, radius: int) -> Image.Image:
    """Draw the sign of a capture: a burst behind the piece that made it."""
    sheet = sheet_for(4.0, 4.0, radius)
    sheet.polygon(wheel(24, (1.75, 1.25)), theme.cream)
    sheet.polygon(wheel(24, (1.6, 1.14)), theme.alarm)
    sheet.disc((0.0, 0.0), 1.06, theme.cream)
    return sheet.finish()


_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (-1, -1), (1, -1), (0, 0)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}


@lru_cache(maxsize=_KEPT)
def die(theme: Theme, value: int, side: int) -> Image.Image:
    """Draw a die as thrown; `side` in pixels."""
    sheet = sheet_for(1.3, 1.3, side)
    box = wheel(4, (math.sqrt(0.5),), turn=45)
    sheet.polygon(rounded([plus(point, (0.0, -0.06)) for point in box], 0.2), mix(theme.ink, theme.cream, 0.15))
    sheet.polygon(rounded(box, 0.2), theme.ink)
    sheet.polygon(rounded(_scaled(box, 0.91), 0.17), theme.cream)
    for x, y in _PIPS[value]:
        sheet.disc((x * 0.25, y * 0.25), 0.105, theme.alarm if value == 1 else theme.ink)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def medal(theme: Theme, words: str, radius: int) -> Image.Image:
    """Draw a gold coin with a few signs: a bonus, a place."""
    sheet = sheet_for(2.6, 2.6, radius)
    sheet.polygon(wheel(32, (1.12, 1.0)), theme.gold_deep)
    sheet.disc((0.0, 0.0), 0.95, theme.gold)
    sheet.line(wheel(40, (0.8,)), theme.gold_deep, 0.06, closed=True)
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
def chip(theme: Theme, number: int, side: int, *, left: bool, lively: bool) -> Image.Image:
    """Draw a number of a diceless pool, 0 the null: solid while it is left, lively when it can be picked now."""
    sheet = sheet_for(1.1, 1.1, side)
    box = wheel(4, (math.sqrt(0.5) * 0.94,), turn=45)
    edge, ground, ink = (
        (theme.ink, theme.cream, theme.ink)
        if left
        else (mix(theme.ink, theme.cream, 0.75), mix(theme.ink, theme.cream, 0.88), mix(theme.ink, theme.cream, 0.7))
    )
    sheet.polygon(rounded(box, 0.22), theme.gold_deep if lively else edge)
    sheet.polygon(rounded(_scaled(box, 0.84), 0.18), theme.gold if lively else ground)
    if number:
        sheet.text((0.0, 0.0), str(number), 0.66, ink)
    else:
        sheet.line(wheel(24, (0.2,)), ink, 0.09, closed=True)
        sheet.line([(-0.24, -0.24), (0.24, 0.24)], ink, 0.09)
    return sheet.finish()


@lru_cache(maxsize=64)
def bar(theme: Theme, width: int, height: int) -> Image.Image:
    """Draw the plain plaque that a row of chips lies on."""
    sheet = sheet_for(width, height, 1.0)
    for inset, colour in ((0.5, theme.ink), (2.0, theme.cream)):
        w, h = width / 2 - inset, height / 2 - inset
        sheet.polygon(rounded(((-w, -h), (w, -h), (w, h), (-w, h)), h * 0.6, 8), colour)
    return sheet.finish()


@lru_cache(maxsize=64)
def ring(theme: Theme, radius: int) -> Image.Image:
    """Draw the gold ring round the nest whose turn it is; `radius` in pixels."""
    sheet = sheet_for(2.4, 2.4, radius)
    thick = max(0.06, 3 / radius)
    sheet.disc((0.0, 0.0), 1.0 + thick, theme.ink)
    sheet.disc((0.0, 0.0), 1.0 + thick * 0.75, theme.cream)
    sheet.disc((0.0, 0.0), 1.0 + thick * 0.3, theme.gold)
    image = sheet.image
    hole = Image.new("L", image.size, 255)
    middle, reach = image.width / 2, radius * 4 * (1.0 - thick * 0.3)
    ImageDraw.Draw(hole).ellipse((middle - reach, middle - reach, middle + reach, middle + reach), fill=0)
    image.putalpha(Image.composite(image.getchannel("A"), Image.new("L", image.size), hole))
    return image.reduce(4)


SIGNS: tuple[Polygon, ...] = (
    wheel(10, (1.0, 0.45)),
    (
        *bezier((0.0, 0.55), (0.1, 1.1), (0.6, 0.85)),
        *bezier((0.6, 0.85), (1.35, 0.5), (0.0, -1.0)),
        *bezier((0.0, -1.0), (-1.35, 0.5), (-0.6, 0.85)),
        *bezier((-0.6, 0.85), (-0.1, 1.1), (0.0, 0.55)),
    ),
    (*bezier((0.0, 1.1), (0.35, 0.5), (0.7, 0.0)), *wheel(24, (0.75,), turn=0, centre=(0.0, -0.25))[13:24]),
)
"""The signs of teams: star, heart, drop."""


@lru_cache(maxsize=_KEPT)
def dash(theme: Theme, tint: Tint, lean: int, length: int) -> Image.Image:
    """Draw a stroke of the way home of a captured piece, at an angle in degrees."""
    sheet = sheet_for(2.6, 2.6, length)
    ends = [_scaled([direction(lean)], times)[0] for times in (-0.8, 0.8)]
    sheet.line(ends, theme.cream, 0.85)
    sheet.line(ends, tint.base, 0.5)
    return sheet.finish()


@lru_cache(maxsize=_KEPT)
def steps(theme: Theme, colour: int, words: str, height: int) -> Image.Image:
    """Write how far a move goes, beside its ghost; as on the button."""
    tint = theme.tints[colour]
    sheet = sheet_for(2.2, 1.3, height)
    for inset, fill in ((0.0, tint.deep), (0.1, theme.cream)):
        w, h = 0.3 + 0.3 * len(words) - inset, 0.5 - inset
        sheet.polygon(rounded(((-w, -h), (w, -h), (w, h), (-w, h)), h, 8), fill)
    sheet.text((0.0, 0.0), words, 0.82, tint.deep)
    return sheet.finish()


@lru_cache(maxsize=_NAMES)
def tag(
    name: str,
    instead: str,
    height: int,
    room: int,
    edge: Colour,
    ground: Colour,
    ink: Colour,
    *,
    sign: int = -1,
    turn: bool = False,
) -> Image.Image:
    """Draw a name on a plaque, at most `room` pixels wide.

    Before it stands an arrow if it is its turn, unless the whole name has room only without, and its team's sign.
    """
    size, ends = round(height * 0.62), round(height * 0.72)
    smallest, badge = round(size * 0.66), (round(height * 0.66) if sign >= 0 else 0)
    arrow = round(height * 0.42) if turn else 0
    left = room - ends - badge
    if turn and fits(name, instead, smallest, left) and not fits(name, instead, smallest, left - arrow):
        turn, arrow = False, 0
    around = ends + arrow + badge
    words = written(name, instead, size, max(size, room - around), smallest=smallest)
    width = min(room, words.width + around)
    sheet = sheet_for(width, height, 1.0)
    w, h = sheet.frame.size[0] / 2 - 0.5, sheet.frame.size[1] / 2 - 0.5
    box = ((-w, -h), (w, -h), (w, h), (-w, h))
    sheet.polygon(rounded(box, h, 10), edge)
    inner = [(x - math.copysign(2, x), y - math.copysign(2, y)) for x, y in box]
    sheet.polygon(rounded(inner, h - 2, 10), ground)
    x = -width / 2 + ends * 0.5
    if turn:
        tip, tail, half = x + height * 0.28, x - height * 0.02, height * 0.22
        sheet.polygon([(tip, 0.0), (tail, half), (tail, -half)], edge)
    if sign >= 0:
        middle = (x + arrow + height * 0.22, 0.0)
        sheet.polygon([plus(middle, point, height * 0.27) for point in SIGNS[sign % len(SIGNS)]], ink)
    image = sheet.finish()
    left = round(ends / 2 + arrow + badge + (image.width - width) / 2)
    top = round((image.height - words.height) / 2 + size * 0.02)
    image.paste(ink, (left, top, left + words.width, top + words.height), words)
    return image
