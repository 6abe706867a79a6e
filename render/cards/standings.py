"""Draws a round of a tournament: the standings, who rose and fell, and the tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.cards.card import Box, Card
from render.cards.tiles import Figure, draw_tiles, in_grid, tiles_height
from render.content.tournament_card import RoundCard, StandingRow
from render.drawing import sprites
from render.drawing.text import written
from render.themes.theme import Colour, Theme, mix

_WIDTH, _EDGE, _TOP, _FOOT = 800, 34, 138, 36
_GAP, _TITLE, _MORE = 20, 46, 34
"""The space between columns, and the heights of the title of the tables and of a line that says how many more."""
_MOST_ROWS, _FIRST_ROWS, _ONE_COLUMN = 40, 20, 12
_NEAR = 2
"""How many lines from the middle a division's heading may be to begin the second column."""


@dataclass(frozen=True, slots=True)
class _Look:
    """The sizes of the standings in pixels: the pitch of rows, text sizes, and where columns begin."""

    columns: int
    pitch: int
    name: int
    place: int
    note: int
    medal: int
    middle: int
    arrow: int
    points: int

    @property
    def width(self) -> float:
        return (_WIDTH - 2 * _EDGE - _GAP * (self.columns - 1)) / self.columns


_WIDE = _Look(1, 52, 26, 23, 19, 20, 34, 76, 120)
_NARROW = _Look(2, 42, 20, 18, 15, 15, 24, 50, 62)


def draw_round(theme: Theme, title: str, subtitle: str, content: RoundCard, figure: Figure) -> bytes:
    """Draw the round as a PNG, 800 pixels wide.

    Of more than 40 rows the first 20 are drawn, and the reader's; of more than 16 tables the first 15.
    """
    rows, hidden = _shown(content.rows)
    lines = _with_headings(rows)
    look = _WIDE if len(lines) <= _ONE_COLUMN else _NARROW
    tiles, columns, size = in_grid(content.tiles)
    high = _first_column(lines, look)
    bottom = _TOP + look.pitch * max(high, len(lines) - high) + (_MORE if hidden else 0)
    first = bottom + (_TITLE if content.tiles_title else _GAP)
    last = first + tiles_height(tiles, columns, size) if tiles else bottom
    left_out = len(content.tiles) - len(tiles)
    card = Card(theme, _WIDTH, round(last + (_MORE if left_out else 0) + _FOOT))
    card.heading(title, subtitle)
    _rows(card, lines, look, high)
    if hidden:
        card.more(bottom - _MORE / 2, hidden)
    if tiles:
        if content.tiles_title:
            _title(card, content.tiles_title, bottom + _TITLE / 2)
        draw_tiles(card, figure, tiles, Box(_EDGE, first, _WIDTH - _EDGE, last), columns, size)
    if left_out:
        card.more(last + _MORE / 2 + 4, left_out)
    return card.encode()


def _shown(rows: Sequence[StandingRow]) -> tuple[tuple[StandingRow, ...], int]:
    """Return the rows to draw, and the number of those left out."""
    if len(rows) <= _MOST_ROWS:
        return tuple(rows), 0
    shown = (*rows[:_FIRST_ROWS], *(row for row in rows[_FIRST_ROWS:] if row.mine))
    return shown, len(rows) - len(shown)


def _with_headings(rows: Sequence[StandingRow]) -> list[StandingRow | str]:
    """Return the rows, each division's below its heading."""
    return [line for row in rows for line in ((row.heading, row) if row.heading else (row,))]


def _first_column(lines: Sequence[StandingRow | str], look: _Look) -> int:
    """Return how many lines are in the first column: about half, so that no heading is far from its rows."""
    half = -(-len(lines) // look.columns)
    headings = (place for place, line in enumerate(lines) if isinstance(line, str) and place)
    nearest = min(headings, key=lambda place: abs(place - half), default=half)
    return nearest if look.columns > 1 and abs(nearest - half) <= _NEAR else half


def _rows(card: Card, lines: Sequence[StandingRow | str], look: _Look, high: int) -> None:
    rows = [one for one in lines if isinstance(one, StandingRow)]
    moving = any(row.moved is not None for row in rows)
    points = max((written(row.points, "—", look.name, look.points, smallest=0).width for row in rows), default=0)
    for index, line in enumerate(lines):
        left = _EDGE + (look.width + _GAP if index >= high else 0)
        top = _TOP + look.pitch * (index - high if index >= high else index)
        if isinstance(line, str):
            at = (left + 12, top + look.pitch / 2 + 3)
            card.words(at, line, look.place, card.theme.number, room=look.width - 24)
            continue
        _row(card, line, Box(left, top + 2, left + look.width, top + look.pitch - 2), look, points, moving=moving)


def _row(card: Card, row: StandingRow, box: Box, look: _Look, points: int, *, moving: bool) -> None:
    theme, y = card.theme, (box.top + box.bottom) / 2
    ground = theme.gold if row.mine else theme.square if row.out else theme.shelter
    ink = theme.ink if row.mine else theme.number
    if row.out:
        ink = mix(ink, ground, 0.35)
    card.box(box, ground, 10)
    place = row.place.removesuffix(".")
    if row.medal and place in ("1", "2", "3"):
        card.sprite(sprites.medal(theme, place, look.medal, int(place)), (box.left + look.middle, y))
    else:
        card.words((box.left + look.middle, y), row.place, look.place, ink, align="centre", room=2 * look.middle - 8)
    left = box.left + 2 * look.middle + 6
    if moving:
        _moved(card, row, (left, y), look, ink)
        left += look.arrow
    right = box.right - 12
    card.words((right, y), row.points, look.name, ink, align="right", room=look.points)
    right -= points + look.note
    if row.note:
        room = round((right - left) * 0.42)
        card.words((right, y), row.note, look.note, ink, align="right", room=room)
        right -= written(row.note, "—", look.note, room, smallest=round(look.note * 0.7)).width + 8
    card.words((left, y), row.name, look.name, ink, room=right - left)


def _moved(card: Card, row: StandingRow, at: tuple[float, float], look: _Look, ink: Colour) -> None:
    """Draw a triangle and the number of places; a dash without any."""
    if row.moved is None or row.out:
        return
    (x, y), reach = at, look.place * 0.36
    x += reach
    if row.moved == 0:
        card.box(Box(x - reach, y - 1, x + reach, y + 2), mix(card.theme.shelter, ink, 0.6))
        return
    up = 1 if row.moved > 0 else -1
    corners = [(x - reach, y + up * reach * 0.8), (x + reach, y + up * reach * 0.8), (x, y - up * reach * 0.9)]
    card.polygon(corners, risen(card.theme) if row.moved > 0 else fallen(card.theme))
    card.words((x + reach + 4, y), str(abs(row.moved)), look.note, ink, room=look.arrow - 2 * reach - 8)


def risen(theme: Theme) -> Colour:
    """Return the colour of a rise, a green that is seen on the theme's ground."""
    return mix(theme.tints[3].base, theme.cream, 0.5) if theme.dark else theme.tints[3].base


def fallen(theme: Theme) -> Colour:
    return mix(theme.alarm, theme.cream, 0.4) if theme.dark else theme.alarm


def _title(card: Card, title: str, y: float) -> None:
    """Write a title between two strokes."""
    room = _WIDTH - 2 * _EDGE - 160
    half = written(title, "—", 22, room, smallest=15).width / 2 + 16
    for left, right in ((_EDGE + 8, _WIDTH / 2 - half), (_WIDTH / 2 + half, _WIDTH - _EDGE - 8)):
        card.box(Box(left, y - 1, right, y + 1), card.faint)
    card.words((_WIDTH / 2, y), title, 22, card.theme.number, align="centre", room=room)
