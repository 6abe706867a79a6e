"""Draws what honours a winner: laurel and confetti."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from render.cards.card import Card
from render.drawing.geometry import Point, direction, plus
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
