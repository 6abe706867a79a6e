"""Draws the end of a tournament: the podium, and what else is worth telling."""

from __future__ import annotations

from collections.abc import Sequence

from render.cards import ornaments
from render.cards.card import Box, Card
from render.content.tournament_card import Podium, PodiumStep
from render.drawing import sprites
from render.drawing.text import fits, in_two, wrapped
from render.themes.theme import Colour, Theme, mix

_WIDTH, _EDGE = 800, 44
_FLOOR, _STEP, _CAP, _PLINTH = 520, 208, 12, 14
"""Where the blocks stand, their width, and the heights of a block's top and of the plinth."""
_HEIGHTS = {1: 236, 2: 176, 3: 134}
_OFFSETS: dict[int, tuple[float, ...]] = {0: (), 1: (0.0,), 2: (-0.5, 0.5), 3: (0.0, -1.0, 1.0)}
"""Where the blocks stand, in their widths from the middle, from the first place on."""
_ON_BLOCKS, _MOST = 3, 8
_NAMES, _LINES_OF_NAME = (30, 26, 22), (22, 19, 16)
_ROW, _TOLD, _LINE, _GAP = 44, 21, 28, 12
_MOST_LINES = 3
"""The most lines of a sentence."""


def draw_podium(theme: Theme, title: str, subtitle: str, content: Podium) -> bytes:
    """Draw the podium as a PNG, 800 pixels wide; the first three stand on blocks, up to five more below."""
    steps = sorted(content.steps, key=lambda step: step.place)[:_MOST]
    first, others = steps[:_ON_BLOCKS], steps[_ON_BLOCKS:]
    told = [wrapped(line, _TOLD, _WIDTH - 2 * _EDGE - 40, _MOST_LINES) for line in content.lines]
    rows_top = _FLOOR + _PLINTH + 20
    told_top = rows_top + _ROW * len(others) + (8 if others and told else 0)
    bottom = told_top + sum(_LINE * len(lines) + _GAP for lines in told)
    card = Card(theme, _WIDTH, bottom + (56 if content.footer else 34))
    shades = [theme.gold, theme.gold_deep, *(tint.base for tint in theme.tints[:4])]
    ornaments.confetti(card, f"{title}{subtitle}", shades, (128, 296, 150))
    card.heading(title, subtitle)
    _blocks(card, first)
    for index, step in enumerate(others):
        _row(card, step, rows_top + _ROW * index)
    _story(card, told, told_top)
    if content.footer:
        at = (_WIDTH - _EDGE, bottom + 22)
        card.words(at, content.footer, 17, theme.number, align="right", room=_WIDTH - 2 * _EDGE)
    return card.encode()


def _blocks(card: Card, steps: Sequence[PodiumStep]) -> None:
    for step, offset in zip(steps, _OFFSETS[len(steps)], strict=True):
        middle, top = _WIDTH / 2 + offset * _STEP, _FLOOR - _HEIGHTS[min(step.place, 3)]
        _block(card, step, middle, top)
        head = _name(card, step.name, middle, top - 22)
        if step.place == 1:
            ornaments.laurel(card, (middle, head - 64.0), 22, 0.72)
            card.sprite(sprites.crown(card.theme, 58), (middle, head - 60))
    reach = (_STEP * max(len(steps), 1)) / 2 + 22
    edge = mix(card.theme.plate, card.theme.number, 0.35)
    card.box(Box(_WIDTH / 2 - reach, _FLOOR, _WIDTH / 2 + reach, _FLOOR + _PLINTH), edge, 4)
    card.box(Box(_WIDTH / 2 - reach, _FLOOR, _WIDTH / 2 + reach, _FLOOR + 5), mix(edge, card.theme.cream, 0.4), 4)


def _block(card: Card, step: PodiumStep, middle: float, top: float) -> None:
    """Draw a block of the place's metal, lit from the upper left, with its medal and points."""
    theme = card.theme
    face, edge = theme.metal(step.place)
    left, right = middle - _STEP / 2 + 3, middle + _STEP / 2 - 3
    front, side, cap = _stone(theme, face, edge)
    card.polygon([(left + 12, top), (right - 12, top), (right, top + _CAP), (left, top + _CAP)], cap)
    card.box(Box(left, top + _CAP, right, _FLOOR), front)
    card.box(Box(right - 10, top + _CAP, right, _FLOOR), side)
    card.box(Box(left, top + _CAP, right, top + _CAP + 3), side)
    card.sprite(sprites.medal(theme, str(step.place), 31, step.place), (middle, top + _CAP + 46))
    if step.points:
        card.words((middle, top + _CAP + 100), step.points, 22, theme.ink, align="centre", room=_STEP - 30)


def _stone(theme: Theme, face: Colour, edge: Colour) -> tuple[Colour, Colour, Colour]:
    """Return the tones of a block: its front, its side in the shade, and its top in the light."""
    front = mix(face, edge, 0.3) if theme.dark else mix(face, theme.square, 0.35)
    return front, mix(front, edge, 0.55), mix(face, theme.cream, 0.5)


def _name(card: Card, name: str, middle: float, bottom: float) -> float:
    """Write a name above a block, on two lines if it is long; return the middle of the upper line."""
    room, ink = _STEP - 14, card.theme.number
    for size in _NAMES:
        if fits(name, "—", size, room):
            card.words((middle, bottom), name, size, ink, align="centre", room=room)
            return bottom
    size, *lines = in_two(name, "—", _LINES_OF_NAME, room)
    for line, y in zip(lines, (bottom - size * 1.2, bottom), strict=True):
        card.words((middle, y), line, size, ink, align="centre", room=room)
    return bottom - size * 1.2


def _row(card: Card, step: PodiumStep, top: float) -> None:
    y = top + _ROW / 2
    card.box(Box(_EDGE, top + 2, _WIDTH - _EDGE, top + _ROW - 2), card.theme.shelter, 10)
    card.sprite(sprites.medal(card.theme, str(step.place), 15, step.place), (_EDGE + 28, y))
    card.words((_EDGE + 56, y), step.name, 22, card.theme.number, room=460)
    card.words((_WIDTH - _EDGE - 14, y), step.points, 22, card.theme.number, align="right", room=150)


def _story(card: Card, told: Sequence[Sequence[str]], y: float) -> None:
    """Write sentences, each after a leaf."""
    leaf, _ = ornaments.laurel_tones(card.theme)
    for lines in told:
        middle = y + _LINE / 2
        x = _EDGE + 8
        card.polygon([(x, middle), (x + 9, middle - 6), (x + 18, middle), (x + 9, middle + 6)], leaf)
        for line in lines:
            card.words((_EDGE + 40, y + _LINE / 2), line, _TOLD, card.theme.number, room=_WIDTH - 2 * _EDGE - 40)
            y += _LINE
        y += _GAP
