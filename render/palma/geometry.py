"""The layout of a Palma board: H2's grid, y up, with a panel for each player next to the board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.palma.board import GRID, HOLES, LAST, MARKED, PIECES, TOP
from render.drawing.geometry import Point, Polygon, bezier, plus, rounded

MIDDLE = GRID[0] / 2
_REACH = 20.0
BOUNDS = (MIDDLE - _REACH, -6.5, MIDDLE + _REACH, 38.5)
"""Left, bottom, right, top of the picture."""

HOLE = 0.72
"""The radius of a hole with its rim."""
_STACK, _TALLEST = 0.92, 3.0
"""The rise of each head in a stack, which keeps the number below visible, and of all heads at most."""
_ASIDE, _HIGHER = 0.8, 0.2
"""Sideways and upward shift of two stacks over one hole, clear of each other and of neighbouring holes."""
ROSETTE = 1.2
"""The reach of the mark around a hole."""
HEAD = 0.72
"""The unit of a piece's head: half its height."""
RISE = 1.2
"""The height of a piece's head above its hole."""
TAG = 1.9
"""The height of a name's plaque."""
TRAY = (5.5, 10.0)
"""The width and height of a tray."""
FRONT = 1.9
"""The visible height of the board's front, with its drawer."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A player's panel, in the units of the board.

    From the top: the name from `outer` inwards, the value rolled or the winner's crown, the tray around `middle` with
    the pieces in hand and a place for each at home, the sticks, the pending rolls, the coins won.
    """

    outer: Point
    name_width: float
    value: Point
    middle: Point
    hand: tuple[Point, ...]
    home: tuple[Point, ...]
    sticks: tuple[Point, ...]
    due: Point
    coins: tuple[Point, ...]


def away(side: int) -> int:
    """Return the x direction from the palm to a side's own edge."""
    return 1 if side == 0 else -1


def hole(side: int, number: int) -> Point:
    return HOLES[side][number]


def stacked(side: int, index: int, count: int, *, shared: bool) -> Point:
    """Return the position of a stacked head relative to hole 0: the lowest is on the pin, the others above.

    In a `shared` hole each side has its stack on its own half.
    """
    step = min(_STACK, _TALLEST / max(1, count - 1))
    return (_ASIDE * away(side) if shared else 0.0, RISE + (_HIGHER if shared else 0.0) + step * index)


def number_place(side: int, number: int) -> Point:
    x, y = hole(side, number)
    if number == TOP:
        return (x, y - 2.1)
    if number < 5:  # below, and further aside where the shoulder is steeper
        return (x - 0.05 * number * (number + 2) * away(side), y - 1.55 + 0.022 * number * number)
    if number == 24:  # the link comes in above it
        return (x + 1.8 * away(side), y - 0.55)
    return (x + (2.05 if number >= 25 else 1.95 if number in MARKED else 1.78) * away(side), y)


def link(side: int, low: int, high: int) -> Polygon:
    """Return the line between two linked holes: straight across the board, or an arc along the trunk."""
    start, end = hole(side, low), hole(side, high)
    if start[0] == end[0]:
        return bezier(start, plus(start, (-2.3 * away(side), (end[1] - start[1]) / 2)), end)
    return bezier(start, (end[0] + 2.8 * away(side), end[1] + 1.2), end)


@cache
def outline() -> Polygon:
    """Return the board's edge: an axe blade with its cutting edge on top and a straight foot."""
    right = (
        *bezier((12, 36.9), (20.2, 36.9), (24.9, 31.2), 20),
        *bezier((24.9, 31.2), (25.7, 30.2), (25.4, 29.0), 8)[1:],
        *bezier((25.4, 29.0), (24.6, 22.0), (24.6, 12.0), 16)[1:],
        *bezier((24.6, 12.0), (24.6, 3.0), (24.9, -1.0), 12)[1:],
        *bezier((24.9, -1.0), (25.0, -1.7), (24.2, -1.7), 6)[1:],
    )
    return right + _mirrored(right)[::-1][:-1]


@cache
def border(inset: float) -> Polygon:
    half, middle = 13.0, 17.6
    high = 19.3
    return tuple(
        (MIDDLE + (x - MIDDLE) * (1 - inset / half), middle + (y - middle) * (1 - inset / high)) for x, y in outline()
    )


@cache
def front() -> Polygon:
    x, low = 12.7, -1.5 - FRONT
    return rounded(((MIDDLE - x, -1.2), (MIDDLE - x, low), (MIDDLE + x, low), (MIDDLE + x, -1.2)), 0.5)


def _leg(x: float, top: float, low: float, size: float) -> Polygon:
    """Return a bull's leg on the right: a broad thigh, a slender shank; `x` is its outer edge."""

    def at(dx: float, y: float) -> Point:
        return (x + dx * size, y)

    knee, shin = top + (low - top) * 0.68, top + (low - top) * 0.82
    return (
        *bezier(at(0.0, top), at(0.35, top + (knee - top) * 0.6), at(-0.5, knee), 8),
        *bezier(at(-0.5, knee), at(-0.75, shin), at(-0.2, low), 6)[1:],
        at(-1.75, low),
        *bezier(at(-1.75, low), at(-1.5, shin), at(-1.75, knee), 6)[1:],
        *bezier(at(-1.75, knee), at(-3.3, top + (knee - top) * 0.6), at(-3.6, top), 8)[1:],
    )


@cache
def legs() -> tuple[Polygon, ...]:
    """Return the four legs, the rear ones first: smaller, further in, and higher on the ground."""
    found: list[Polygon] = []
    for x, top, low, size in ((9.2, -3.2, BOUNDS[1] + 1.75, 0.72), (12.7, -2.0, BOUNDS[1] + 1.0, 1.0)):
        right = _leg(MIDDLE + x, top, low, size)
        found += [right, _mirrored(right)]
    return tuple(found)


@cache
def drums() -> tuple[Polygon, ...]:
    """Return the small drum under each hoof, in the order of the legs."""
    found: list[Polygon] = []
    for leg, size in zip(legs()[::2], (0.72, 1.0), strict=True):
        low = min(y for _, y in leg)
        foot = [x for x, y in leg if y == low]
        x, down = sum(foot) / 2, low - 0.65 * size
        right = rounded(
            (
                (x - 1.25 * size, down),
                (x + 1.25 * size, down),
                (x + 1.1 * size, low + 0.05),
                (x - 1.1 * size, low + 0.05),
            ),
            0.2 * size,
        )
        found += [right, _mirrored(right)]
    return tuple(found)


@cache
def trunk() -> Polygon:
    right = (
        *bezier((13.95, -1.15), (12.95, 0.2), (12.9, 6.0), 8),
        *bezier((12.9, 6.0), (12.75, 12.0), (12.8, 20.2), 8),
    )
    return right + _mirrored(right)[::-1]


HEART: Point = (12, 19.4)
_TIPS = ((12.0, 29.9), (14.7, 29.7), (17.6, 28.2), (19.5, 25.0), (19.8, 20.9), (18.7, 16.6))
_PULLS = ((12.0, 25.0), (12.7, 27.4), (13.9, 27.0), (15.4, 25.4), (16.9, 23.6), (17.6, 21.6))


@cache
def fronds() -> tuple[Polygon, ...]:
    """Return the spines of the palm's leaves from heart to tips, those in front last."""
    right = tuple(bezier(HEART, pull, tip, 14) for pull, tip in zip(_PULLS, _TIPS, strict=True))
    order = [right[5], _mirrored(right[5])]
    for spine in reversed(right[1:5]):
        order += [spine, _mirrored(spine)]
    return (*order, right[0])


@cache
def panel(side: int, pieces: int = PIECES) -> Panel:
    """Return the panel of the hounds (0, right) or of the jackals (1, left), for this many pieces (H4)."""
    out = away(side)
    x = MIDDLE + 16.5 * out

    def at(dx: float, y: float) -> Point:
        return (x + dx * out, y)

    hand: tuple[Point, ...] = (at(-1.3, 26.3), at(1.3, 26.3), at(-1.3, 23.8), at(1.3, 23.8), at(0.0, 21.3))
    if pieces < PIECES:
        hand = (at(-1.3, 25.2), at(1.3, 25.2), at(0.0, 22.7))
    return Panel(
        outer=(MIDDLE + (_REACH - 0.5) * out, 37.25),
        name_width=11.7,
        value=at(0.7, 32.6),
        middle=at(0.0, 23.0),
        hand=hand,
        home=tuple(at(1.02 * (index - (pieces - 1) / 2), 19.1) for index in range(pieces)),
        sticks=((x - 1.75, 11.9), (x, 11.5), (x + 1.7, 12.0)),
        due=at(0.0, 4.4),
        coins=(at(-1.35, 0.6), at(1.35, 0.6)),
    )


def track() -> range:
    return range(LAST + 1)


def _mirrored(points: Polygon) -> Polygon:
    return tuple((2 * MIDDLE - x, y) for x, y in points)
