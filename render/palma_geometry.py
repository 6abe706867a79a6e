"""Where everything is on a Palma board: H2's grid, y up, with a panel for each player beside the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.palma.board import GRID, HOLES, LAST, PIECES, TOP
from render.geometry import Point, Polygon, bezier, plus

BOUNDS = (-8.7, -3.5, 32.7, 37.3)
"""Left, bottom, right, top of the picture."""

MIDDLE = GRID[0] / 2
_PANEL = 16.6
"""How far the middle of a panel is from the middle of the board."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A player's panel: the tray with the pieces in hand, the name over it, the sticks and the value under it."""

    middle: float
    name: Point
    name_width: float
    tray: Polygon
    hand: tuple[Point, ...]
    crown: Point
    sticks: tuple[Point, ...]
    value: Point
    coins: tuple[Point, ...]


def hole(side: int, number: int) -> Point:
    """Where a hole is drilled."""
    return HOLES[side][number]


def top_place(side: int, index: int) -> Point:
    """Where a side's piece of that number stands when hole 0 is shared: in a row along the upper edge."""
    out = 1.0 + 1.62 * index
    return (MIDDLE + (out if side == 0 else -out), 34.75 - 0.03 * out * out)


def number_place(side: int, number: int) -> Point:
    """Where the number of a hole is written."""
    x, y = hole(side, number)
    away = 1 if side == 0 else -1
    if number == TOP:
        return (x, y - 1.35)
    if number < 5:
        return (x - 0.45 * away, y - 1.3)
    if number == 25:  # the link 10–24 passes on the outside
        return (x - 1.5 * away, y)
    return (x + 1.55 * away, y)


def link(side: int, low: int, high: int) -> Polygon:
    """The line drawn between two linked holes: straight across the board, or an arc beside the trunk."""
    start, end = hole(side, low), hole(side, high)
    away = 1 if side == 0 else -1
    if start[0] == end[0]:
        return bezier(start, plus(start, (-2.6 * away, (end[1] - start[1]) / 2)), end)
    return bezier(start, (end[0] + 1.2 * away, start[1] - 1.0), end)


@cache
def outline() -> Polygon:
    """The board's edge: a broad curved blade, slightly waisted, on a flat foot."""
    right = (
        *bezier((12, 36.6), (21.6, 36.6), (24.7, 28.8), 20),
        *bezier((24.7, 28.8), (22.5, 15.0), (24.4, 0.6), 16)[1:],
        *bezier((24.4, 0.6), (24.6, -2.4), (21.6, -2.2), 10)[1:],
        *bezier((21.6, -2.2), (16.5, -1.75), (12, -1.75), 10)[1:],
    )
    return right + _mirrored(right)[::-1][1:-1]


@cache
def trunk() -> Polygon:
    """The palm's trunk."""
    right = bezier((13.75, -1.4), (12.75, 6.0), (12.95, 17.4), 14)
    return right + _mirrored(right)[::-1]


HEART: Point = (12, 18.2)
_TIPS = ((12.0, 30.4), (15.8, 29.0), (18.3, 25.2), (19.4, 20.6), (18.6, 15.4))
_PULLS = ((12.0, 25.0), (13.2, 27.0), (14.6, 26.0), (16.2, 23.8), (17.6, 20.6))


@cache
def fronds() -> tuple[Polygon, ...]:
    """The spines of the palm's leaves, from the heart to the tips; those in front last."""
    right = tuple(bezier(HEART, pull, tip, 14) for pull, tip in zip(_PULLS, _TIPS, strict=True))
    order = [right[4], _mirrored(right[4])]
    for spine in reversed(right[1:4]):
        order += [spine, _mirrored(spine)]
    return (*order, right[0])


@cache
def panel(side: int) -> Panel:
    """The panel of the hounds (0, right) or of the jackals (1, left)."""
    x = MIDDLE + (_PANEL if side == 0 else -_PANEL)
    hand = [(x - 2.2, 29.3), (x, 29.3), (x + 2.2, 29.3), (x - 1.1, 26.6), (x + 1.1, 26.6)]
    return Panel(
        middle=x,
        name=(x, 33.6),
        name_width=7.6,
        tray=((x - 3.6, 24.8), (x + 3.6, 24.8), (x + 3.6, 31.1), (x - 3.6, 31.1)),
        hand=tuple(hand[:PIECES]),
        crown=(x, 27.9),
        sticks=((x - 1.9, 18.6), (x, 18.2), (x + 1.9, 18.8)),
        value=(x, 11.8),
        coins=((x - 1.3, 7.6), (x + 1.3, 7.6)),
    )


def track() -> range:
    """The numbers of the holes."""
    return range(LAST + 1)


def _mirrored(points: Polygon) -> Polygon:
    return tuple((2 * MIDDLE - x, y) for x, y in points)
