"""Draws the empty Parchís board: a mitred frame on the table, ivory squares, lacquered homes with sunken nests."""

from __future__ import annotations

from engine.parchis.board import Board
from render.drawing import lamp
from render.drawing.geometry import Point, Polygon, between, cut, direction, edges, plus, rounded, wheel
from render.drawing.shapes import SHAPES, SHIELD, placed
from render.drawing.sheet import Sheet
from render.parchis.geometry import FRAME, Layout
from render.parchis.places import Cell, Home
from render.themes.theme import Colour, Theme, mix

_GROOVE = 0.016
"""The share of a square's edge on each side that is the groove to the next."""
_BEVEL = 0.06
_DIM = 0.6
"""How little light an edge must get to be drawn dark on slanted squares."""
_SHALLOW = 0.6
"""How much lighter a narrow groove is than the bed below it."""


def draw_base(sheet: Sheet, theme: Theme, layout: Layout, board: Board) -> None:
    """Draw the board without pieces, on a sheet in the table's colour."""
    _frame(sheet, theme, layout)
    for colour, home in enumerate(layout.homes):
        _home(sheet, theme, layout, home, colour)
    _ring(sheet, theme, layout, board)
    for colour in range(layout.colours):
        _corridor(sheet, theme, layout, colour)
    _goals(sheet, theme, layout)
    _lip(sheet, layout)


def _frame(sheet: Sheet, theme: Theme, layout: Layout) -> None:
    """Draw the frame: a wooden board along each side, mitred at the corners, rounded outside."""
    timber, inner = theme.timber, lamp.inset(layout.plate, FRAME)
    outline = rounded(layout.plate, 0.6, max(3, 32 // len(layout.plate)))  # flatter corners need fewer points
    lamp.shadow(sheet, outline, 0.3, 0.75, theme.table, 2 if layout.upright else 1)
    sheet.polygon(outline, timber.edge)
    body, ends = edges(lamp.inset(outline, 0.05)), rounded(layout.plate, 0.6, 2)[1::3]  # the middles of the corners
    for number, (side, shine) in enumerate(lamp.sides(layout.plate, inner)):
        a, b = side[0], side[1]
        along = (b[0] - a[0], b[1] - a[1])
        length = (along[0] ** 2 + along[1] ** 2) ** 0.5
        tones = tuple(
            mix(tone, lamp.WHITE if shine > 0 else (0, 0, 0), abs(shine) * (0.1 if shine > 0 else 0.16))
            for tone in (timber.wood, timber.dark, timber.light)
        )
        way = (along[0] / length, along[1] / length)
        level = min(abs(way[0]), abs(way[1])) < 0.01  # slanted veins would make a PNG too large
        lamp.wood(sheet, cut(body, side), way, (tones[0], tones[1], tones[2]), number if level else None)
        sheet.line([ends[(number + 1) % len(ends)], side[2]], timber.edge, 0.03)
    _rounds(sheet, theme, outline, layout)
    sheet.polygon(inner, timber.bed)


def _rounds(sheet: Sheet, theme: Theme, outline: Polygon, layout: Layout) -> None:
    """Draw the light along the frame's outer edge, and a brass line in its middle."""
    ridge = lamp.inset(outline, 0.05)
    for strip, shine in lamp.sides(ridge, lamp.inset(outline, 0.12)):
        sheet.veil(strip, lamp.clear(lamp.WHITE if shine > 0 else (0, 0, 0), 0.3 * abs(shine)))
    string = FRAME * 0.6
    if not layout.upright:
        sheet.line(lamp.inset(layout.plate, string), mix(theme.gold_deep, theme.gold, 0.5), 0.045, closed=True)
        return
    outer, middle, inner = (lamp.inset(layout.plate, string + width) for width in (-0.03, 0.0, 0.03))
    sheet.polygon(lamp.hollow(outer, inner), theme.gold_deep)
    sheet.polygon(lamp.hollow(outer, middle), theme.gold)


def _lip(sheet: Sheet, layout: Layout) -> None:
    """Cast the shadow of the frame's inner edge."""
    inner = lamp.inset(layout.plate, FRAME)
    for strip, shine in lamp.sides(inner, lamp.inset(inner, 0.11)):
        if shine > 0:
            sheet.veil(strip, lamp.clear((0, 0, 0), 0.34 * shine))


def _home(sheet: Sheet, theme: Theme, layout: Layout, home: Home, colour: int) -> None:
    tint = theme.tints[colour]
    outline = rounded(home.field, 0.4)
    face = lamp.inset(outline, 0.1)
    for strip, shine in lamp.sides(outline, face):
        edge = lamp.WHITE if shine > 0 else (0, 0, 0)
        sheet.polygon(strip, mix(tint.field, edge, 0.1 + 0.28 * round(20 * abs(shine)) / 20))
    if layout.colours > 4:  # bands would cost more bytes than they are worth
        sheet.polygon(face, tint.field)
    else:
        lamp.lacquer(sheet, face, tint.field, *theme.gloss)
    _nest(sheet, theme, layout, home, colour)


def _nest(sheet: Sheet, theme: Theme, layout: Layout, home: Home, colour: int) -> None:
    """Draw the nest: a wide shallow bowl with the pieces' shape in it, and a place for each."""
    tint = theme.tints[colour]
    if layout.upright:  # its far edge catches the light
        edge = plus(sheet.snapped(home.centre), lamp.LAMP, -0.1)
        sheet.disc(edge, home.radius, mix(tint.pale, lamp.WHITE, 0.55))
    lamp.well(sheet, home.centre, home.radius, tint.pale, tint.deep, 0.3, 2)
    sign = [plus(home.centre, point, home.radius * 0.3) for point in SHAPES[colour]]
    sheet.polygon([plus(point, lamp.LAMP, -0.035) for point in sign], mix(tint.pale, lamp.WHITE, 0.6))
    sheet.polygon(sign, tint.star)
    for place in home.places:
        lamp.well(sheet, place, min(0.55, 0.25 * home.radius), tint.well, tint.rim, 0.16)


def _ring(sheet: Sheet, theme: Theme, layout: Layout, board: Board) -> None:
    starts = {board.start_square(colour): colour for colour in range(layout.colours)}
    mouths = {board.mouth_square(colour): colour for colour in range(layout.colours)}
    for number in range(1, board.length + 1):
        cell = layout.ring[number]
        fill, ink = theme.square, theme.number
        if number in starts:
            fill, ink = theme.tints[starts[number]].field, theme.tints[starts[number]].ink
        elif number in board.shelters:
            fill = theme.shelter
        _square(sheet, theme, layout, cell, fill)
        if number in starts:
            _inlay(sheet, placed(SHAPES[starts[number]], cell.centre, 0.34), fill, theme.tints[starts[number]].line)
        elif number in board.shelters:
            _shield(sheet, theme, layout, cell.centre)
        if number in mouths:
            colour = mouths[number]
            spot = plus(cell.centre, cell.aside, 0.62 if layout.colours == 6 else 0.71)
            sheet.polygon(placed(SHAPES[colour], spot, 0.24), theme.tints[colour].deep)
            sheet.polygon(placed(SHAPES[colour], spot, 0.18), theme.tints[colour].base)
        if layout.numbered(number, board):
            spot = cell.number if number < 100 else between(cell.number, cell.centre, 0.1)  # three digits are wide
            sheet.text(spot, str(number), layout.digits, ink)


def _square(sheet: Sheet, theme: Theme, layout: Layout, cell: Cell, fill: Colour) -> None:
    light, dark = mix(fill, lamp.WHITE, theme.bevel[0]), mix(fill, theme.timber.dark, theme.bevel[1])
    box, scale = sheet.whole_pixels(cell.outline) if layout.upright else None, sheet.frame.scale
    if box is None:
        outline = lamp.inset(cell.outline, _GROOVE)
        if layout.upright:
            lamp.tile(sheet, outline, _BEVEL, fill, light, dark)
        else:
            _aslant(sheet, outline, fill, dark)
        return
    groove = (max(1, round(2 * _GROOVE * scale)), mix(theme.timber.bed, theme.square, _SHALLOW))
    lamp.panel(sheet, box, max(1, round(_BEVEL * scale)), (fill, light, dark), groove)


def _aslant(sheet: Sheet, outline: Polygon, fill: Colour, dark: Colour) -> None:
    """Draw a slanted square with only the darkest edge of its bevel: each line adds bytes."""
    sheet.polygon(outline, fill)
    for strip, shine in lamp.sides(outline, lamp.inset(outline, _BEVEL)):
        if shine < -_DIM:
            sheet.polygon(strip, dark)


def _inlay(sheet: Sheet, shape: Polygon, ground: Colour, fill: Colour) -> None:
    sheet.polygon([plus(point, lamp.LAMP, 0.03) for point in shape], mix(ground, (0, 0, 0), 0.25))
    sheet.polygon(shape, fill)


def _shield(sheet: Sheet, theme: Theme, layout: Layout, centre: Point) -> None:
    """Draw the sign of a safe square: a shield."""
    if layout.upright:
        edge = theme.timber.bed if theme.dark else lamp.WHITE
        sheet.polygon(placed(SHIELD, plus(centre, lamp.LAMP, -0.035), 0.37), edge)
    sheet.polygon(placed(SHIELD, centre, 0.37), theme.shelter_mark)
    sheet.polygon(placed(SHIELD, centre, 0.27), theme.shelter)
    sheet.polygon(placed(tuple(point for point in SHIELD if point[0] <= 0.001), centre, 0.27), theme.shelter_mark)


def _corridor(sheet: Sheet, theme: Theme, layout: Layout, colour: int) -> None:
    tint, axis = theme.tints[colour], layout.axes[colour]
    across = (-axis[1], axis[0])
    for number, cell in enumerate(layout.corridors[colour]):
        _square(sheet, theme, layout, cell, tint.field)
        if not number:  # the way in
            middle = cell.centre
            tip = plus(middle, axis, -0.2)
            arms = [plus(plus(middle, axis, 0.14), across, side) for side in (-0.36, 0.36)]
            sheet.line([arms[0], tip, arms[1]], tint.line, 0.09)


def _goals(sheet: Sheet, theme: Theme, layout: Layout) -> None:
    for colour, goal in enumerate(layout.goals):
        tint = theme.tints[colour]
        outline = lamp.inset(goal.outline, _GROOVE)
        shades = mix(tint.field, lamp.WHITE, 0.4), mix(tint.field, (0, 0, 0), 0.35)
        lamp.tile(sheet, outline, _BEVEL * 1.3, tint.field, *shades)
        for place in goal.places:
            lamp.well(sheet, place, 0.45, tint.rest, mix(tint.field, (0, 0, 0), 0.4), 0.12)
    _medallion(sheet, theme, 0.42 if layout.colours == 4 else 0.55)


def _medallion(sheet: Sheet, theme: Theme, radius: float) -> None:
    """Draw the brass and ebony medallion where all ways end."""
    middle = (0.0, 0.0)
    sheet.disc(plus(middle, lamp.LAMP, -0.05), radius + 0.05, theme.timber.edge)
    sheet.disc(middle, radius, theme.gold_deep)
    sheet.disc(plus(middle, lamp.LAMP, 0.02), radius * 0.92, theme.gold)
    sheet.disc(middle, radius * 0.74, theme.timber.edge)
    sheet.polygon(wheel(16, (radius * 0.68, radius * 0.36)), theme.gold)
    for spoke in range(16):
        tip = direction(90 + 22.5 * spoke)
        if lamp.lit(direction(101.25 + 22.5 * spoke)) < 0:
            reach = (radius * 0.68, radius * 0.36)
            here, there = reach[spoke % 2], reach[(spoke + 1) % 2]
            sheet.polygon([middle, plus(middle, tip, here), plus(middle, direction(112.5 + 22.5 * spoke), there)],
                          theme.gold_deep)  # fmt: skip
    sheet.disc(middle, radius * 0.14, theme.gold)
