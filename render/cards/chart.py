"""Draws lines over time and bars in a box of a card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from render.cards.card import Box, Card
from render.content.card_content import Bar
from render.drawing.geometry import Point
from render.themes.theme import Colour


@dataclass(frozen=True, slots=True)
class ChartCurve:
    """Values over time, evenly spaced, with an optional `mark` at the end."""

    values: tuple[float, ...]
    colour: Colour
    edge: Colour
    mark: Image.Image | None = None


def plot(card: Card, box: Box, curves: Sequence[ChartCurve], low: float, high: float) -> None:
    """Draw the curves between the values `low` at the bottom and `high` at the top; each ends at the right edge.

    Curves without values are skipped.
    """
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = box.bottom - share * box.height
        card.line([(box.left, y), (box.right, y)], card.faint, 1)
    curves = [curve for curve in curves if curve.values]
    ways = [_points(box, curve.values, low, high) for curve in curves]
    for curve, way in zip(curves, ways, strict=True):
        card.line(way, curve.edge, 5)
        card.line(way, curve.colour, 3)
    marked = sorted(
        ((way[-1], curve.mark) for curve, way in zip(curves, ways, strict=True) if curve.mark is not None),
        key=lambda one: one[0][1],
    )
    for ((x, _), mark), y in zip(marked, _spread([at[1] for at, _ in marked], box), strict=True):
        card.sprite(mark, (x, y))


def _spread(heights: Sequence[float], box: Box) -> list[float]:
    """Move overlapping marks apart, from the top down, and back up where they leave the box."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + _MARK if found else height))
    for index in range(len(found) - 1, -1, -1):
        below = found[index + 1] - _MARK if index + 1 < len(found) else box.bottom
        found[index] = min(found[index], below)
    return found


_MARK = 24
"""The distance between marks at the ends of curves."""


def _points(box: Box, values: Sequence[float], low: float, high: float) -> list[Point]:
    spread, values = (high - low) or 1.0, values if len(values) > 1 else (*values, *values)
    last = len(values) - 1
    each = math.ceil(last * _APART / box.width)
    return [
        (box.left + index / last * box.width, box.bottom - (values[index] - low) / spread * box.height)
        for index in (*range(0, last, each), last)
    ]


_APART = 4
"""The pixels between points of a curve: each point takes 30 microseconds."""


def columns(card: Card, box: Box, bars: Sequence[Bar], fill: Colour, mark: Colour) -> None:
    """Draw a column for each bar, with its count above it and a stroke at the expected value."""
    top = max((max(bar.count, bar.expected) for bar in bars), default=0.0) or 1.0
    step = box.width / max(1, len(bars))
    middles = [box.left + step * (index + 0.5) for index in range(len(bars))]
    reach = step * 0.32
    heights = [box.height * bar.count / top for bar in bars]
    card.line([(box.left, box.bottom), (box.right, box.bottom)], card.faint, 2)
    for bar, middle, height in zip(bars, middles, heights, strict=True):
        card.box(Box(middle - reach, box.bottom - max(2, height), middle + reach, box.bottom), fill, 5)
        line = box.bottom - box.height * bar.expected / top
        card.line([(middle - reach * 1.3, line), (middle + reach * 1.3, line)], mark, 4)
    for bar, middle, height in zip(bars, middles, heights, strict=True):
        peak = min(box.bottom - height, box.bottom - box.height * bar.expected / top)
        card.words((middle, peak - 16), str(bar.count), 20, card.theme.number, align="centre", room=step)
        card.words((middle, box.bottom + 20), bar.label, 24, card.theme.number, align="centre", room=step)
