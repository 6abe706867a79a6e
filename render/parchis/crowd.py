"""Find room for all that stands, and would land, on one square: pieces, ghosts, and the steps beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.drawing.geometry import Point, plus
from render.drawing.sprites import steps_size
from render.parchis.geometry import LARGEST_OF_TWO, Cell

PIECE = 0.47
"""The radius of a piece that stands alone, in rows."""
_APART = 2.1
"""How far two things side by side are apart, in radii."""
_LABEL = 0.4
"""How high the steps beside a ghost are, in rows."""
_HIGH = 0.96
"""How much of a row's height there is."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a thing is, how large its radius, and where and how high its steps are."""

    point: Point
    radius: float
    label: Point
    label_height: float


def arrange(cell: Cell, labels: Sequence[str]) -> tuple[Slot, ...]:
    """Place things on a square; `labels` holds the steps of each, or nothing. From three on all are smaller."""
    count, labelled = len(labels), any(labels)
    if not labelled and count < 3:
        radius = PIECE if count == 1 else cell.pair
        return tuple(Slot(point, radius, point, 0.0) for point in cell.places(count))
    room = cell.room if count == 1 else cell.whole
    return max(
        (_row(cell, labels, room, beside=beside) for beside in (True, False)), key=lambda slots: slots[0].radius
    )


def _row(cell: Cell, labels: Sequence[str], room: float, *, beside: bool) -> tuple[Slot, ...]:
    """Place things in a row, each with its steps `beside` it in the row, or across it."""
    across = (-cell.aside[1], cell.aside[0])
    sizes = [tuple(_LABEL * side for side in steps_size(words)) if words else (0.0, 0.0) for words in labels]
    long = [_extent(size, cell.aside) for size in sizes]
    high = [_extent(size, across) for size in sizes]
    body = _APART * LARGEST_OF_TWO
    lengths = [body + (size + 0.05 if size else 0.0) if beside else max(body, size + 0.04) for size in long]
    tallest = max(max(body, size) if beside else body + size for size in high)
    times = min(1.0, room / sum(lengths), _HIGH / tallest)
    at = (room - times * sum(lengths)) / 2
    slots = []
    for length, width, height in zip(lengths, long, high, strict=True):
        if beside:
            spot = plus(cell.start, cell.aside, at + times * body / 2)
            label = plus(cell.start, cell.aside, at + times * (body + width / 2))
        else:
            middle = plus(cell.start, cell.aside, at + times * length / 2)
            up = 1.0 if across[1] > 0 or (across[1] == 0 and across[0] < 0) else -1.0
            spot = plus(middle, across, up * times * height / 2)
            label = plus(middle, across, -up * times * body / 2)
        slots.append(Slot(spot, times * LARGEST_OF_TWO, label, times * _LABEL))
        at += times * length
    return tuple(slots)


def _extent(size: tuple[float, ...], way: Point) -> float:
    """Measure how far an upright box reaches in a direction."""
    return abs(way[0]) * size[0] + abs(way[1]) * size[1]
