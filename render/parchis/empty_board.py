"""Draw the empty Parchís board: table, plate, squares, corridors, goals, homes."""

from __future__ import annotations

from engine.parchis.board import Board
from render.drawing.canvas import Sheet
from render.drawing.geometry import Point, plus, rounded, wheel
from render.parchis.geometry import Cell, Layout
from render.themes.theme import Colour, Theme

_LINE = 0.05


def draw_base(sheet: Sheet, theme: Theme, layout: Layout, board: Board) -> None:
    """Draw the board without pieces."""
    _plate(sheet, theme, layout)
    for colour in range(layout.colours):
        _home(sheet, theme, layout, colour)
    _ring(sheet, theme, layout, board)
    for colour in range(layout.colours):
        _corridor(sheet, theme, layout, colour)
    _goals(sheet, theme, layout)


def _plate(sheet: Sheet, theme: Theme, layout: Layout) -> None:
    outline = rounded(layout.plate, 0.8)
    shadow = [plus(point, (0.0, -0.14)) for point in outline]
    sheet.polygon(shadow, theme.table_shade)
    sheet.polygon(outline, theme.plate)
    sheet.line(outline, theme.gold, 0.1, closed=True)


def _home(sheet: Sheet, theme: Theme, layout: Layout, colour: int) -> None:
    home, tint = layout.homes[colour], theme.tints[colour]
    sheet.polygon(rounded(home.field, 0.55), tint.field)
    sheet.disc(home.centre, home.radius + 0.13, tint.deep)
    sheet.disc(home.centre, home.radius + 0.03, tint.light)
    sheet.disc(home.centre, home.radius - 0.09, tint.pale)
    _star(sheet, home.centre, home.radius * 0.36, tint.star)
    for place in home.places:
        sheet.disc(place, 0.6, tint.base)
        sheet.disc(place, 0.52, tint.well)


def _star(sheet: Sheet, centre: Point, radius: float, colour: Colour) -> None:
    """Draw the star of eight points: two squares, one across the other."""
    sheet.polygon(wheel(16, (radius, radius * 0.765), centre=centre), colour)


def _ring(sheet: Sheet, theme: Theme, layout: Layout, board: Board) -> None:
    starts = {board.start_square(colour): colour for colour in range(layout.colours)}
    mouths = {board.mouth_square(colour): colour for colour in range(layout.colours)}
    for number in range(1, board.length + 1):
        cell = layout.ring[number]
        fill, mark, ink = theme.square, None, theme.number
        if number in starts:
            tint = theme.tints[starts[number]]
            fill, mark, ink = tint.field, tint.line, tint.ink
        elif number in board.shelters:
            fill, mark = theme.shelter, theme.shelter_mark
        _square(sheet, theme, cell, fill)
        if mark:
            _star(sheet, cell.centre, 0.36, mark)
        if number in mouths:
            _arrow(sheet, theme, layout, mouths[number], cell)
        sheet.text(cell.number, str(number), cell.digits[len(str(number)) - 1], ink)


def _square(sheet: Sheet, theme: Theme, cell: Cell, fill: Colour) -> None:
    sheet.polygon(cell.outline, fill)
    sheet.line(cell.outline, theme.square_line, _LINE, closed=True)


def _arrow(sheet: Sheet, theme: Theme, layout: Layout, colour: int, cell: Cell) -> None:
    """On the mouth, the way into the corridor."""
    axis, tint = layout.axes[colour], theme.tints[colour]
    spot = plus(cell.centre, cell.aside, 0.75)
    tip = plus(spot, axis, -0.22)
    tail = plus(spot, axis, 0.2)
    corners = (tip, plus(tail, cell.aside, 0.22), plus(tail, cell.aside, -0.22))
    sheet.polygon(corners, tint.base)


def _corridor(sheet: Sheet, theme: Theme, layout: Layout, colour: int) -> None:
    tint = theme.tints[colour]
    for index, cell in enumerate(layout.corridors[colour], 1):
        sheet.polygon(cell.outline, tint.field)
        sheet.line(cell.outline, tint.line, _LINE, closed=True)
        sheet.text(cell.number, str(index), 0.38, tint.digit)


def _goals(sheet: Sheet, theme: Theme, layout: Layout) -> None:
    for colour, goal in enumerate(layout.goals):
        tint = theme.tints[colour]
        sheet.polygon(goal.outline, tint.field)
        for place in goal.places:
            sheet.disc(place, 0.43, tint.rest)
    for goal in layout.goals:
        sheet.line(goal.outline, theme.cream, 0.07, closed=True)
