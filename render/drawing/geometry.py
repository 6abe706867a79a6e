"""Plane geometry for boards: points, convex polygons cut by half planes, rounded corners.

The y axis points up; units are the caller's.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[float, float]
Polygon = tuple[Point, ...]

_FAR = 1e3
_EVERYTHING: Polygon = ((-_FAR, -_FAR), (_FAR, -_FAR), (_FAR, _FAR), (-_FAR, _FAR))


@dataclass(frozen=True, slots=True)
class HalfPlane:
    """The points whose distance along the unit vector `normal` is at most `reach`."""

    normal: Point
    reach: float

    def excess(self, point: Point) -> float:
        """Return the distance of a point outside; negative inside."""
        return point[0] * self.normal[0] + point[1] * self.normal[1] - self.reach

    def inset(self, gap: float) -> HalfPlane:
        """Move the edge inwards by `gap`."""
        return HalfPlane(self.normal, self.reach - gap)


def cut(planes: Iterable[HalfPlane], polygon: Polygon = _EVERYTHING) -> Polygon:
    """Cut a convex polygon (by default the whole plane) to the part inside all half planes."""
    for plane in planes:
        (nx, ny), reach = plane.normal, plane.reach
        excesses = [x * nx + y * ny - reach for x, y in polygon]  # inlined `excess`, which is much faster
        if max(excesses, default=0.0) <= 0:
            continue
        kept: list[Point] = []
        ends = zip(polygon, polygon[1:] + polygon[:1], excesses, excesses[1:] + excesses[:1], strict=True)
        for here, there, before, after in ends:
            if before <= 0:
                kept.append(here)
            if (before < 0 < after) or (after < 0 < before):
                kept.append(between(here, there, before / (before - after)))
        polygon = tuple(kept)
    return polygon


def between(a: Point, b: Point, share: float) -> Point:
    """Return the point `share` of the way from `a` to `b`."""
    return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)


def plus(a: Point, b: Point, times: float = 1.0) -> Point:
    """Move `a` by `times` the vector `b`."""
    return (a[0] + b[0] * times, a[1] + b[1] * times)


def direction(angle: float) -> Point:
    """Return the unit vector at an angle in degrees, counter-clockwise from east."""
    return (math.cos(math.radians(angle)), math.sin(math.radians(angle)))


def along(points: Sequence[Point], share: float) -> Point:
    """Return the point at `share` of a line's length."""
    left = share * sum(math.dist(here, there) for here, there in pairwise(points))
    for here, there in pairwise(points):
        step = math.dist(here, there)
        if left < step:
            return between(here, there, left / step)
        left -= step
    return points[-1]


def passed(points: Sequence[Point], share: float) -> tuple[Point, ...]:
    """Return the points of a line within the first `share` of its length, except the first point."""
    left, found = share * sum(math.dist(here, there) for here, there in pairwise(points)), list[Point]()
    for here, there in pairwise(points):
        left -= math.dist(here, there)
        if left < 0:
            break
        found.append(there)
    return tuple(found)


def area(polygon: Sequence[Point]) -> float:
    """Return the signed area: positive for counter-clockwise corners."""
    turned = (*polygon[1:], polygon[0])
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(polygon, turned, strict=True)) / 2


def normals(polygon: Polygon) -> list[Point]:
    """Return the outward unit normal of each edge of a counter-clockwise polygon."""
    found = []
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        x, y = by - ay, ax - bx
        length = math.hypot(x, y)
        found.append((x / length, y / length))
    return found


def edges(polygon: Polygon) -> tuple[HalfPlane, ...]:
    """Return the half planes that intersect in a counter-clockwise convex polygon."""
    return tuple(
        HalfPlane((x, y), corner[0] * x + corner[1] * y)
        for corner, (x, y) in zip(polygon, normals(polygon), strict=True)
    )


def rounded(polygon: Sequence[Point], radius: float, fineness: int = 6) -> Polygon:
    """Round the corners of a polygon, beginning `radius` before each, less where sides are short."""
    count = len(polygon)
    points: list[Point] = []
    for index, corner in enumerate(polygon):
        ends = []
        for other in (polygon[index - 1], polygon[(index + 1) % count]):
            side = math.dist(corner, other)
            ends.append(between(corner, other, min(radius, side / 2) / side))
        points.extend(bezier(ends[0], corner, ends[1], fineness))
    return tuple(points)


def bezier(start: Point, pull: Point, end: Point, fineness: int = 12) -> tuple[Point, ...]:
    """Return points on the quadratic curve from `start` to `end` with control point `pull`."""
    (ax, ay), (bx, by), (cx, cy) = start, pull, end
    points = []
    for step in range(fineness + 1):
        share = step / fineness
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share
        points.append((x + (bx + (cx - bx) * share - x) * share, y + (by + (cy - by) * share - y) * share))
    return tuple(points)


def wheel(spokes: int, radii: Sequence[float] = (1.0,), turn: float = 90.0, centre: Point = (0.0, 0.0)) -> Polygon:
    """Return a polygon around a centre whose corners take the radii in turn: one for regular, two for a star."""
    return tuple(
        plus(centre, direction(turn + 360 * spoke / spokes), radii[spoke % len(radii)]) for spoke in range(spokes)
    )
