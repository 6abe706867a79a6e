"""Draws a knock-out as a tree: its last rounds side by side, and who reached which."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from render.cards import ornaments
from render.cards.card import Box, Card
from render.cards.tiles import Figure, TileLook, draw_tile, draw_tiles, height_of, in_grid, tiles_height
from render.content.tournament_card import Bracket, BracketRound, TableTile
from render.drawing import sprites
from render.drawing.geometry import Point
from render.themes.theme import Colour, Theme, mix

_WIDTH, _EDGE, _TOP, _FOOT = 800, 32, 176, 38
_LINK, _CROWN, _APART = 28, 96, 22
"""The space for links between columns, above the final for a crown, and above the game for the third place."""
_LOOKS = {
    1: TileLook(42, 24, 36, 18, 16),
    2: TileLook(38, 21, 32, 17, 16),
    3: TileLook(32, 18, 28, 16, 14),
    4: TileLook(28, 16, 26, 15, 12),
}
_LABELS = {1: 22, 2: 21, 3: 19, 4: 17}
_ALONE = 440
"""The width of the final, if no other round is drawn."""
_MOST_TABLES = 8
"""The most tables of a round in a tree."""

_Spots = list[tuple[TableTile, float]]
"""The tables of a column, each with its top."""


def draw_bracket(theme: Theme, title: str, subtitle: str, content: Bracket, figure: Figure) -> bytes:
    """Draw the bracket as a PNG, 800 pixels wide.

    Of a large one the last four rounds are drawn, from eight tables on. While an earlier round is played, its tables
    are drawn without a tree.
    """
    shown = _last(content.rounds)
    earlier = content.rounds[: len(content.rounds) - len(shown)]
    present = next((one for one in earlier if not all(map(_ended, one.tiles))), None)
    if shown and present is None:
        return _tree(theme, title, subtitle, replace(content, rounds=shown), figure)
    return _grid(theme, title, subtitle, present or BracketRound("", ()), figure)


def _last(rounds: Sequence[BracketRound]) -> tuple[BracketRound, ...]:
    """Return the last rounds that are few enough for a tree."""
    shown: list[BracketRound] = []
    for one in reversed(rounds):
        if len(one.tiles) > _MOST_TABLES or len(shown) == max(_LOOKS):
            break
        shown.insert(0, one)
    return tuple(shown)


def _ended(tile: TableTile) -> bool:
    return any(side.through for side in tile.sides)


# a tree -------------------------------------------------------------------------------------------------------------


def _tree(theme: Theme, title: str, subtitle: str, content: Bracket, figure: Figure) -> bytes:
    rounds, third = content.rounds, content.third
    look = _LOOKS[len(rounds)]
    columns = _columns(rounds, look)
    final = columns[-1]
    won = len(final) == 1 and _ended(final[0][0])
    down = max(0.0, _CROWN - (final[0][1] - _TOP)) if won else 0.0
    columns = [[(tile, top + down) for tile, top in column] for column in columns]
    final = columns[-1]
    if third is not None:
        final = [*final, (third, _bottom(final, look) + _APART)]
    bottom = max(_bottom(column, look) for column in (*columns, final))
    card = Card(theme, _WIDTH, round(bottom) + _FOOT)
    card.heading(title, subtitle)
    places = _places(len(rounds))
    for one, place in zip(rounds, places, strict=True):
        at = ((place.left + place.right) / 2, _TOP - 26)
        card.words(at, one.label, _LABELS[len(rounds)], theme.number, align="centre", room=place.width)
    for (left, here), (right, there) in pairwise(zip(places, columns, strict=True)):
        _links(card, (left.right, right.left), here, there, look, drawn=content.drawn)
    for index, (column, place) in enumerate(zip((*columns[:-1], final), places, strict=True), 1):
        for tile, top in column:
            box = Box(place.left, top, place.right, top)
            draw_tile(card, figure, tile, box, look, places=index == len(columns))
    if won:
        spot = ((places[-1].left + places[-1].right) / 2, final[0][1] - 48)
        ornaments.laurel(card, (spot[0], spot[1] - 2), 20, 0.66)
        card.sprite(sprites.crown(theme, 52), spot)
    return card.encode()


def _places(count: int) -> list[Box]:
    """Return the left and right of each column."""
    wide = (_WIDTH - 2 * _EDGE - _LINK * (count - 1)) / count
    if count == 1:
        return [Box((_WIDTH - _ALONE) / 2, 0, (_WIDTH + _ALONE) / 2, 0)]
    return [Box(round(left := _EDGE + (wide + _LINK) * index), 0, round(left + wide), 0) for index in range(count)]


def _columns(rounds: Sequence[BracketRound], look: TileLook) -> list[_Spots]:
    """Return each round's tables with their tops: a table is in the middle of those before it."""
    columns: list[_Spots] = []
    for one in rounds:
        wanted = _middles(columns[-1], len(one.tiles), look) if columns else [0.0] * len(one.tiles)
        column: _Spots = []
        floor = float(_TOP)
        for tile, middle in zip(one.tiles, wanted, strict=True):
            top = max(floor, round(middle - height_of(tile, look) / 2))
            column.append((tile, top))
            floor = top + height_of(tile, look) + look.gap
        columns.append(column)
    return columns


def _middles(before: _Spots, count: int, look: TileLook) -> list[float]:
    """Return the middles of a number of tables, spread over those of the round before."""
    middles = [top + height_of(tile, look) / 2 for tile, top in before]
    share = len(before) / count if count else 1.0
    found = []
    for index in range(count):
        fed = middles[int(index * share) : max(int((index + 1) * share), int(index * share) + 1)]
        found.append((fed[0] + fed[-1]) / 2 if fed else middles[-1])
    return found


def _bottom(column: _Spots, look: TileLook) -> float:
    return max((top + height_of(tile, look) for tile, top in column), default=float(_TOP))


def _links(
    card: Card, ends: tuple[float, float], here: _Spots, there: _Spots, look: TileLook, *, drawn: bool
) -> None:
    """Draw lines from the tables of a round to those of the next one, in gold from a table that has ended."""
    share, rest = divmod(len(here), len(there) or 1)
    fed = [here[index * share : (index + 1) * share] for index in range(len(there))]
    if rest or share < 2 or not all(_feeds(tile, spots) for (tile, _), spots in zip(there, fed, strict=True)):
        return
    (left, right), theme = ends, card.theme
    gilt = theme.gold if theme.dark else mix(theme.gold, theme.gold_deep, 0.35)
    for (tile, top), spots in zip(there, fed, strict=True):
        if drawn and not any(side.name for side in tile.sides):
            continue
        end = top + height_of(tile, look) / 2
        for ended in (False, True):  # gold last, above what is to come
            for before, start in spots:
                if _ended(before) == ended:
                    y = start + height_of(before, look) / 2
                    _elbow(card, (left, y), (right, end), gilt if ended else card.faint)


def _elbow(card: Card, start: Point, end: Point, colour: Colour) -> None:
    middle, wide = round((start[0] + end[0]) / 2), 3
    low, high = sorted((round(start[1]), round(end[1])))
    card.box(Box(start[0], round(start[1]) - 1, middle + 2, round(start[1]) + 2), colour)
    card.box(Box(middle - 1, low - 1, middle - 1 + wide, high + 2), colour)
    card.box(Box(middle - 1, round(end[1]) - 1, end[0], round(end[1]) + 2), colour)


def _feeds(tile: TableTile, spots: _Spots) -> bool:
    """Return whether all that are known to sit at a table come from these."""
    names = {side.name for before, _ in spots for side in before.sides}
    return all(side.name in names for side in tile.sides if side.name)


# a grid -------------------------------------------------------------------------------------------------------------


def _grid(theme: Theme, title: str, subtitle: str, one: BracketRound, figure: Figure) -> bytes:
    tiles, columns, look = in_grid(one.tiles)
    last = _TOP + tiles_height(tiles, columns, look)
    more = len(one.tiles) - len(tiles)
    card = Card(theme, _WIDTH, round(last) + _FOOT + (30 if more else 0))
    card.heading(title, subtitle)
    if one.label:
        card.words((_WIDTH / 2, _TOP - 28), one.label, 22, theme.number, align="centre", room=_WIDTH - 2 * _EDGE)
    draw_tiles(card, figure, tiles, Box(_EDGE, _TOP, _WIDTH - _EDGE, last), columns, look)
    if more:
        card.more(last + 24, more)
    return card.encode()
