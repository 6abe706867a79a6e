"""Draw the empty Palma board: a carved blade on bull's legs with a palm, holes, links, and the players' trays."""

from __future__ import annotations

import math
from itertools import pairwise

from engine.palma.board import HOME, LINKS, MARKED, TOP
from render.drawing.canvas import Sheet
from render.drawing.geometry import Point, Polygon, direction, plus, rounded, wheel
from render.palma import geometry as place
from render.themes.theme import Theme, mix

_HOLE = 0.5


def draw_base(sheet: Sheet, theme: Theme, marks: tuple[str, str], *, penalty: bool) -> None:
    """Draw the board without pieces.

    `marks` says what holes 5 and 15 are (H25), `penalty` whether links lead back as well (H24).
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
        _tray(sheet, theme, side)


# the board ----------------------------------------------------------------------------------------------------------


def _stand(sheet: Sheet, theme: Theme) -> None:
    """Draw the front with its drawer, on two of the four legs, and the shadow under all."""
    wood = theme.wood
    sheet.polygon(
        [(place.MIDDLE + 13.2 * x, place.BOUNDS[1] + 0.85 + 0.7 * y) for x, y in wheel(60)], theme.table_shade
    )
    for leg, drum in zip(place.legs(), place.drums(), strict=True):
        sheet.polygon(drum, wood.trunk)
        sheet.line(drum, wood.side, 0.14, closed=True)
        sheet.polygon(leg, wood.trunk)
        sheet.line(leg, wood.side, 0.16, closed=True)
        _hoof(sheet, theme, leg)
    face = place.front()
    sheet.polygon(face, wood.vein)
    sheet.line(face, wood.side, 0.16, closed=True)
    y = -1.55 - place.FRONT / 2
    drawer = [(place.MIDDLE + x, y + dy) for x, dy in ((-5.2, -0.62), (5.2, -0.62), (5.2, 0.55), (-5.2, 0.55))]
    sheet.polygon(drawer, wood.wood)
    sheet.line(drawer, wood.side, 0.14, closed=True)
    sheet.disc((place.MIDDLE, y), 0.36, wood.side)
    sheet.disc((place.MIDDLE, y + 0.04), 0.26, wood.hole_rim)


def _hoof(sheet: Sheet, theme: Theme, leg: Polygon) -> None:
    low = min(y for _, y in leg)
    foot = sorted(x for x, y in leg if y == low)
    hoof = ((foot[0], low), (foot[1], low), (foot[1] - 0.15, low + 0.75), (foot[0] + 0.15, low + 0.75))
    sheet.polygon(hoof, theme.wood.trunk_line)
    sheet.line([((foot[0] + foot[1]) / 2, low), ((foot[0] + foot[1]) / 2, low + 0.6)], theme.wood.trunk, 0.12)


def _blade(sheet: Sheet, theme: Theme) -> None:
    wood, edge = theme.wood, place.outline()
    sheet.polygon([plus(point, (0.0, -0.45)) for point in edge], wood.side)
    sheet.polygon(edge, wood.wood)
    for offset in range(-10, 11, 3):
        _grain(sheet, theme, place.MIDDLE + offset * 1.02, offset)
    sheet.line(edge, wood.edge, 0.24, closed=True)
    sheet.line(place.border(0.42), wood.light, 0.2, closed=True)


def _grain(sheet: Sheet, theme: Theme, x: float, seed: int) -> None:
    """Draw a vein in the wood."""
    bottom, top = -1.0, 35.6 - 0.04 * (x - place.MIDDLE) ** 2
    steps = [bottom + (top - bottom) * step / 40 for step in range(41)]
    sheet.line([(x + 0.3 * math.sin(y / 5.2 + seed * 1.7), y) for y in steps], theme.wood.vein, 0.1)


def _shen(sheet: Sheet, theme: Theme) -> None:
    """Draw the sign of eternity round hole 0: a ring on a bar."""
    x, y = place.hole(0, TOP)
    bar = [(x - 0.95, y - 1.22), (x + 0.95, y - 1.22)]
    for extra, colour in ((0.16, theme.wood.edge), (0.0, theme.wood.inlay)):
        sheet.line(bar, colour, 0.3 + 2 * extra)
        sheet.disc((x, y), 1.2 + extra, colour)
    sheet.disc((x, y), 0.9, theme.wood.wood)


# the palm -----------------------------------------------------------------------------------------------------------


def _palm(sheet: Sheet, theme: Theme) -> None:
    wood, trunk = theme.wood, place.trunk()
    sheet.polygon(trunk, wood.trunk)
    for row in range(20):
        y = -0.6 + row
        half = 0.86 + 0.5 * max(0.0, 1 - row / 2.5) ** 2
        chevron = [(place.MIDDLE - half, y + 0.5), (place.MIDDLE, y), (place.MIDDLE + half, y + 0.5)]
        sheet.line(chevron, wood.trunk_line, 0.12)
    sheet.line(trunk, wood.trunk_line, 0.16, closed=True)
    for spine in place.fronds():
        _frond(sheet, theme, spine)
    for side in (-1, 1):
        _dates(sheet, theme, plus(place.HEART, (1.0 * side, -0.3)), side)


def _frond(sheet: Sheet, theme: Theme, spine: Polygon) -> None:
    """Draw a feathered leaf along its spine: light leaflets on its upper side, dark ones below."""
    wood = theme.wood
    shades = (wood.frond_deep, mix(wood.frond, wood.light, 0.12)) if spine[-1][0] > place.MIDDLE else None
    shades = shades or (mix(wood.frond, wood.light, 0.12), wood.frond_deep)
    last = len(spine) - 1
    for across, colour in ((-1, shades[0]), (1, shades[1])):
        sheet.polygon(_leaflets(spine, across), colour)
    for before, after in pairwise(range(0, last + 1, 2)):
        sheet.line([spine[before], spine[after]], wood.frond_deep, 0.16)


def _leaflets(spine: Polygon, across: int) -> Polygon:
    """Return one side of a leaf, as a comb whose teeth lean to the tip."""
    last = len(spine) - 1
    comb: list[Point] = []
    for index in range(1, last):
        before, after = spine[index - 1], spine[index + 1]
        length = math.dist(before, after)
        along = ((after[0] - before[0]) / length, (after[1] - before[1]) / length)
        aside = (-along[1] * across, along[0] * across)
        width = 1.75 * math.sin(math.pi * (index / last) ** 0.85) ** 0.8 + 0.1
        comb += [plus(spine[index], aside, 0.4 * width), plus(plus(spine[index], aside, width), along, 0.85)]
    return (spine[0], *comb, spine[-1], *reversed(spine[1:-1]))


def _dates(sheet: Sheet, theme: Theme, top: Point, side: int) -> None:
    """Draw a bunch of dates."""
    for dx, dy in ((0.0, 0.0), (0.62, -0.3), (0.15, -0.66), (0.75, -0.98), (0.3, -1.35)):
        spot = plus(top, (dx * side, dy))
        sheet.disc(spot, 0.44, theme.wood.edge)
        sheet.disc(spot, 0.34, theme.sides[0].field)


# holes --------------------------------------------------------------------------------------------------------------


def _drill(sheet: Sheet, theme: Theme, side: int, number: int) -> None:
    spot = place.hole(side, number)
    sheet.disc(spot, place.HOLE, theme.wood.edge)
    sheet.disc(spot, place.HOLE - 0.08, theme.wood.hole_rim)
    sheet.disc(spot, _HOLE, theme.wood.hole)
    if number == TOP and side:
        return
    spot, ink = place.number_place(side, number), theme.wood.number
    if number in HOME:
        (x, y), (half, high) = spot, (0.86, 0.6)
        box = ((x - half, y - high), (x + half, y - high), (x + half, y + high), (x - half, y + high))
        sheet.polygon(rounded(box, high), theme.wood.frond_deep)
        ink = theme.cream
    sheet.text(spot, str(number), 1.1, ink)


def _link(sheet: Sheet, theme: Theme, line: Polygon, *, both_ways: bool) -> None:
    """Draw a line between two holes, with an arrow for each way that it leads."""
    middle = len(line) // 2
    at, after = line[middle], line[middle + 1]
    length = math.dist(at, after)
    along = ((after[0] - at[0]) / length, (after[1] - at[1]) / length)
    arrows = []
    for way in (1, -1) if both_ways else (1,):
        tip = plus(at, along, way * (1.3 if both_ways else 0.5))
        back = plus(tip, along, -0.75 * way)
        arrows.append([plus(back, (-along[1], along[0]), 0.42), tip, plus(back, (along[1], -along[0]), 0.42)])
    for colour, width in ((theme.wood.edge, 0.4), (theme.wood.hole_rim, 0.2)):
        for stroke in (line, *arrows):
            sheet.line(stroke, colour, width)


def _mark(sheet: Sheet, theme: Theme, spot: Point, mark: str) -> None:
    """Draw what a marked hole gives: a rosette for another throw, a bed for the coin of a stake."""
    wood, reach = theme.wood, place.ROSETTE
    if mark == "rethrow":
        for grown, colour in ((0.08, wood.edge), (0.0, wood.inlay)):
            for angle in range(0, 360, 45):
                sheet.disc(plus(spot, direction(angle), reach - 0.42), 0.34 + grown, colour)
        sheet.disc(spot, place.HOLE + 0.06, wood.hole_rim)
    elif mark == "stake":
        sheet.disc(spot, reach, wood.edge)
        sheet.disc(spot, reach - 0.1, wood.light)


# beside the board ---------------------------------------------------------------------------------------------------


def _tray(sheet: Sheet, theme: Theme, side: int) -> None:
    panel, tint = place.panel(side), theme.sides[side]
    for inset, colour in ((0.0, tint.field), (0.16, theme.table_line)):
        w, h = (half / 2 - inset for half in place.TRAY)
        box = [plus(panel.middle, corner) for corner in ((-w, -h), (w, -h), (w, h), (-w, h))]
        sheet.polygon(rounded(box, 1.0 - inset), colour)
    for spot, radius in [(spot, 0.5) for spot in panel.hand] + [(spot, 0.3) for spot in panel.home]:
        sheet.disc(spot, radius + 0.1, mix(theme.table_line, theme.cream, 0.18))
        sheet.disc(spot, radius, theme.table)
