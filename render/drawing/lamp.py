"""Lights drawings from the upper left: bevels, domes, wells, lacquer, wood, cast shadows.

Bases and sprites are cached, so this cost is paid once. Tones come in few steps, which keeps palettes and PNGs small.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from render.drawing.geometry import HalfPlane, Point, Polygon, cut, direction, edges, normals, plus
from render.drawing.sheet import Box, Sheet
from render.themes.theme import SHADE, Clear, Colour, mix

LAMP: Point = direction(135)
"""The direction of the light."""
WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)


def clear(colour: Colour, share: float) -> Clear:
    """Return a colour with an opacity from 0 to 1."""
    return (*colour, round(255 * share))


def lit(normal: Point) -> float:
    """Return how much a side facing this way is lit: 1 towards the lamp, −1 away."""
    return normal[0] * LAMP[0] + normal[1] * LAMP[1]


@lru_cache(maxsize=1024)
def inset(polygon: Polygon, width: float) -> Polygon:
    """Move all edges of a counter-clockwise convex polygon inwards by a width; corners keep their order."""
    ways = normals(polygon)
    corners = []
    for (x, y), (ax, ay), (bx, by) in zip(polygon, (ways[-1], *ways), ways, strict=False):
        share = width / (1 + ax * bx + ay * by)
        corners.append((x - (ax + bx) * share, y - (ay + by) * share))
    return tuple(corners)


def sides(outer: Polygon, inner: Polygon) -> list[tuple[Polygon, float]]:
    """Return the strips between a polygon and its inset, one per edge, each with how much it is lit."""
    ends = zip(outer, (*outer[1:], outer[0]), (*inner[1:], inner[0]), inner, normals(outer), strict=True)
    return [((here, there, below, beside), lit(way)) for here, there, below, beside, way in ends]


def hollow(outer: Sequence[Point], inner: Sequence[Point]) -> Polygon:
    """Return a polygon with a hole as one outline, which fills faster."""
    return (*outer, outer[0], inner[0], *reversed(inner))


def tile(sheet: Sheet, outline: Polygon, width: float, fill: Colour, light: Colour, dark: Colour) -> None:
    """Draw a flat bevelled tile: edges towards the lamp light, the others dark."""
    sheet.polygon(outline, fill)
    for strip, shine in sides(outline, inset(outline, width)):
        sheet.polygon(strip, mix(fill, light if shine > 0 else dark, min(1.0, 0.35 + abs(shine))))


def panel(
    sheet: Sheet, box: Box, width: int, shades: tuple[Colour, Colour, Colour], groove: tuple[int, Colour]
) -> None:
    """Draw a tile like `tile`, in whole pixels: `shades` are its own, and its light and dark edges.

    The groove, a width and a colour, runs along the left and top inside the box.
    """
    cut_in, depth = groove
    left, top, right, bottom = box

    def draw() -> None:
        fill, light, dark = shades
        sheet.block((left, top, right + cut_in, bottom + cut_in), depth)
        sheet.block((left + cut_in, top + cut_in, right, bottom), dark)
        sheet.elbow((left + cut_in, top + cut_in, right, bottom), width, light)
        sheet.block((left + cut_in + width, top + cut_in + width, right - width, bottom - width), fill)

    sheet.stamp((left, top, right + cut_in, bottom + cut_in), (width, shades, groove), draw)


def shadow(
    sheet: Sheet, outline: Sequence[Point], reach: float, depth: float, ground: Colour, steps: int = 4
) -> None:
    """Cast a soft shadow of an outline `reach` above a ground of one colour, whose middle will be covered.

    `depth` is the shade that all `steps` add up to.
    """
    x, y = -LAMP[0] * reach, -LAMP[1] * reach
    middle = (sum(point[0] for point in outline) / len(outline), sum(point[1] for point in outline) / len(outline))
    radius = max(math.dist(middle, point) for point in outline)
    for step in range(steps):
        grown = 1 + (reach * (0.5 - step / steps)) / radius
        moved = [(middle[0] + (px - middle[0]) * grown + x, middle[1] + (py - middle[1]) * grown + y)
                 for px, py in outline]  # fmt: skip
        sheet.polygon(moved, mix(ground, SHADE, 1 - (1 - depth / steps) ** (step + 1)))


def well(
    sheet: Sheet, centre: Point, radius: float, floor: Colour, deep: Colour, depth: float, steps: int = 1
) -> None:
    """Draw a round hollow whose wall towards the lamp is in shade and descends in steps."""
    centre = sheet.snapped(centre)
    for step in range(steps + 1):
        share = step / steps
        spot = plus(centre, LAMP, -depth * share * 0.7)
        sheet.disc(spot, radius - depth * share * 0.7, mix(deep, floor, share**0.7))


def dome(
    sheet: Sheet, shape: Polygon, at: Point, size: float, shades: tuple[Colour, Colour, Colour], steps: int = 5
) -> None:
    """Draw a rounded body: dark at its foot, with `shades` from dark over middle to light."""
    dark, middle, light = shades
    for step in range(steps):
        share = step / (steps - 1)
        colour = mix(dark, middle, share * 2) if share < 0.5 else mix(middle, light, share * 2 - 1)
        shrunk = size * (1 - 0.5 * share**1.5)
        lift = plus(at, LAMP, size * 0.3 * share**1.6)
        sheet.polygon([plus(lift, point, shrunk) for point in shape], colour)


def lacquer(sheet: Sheet, outline: Polygon, fill: Colour, light: float, dark: float, steps: int = 6) -> None:
    """Draw a smooth painted face, slightly lighter above and darker below.

    Horizontal bands compress well in PNG; slanted ones don't.
    """
    low, high = min(y for _, y in outline), max(y for _, y in outline)
    tall = (high - low) / steps
    for step in range(steps):
        share = step / (steps - 1)
        floor = low + tall * step
        tone = mix(fill, _BLACK, dark * (1 - 2 * share)) if share < 0.5 else mix(fill, WHITE, light * (2 * share - 1))
        part = cut((HalfPlane((0.0, -1.0), -floor), HalfPlane((0.0, 1.0), floor + 1.2 * tall)), outline)
        if len(part) > 2:
            sheet.polygon(part, tone)


_GRAIN = 0.14
"""The distance between veins."""


def wood(
    sheet: Sheet, outline: Polygon, along: Point, tones: tuple[Colour, Colour, Colour], seed: int | None
) -> None:
    """Draw a wooden board with its grain along a direction: `tones` are the wood, dark and light veins.

    Without a seed it is plain.
    """
    base, dark, light = tones
    sheet.polygon(outline, base)
    if seed is None:
        return
    across = (-along[1], along[0])
    planes = edges(outline)
    offsets = [point[0] * across[0] + point[1] * across[1] for point in outline]
    ends = [point[0] * along[0] + point[1] * along[1] for point in outline]
    low, high, start, end = min(offsets), max(offsets), min(ends), max(ends)
    count = max(3, round((high - low) / _GRAIN))
    for index in range(count):
        turn = (index * 0.618 + seed * 0.37) % 1.0
        at = low + (high - low) * (index + 0.2 + 0.6 * turn) / count
        long = (end - start) * (0.45 + 0.55 * ((turn * 7.3) % 1.0))
        first = start + (end - start - long) * ((turn * 5.1) % 1.0)
        half = 0.012 + 0.022 * ((turn * 3.7) % 1.0)
        taper = long * 0.2
        vein = tuple(
            (along[0] * x + across[0] * y, along[1] * x + across[1] * y)
            for x, y in (
                (first, at), (first + taper, at - half), (first + long - taper, at - half),
                (first + long, at), (first + long - taper, at + half), (first + taper, at + half),
            )
        )  # fmt: skip
        strip = cut(planes, vein)
        if len(strip) > 2:
            sheet.polygon(strip, dark if index % 3 else light)
