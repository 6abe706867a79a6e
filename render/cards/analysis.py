"""Draws the analysis card: win chances, the decisive moments, luck and errors."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.cards.card import Box, Card
from render.cards.chart import ChartCurve, plot
from render.content.analysis_card import AnalysisCard, MomentPanel
from render.content.painter import Painter
from render.drawing import sprites
from render.drawing.text import fits
from render.themes.theme import Theme

_WIDTH, _EDGE = 800, 36
_CHART_TOP, _CHART = 156, 230
_PANEL, _GAP = 232, 16
_LINE, _LINES = 25, 6
_ROW, _NOTE, _FOOTER = 44, 30, 26
_CELL = 112.0
_SIGNS = 90
"""The most characters of a line (`render.drawing.text`)."""

PANEL_SIZE = 2 * _PANEL
"""The width in pixels of a moment's picture, which is halved on the card."""


def draw_analysis(painter: Painter, theme: Theme, card: AnalysisCard, boards: Sequence[Image.Image]) -> bytes:
    """Draw the card as a PNG, 800 pixels wide, with a board for each moment. The same input gives the same bytes."""
    return _Analysis(painter, theme, card, boards).draw()


class _Analysis:
    def __init__(self, painter: Painter, theme: Theme, card: AnalysisCard, boards: Sequence[Image.Image]) -> None:
        self.painter, self.theme, self.card, self.boards = painter, theme, card, boards
        self.told = [_wrapped(panel.words, 18, _PANEL, _LINES) for panel in card.moments]
        self.panels_top = _CHART_TOP + _CHART + 44
        lines = max(map(len, self.told), default=0)
        below = _PANEL + 44 + _LINE * lines + 16 if card.moments else 0
        self.table_top = self.panels_top + below
        self.notes = [line for note in card.notes for line in _wrapped(note, 18, _WIDTH - 2 * _EDGE, 3)]
        self.notes_top = self.table_top + 36 + _ROW * len(card.rows) + 14
        self.footer_top = self.notes_top + _NOTE * len(self.notes)
        self.paper = Card(theme, _WIDTH, self.footer_top + (_FOOTER if card.footer else 0) + 28)

    def draw(self) -> bytes:
        self._stripes()
        self._marks()
        self._chart()
        self._heading()
        for index, panel in enumerate(self.card.moments):
            self._moment(index, panel)
        self._table()
        for index, note in enumerate(self.notes):
            y = self.notes_top + _NOTE * (index + 0.5)
            self.paper.words((_EDGE, y), note, 18, self.theme.number, room=_WIDTH - 2 * _EDGE)
        if self.card.footer:
            at = (_WIDTH - _EDGE - 4, self.footer_top + _FOOTER / 2)
            self.paper.words(at, self.card.footer, 17, self.theme.number, align="right", room=_WIDTH / 2)
        return self.paper.encode()

    @property
    def _box(self) -> Box:
        return Box(_EDGE + 62, _CHART_TOP, _WIDTH - _EDGE - 20, _CHART_TOP + _CHART)

    def _heading(self) -> None:
        room = _WIDTH - 2 * _EDGE
        self.paper.words((_WIDTH / 2, 52), self.card.title, 36, self.theme.number, align="centre", room=room)
        self.paper.words((_WIDTH / 2, 94), self.card.subtitle, 20, self.theme.number, align="centre", room=room)

    def _marks(self) -> None:
        """Draw a line through the chart for each moment; its number comes later, above it."""
        box = self._box
        for panel in self.card.moments:
            x = box.left + panel.at * box.width
            self.paper.line([(x, box.top - 8), (x, box.bottom)], self.theme.gold_deep, 3)

    def _chart(self) -> None:
        box, curves = self._box, []
        for curve in self.card.curves:
            ink, edge = self.painter.line(self.theme, curve.colour)
            curves.append(ChartCurve(curve.values, ink, edge, self.painter.figure(self.theme, curve.colour, 12)))
        plot(self.paper, box, curves, 0.0, 1.0)
        for share in (0, 50, 100):
            at = (box.left - 10, box.bottom - share / 100 * box.height)
            self.paper.words(at, f"{share}%", 18, self.theme.number, align="right")
        for x, number in zip(self._apart(), range(1, len(self.card.moments) + 1), strict=True):
            self.paper.sprite(sprites.medal(self.theme, str(number), 14), (x, box.top - 22))

    def _apart(self) -> list[float]:
        """Return the positions of the moments' numbers: above their lines, unless they would overlap."""
        box, placed = self._box, list[float]()
        for panel in self.card.moments:
            x = box.left + panel.at * box.width
            placed.append(max(x, placed[-1] + 30) if placed else x)
        over = max(0.0, placed[-1] - box.right) if placed else 0.0
        return [x - over for x in placed]

    def _moment(self, index: int, panel: MomentPanel) -> None:
        left = _EDGE + index * (_PANEL + _GAP)
        image = self.boards[index].convert("RGB").reduce(2)
        image.thumbnail((_PANEL, _PANEL), Image.Resampling.BOX)  # some boards are taller than wide
        self.paper.sprite(image, (left + _PANEL / 2, self.panels_top + _PANEL / 2))
        y = self.panels_top + _PANEL + 24.0
        self.paper.sprite(sprites.medal(self.theme, str(index + 1), 14), (left + 15, y))
        self.paper.words((left + 36, y), panel.heading, 20, self.theme.number, room=_PANEL - 36)
        for number, line in enumerate(self.told[index]):
            at = (left, y + 32 + _LINE * number)
            self.paper.words(at, line, 18, self.theme.number, room=_PANEL)

    def _stripes(self) -> None:
        for index in range(0, len(self.card.rows), 2):
            top = self.table_top + 34 + _ROW * index
            self.paper.box(Box(_EDGE - 8, top, _WIDTH - _EDGE + 8, top + _ROW), self.theme.shelter, 8)

    def _table(self) -> None:
        first = _WIDTH - _EDGE - _CELL * len(self.card.columns)
        for index, label in enumerate(self.card.columns):
            at = (first + _CELL * (index + 0.5), self.table_top + 16)
            self.paper.words(at, label, 18, self.theme.number, align="centre", room=_CELL - 6)
        for number, row in enumerate(self.card.rows):
            y = self.table_top + 34 + _ROW * (number + 0.5)
            for index, colour in enumerate(row.colours):
                self.paper.sprite(self.painter.figure(self.theme, colour, 14), (_EDGE + 14 + 26 * index, y))
            left = _EDGE + 36 + 26 * (len(row.colours) - 1)
            self.paper.words((left, y), row.name, 22, self.theme.number, room=first - left - 8)
            for index, cell in enumerate(row.cells):
                middle = first + _CELL * (index + 0.5)
                self.paper.words((middle, y), cell, 22, self.theme.number, align="centre", room=_CELL - 6)


def _wrapped(text: str, size: int, room: int, most: int) -> list[str]:
    """Break words into lines of a width in pixels; cut what exceeds the last line."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and (len(lines) == most or (len(longer) <= _SIGNS and fits(longer, "—", size, room))):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
