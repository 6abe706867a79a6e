"""Draws leaderboards, and a person's rating over time."""

from __future__ import annotations

from collections.abc import Sequence

from render.cards.card import Box, Card
from render.cards.chart import ChartCurve, plot
from render.content.card_content import RankRow
from render.drawing import sprites
from render.drawing.geometry import Point
from render.themes.theme import Colour, Theme

_WIDTH, _EDGE, _TOP, _ROW = 800, 40, 138, 58


def draw_leaderboard(theme: Theme, title: str, subtitle: str, rows: Sequence[RankRow]) -> bytes:
    """Draw the rows as a PNG, 800 pixels wide, with medals for the first three ranks."""
    tops: list[float] = []
    top = float(_TOP)
    for row in rows:
        top += 18 if row.gap else 0
        tops.append(top)
        top += _ROW
    card = Card(theme, _WIDTH, round(top) + 40)
    for row, at in zip(rows, tops, strict=True):
        fill = theme.gold if row.mine else theme.shelter
        card.box(Box(_EDGE - 6, at + 3, _WIDTH - _EDGE + 6, at + _ROW - 3), fill, 12)
        if row.gap:
            for step in (-16, 0, 16):
                card.box(Box(_WIDTH / 2 + step - 3, at - 10, _WIDTH / 2 + step + 3, at - 4), card.faint, 3)
    card.heading(title, subtitle)
    for row, at in zip(rows, tops, strict=True):
        _rank(card, row, at + _ROW / 2)
    return card.encode()


def _rank(card: Card, row: RankRow, y: float) -> None:
    theme = card.theme
    ink = theme.ink if row.mine else theme.number
    if row.rank <= 3:
        card.sprite(sprites.medal(theme, str(row.rank), 22, row.rank), (_EDGE + 28, y))
    else:
        card.words((_EDGE + 28, y), f"{row.rank}.", 24, ink, align="centre", room=70)
    card.words((_EDGE + 72, y), row.name, 26, ink, room=300)
    card.words((_WIDTH - _EDGE - 140, y), row.detail, 19, ink, align="right", room=245)
    card.words((_WIDTH - _EDGE - 14, y), row.rating, 26, ink, align="right", room=120)


def draw_curve(theme: Theme, title: str, subtitle: str, values: Sequence[float], spread: Sequence[float]) -> bytes:
    """Draw a rating after each game, with its uncertainty, as a PNG.

    `spread` is the width to either side of each value. Raises ValueError without values, or without a spread for
    each.
    """
    if not values or len(values) != len(spread):
        raise ValueError("a curve needs values, and a spread for each")
    card = Card(theme, _WIDTH, 470)
    edges = [value + sign * width for value, width in zip(values, spread, strict=True) for sign in (-1, 1)]
    low, high = min(edges), max(edges)
    box = Box(_EDGE + 62, 140, _WIDTH - _EDGE - 20, 420)
    _band(card, box, values, spread, (low, high))
    plot(card, box, [ChartCurve(tuple(values), theme.tints[1].base, theme.tints[1].deep)], low, high)
    card.heading(title, subtitle)
    for share in (0.0, 0.5, 1.0):
        at: Point = (box.left - 12, box.bottom - share * box.height)
        card.words(at, f"{low + share * (high - low):.0f}", 20, theme.number, align="right")
    return card.encode()


def _band(
    card: Card, box: Box, values: Sequence[float], spread: Sequence[float], bounds: tuple[float, float]
) -> None:
    low, high = bounds
    scale = box.height / ((high - low) or 1.0)
    count = len(values)
    wide = box.width / max(1, count - 1)
    fill: Colour = card.theme.tints[1].pale
    for index in range(max(1, count - 1)):
        after = min(index + 1, count - 1)
        left, right = box.left + index * wide, box.left + (index + 1) * wide
        corners = [
            (left, box.bottom - (values[index] - spread[index] - low) * scale),
            (left, box.bottom - (values[index] + spread[index] - low) * scale),
            (right, box.bottom - (values[after] + spread[after] - low) * scale),
            (right, box.bottom - (values[after] - spread[after] - low) * scale),
        ]
        card.polygon(corners, fill)
