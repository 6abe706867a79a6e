"""Draws a small card of roll statistics, actual and expected."""

from __future__ import annotations

from collections.abc import Sequence

from render.cards.card import Box, Card
from render.cards.chart import columns
from render.content.card_content import Bar
from render.themes.theme import Theme

_WIDTH, _HEIGHT, _EDGE = 640, 420, 44


def draw_throws(theme: Theme, title: str, subtitle: str, bars: Sequence[Bar]) -> bytes:
    """Draw the bars as a PNG; the stroke across each is the expected number."""
    card = Card(theme, _WIDTH, _HEIGHT)
    columns(card, Box(_EDGE, 150, _WIDTH - _EDGE, _HEIGHT - 64), bars, theme.tints[1].field, theme.alarm)
    room = _WIDTH - 2 * _EDGE
    card.words((_WIDTH / 2, 50), title, 30, theme.number, align="centre", room=room)
    card.words((_WIDTH / 2, 88), subtitle, 18, theme.number, align="centre", room=room)
    return card.encode()
