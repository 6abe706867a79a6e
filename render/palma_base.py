"""The empty Palma board: a carved wooden blade with a palm, drilled holes, links, and the players' trays."""

from __future__ import annotations

import math

from engine.palma.board import HOME, LINKS, MARKED, TOP
from render import palma_geometry as place
from render.canvas import Sheet
from render.geometry import Point, Polygon, plus, rounded, wheel
from render.theme import Theme, mix

_HOLE = 0.5


def draw_base(sheet: Sheet, theme: Theme, marks: tuple[str, str]) -> None:
    """Draws the board without pieces; `marks` says what holes 5 and 15 are."""
    _blade(sheet, theme)
    _palm(sheet, theme)
    for side in (0, 1):
        for low, high in LINKS:
            line = place.link(side, low, high)
            sheet.line(line, theme.wood.edge, 0.34)
            sheet.line(line, theme.wood.hole_rim, 0.16)
        for number, mark in zip(MARKED, marks, strict=True):
            _mark(sheet, theme, place.hole(side, number), mark)
        for number in place.track():
            _drill(sheet, theme, side, number)
        _tray(sheet, theme, side)


def _blade(sheet: Sheet, theme: Theme) -> None:
    edge = place.outline()
    sheet.polygon([plus(point, (0.0, -0.75)) for point in edge], theme.table_shade)
    sheet.polygon([plus(point, (0.0, -0.4)) for point in edge], theme.wood.side)
    sheet.polygon(edge, theme.wood.wood)
    for offset in range(-10, 11, 2):
        _grain(sheet, theme, place.MIDDLE + offset * 1.05, offset)
    sheet.line(edge, theme.wood.edge, 0.22, closed=True)
    middle = (place.MIDDLE, 17.2)
    inner = [(middle[0] + (x - middle[0]) * 0.965, middle[1] + (y - middle[1]) * 0.978) for x, y in edge]
    sheet.line(inner, theme.wood.light, 0.14, closed=True)


def _grain(sheet: Sheet, theme: Theme, x: float, seed: int) -> None:
    """A vein in the wood."""
    bottom, top = -1.0, 33.6 - 0.07 * (x - place.MIDDLE) ** 2
    steps = [bottom + (top - bottom) * step / 40 for step in range(41)]
    sheet.line([(x + 0.3 * math.sin(y / 5.2 + seed * 1.7), y) for y in steps], theme.wood.vein, 0.09)


def _palm(sheet: Sheet, theme: Theme) -> None:
    trunk = place.trunk()
    sheet.polygon(trunk, theme.wood.trunk)
    for row in range(12):
        y = -0.6 + row * 1.5
        half = 1.62 - 0.055 * row
        chevron = [(place.MIDDLE - half, y + 0.55), (place.MIDDLE, y), (place.MIDDLE + half, y + 0.55)]
        sheet.line(chevron, theme.wood.trunk_line, 0.13)
    sheet.line(trunk, theme.wood.trunk_line, 0.16, closed=True)
    for spine in place.fronds():
        leaf = _leaf(spine)
        sheet.polygon(leaf, theme.wood.frond)
        sheet.line(leaf, theme.wood.frond_deep, 0.12, closed=True)
        sheet.line(spine, theme.wood.frond_deep, 0.14)
    for x, y in ((-0.95, -0.5), (0.95, -0.5), (0.0, -0.9), (-0.5, 0.1), (0.5, 0.1)):
        sheet.disc(plus(place.HEART, (x, y)), 0.62, theme.wood.edge)
        sheet.disc(plus(place.HEART, (x, y)), 0.5, theme.sides[0].field)


def _leaf(spine: Polygon) -> Polygon:
    """A feathered leaf along its spine."""
    right: list[Point] = []
    left: list[Point] = []
    last = len(spine) - 1
    for index in range(1, last):
        before, after = spine[index - 1], spine[index + 1]
        length = math.dist(before, after)
        along = ((after[0] - before[0]) / length, (after[1] - before[1]) / length)
        across = (-along[1], along[0])
        width = 1.5 * math.sin(math.pi * (index / last) ** 0.8) + 0.12
        notch = plus(spine[index], along, -0.15)
        barb = plus(spine[index], along, 0.55)
        right += [plus(notch, across, -0.62 * width), plus(barb, across, -width)]
        left += [plus(notch, across, 0.62 * width), plus(barb, across, width)]
    return (spine[0], *right, spine[-1], *reversed(left))


def _drill(sheet: Sheet, theme: Theme, side: int, number: int) -> None:
    spot = place.hole(side, number)
    rim = theme.wood.inlay if number == TOP else theme.wood.hole_rim
    sheet.disc(spot, _HOLE + 0.22, theme.wood.edge)
    sheet.disc(spot, _HOLE + 0.14, rim)
    sheet.disc(spot, _HOLE, theme.wood.hole)
    if number or side == 0:
        sheet.text(
            place.number_place(side, number), str(number), 0.82, theme.cream if number in HOME - {25} else theme.ink
        )


def _mark(sheet: Sheet, theme: Theme, spot: Point, mark: str) -> None:
    """What a marked hole gives: a rosette for another throw, a coin for a stake, else a plain ring."""
    if mark == "rethrow":
        sheet.polygon(wheel(24, (1.36, 0.98), centre=spot), theme.wood.edge)
        sheet.polygon(wheel(24, (1.24, 0.9), centre=spot), theme.wood.inlay)
    elif mark == "stake":
        sheet.disc(spot, 1.18, theme.wood.edge)
        sheet.disc(spot, 1.06, theme.gold)
    else:
        sheet.disc(spot, 0.98, theme.wood.edge)
        sheet.disc(spot, 0.88, theme.wood.light)


def _tray(sheet: Sheet, theme: Theme, side: int) -> None:
    panel, tint = place.panel(side), theme.sides[side]
    sheet.polygon(rounded(panel.tray, 1.0), tint.field)
    inner = [(x - math.copysign(0.16, x - panel.middle), y + (0.16 if y < 28 else -0.16)) for x, y in panel.tray]
    sheet.polygon(rounded(inner, 0.9), theme.table_line)
    for spot in panel.hand:
        sheet.disc(spot, 0.6, mix(theme.table_line, theme.cream, 0.18))
        sheet.disc(spot, 0.5, theme.table)
