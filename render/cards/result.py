"""Draw the card of a finished game: who won, what each did, the last position and how the race went."""

from __future__ import annotations

from PIL import Image

from render.cards.card import Box, Card
from render.cards.chart import ChartCurve, plot
from render.content.card_content import ResultCard, ResultRow
from render.content.painter import Painter
from render.drawing import sprites
from render.themes.theme import Theme

_WIDTH, _EDGE, _TOP, _TABLE = 800, 36, 128, 478
_BOARD = 330
_ROW, _CHART = 42, 190
_HEIGHTS = {1: 150, 2: 96, 3: 60}


BOARD_SIZE = 2 * _BOARD
"""The width in pixels of the picture of the last position, which is halved on the card."""


def draw_result(painter: Painter, theme: Theme, card: ResultCard, board: Image.Image) -> bytes:
    """Draw the card as a PNG, 800 pixels wide; `board` is the last position. The same gives the same bytes."""
    return _Result(painter, theme, card, board).draw()


class _Result:
    def __init__(self, painter: Painter, theme: Theme, card: ResultCard, board: Image.Image) -> None:
        self.painter, self.theme, self.card, self.board = painter, theme, card, board
        self.chart_top = _TABLE + 34 + _ROW * len(card.rows) + 44
        self.paper = Card(self.theme, _WIDTH, self.chart_top + _CHART + 50)
        self.groups = [
            (place, [row for row in card.rows if row.place == place])
            for place in sorted({row.place for row in card.rows})
        ]

    def draw(self) -> bytes:
        podium = self.groups[:3]
        order = [podium[index] for index in (1, 0, 2) if index < len(podium)]
        room = (_WIDTH - 2 * _EDGE - _BOARD - 24) / len(order)
        feet = _TOP + _BOARD
        blocks = [(place, rows, _EDGE + room * (at + 0.5)) for at, (place, rows) in enumerate(order)]
        for rank, (_, _, middle) in self._ranked(blocks):
            self._block(middle, room, feet, _HEIGHTS[rank], first=rank == 1)
        self._stripes()
        self._race()
        for rank, (place, rows, middle) in self._ranked(blocks):
            self._winners(place, rows, middle, room, feet - _HEIGHTS[rank], first=rank == 1)
        self._heading()
        self._board()
        self._table()
        return self.paper.encode()

    def _ranked(
        self, blocks: list[tuple[int, list[ResultRow], float]]
    ) -> list[tuple[int, tuple[int, list[ResultRow], float]]]:
        ranks = {place: rank for rank, (place, _) in enumerate(self.groups, start=1)}
        return [(ranks[block[0]], block) for block in blocks]

    # the podium -----------------------------------------------------------------------------------------------------

    def _block(self, middle: float, room: float, feet: float, height: int, *, first: bool) -> None:
        reach = room * 0.44
        self.paper.box(Box(middle - reach, feet - height, middle + reach, feet), self.theme.gold_deep, 8)
        fill = self.theme.gold if first else self.theme.plate
        self.paper.box(Box(middle - reach + 2, feet - height + 2, middle + reach - 2, feet - 2), fill, 7)

    def _winners(
        self, place: int, rows: list[ResultRow], middle: float, room: float, top: float, *, first: bool
    ) -> None:
        ink = self.theme.ink if first else self.theme.number
        self.paper.words((middle, top + 30), str(place), 34, ink, align="centre")
        line, names = 25, [row.name for row in rows][:3]
        for index, name in enumerate(names):
            y = top - 16 - line * (len(names) - 1 - index)
            self.paper.words((middle, y), name, 20, self.theme.number, align="centre", room=room * 0.96)
        figures = [colour for row in rows for colour in row.colours][:6]
        radius = min(26 if first else 22, round(room * 0.4 / max(1, len(figures))))
        y = top - 22 - line * len(names) - radius
        for index, colour in enumerate(figures):
            x = middle + (index - (len(figures) - 1) / 2) * radius * 1.9
            self.paper.sprite(self._figure(colour, radius), (x, y))
        if first:
            self.paper.sprite(sprites.crown(self.theme, 54), (middle, y - radius - 24))

    def _figure(self, colour: int, radius: int) -> Image.Image:
        return self.painter.figure(self.theme, colour, radius)

    # the rest -------------------------------------------------------------------------------------------------------

    def _heading(self) -> None:
        room = _WIDTH - 2 * _EDGE
        self.paper.words((_WIDTH / 2, 52), self.card.title, 36, self.theme.number, align="centre", room=room)
        self.paper.words((_WIDTH / 2, 94), self.card.subtitle, 20, self.theme.number, align="centre", room=room)

    def _board(self) -> None:
        image = self.board.convert("RGB").reduce(2)
        image.thumbnail((_BOARD, _BOARD), Image.Resampling.BOX)  # some boards are higher than wide
        self.paper.sprite(image, (_WIDTH - _EDGE - _BOARD / 2, _TOP + _BOARD / 2))

    def _stripes(self) -> None:
        for index in range(0, len(self.card.rows), 2):
            top = _TABLE + 34 + _ROW * index
            self.paper.box(Box(_EDGE - 8, top, _WIDTH - _EDGE + 8, top + _ROW), self.theme.shelter, 8)

    def _table(self) -> None:
        count = len(self.card.columns)
        step = 128.0
        first = _WIDTH - _EDGE - step * count
        for index, label in enumerate(self.card.columns):
            at = (first + step * (index + 0.5), _TABLE + 16)
            self.paper.words(at, label, 18, self.theme.number, align="centre", room=step - 6)
        for number, (_, row) in enumerate(sorted(enumerate(self.card.rows), key=lambda one: (one[1].place, one[0]))):
            y = _TABLE + 34 + _ROW * (number + 0.5)
            self.paper.words((_EDGE + 22, y), f"{row.place}.", 22, self.theme.number, align="right", room=40)
            for index, colour in enumerate(row.colours):
                self.paper.sprite(self._figure(colour, 14), (_EDGE + 46 + 26 * index, y))
            left = _EDGE + 66 + 26 * (len(row.colours) - 1)
            self.paper.words((left, y), row.name, 22, self.theme.number, room=first - left - 8)
            for index, cell in enumerate(row.cells):
                middle = first + step * (index + 0.5)
                self.paper.words((middle, y), cell, 22, self.theme.number, align="centre", room=step - 6)

    def _race(self) -> None:
        box = Box(_EDGE + 4, self.chart_top, _WIDTH - _EDGE - 24, self.chart_top + _CHART)
        curves = []
        for index, row in enumerate(self.card.rows):
            ink, edge = self.painter.line(self.theme, row.colours[0])
            values = tuple(moment[index] for moment in self.card.race)
            curves.append(ChartCurve(values, ink, edge, self._figure(row.colours[0], 13)))
        plot(self.paper, box, curves, 0.0, 1.0)
        at = (_EDGE + 4, self.chart_top + _CHART + 20)
        self.paper.words(at, self.card.race_title, 18, self.theme.number, room=_WIDTH - 2 * _EDGE)
