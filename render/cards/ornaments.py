"""Draws what honours a winner: confetti, laurel, palms, seals."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from render.cards.card import Box, Card
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
        rib = [plus(foot, (side * x, -y), times) for x, y in bezier((-22.0, -12.0), (112.0, 10.0), (84.0, 158.0), 22)]
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
    """Draw a rule with a diamond in its middle and a smaller one at each end."""
    x, y = centre
    for spot, reach in ((x - half, 4), (x - 16, 3), (x, 7), (x + 16, 3), (x + half, 4)):
        card.polygon([(spot, y - reach), (spot + reach, y), (spot, y + reach), (spot - reach, y)], colour)
    for left, right in ((x - half + 8, x - 24), (x + 24, x + half - 8)):
        card.box(Box(left, y - 1, right, y + 1), colour)


def wax_seal(card: Card, centre: Point, radius: float, digits: str, place: int) -> None:
    """Draw a wax seal with two ribbons and a web of lines; each sequence of digits gives another web."""
    theme, (x, y) = card.theme, centre
    face, edge = theme.metal(place)
    for side in (-1, 1):
        shade = mix(theme.alarm, (0, 0, 0), 0.12 if side < 0 else 0.3)
        tail = [(0.02, 0.3), (0.62, 0.1), (0.9, 1.46), (0.58, 1.36), (0.32, 1.62)]
        card.polygon([(x + side * a * radius, y + b * radius) for a, b in tail], shade)
    card.polygon([plus(centre, point, radius) for point in wheel(48, (1.0, 0.93))], edge)
    card.polygon([plus(centre, point, radius * 0.9) for point in wheel(72)], face)
    ink = mix(face, edge, 0.6)
    for curve in _web(digits):
        card.line([plus(centre, point, radius * 0.86) for point in curve], ink, 1.0)
    card.polygon([plus(centre, point, radius * 0.47) for point in wheel(60)], edge)
    card.polygon([plus(centre, point, radius * 0.44) for point in wheel(60)], mix(face, theme.cream, 0.45))


def _web(digits: str) -> list[list[Point]]:
    """Return closed curves that weave around a ring, with the waves and swings that the digits give."""
    chance = random.Random(digits)  # noqa: S311 - a picture of the digits, which prove it
    curves = []
    for middle, swing, strands in ((0.73, 0.21, 4), (0.9, 0.08, 2)):
        waves, lobes, turn = chance.randrange(9, 17), chance.randrange(3, 8), chance.uniform(0, math.tau)
        for strand in range(strands):
            points = []
            for step in range(301):
                angle = math.tau * step / 300
                reach = swing * (0.78 + 0.22 * math.cos(lobes * angle + turn))
                out = middle + reach * math.cos(waves * angle + math.tau * strand / strands)
                points.append((out * math.cos(angle), out * math.sin(angle)))
            curves.append(points)
    return curves
