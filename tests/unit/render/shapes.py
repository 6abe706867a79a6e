"""Questions about points and polygons that only tests ask."""

from __future__ import annotations

from render.drawing.geometry import Point, Polygon


def inside(point: Point, polygon: Polygon) -> bool:
    """Whether a point is in a polygon: how often a ray to the right meets its edge."""
    x, y = point
    met = 0
    for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (a[1] <= y) != (b[1] <= y) and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]):
            met += 1
    return met % 2 == 1
