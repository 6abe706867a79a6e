"""Draws the moving parts of a Parchís board: gliding and flying pieces, tumbling dice, counting bonuses."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial

from PIL import Image

from render.content.painter import Pose
from render.content.scene import Glide, Scene, Tally, Toss
from render.drawing import sprites
from render.drawing.geometry import Point, along, between, bezier, passed, plus
from render.parchis.picture import standing
from render.parchis.places import PIECE
from render.parchis.stage import Stage, piece_of
from render.themes.theme import Theme

_DIE, _MEDAL = 0.56, 0.36
"""The sizes of a die and a bonus, in radii of the nest, as at rest."""
_FALL = 2.6
"""The distance from which a die rolls in, in radii of the nest."""
_BOUNCES, _TURNS = 2.5, 1.5
_LEAN = 15
"""Tumbling dice lean by a multiple of this many degrees, so that they can be cached."""
_LOFT = 0.3
"""The enlargement of a piece at the top of its flight."""
_FOOT, _FEET = 0.3, 30
"""The size of a piece's footprints in a video, relative to the piece, and their greatest number."""
_CLEAR = 3.0
"""The distance in radii from which a captured piece no longer covers its captor."""


def poses(scene: Scene, size: int) -> Iterator[Pose]:
    stage = Stage(scene, size)
    for pose in _all(stage):
        yield replace(pose, point=stage.frame.at(pose.point))


def _all(stage: Stage) -> Iterator[Pose]:
    """Yield the moving parts, each placed in rows of the board."""
    for tally in stage.scene.tallies:
        if tally.steps:
            yield _tallied(stage, tally)
    for toss in stage.scene.tosses:
        yield _tossed(stage, toss)
    for glide in stage.scene.glides:
        yield from _flying(stage, glide) if glide.flight else _gliding(stage, glide)


def _spots(stage: Stage, glide: Glide) -> list[Point]:
    colour, number = piece_of(glide.piece)
    return [stage.place(colour, square, number if square in {"H", "F"} else 0, 1) for square in glide.way]


def _gliding(stage: Stage, glide: Glide) -> Iterator[Pose]:
    colour, number = piece_of(glide.piece)
    spots = _spots(stage, glide)
    at = along(spots, glide.share)
    if stage.scene.film:
        dot = sprites.footprint(stage.theme, colour, max(2, round(stage.radius * _FOOT)))
        for step, spot in enumerate(passed(spots, glide.share)[:_FEET]):
            yield Pose(f"foot {step} of {glide.piece}", dot, spot)
        yield Pose(f"glow of {glide.piece}", sprites.halo(stage.theme, colour, stage.radius), at)
    yield Pose(glide.piece, sprites.piece(stage.theme, colour, str(number + 1), stage.radius), at)


def _flying(stage: Stage, glide: Glide) -> Iterator[Pose]:
    """Lift a piece off the board, in an arc to its last square; a captured one emerges from under its captor."""
    colour, number = piece_of(glide.piece)
    start, *_, end = _spots(stage, glide)
    across = (start[1] - end[1], end[0] - start[0])
    line = bezier(start, plus(between(start, end, 0.5), across, 0.16), end)
    times = 1 + _LOFT * math.sin(math.pi * glide.share)
    at = along(line, glide.share)
    draw = partial(sprites.piece, stage.theme, colour, str(number + 1))
    yield Pose(glide.piece, draw(stage.radius), at, times=times, shown=partial(draw, round(stage.radius * times)))
    if glide.struck and math.dist(start, at) < _CLEAR * PIECE:
        for captor, (sprite, point) in enumerate(standing(stage, (-1, glide.way[0]))):
            yield Pose(f"captor {captor} of {glide.piece}", sprite, point)


def _tossed(stage: Stage, toss: Toss) -> Pose:
    """Roll a die in from the middle of the board, bouncing lower and lower to its final place."""
    home = stage.shape.homes[stage.state.setup.seats[toss.seat][0]]
    left = 1.0 - toss.share
    inwards = math.hypot(*home.centre)
    start = plus(home.centre, home.centre, -_FALL * home.radius / inwards)
    height = abs(math.cos(_BOUNCES * math.pi * toss.share)) * left**1.5
    point = plus(between(home.centre, start, left**1.5), (0.0, 1.1 * home.radius * height))
    value = toss.value if left < 0.25 else 1 + (toss.value + round(12 * toss.share)) % 6
    side, degrees = stage.pixels(home.radius * _DIE), -360 * _TURNS * left**2
    shown = partial(_turned, stage.theme, value, side, _LEAN * round(degrees / _LEAN) % 360, round(2 * height))
    die = sprites.die(stage.theme, value, side)
    return Pose(f"die {toss.seat}", die, point, degrees, 1 + height / 2, shown)


@lru_cache(maxsize=256)
def _turned(theme: Theme, value: int, side: int, degrees: int, quarters: int) -> Image.Image:
    die = sprites.die(theme, value, side)
    size = (round(die.width * (1 + quarters / 4)), round(die.height * (1 + quarters / 4)))
    large = die.resize(size, Image.Resampling.BILINEAR) if quarters else die
    turned = large.rotate(degrees, Image.Resampling.NEAREST, expand=True)  # coarser rotation saves bytes
    turned.putalpha(turned.getchannel("A").point(_SOLID))
    return turned


_SOLID = [0] * 200 + [255] * 56
"""Hides the shadow and the smooth edges of a die in the air."""


def _tallied(stage: Stage, tally: Tally) -> Pose:
    home = stage.shape.homes[stage.state.setup.seats[tally.seat][0]]
    medal = sprites.medal(stage.theme, f"+{tally.steps}", stage.pixels(home.radius * _MEDAL))
    return Pose(f"bonus {tally.seat}", medal, home.centre)
