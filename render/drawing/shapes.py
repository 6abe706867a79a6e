"""Outlines with a meaning: each colour's pieces, teams, safety."""

from __future__ import annotations

import math
from collections.abc import Sequence

from render.drawing.geometry import Point, Polygon, bezier, direction, plus, rounded, wheel


def placed(points: Sequence[Point], at: Point, times: float) -> Polygon:
    """Return a shape scaled around a point."""
    left, low = at
    return tuple([(left + x * times, low + y * times) for x, y in points])


def scaled(points: Sequence[Point], times: float) -> Polygon:
    return placed(points, (0.0, 0.0), times)


def _clover() -> Polygon:
    """Return the outline of four overlapping discs."""
    out, leaf = 0.64, 0.52
    points = []
    for angle in range(0, 360, 6):
        off = math.radians(angle % 90 - 45)
        reach = out * math.cos(off) + math.sqrt(leaf**2 - (out * math.sin(off)) ** 2)
        points.append(plus((0.0, 0.0), direction(angle), reach))
    return tuple(points)


SHAPES: tuple[Polygon, ...] = (
    wheel(48),
    rounded(wheel(4, (1.24,), turn=45), 0.5),
    rounded(wheel(4, (1.26,), turn=90), 0.42),
    _clover(),
    rounded(wheel(5, (1.24,), turn=90), 0.22),
    rounded(wheel(3, (1.6,), turn=90), 0.95),
)
"""The outline of each colour's pieces, about one unit round: disc, square, diamond, clover, pentagon,
triangle."""

SIGNS: tuple[Polygon, ...] = (
    wheel(10, (1.0, 0.45)),
    (
        *bezier((0.0, 0.55), (0.1, 1.1), (0.6, 0.85)),
        *bezier((0.6, 0.85), (1.35, 0.5), (0.0, -1.0)),
        *bezier((0.0, -1.0), (-1.35, 0.5), (-0.6, 0.85)),
        *bezier((-0.6, 0.85), (-0.1, 1.1), (0.0, 0.55)),
    ),
    (*bezier((0.0, 1.1), (0.35, 0.5), (0.7, 0.0)), *wheel(24, (0.75,), turn=0, centre=(0.0, -0.25))[13:24]),
)
"""The signs of teams: star, heart, drop."""

HOURGLASS: Polygon = (
    (-0.72, 1.0), (0.72, 1.0), (0.72, 0.72), (0.56, 0.72), (0.12, 0.0), (0.56, -0.72), (0.72, -0.72), (0.72, -1.0),
    (-0.72, -1.0), (-0.72, -0.72), (-0.56, -0.72), (-0.12, 0.0), (-0.56, 0.72), (-0.72, 0.72),
)  # fmt: skip
"""The sign of a running clock."""

SHIELD: Polygon = (
    (0.0, 1.0),
    *bezier((0.0, 1.0), (-0.4, 0.76), (-0.84, 0.74), 4)[1:],
    *bezier((-0.84, 0.74), (-0.92, -0.52), (0.0, -1.0), 8)[1:],
    *bezier((0.0, -1.0), (0.92, -0.52), (0.84, 0.74), 8)[1:],
    *bezier((0.84, 0.74), (0.4, 0.76), (0.0, 1.0), 4)[1:-1],
)
"""The sign of safety."""
