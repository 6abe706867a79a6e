"""Draws the tables of a round as tiles: who sits there, in which colours, and who is through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PIL import Image

from render.cards.card import Box, Card
from render.content.tournament_card import TableTile, TileSide
from render.drawing import sprites
from render.themes.theme import Colour, Theme, mix

Figure = Callable[[Theme, str, int], Image.Image]
"""Draws the piece of a colour, given by its letter, with a radius in pixels."""


@dataclass(frozen=True, slots=True)
class TileLook:
    """The sizes of tiles in pixels: the height of a line and of the label above, and their text sizes."""

    line: int
    words: int
    label: int
    label_words: int
    gap: int = 12
    """The space between tiles."""


ROOMY, DENSE = TileLook(38, 21, 34, 18), TileLook(30, 18, 28, 16, 10)
_MARGIN = 4
_MOST, _MOST_ROOMY = 16, 8
_ALONE = 440
"""The width of a tile that is alone, in pixels."""
_LEAST = 14
"""The smallest text of a name, in pixels: on a phone a picture is shown at half its size."""


def height_of(tile: TableTile, look: TileLook) -> int:
    """Return the height of a tile in pixels; one without a label has only its lines."""
    return (look.label if tile.label else _MARGIN) + look.line * len(tile.sides) + _MARGIN


def draw_tile(card: Card, figure: Figure, tile: TableTile, box: Box, look: TileLook, *, places: bool = True) -> None:
    """Draw a tile from the upper left corner of a box, as wide as the box, with or without places."""
    theme = card.theme
    card.box(Box(box.left, box.top, box.right, box.top + height_of(tile, look)), theme.shelter, 10)
    top = box.top + _MARGIN
    if tile.label:
        top = box.top + look.label
        at = (box.left + 12, box.top + look.label / 2 + 1)
        card.words(at, tile.label, look.label_words, theme.number, room=box.width - 24)
    for side in tile.sides:
        line = Box(box.left + _MARGIN, top, box.right - _MARGIN, top + look.line)
        _side(card, figure, side if places else replace(side, place=""), line, look)
        top += look.line


def in_grid(tiles: Sequence[TableTile]) -> tuple[Sequence[TableTile], int, TileLook]:
    """Return the tiles to draw, in how many columns, and in which look; of very many some are left out."""
    if len(tiles) > _MOST:
        tiles = tiles[: _MOST - _MOST % 3]
    if len(tiles) == 3 or len(tiles) > _MOST_ROOMY:
        return tiles, 3, DENSE
    return tiles, 1 if len(tiles) < 2 else 2, ROOMY


def draw_tiles(
    card: Card, figure: Figure, tiles: Sequence[TableTile], box: Box, columns: int, look: TileLook
) -> None:
    """Draw tiles row by row in equal columns, from the top of a box; a single one in its middle."""
    wide = (box.width - look.gap * (columns - 1)) / columns
    if columns == 1:
        wide = min(wide, _ALONE)
        box = replace(box, left=(box.left + box.right - wide) / 2)
    top = box.top
    for start in range(0, len(tiles), columns):
        for column, tile in enumerate(tiles[start : start + columns]):
            left = box.left + column * (wide + look.gap)
            draw_tile(card, figure, tile, Box(left, top, left + wide, top), look)
        top += _row_height(tiles[start : start + columns], look)


def tiles_height(tiles: Sequence[TableTile], columns: int, look: TileLook) -> int:
    """Return the height that `draw_tiles` needs, without a gap below."""
    starts = range(0, len(tiles), columns)
    return sum(_row_height(tiles[start : start + columns], look) for start in starts) - (look.gap if tiles else 0)


def _row_height(tiles: Sequence[TableTile], look: TileLook) -> int:
    return max(height_of(tile, look) for tile in tiles) + look.gap


def _side(card: Card, figure: Figure, side: TileSide, box: Box, look: TileLook) -> None:
    theme, y = card.theme, (box.top + box.bottom) / 2
    ink = theme.number
    if side.through:
        card.box(Box(box.left, box.top + 1, box.right, box.bottom - 1), theme.gold, 8)
        ink = theme.ink
    radius = round(look.line * 0.3)
    left = box.left + 8 + radius
    for letter in side.colours:
        card.sprite(figure(theme, letter, radius), (left, y))
        left += round(radius * 1.9)
    left += 4 - radius * (0 if side.colours else 1)
    right = box.right - 8
    if side.place:
        right = _place(card, side.place, right, y, look, ink=ink)
    if side.name:
        card.words((left, y), side.name, look.words, ink, room=right - left, least=_LEAST)
    else:
        card.box(Box(left, y - 1, left + (right - left) * 0.6, y + 1), mix(theme.shelter, theme.number, 0.3))


def _place(card: Card, place: str, right: float, y: float, look: TileLook, *, ink: Colour) -> float:
    """Draw a place at the right; return where it begins."""
    theme, radius, digit = card.theme, round(look.line * 0.34), place.removesuffix(".")
    if digit.isdecimal() and len(digit) == 1:
        card.sprite(sprites.medal(theme, digit, radius, int(digit)), (right - radius + 2, y))
        return right - 2 * radius - 8
    card.words((right, y), place, look.words, ink, align="right", room=3 * look.line)
    return right - 3 * look.line - 4
