"""Draws what honours a winner: confetti, laurel, palms, seals."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from render.cards.card import Card
from render.drawing.geometry import Point, bezier, direction, plus, wheel
from render.themes.theme import Colour, Theme, mix

_PIECES = 110


def confetti(card: Card, seed: str, shades: Sequence[Colour], fall: tuple[float, float, float]) -> None:
    """Draw confetti along both edges, the same for the same seed; `fall` is its top, bottom and densest height."""
    chance = random.Random(seed)  # noqa: S311 - decoration only
    for _ in range(_PIECES):
        side = chance.choice((-1, 1))
        spot = (card.size[0] / 2 + side * chance.uniform(272, 372), chance.triangular(*fall))
        across, along = direction(chance.randrange(0, 180, 15)), chance.uniform(3.5, 6.5)
        up = (-across[1], across[0])
        wide = chance.uniform(2.0, 4.5)
        corners = [plus(plus(spot, across, x * along), up, y * wide) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        card.polygon(corners, chance.choice(shades))


def laurel(card: Card, centre: Point, apart: float, times: float = 1.0) -> None:
    """Draw a laurel branch on either side of a point, each with its middle `apart` from it."""
    leaf, dark = laurel_tones(card.theme)
    for side in (-1, 1):
        middle = (centre[0] + side * apart, centre[1])
        stem = [plus(middle, (side * math.cos(turn) * 46, math.sin(turn) * 56), times) for turn in _turns()]
        card.line(stem, dark, 3 * times)
        for index, (spot, turn) in enumerate(zip(stem, _turns(), strict=True)):
            for lean, tone in ((-0.75, leaf), (0.65, mix(leaf, dark, 0.5))):
                way = -turn - math.pi / 2 - lean if index else -turn - math.pi / 2
                tip = (side * math.cos(way + math.pi) * -1, -math.sin(way))
                card.polygon(_leaf(spot, (tip[0], -abs(tip[1]) if index > 2 else tip[1]), times), tone)


def _turns() -> list[float]:
    """Return the angles of a branch's leaves, from its foot up."""
    return [math.radians(68 - 17 * step) for step in range(8)]


def laurel_tones(theme: Theme) -> tuple[Colour, Colour]:
    """Return the light and the dark green of laurel."""
    if theme.dark:
        return mix(theme.carving.stain, theme.gold, 0.45), mix(theme.carving.stain, theme.gold, 0.2)
    return mix(theme.carving.stain_deep, theme.square, 0.1), theme.carving.stain_deep


def _leaf(foot: Point, way: Point, times: float) -> list[Point]:
    length = math.hypot(*way) or 1.0
    along, across = (way[0] / length, way[1] / length), (-way[1] / length, way[0] / length)
    long, shares = 17 * times, (0.25, 0.5, 0.75)
    left, right = (
        [plus(plus(foot, along, long * share), across, side * times * math.sin(math.pi * share)) for share in shares]
        for side in (4.6, -4.6)
    )
    return [foot, *left, plus(foot, along, long), *reversed(right)]


def palms(card: Card, foot: Point, times: float = 1.0) -> None:
    """Draw two palm branches that cross at their feet and rise to either side, around what stands between them."""
    for side in (-1, 1):
        rib = [plus(foot, (side * x, -y), times) for x, y in bezier((-14.0, -10.0), (104.0, 8.0), (78.0, 150.0), 22)]
        _branch(card, rib, times)


def _branch(card: Card, rib: Sequence[Point], times: float) -> None:
    leaf, dark = laurel_tones(card.theme)
    for index in range(3, len(rib)):
        (x, y), (ax, ay) = rib[index], rib[index - 1]
        along = math.atan2(y - ay, x - ax)
        long = (30 * math.sin(math.pi * (index - 1) / (len(rib) + 1)) ** 0.7 + 8) * times
        for lean, tone in ((-0.62, leaf), (0.62, mix(leaf, dark, 0.55))):
            way = (math.cos(along + lean), math.sin(along + lean))
            card.polygon(_blade((x, y), way, long, 3.6 * times), tone)
    card.line(rib, dark, 2.6 * times)


def _blade(foot: Point, way: Point, long: float, half: float) -> list[Point]:
    """Return a narrow pointed leaf, widest in its lower third."""
    across = (-way[1], way[0])
    low = plus(foot, way, long * 0.35)
    return [foot, plus(low, across, half), plus(foot, way, long), plus(low, across, -half)]


def flourish(card: Card, centre: Point, half: float, colour: Colour) -> None:
    """Draw a rule that thins out from a diamond in its middle."""
    x, y = centre
    for side in (-1, 1):
        card.polygon([(x + side * 18, y - 2), (x + side * half, y), (x + side * 18, y + 2)], colour)
        card.polygon([(x + side * 13, y - 3), (x + side * 17, y), (x + side * 13, y + 3), (x + side * 9, y)], colour)
    card.polygon([(x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)], colour)


def seal(card: Card, centre: Point, radius: float, digits: str, place: int) -> None:
    """Draw a seal with two ribbons and a web of lines; each sequence of digits gives another web."""
    theme, (x, y) = card.theme, centre
    face, edge = theme.metal(place)
    for side in (-1, 1):
        shade = mix(theme.alarm, (0, 0, 0), 0.12 if side < 0 else 0.3)
        tail = [(0.02, 0.3), (0.62, 0.1), (0.95, 1.62), (0.6, 1.5), (0.34, 1.78)]
        card.polygon([(x + side * a * radius, y + b * radius) for a, b in tail], shade)
    card.polygon([plus(centre, point, radius) for point in wheel(48, (1.0, 0.93))], edge)
    card.polygon([plus(centre, point, radius * 0.9) for point in wheel(72)], face)
    ink = mix(face, edge, 0.62)
    for curve in _web(digits):
        card.line([plus(centre, point, radius * 0.86) for point in curve], ink, 1.1)
    card.polygon([plus(centre, point, radius * 0.43) for point in wheel(60)], edge)
    card.polygon([plus(centre, point, radius * 0.4) for point in wheel(60)], mix(face, theme.cream, 0.45))


def _web(digits: str) -> list[list[Point]]:
    """Return closed curves between a ring's inner and outer edge, by digits."""
    chance = random.Random(digits)  # noqa: S311 - a picture of the digits, which prove it
    curves = []
    for _ in range(3):
        waves, turn = chance.choice((7, 9, 11, 13)), chance.uniform(0, math.tau)
        second = chance.choice((2, 3, 4))
        points = []
        for step in range(241):
            angle = math.tau * step / 240
            swing = 0.72 * math.cos(waves * angle + turn) + 0.28 * math.cos((waves * second) * angle)
            reach = 0.76 + 0.22 * swing
            points.append((reach * math.cos(angle), reach * math.sin(angle)))
        curves.append(points)
    return curves
