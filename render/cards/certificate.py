"""Draws a certificate to frame: wood with inlays of the games' pieces, palms, and a seal made from the signature."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.cards import ornaments
from render.cards.card import Box, Card
from render.content.tournament_card import Certificate
from render.drawing import sprites
from render.drawing.geometry import between, wheel
from render.drawing.shapes import SHAPES, scaled
from render.drawing.text import fits, in_two
from render.themes.theme import Colour, Theme, mix

_WIDTH, _HEIGHT = 800, 1190
_BAND, _INNER = 46, 12
"""The width of the wood, and from its inner edge to the thin line."""
_OUT = 14
_ROOM = _WIDTH - 2 * (_OUT + _BAND + _INNER) - 40
_MEDAL, _SEAL = (400, 218), (400, 882)
_NAME_SIZES, _TITLE_SIZES = ((70, 58, 48), (38, 32, 26)), ((36, 32), (28, 24, 20))
"""The text sizes to try for one line, and for two."""
_GROUPS, _CELL, _PITCH, _MOST_LINES = 13, 46, 21, 3
"""The groups of digits in a line, the width of one, the height of a line, and the most lines."""


def draw_certificate(theme: Theme, content: Certificate) -> bytes:
    """Draw the certificate as a PNG, 800 pixels wide. The same input always gives the same bytes."""
    card = Card(theme, _WIDTH, _HEIGHT)
    _frame(card)
    _emblem(card, content.place)
    middle, ink = _WIDTH / 2, theme.number
    gilt = theme.gold if theme.dark else mix(theme.gold, theme.gold_deep, 0.5)

    def line(y: float, text: str, size: int, colour: Colour = ink) -> None:
        if text:
            card.words((middle, y), text, size, colour, align="centre", room=_ROOM)

    line(386, content.heading, 44)
    ornaments.flourish(card, (middle, 430), 150, gilt)
    line(468, content.intro, 21)
    _large(card, 538, content.name, _NAME_SIZES, theme.cream if theme.dark else theme.ink)
    ornaments.flourish(card, (middle, 604), 240, gilt)
    line(646, content.deed, 24)
    _large(card, 702, content.title, _TITLE_SIZES, ink)
    line(758, content.details, 20)
    _foot(card, content, gilt)
    return card.encode()


def _large(card: Card, y: float, text: str, sizes: tuple[tuple[int, ...], tuple[int, ...]], ink: Colour) -> None:
    """Write a text as large as it fits, on two lines if it is long."""
    middle = _WIDTH / 2
    for size in sizes[0]:
        if fits(text, "—", size, _ROOM):
            card.words((middle, y), text, size, ink, align="centre", room=_ROOM)
            return
    size, *lines = in_two(text, "—", sizes[1], _ROOM)
    for line, step in zip(lines, (-0.6, 0.6), strict=True):
        card.words((middle, y + step * size * 1.1), line, size, ink, align="centre", room=_ROOM)


def _emblem(card: Card, place: int) -> None:
    """Draw the medal between palms, below a crown for the first place."""
    x, y = _MEDAL
    ornaments.palms(card, (x, y + 104.0))
    card.sprite(sprites.medal(card.theme, str(place), 56, place), (x, y + 12))
    if place == 1:
        card.sprite(sprites.crown(card.theme, 78), (x, y - 88))


def _foot(card: Card, content: Certificate, gilt: Colour) -> None:
    """Draw the seal between date and code, and below it the digits."""
    x, y = _SEAL
    theme = card.theme
    ornaments.wax_seal(card, _SEAL, 74, content.signature, content.place)
    card.sprite(sprites.die(theme, min(max(content.place, 1), 6), 38), _SEAL)
    for side, text in ((-1, content.date), (1, content.code)):
        at = x + side * 194
        card.words((at, y - 20), text, 24, theme.number, align="centre", room=200)
        card.box(Box(at - 92, y, at + 92, y + 2), gilt)
    groups = [content.signature[start : start + 4] for start in range(0, len(content.signature), 4)]
    lines = [groups[start : start + _GROUPS] for start in range(0, len(groups), _GROUPS)][:_MOST_LINES]
    top = _HEIGHT - _OUT - _BAND - _INNER - 18 - _PITCH * len(lines)
    if content.note:
        card.words((x, top - 16), content.note, 16, theme.number, align="centre", room=_ROOM)
    faint = mix(theme.number, theme.square, 0.25)
    for number, line in enumerate(lines):
        for place, digits in enumerate(line):
            spot = (x + _CELL * (place - (len(line) - 1) / 2), top + _PITCH * (number + 0.5))
            card.words(spot, digits, 15, faint, align="centre", room=_CELL)


# the frame ----------------------------------------------------------------------------------------------------------


def _frame(card: Card) -> None:
    theme, inner = card.theme, _OUT + _BAND
    wood = theme.timber

    def ring(inset: float, colour: Colour, radius: float = 0) -> None:
        card.box(Box(inset, inset, _WIDTH - inset, _HEIGHT - inset), colour, radius)

    ring(6, wood.edge, 16)
    ring(8, wood.light, 14)
    ring(10, wood.wood, 12)
    _grain(card)
    ring(inner - 5, wood.dark, 4)
    ring(inner - 3, wood.edge, 3)
    ring(inner, theme.gold, 2)
    ring(inner + 3, theme.square)
    ring(inner + _INNER, theme.gold)
    ring(inner + _INNER + 2, theme.square)
    _inlays(card)


def _grain(card: Card) -> None:
    """Draw veins along each side of the wood."""
    wood, near, far = card.theme.timber, 12.0, float(_OUT + _BAND - 7)
    for index, share in enumerate((0.1, 0.22, 0.37, 0.64, 0.78, 0.9)):
        at, tone = near + (far - near) * share, wood.light if index % 3 == 1 else wood.dark
        for low, high in ((0.0, 0.42), (0.5, 0.83)):
            shift = 0.13 * index % 0.17
            start, end = low + shift, min(1.0, high + shift)
            for along, across in ((_WIDTH, _HEIGHT), (_HEIGHT, _WIDTH)):
                first, last = 26 + (along - 52) * start, 26 + (along - 52) * end
                for level in (at, across - at):
                    box = Box(first, level, last, level + 1)
                    card.box(box if along == _WIDTH else Box(box.top, box.left, box.bottom, box.right), tone)


def _inlays(card: Card) -> None:
    """Lay lozenges with the shapes of all colours into the wood, and a star into each corner."""
    level, theme = (10 + _OUT + _BAND - 5) / 2, card.theme
    right, low = _WIDTH - level, _HEIGHT - level
    for x in (level, right):
        for y in (level, low):
            card.sprite(_star(theme), (x, y))
    count = 0
    for start, end, steps in (
        ((level, level), (right, level), 13), ((right, level), (right, low), 20),
        ((right, low), (level, low), 13), ((level, low), (level, level), 20),
    ):  # fmt: skip
        for step in range(1, steps):
            x, y = between(start, end, step / steps)
            card.sprite(_lozenge(theme, count % len(theme.tints)), (round(x), round(y)))
            count += 1


@lru_cache(maxsize=32)
def _lozenge(theme: Theme, colour: int) -> Image.Image:
    """Draw an inlay: the shape of a colour on ivory."""
    sheet = sprites.sheet_for(3.4, 3.4, 12)
    tint = theme.tints[colour]
    sheet.polygon(wheel(4, (1.62,)), theme.timber.edge)
    sheet.polygon(wheel(4, (1.48,)), theme.carving.plate)
    sheet.polygon(scaled(SHAPES[colour], 0.7), tint.deep)
    sheet.polygon(scaled(SHAPES[colour], 0.58), tint.base)
    return sheet.finish()


@lru_cache(maxsize=8)
def _star(theme: Theme) -> Image.Image:
    """Draw a corner: the rosette of the Palma board."""
    sheet = sprites.sheet_for(3.4, 3.4, 14)
    sheet.disc((0.0, 0.0), 1.4, theme.timber.edge)
    sheet.disc((0.0, 0.0), 1.3, theme.carving.plate)
    sheet.polygon(wheel(16, (1.22, 0.62)), theme.carving.inlay)
    sheet.disc((0.0, 0.0), 0.4, theme.gold_deep)
    sheet.disc((0.0, 0.0), 0.32, theme.gold)
    return sheet.finish()
