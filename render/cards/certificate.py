"""Draws a certificate to frame: wood with inlays of the games' pieces, palms, and a seal made from the signature."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from render.cards import ornaments
from render.cards.card import Box, Card
from render.content.tournament_card import Certificate
from render.drawing import sprites
from render.drawing.geometry import Point, wheel
from render.drawing.shapes import SHAPES, scaled
from render.drawing.text import fits, in_two
from render.themes.theme import Colour, Theme, mix

_WIDTH, _HEIGHT = 800, 1130
_BAND, _INNER = 46, 12
"""The width of the wood, and from its inner edge to the thin line."""
_OUT = 14
_ROOM = _WIDTH - 2 * (_OUT + _BAND + _INNER) - 40
_MEDAL, _SEAL = (400, 190), (400, 905)
_NAMES, _LINES_OF_NAME = (58, 50, 42), (38, 32, 26)
_DIGITS = 13
"""The groups of digits in a line."""


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

    line(352, content.heading, 44)
    ornaments.flourish(card, (middle, 398), 170, gilt)
    line(440, content.intro, 21)
    _name(card, content.name)
    ornaments.flourish(card, (middle, 578), 250, gilt)
    line(622, content.deed, 24)
    line(670, content.title, 36)
    line(716, content.details, 20)
    _foot(card, content, gilt)
    return card.encode()


def _name(card: Card, name: str) -> None:
    """Write the name as large as it fits, on two lines if it is long."""
    middle, y = _WIDTH / 2, 512
    ink = card.theme.cream if card.theme.dark else card.theme.ink
    for size in _NAMES:
        if fits(name, "—", size, _ROOM):
            card.words((middle, y), name, size, ink, align="centre", room=_ROOM)
            return
    size, *lines = in_two(name, "—", _LINES_OF_NAME, _ROOM)
    for line, step in zip(lines, (-0.6, 0.6), strict=True):
        card.words((middle, y + step * size * 1.1), line, size, ink, align="centre", room=_ROOM)


def _emblem(card: Card, place: int) -> None:
    """Draw the medal between palms, below a crown for the first place."""
    x, y = _MEDAL
    ornaments.palms(card, (x, y + 104.0))
    card.sprite(sprites.medal(card.theme, str(place), 58, place), (x, y + 8))
    if place == 1:
        card.sprite(sprites.crown(card.theme, 78), (x, y - 86))


def _foot(card: Card, content: Certificate, gilt: Colour) -> None:
    """Draw the seal between date and code, and below it the digits."""
    x, y = _SEAL
    theme = card.theme
    ornaments.seal(card, _SEAL, 78, content.signature, content.place)
    card.sprite(sprites.die(theme, min(max(content.place, 1), 6), 40), _SEAL)
    for side, text in ((-1, content.date), (1, content.code)):
        at = x + side * 190
        card.words((at, y - 20), text, 24, theme.number, align="centre", room=200)
        card.box(Box(at - 92, y, at + 92, y + 2), gilt)
    groups = [content.signature[start : start + 4] for start in range(0, len(content.signature), 4)]
    lines = [" ".join(groups[start : start + _DIGITS]) for start in range(0, len(groups), _DIGITS)][:3]
    top = _HEIGHT - _OUT - _BAND - _INNER - 14 - 20 * len(lines)
    if content.note:
        card.words((x, top - 12), content.note, 15, theme.number, align="centre", room=_ROOM)
    for index, digits in enumerate(lines):
        faint = mix(theme.number, theme.square, 0.3)
        card.words((x, top + 10 + 20 * index), digits, 15, faint, align="centre", room=_ROOM)


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
        ((level, level), (right, level), 13), ((right, level), (right, low), 19),
        ((right, low), (level, low), 13), ((level, low), (level, level), 19),
    ):  # fmt: skip
        for step in range(1, steps):
            spot: Point = tuple(round(a + (b - a) * step / steps) for a, b in zip(start, end, strict=True))  # type: ignore[assignment]
            card.sprite(_lozenge(theme, count % len(theme.tints)), spot)
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
