"""Draws the empty Palma board: an ivory plate with an incised palm, in an ebony rim on a box with bull's legs.

The model is the board from the reign of Amenemhat IV in the Metropolitan Museum of Art.
"""

from __future__ import annotations

import math
from itertools import pairwise

from engine.palma.board import HOME, LINKS, MARKED, TOP
from render.drawing import lamp
from render.drawing.geometry import Point, Polygon, direction, plus, rounded, wheel
from render.drawing.sheet import Sheet
from render.palma import geometry as place
from render.themes.theme import Theme, mix

_HOLE = 0.44
_RIM = 0.62
"""The width of the ebony rim."""


def draw_base(sheet: Sheet, theme: Theme, marks: tuple[str, str], *, penalty: bool, pieces: int) -> None:
    """Draw the board without pieces.

    `marks` says what holes 5 and 15 are (H25), `penalty` whether links also lead back (H24),
    `pieces` how many a side has (H4).
    """
    _stand(sheet, theme)
    _blade(sheet, theme)
    _palm(sheet, theme)
    _shen(sheet, theme)
    for side in (0, 1):
        for low, high in LINKS:
            _link(sheet, theme, place.link(side, low, high), both_ways=penalty)
        for number, mark in zip(MARKED, marks, strict=True):
            _mark(sheet, theme, place.hole(side, number), mark)
        for number in place.track():
            _drill(sheet, theme, side, number)
        _tray(sheet, theme, side, pieces)


# the board ----------------------------------------------------------------------------------------------------------


def _stand(sheet: Sheet, theme: Theme) -> None:
    """Draw the front with its drawer, the four legs, and the shadow below."""
    carving = theme.carving
    ground = [(place.MIDDLE + 13.0 * x, place.BOUNDS[1] + 0.95 + 0.8 * y) for x, y in wheel(40)]
    sheet.polygon(ground, theme.table_shade)
    for number, (leg, drum) in enumerate(zip(place.legs(), place.drums(), strict=True)):
        wood = carving.rim if number > 1 else mix(carving.rim, carving.side, 0.6)
        light = carving.rim_light if number > 1 else mix(carving.rim, carving.rim_light, 0.5)
        sheet.polygon(drum, mix(carving.plate, carving.rim, 0.35 if number > 1 else 0.6))
        sheet.line(drum, carving.side, 0.12, closed=True)
        sheet.polygon(leg, carving.side)
        sheet.polygon(_lamp_side(leg, 0.1), wood)
        sheet.line(_shin(leg), light, 0.16)
        _hoof(sheet, theme, leg)
    _front(sheet, theme)


def _lamp_side(leg: Polygon, by: float) -> Polygon:
    """Move an outline towards the lamp: what it uncovers of the one below is in the shade."""
    return tuple(plus(point, lamp.LAMP, by) for point in leg)


def _shin(leg: Polygon) -> list[Point]:
    """Return the line of light down a leg."""
    count = len(leg)
    sides = [(leg[index], leg[count - 1 - index]) for index in range(2, 12, 2)]
    return [(min(a[0], b[0]) * 0.7 + max(a[0], b[0]) * 0.3, a[1]) for a, b in sides]


def _front(sheet: Sheet, theme: Theme) -> None:
    """Draw the front of the box: ebony with a strip of ivory, and the drawer with its knob."""
    carving, face = theme.carving, place.front()
    sheet.polygon(face, carving.side)
    low, high = min(y for _, y in face), max(y for _, y in face)
    left, right = min(x for x, _ in face), max(x for x, _ in face)

    def slab(x: float, y: float, half: float, tall: float) -> Polygon:
        return ((x - half, y - tall), (x + half, y - tall), (x + half, y + tall), (x - half, y + tall))

    middle, y = (left + right) / 2, (low + min(high, -1.6)) / 2
    sheet.polygon(slab(middle, y, (right - left) / 2 - 0.2, 0.78), carving.rim)
    for x in (middle - 9.0, middle + 9.0):
        sheet.polygon(slab(x, y, 2.9, 0.5), carving.rim_light)
        sheet.polygon(slab(x, y, 2.8, 0.42), carving.rim)
    sheet.polygon(slab(middle, y, 5.2, 0.6), carving.cut)
    sheet.polygon(slab(middle, y, 5.08, 0.5), carving.plate)
    sheet.disc((middle + 0.05, y - 0.06), 0.36, carving.cut)
    sheet.disc((middle, y), 0.3, carving.rim)
    sheet.disc((middle - 0.07, y + 0.08), 0.12, carving.rim_light)


def _hoof(sheet: Sheet, theme: Theme, leg: Polygon) -> None:
    low = min(y for _, y in leg)
    foot = sorted(x for x, y in leg if y == low)
    middle = sum(foot) / 2
    hoof = ((foot[0], low), (foot[1], low), (foot[1] - 0.15, low + 0.62), (foot[0] + 0.15, low + 0.62))
    sheet.polygon(hoof, theme.carving.plate)
    sheet.line([(middle, low), (middle, low + 0.5)], theme.carving.side, 0.12)


def _blade(sheet: Sheet, theme: Theme) -> None:
    """Draw the ebony rim, lit from the left, and the plate in it."""
    carving, edge = theme.carving, place.outline()
    sheet.polygon([plus(point, (0.0, -0.45)) for point in edge], carving.side)
    sheet.polygon(edge, carving.rim)
    _highlight(sheet, theme, edge)
    sheet.polygon(place.border(_RIM), carving.cut)
    sheet.polygon([plus(point, lamp.LAMP, -0.1) for point in place.border(_RIM + 0.1)], carving.plate)
    inner = place.border(_RIM + 0.22)
    sheet.line(inner, carving.cut, 0.06, closed=True)


def _highlight(sheet: Sheet, theme: Theme, edge: Polygon) -> None:
    """Draw the light along the rim where it faces the lamp."""
    line = place.border(0.2)
    for index, (before, after) in enumerate(pairwise((*line, line[0]))):
        here, there = edge[index], edge[(index + 1) % len(edge)]
        length = math.dist(here, there) or 1.0
        shine = lamp.lit(((there[1] - here[1]) / length, (here[0] - there[0]) / length))
        if shine > 0.25:
            sheet.line([before, after], mix(theme.carving.rim, theme.carving.rim_light, min(1.0, shine)), 0.12)


def _shen(sheet: Sheet, theme: Theme) -> None:
    """Draw the sign of eternity around hole 0: a ring on a bar."""
    x, y = place.hole(0, TOP)
    bar = [(x - 0.95, y - 1.22), (x + 0.95, y - 1.22)]
    for extra, colour in ((0.1, theme.carving.cut), (0.0, theme.carving.inlay)):
        sheet.line(bar, colour, 0.3 + 2 * extra)
        sheet.disc((x, y), 1.2 + extra, colour)
    sheet.disc((x, y), 0.94, theme.carving.cut)
    sheet.disc((x, y), 0.88, theme.carving.plate)


# the palm -----------------------------------------------------------------------------------------------------------


def _palm(sheet: Sheet, theme: Theme) -> None:
    """Draw the palm as cut into the plate: dark lines with light on their far lips."""
    carving, trunk = theme.carving, place.trunk()
    sheet.polygon([plus(point, lamp.LAMP, -0.08) for point in trunk], mix(carving.plate, lamp.WHITE, 0.5))
    sheet.polygon(trunk, carving.trunk)
    for row in range(20):
        y = -0.6 + row
        half = 0.86 + 0.5 * max(0.0, 1 - row / 2.5) ** 2
        sheet.line(
            [(place.MIDDLE - half, y + 0.5), (place.MIDDLE, y), (place.MIDDLE + half, y + 0.5)], carving.cut, 0.1
        )
    sheet.line(trunk, carving.cut, 0.13, closed=True)
    for spine in place.fronds():
        _frond(sheet, theme, spine)
    for side in (-1, 1):
        _dates(sheet, theme, plus(place.HEART, (1.0 * side, -0.3)), side)


def _frond(sheet: Sheet, theme: Theme, spine: Polygon) -> None:
    """Draw a feathered leaf along its spine, stained lighter towards the lamp."""
    carving = theme.carving
    towards = 1 if lamp.lit((-(spine[-1][1] - spine[0][1]), spine[-1][0] - spine[0][0])) > 0 else -1
    left, right = _leaflets(spine, 1), _leaflets(spine, -1)
    sheet.line((spine[0], *left, spine[-1], *reversed(right)), carving.stain_deep, 0.12, closed=True)
    for across, comb in ((-1, right), (1, left)):
        sheet.polygon((spine[0], *comb, spine[-1], *reversed(spine[1:-1])), carving.stain if across == towards else
                      mix(carving.stain, carving.stain_deep, 0.55))  # fmt: skip
    sheet.line(spine[:-1], carving.stain_deep, 0.14)


def _leaflets(spine: Polygon, across: int) -> Polygon:
    """Return one side of a leaf without its spine: a comb whose teeth lean to the tip."""
    last = len(spine) - 1
    comb: list[Point] = []
    for index in range(1, last):
        before, after = spine[index - 1], spine[index + 1]
        length = math.dist(before, after)
        along = ((after[0] - before[0]) / length, (after[1] - before[1]) / length)
        aside = (-along[1] * across, along[0] * across)
        width = 1.7 * math.sin(math.pi * (index / last) ** 0.85) ** 0.8 + 0.1
        comb += [plus(spine[index], aside, 0.45 * width), plus(plus(spine[index], aside, width), along, 0.85)]
    return tuple(comb)


def _dates(sheet: Sheet, theme: Theme, top: Point, side: int) -> None:
    for dx, dy in ((0.0, 0.0), (0.62, -0.3), (0.15, -0.66), (0.75, -0.98), (0.3, -1.35)):
        spot = plus(top, (dx * side, dy))
        sheet.disc(spot, 0.42, theme.carving.cut)
        sheet.disc(spot, 0.34, theme.sides[0].field)
        sheet.disc(plus(spot, lamp.LAMP, 0.12), 0.1, mix(theme.sides[0].field, lamp.WHITE, 0.5))


# holes --------------------------------------------------------------------------------------------------------------


def _drill(sheet: Sheet, theme: Theme, side: int, number: int) -> None:
    carving, spot = theme.carving, sheet.snapped(place.hole(side, number))
    sheet.disc(spot, place.HOLE - 0.06, carving.cut)
    sheet.disc(spot, place.HOLE - 0.14, carving.hole_rim)
    sheet.disc(spot, _HOLE, carving.hole)
    if number == TOP and side:
        return
    spot, ink = place.number_place(side, number), carving.number
    if number in HOME:
        (x, y), (half, high) = spot, (0.86, 0.6)
        box = ((x - half, y - high), (x + half, y - high), (x + half, y + high), (x - half, y + high))
        sheet.polygon(rounded(box, high), carving.stain_deep)
        ink = theme.cream
    sheet.text(spot, str(number), 1.1, ink)


def _link(sheet: Sheet, theme: Theme, line: Polygon, *, both_ways: bool) -> None:
    """Draw a line between two holes, with an arrow for each direction."""
    middle = len(line) // 2
    at, after = line[middle], line[middle + 1]
    length = math.dist(at, after)
    along = ((after[0] - at[0]) / length, (after[1] - at[1]) / length)
    arrows = []
    for way in (1, -1) if both_ways else (1,):
        tip = plus(at, along, way * (1.3 if both_ways else 0.5))
        back = plus(tip, along, -0.75 * way)
        arrows.append([plus(back, (-along[1], along[0]), 0.42), tip, plus(back, (along[1], -along[0]), 0.42)])
    carving = theme.carving
    edge, ink = (carving.cut, carving.number) if theme.dark else (carving.hole_rim, carving.rim_light)
    for colour, width in ((edge, 0.46), (ink, 0.22)):
        for stroke in (line, *arrows):
            sheet.line(stroke, colour, width)


def _mark(sheet: Sheet, theme: Theme, spot: Point, mark: str) -> None:
    """Draw what a marked hole gives: a rosette for another roll, a bed for a stake's coin."""
    carving, reach = theme.carving, place.ROSETTE
    spot = sheet.snapped(spot)
    if mark == "rethrow":
        for grown, colour in ((0.06, carving.cut), (0.0, carving.inlay)):
            for angle in range(0, 360, 45):
                sheet.disc(plus(spot, direction(angle), reach - 0.42), 0.34 + grown, colour)
        sheet.disc(spot, place.HOLE + 0.06, carving.hole_rim)
    elif mark == "stake":
        sheet.disc(spot, reach, carving.cut)
        sheet.disc(spot, reach - 0.1, carving.trunk)


# next to the board ----------------------------------------------------------------------------------------------


def _tray(sheet: Sheet, theme: Theme, side: int, pieces: int) -> None:
    """Draw a tray: ebony with a lip in the side's colour, and hollows for pieces in hand and at home."""
    panel, tint = place.panel(side, pieces), theme.sides[side]
    wood = mix(theme.carving.rim, theme.table_line, 0.35)
    for inset, colour in ((0.0, theme.carving.side), (0.06, tint.field), (0.22, wood)):
        w, h = (half / 2 - inset for half in place.TRAY)
        box = [plus(panel.middle, corner) for corner in ((-w, -h), (w, -h), (w, h), (-w, h))]
        sheet.polygon(rounded(box, 1.0 - inset), colour)
    for spot, radius in [(spot, 0.55) for spot in panel.hand] + [(spot, 0.36) for spot in panel.home]:
        lamp.well(sheet, spot, radius, mix(wood, theme.carving.side, 0.45), theme.carving.side, 0.2)
