"""Draws a finished game's card: the winner, the last position, statistics and the race."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.cards import ornaments
from render.cards.card import Box, Card
from render.cards.chart import ChartCurve, plot
from render.content.card_content import ResultCard
from render.content.painter import Painter
from render.drawing import sprites
from render.drawing.text import fits, wrapped, written
from render.themes.theme import Theme

_WIDTH, _EDGE = 800, 36
_CROWN, _NAME, _TITLE, _FAME, _TOP = 58, 122, 178, 208, 232
_BOARD = 512
_ROW, _CHART, _FOOT, _CLOSE = 42, 128, 58, 30
_TOLD, _LINE, _GAP = 21, 27, 9
"""The text size of the story, the height of a line, and the space after a sentence."""

MOST_LINES = 3
"""The most lines of a sentence of the story."""
BOARD_SIZE = _BOARD
"""The width in pixels of the last position's picture."""


def paint_result(painter: Painter, theme: Theme, card: ResultCard, board: Image.Image | None = None) -> Card:
    """Paint the card, 800 pixels wide, with or without the last position. The same input gives the same card."""
    return _Result(painter, theme, card, board).paint()


class _Result:
    def __init__(self, painter: Painter, theme: Theme, card: ResultCard, board: Image.Image | None) -> None:
        self.painter, self.theme, self.card, self.board = painter, theme, card, board
        self.bottom = _TOP + (board.height if board is not None else 0)
        room = _WIDTH - 2 * _EDGE - 24
        self.story = [wrapped(sentence, _TOLD, room, MOST_LINES) for sentence in card.story]
        told = sum(_LINE * len(lines) + _GAP for lines in self.story)
        self.table_top = self.bottom + 18 + (told + _GAP if told else 0)
        self.chart_top = self.table_top + 30 + _ROW * len(card.rows) + 46
        self.foot = self.chart_top + (_CHART if card.race else -_CLOSE)
        self.paper = Card(self.theme, _WIDTH, self.foot + _FOOT)
        winners = [row for row in card.rows if row.place == 1]
        self.size, self.lines = headline(tuple(row.name for row in winners) or (card.title,))
        self.colours = [colour for row in winners for colour in row.colours]

    def paint(self) -> Card:
        if self.card.cheers:
            self._confetti()
        self._laurel()
        if self.board is not None:
            self._frame(self.board)
        self._stripes()
        self._race()
        self._heading()
        if self.board is not None:
            self.paper.sprite(self.board.convert("RGB"), (_WIDTH / 2, _TOP + self.board.height / 2))
        self._story()
        self._table()
        self._footer()
        return self.paper

    # the winner -----------------------------------------------------------------------------------------------------

    def _confetti(self) -> None:
        """Draw confetti next to the name and board, in gold and the winner's colours; the same for the same game."""
        shades = [self.theme.gold, self.theme.gold_deep]
        for colour in self.colours:
            shades += [self.painter.line(self.theme, colour)[0]] * 2
        ornaments.confetti(self.paper, f"{self.card.title}{self.card.subtitle}", shades, (28, self.bottom, 60))

    def _laurel(self) -> None:
        """Draw a laurel branch on either side of the name."""
        wide = max(written(line, "—", self.size, NAME_ROOM).width for line in self.lines)
        out = min(wide / 2 + 46, _WIDTH / 2 - _EDGE - 22)
        ornaments.laurel(self.paper, (_WIDTH / 2, _NAME - 22.0), out - 44)

    def _heading(self) -> None:
        room, middle = _WIDTH - 2 * _EDGE, _WIDTH / 2
        self.paper.sprite(sprites.crown(self.theme, 62), (middle, _CROWN))
        for number, line in enumerate(self.lines):
            y = _NAME + _PITCH * self.size * (number - (len(self.lines) - 1) / 2)
            self.paper.words((middle, y), line, self.size, self.theme.number, align="centre", room=NAME_ROOM)
        fame = self.card.fame or self.card.title
        self.paper.words((middle, _TITLE), fame, 24, self.theme.number, align="centre", room=room)
        self.paper.words((middle, _FAME), self.card.subtitle, 18, self.theme.number, align="centre", room=500)

    # the rest -------------------------------------------------------------------------------------------------------

    def _frame(self, board: Image.Image) -> None:
        half, top = _BOARD / 2 + 4, _TOP - 4
        self.paper.box(Box(_WIDTH / 2 - half, top, _WIDTH / 2 + half, top + board.height + 8), self.theme.gold, 10)

    def _figure(self, colour: int, radius: int) -> Image.Image:
        return self.painter.figure(self.theme, colour, radius)

    def _stripes(self) -> None:
        for index in range(0, len(self.card.rows), 2):
            top = self.table_top + 30 + _ROW * index
            self.paper.box(Box(_EDGE - 8, top, _WIDTH - _EDGE + 8, top + _ROW), self.theme.shelter, 8)

    def _story(self) -> None:
        y = self.bottom + 18 + _LINE / 2 + _GAP / 2
        for lines in self.story:
            for line in lines:
                self.paper.words(
                    (_WIDTH / 2, y), line, _TOLD, self.theme.number, align="centre", room=_WIDTH - 2 * _EDGE
                )
                y += _LINE
            y += _GAP

    def _table(self) -> None:
        count = len(self.card.columns)
        step = 128.0
        first = _WIDTH - _EDGE - step * count
        for index, label in enumerate(self.card.columns):
            at = (first + step * (index + 0.5), self.table_top + 12)
            self.paper.words(at, label, 18, self.theme.number, align="centre", room=step - 6)
        for number, (_, row) in enumerate(sorted(enumerate(self.card.rows), key=lambda one: (one[1].place, one[0]))):
            y = self.table_top + 30 + _ROW * (number + 0.5)
            self.paper.sprite(sprites.medal(self.theme, str(row.place), 14, row.place), (_EDGE + 12, y))
            for index, colour in enumerate(row.colours):
                self.paper.sprite(self._figure(colour, 14), (_EDGE + 46 + 26 * index, y))
            left = _EDGE + 66 + 26 * (len(row.colours) - 1)
            self.paper.words((left, y), row.name, 22, self.theme.number, room=first - left - 8)
            for index, cell in enumerate(row.cells):
                middle = first + step * (index + 0.5)
                self.paper.words((middle, y), cell, 22, self.theme.number, align="centre", room=step - 6)

    def _race(self) -> None:
        if not self.card.race:
            return
        box = Box(_EDGE + 4, self.chart_top, _WIDTH - _EDGE - 24, self.chart_top + _CHART)
        curves = []
        for index, row in enumerate(self.card.rows):
            ink, edge = self.painter.line(self.theme, row.colours[0])
            values = tuple(moment[index] for moment in self.card.race)
            curves.append(ChartCurve(values, ink, edge, self._figure(row.colours[0], 11)))
        plot(self.paper, box, curves, 0.0, 1.0)

    def _footer(self) -> None:
        y, room = self.foot + 24, (_WIDTH - 2 * _EDGE) / 2
        if self.card.race:
            self.paper.words((_EDGE + 4, y), self.card.race_title, 17, self.theme.number, room=room)
        self.paper.words((_WIDTH - _EDGE - 4, y), self.card.footer, 17, self.theme.number, align="right", room=room)


NAME_ROOM = 480
"""The greatest width of a line of winners' names, in pixels."""
_PITCH = 1.06
"""The line pitch, relative to the text size."""
_SIZES = ((64, 1), (56, 1), (45, 1), (36, 2), (26, 3))
"""Sizes to try for winners' names, with the most lines for each."""
_JOIN = " · "


def headline(names: Sequence[str]) -> tuple[int, tuple[str, ...]]:
    """Lay out the winners' names in lines; return the size and the lines.

    At the smallest size each of a few names gets a line, cut if too long.
    """
    for size, most in _SIZES:
        lines: list[str] = []
        for name in names:
            longer = _JOIN.join((*lines[-1:], name))
            if lines and fits(longer, "—", size, NAME_ROOM):
                lines[-1] = longer
            else:
                lines.append(name)
        if len(lines) <= most and all(fits(line, "—", size, NAME_ROOM) for line in lines):
            return size, tuple(lines)
    if len(names) == 1:
        return _SIZES[2][0], tuple(names)
    return _SIZES[-1][0], tuple(lines[: _SIZES[-1][1]])
