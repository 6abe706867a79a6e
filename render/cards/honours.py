"""Draws a chat's roll of honours: champions by year, and records."""

from __future__ import annotations

from render.cards import ornaments
from render.cards.card import Box, Card
from render.content.honours_card import HonoursCard, RecordRow, RollRow
from render.drawing import sprites
from render.drawing.text import fits, wrapped
from render.themes.theme import Theme, mix

_WIDTH, _EDGE, _TOP = 800, 40, 188
_YEAR, _ROW, _GAP, _RECORD = 56, 76, 8, 54
_VALUE, _SMALL = 264, 15
"""The width of a record's value, and the size of one that takes two lines."""
MOST = 9
"""The most events on a card; the rest is counted."""


def draw_honours(theme: Theme, title: str, subtitle: str, content: HonoursCard) -> bytes:
    """Draw the roll as a PNG, 800 pixels wide. The same input always gives the same bytes."""
    events, shown = sum(len(year.rows) for year in content.years), 0
    places: list[tuple[float, str | RollRow | RecordRow]] = []
    at = float(_TOP)
    for year in content.years:
        rows = year.rows[: MOST - shown]
        if not rows:
            break
        places.append((at + _YEAR / 2, year.year))
        at += _YEAR
        for row in rows:
            places.append((at + _ROW / 2, row))
            at += _ROW + _GAP
        shown += len(rows)
    more = at + 16
    at += 40 if shown < events else 0
    if content.records:
        places.append((at + _YEAR / 2 + 6, content.records_title))
        at += _YEAR + 12
        for record in content.records:
            places.append((at + _RECORD / 2, record))
            at += _RECORD
    card = Card(theme, _WIDTH, round(at) + 40)
    ornaments.laurel(card, (_WIDTH / 2, 92), 282, 1.0)
    card.sprite(sprites.crown(theme, 64), (_WIDTH / 2, 54))
    card.words((_WIDTH / 2, 108), title, 38, theme.number, align="centre", room=460)
    card.words((_WIDTH / 2, 150), subtitle, 20, theme.number, align="centre", room=460)
    for y, what in places:
        if isinstance(what, str):
            _part(card, y, what)
        elif isinstance(what, RollRow):
            _event(card, y, what)
        else:
            _record(card, y, what)
    if shown < events:
        card.more(more, events - shown)
    return card.encode()


def _part(card: Card, y: float, words: str) -> None:
    """Write a year, or what else stands over a part, between two rules."""
    theme = card.theme
    gilt = theme.gold if theme.dark else mix(theme.gold, theme.gold_deep, 0.5)
    card.words((_WIDTH / 2, y), words, 28, theme.number, align="centre", room=300)
    for side in (-1, 1):
        ornaments.flourish(card, (_WIDTH / 2 + side * 262, y), 96, gilt)


def _event(card: Card, y: float, row: RollRow) -> None:
    """Draw an event: the winner on a line, those who came next below, the event at the right."""
    theme, first = card.theme, y - 14 if row.others else y
    card.box(Box(_EDGE - 6, y - _ROW / 2, _WIDTH - _EDGE + 6, y + _ROW / 2), theme.shelter, 12)
    card.sprite(sprites.medal(theme, str(row.place), 25, row.place), (_EDGE + 32, y))
    card.words((_EDGE + 76, first), row.winner, 28, theme.number, room=350 if row.event else 600)
    if row.event:
        card.words((_WIDTH - _EDGE - 16, first), row.event, 20, theme.number, align="right", room=270)
    step = _EDGE + 86.0
    for place, name in enumerate(row.others, start=2):
        card.sprite(sprites.medal(theme, str(place), 13, place), (step, y + 20))
        card.words((step + 22, y + 20), name, 19, theme.number, room=250)
        step += 292


def _record(card: Card, y: float, row: RecordRow) -> None:
    theme = card.theme
    card.box(Box(_EDGE, y + _RECORD / 2 - 1, _WIDTH - _EDGE, y + _RECORD / 2), card.faint)
    card.words((_EDGE + 8, y), row.title, 19, theme.number, room=246 if row.name else 440)
    if row.name:
        card.words((_EDGE + 262, y), row.name, 23, theme.number, room=180)
    if fits(row.value, "—", 20, _VALUE):
        card.words((_WIDTH - _EDGE - 8, y), row.value, 20, theme.number, align="right")
        return
    lines = wrapped(row.value, _SMALL, _VALUE, 2)
    for line, at in zip(lines, (y - 10, y + 9) if len(lines) > 1 else (y,), strict=True):
        card.words((_WIDTH - _EDGE - 8, at), line, _SMALL, theme.number, align="right", room=_VALUE)
