"""Draws the moving parts of a Palma board: pieces from hole to hole, and falling sticks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise

from PIL import Image

from engine.palma.board import HAND, HOLES_BY_NAME, LINKS
from render.content.painter import Pose
from render.content.scene import Glide, Scene, Toss
from render.drawing.geometry import Point, along, passed, plus
from render.drawing.lamp import LAMP
from render.palma import geometry as place
from render.palma import sprites
from render.palma.picture import PIECES_BY_NAME, PalmaDrawing
from render.themes.theme import Theme

_LOFT, _NEARER = 1.4, 0.3
"""The greatest rise of a flying piece, in units of the board, and its enlargement there."""
_FALL = 7.0
"""The height from which sticks fall, in units of the board."""
_LATE = 0.27
"""The delay of each stick after the previous one, as a share of the toss."""
_SPIN = 120.0
"""The rotation of a falling stick, in degrees."""
_LEAN = 15
"""Falling sticks lean by a multiple of this many degrees, so that they can be cached."""


def poses(scene: Scene, size: int) -> Iterator[Pose]:
    picture = PalmaDrawing(scene, size)
    for pose in _all(picture):
        yield replace(pose, point=picture.frame.at(pose.point))


def _all(picture: PalmaDrawing) -> Iterator[Pose]:
    """Yield the moving parts, each placed in units of the board."""
    for toss in picture.scene.tosses:
        yield from _sticks(picture, toss)
    for glide in picture.scene.glides:
        yield from _flown(picture, glide) if glide.flight else _glided(picture, glide)


def _glided(picture: PalmaDrawing, glide: Glide) -> Iterator[Pose]:
    """Move a piece from hole to hole, in a video with its glow and footprints."""
    side, number = PIECES_BY_NAME[glide.piece]
    lies, way = _lies(glide), _way(picture, glide)
    at = along(way, glide.share)
    if picture.scene.film:
        dot = sprites.footprint(picture.theme, side, max(2, round(picture.radius * 0.34)))
        for step, spot in enumerate(passed(way, glide.share)):
            yield Pose(f"foot {step} of {glide.piece}", dot, spot)
        glow = sprites.halo(picture.theme, side, picture.radius, top=None if lies else sprites.UPRIGHT)
        yield Pose(f"glow of {glide.piece}", glow, at)
    look = sprites.head if lies else sprites.piece
    yield Pose(glide.piece, look(picture.theme, side, str(number + 1), picture.radius), at)


def _flown(picture: PalmaDrawing, glide: Glide) -> Iterator[Pose]:
    """Lift a piece off the board: it gets larger, and its shadow stays below, away from the lamp."""
    side, number = PIECES_BY_NAME[glide.piece]
    at, high = along(_way(picture, glide), glide.share), math.sin(math.pi * glide.share)
    if glide.share <= 0 or glide.share >= 1:
        yield from _glided(picture, glide)
        return
    yield Pose(f"shade of {glide.piece}", sprites.shade(picture.radius), plus(at, LAMP, -_LOFT * high))
    draw, times = partial(sprites.aloft, picture.theme, side, str(number + 1)), 1 + _NEARER * high
    shown = partial(draw, round(picture.radius * times))
    yield Pose(glide.piece, draw(picture.radius), plus(at, (0.0, _LOFT * high)), times=times, shown=shown)


def _lies(glide: Glide) -> bool:
    """Return whether a piece lies in hand, at the start or the end."""
    hand = [HOLES_BY_NAME[hole] == HAND for hole in (glide.way[0], glide.way[-1])]
    return (hand[0] and not glide.share) or (hand[1] and glide.share >= 1)


def _way(picture: PalmaDrawing, glide: Glide) -> list[Point]:
    """Return a piece's line: from hole to hole, and along the links."""
    side, number = PIECES_BY_NAME[glide.piece]
    holes = [HOLES_BY_NAME[hole] for hole in glide.way]
    way = [picture.spot(side, number, holes[0])]
    for here, there in pairwise(holes):
        low, high = min(here, there), max(here, there)
        line = () if glide.flight or (low, high) not in LINKS else place.link(side, low, high)
        way += [*(line if here == low else line[::-1]), picture.spot(side, number, there)]
    return way


def _sticks(picture: PalmaDrawing, toss: Toss) -> Iterator[Pose]:
    """Let the sticks fall one after another, turning, each to its place."""
    whole = 1.0 - 2 * _LATE
    spots = place.panel(toss.seat).sticks
    for index, (face, lean, spot) in enumerate(zip(toss.faces, sprites.leans(), spots, strict=False)):
        share = (toss.share - index * _LATE) / whole
        if share <= 0:
            continue
        left = max(0.0, 1.0 - share)
        face = face if left < 0.3 or round(10 * left) % 2 else ("moon" if face == "sun" else "sun")
        turn = (1 - 2 * (index % 2)) * _SPIN * left**1.5
        unit = max(1, round(picture.unit))
        shown = partial(_turned, picture.theme, face, unit, _LEAN * round(turn / _LEAN) % 180) if left else None
        stick = sprites.stick(picture.theme, face, lean, unit)
        yield Pose(f"stick {index}", stick, plus(spot, (0.0, _FALL * left**2)), turn, shown=shown)


@lru_cache(maxsize=32)
def _turned(theme: Theme, face: str, unit: int, degrees: int) -> Image.Image:
    return sprites.stick(theme, face, 0, unit).rotate(degrees, Image.Resampling.NEAREST, expand=True)
