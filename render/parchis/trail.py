"""Draws what has happened on a Parchís board since the last picture: ways, captures, pieces sent home."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from engine.events import Captured, Entered, Moved
from engine.parchis.board import board as board_of
from engine.parchis.events import ThirdSix
from render.drawing import sprites
from render.drawing.geometry import Point, along, bezier, plus
from render.parchis.geometry import layout
from render.parchis.stage import Stage, piece_of

_DASH = 0.66
"""The distance between dashes, in rows."""


def trail(stage: Stage) -> None:
    """Mark all events, oldest first; dots in the rings number the moves of several pieces.

    A captured piece's way home is marked once the piece has flown there.
    """
    flying = {glide.piece for glide in stage.scene.glides}
    moves = [event for event in stage.scene.trail if isinstance(event, Moved | Entered)]
    order = {id(event): number for number, event in enumerate(moves, 1)} if 1 < len(moves) < _MANY else {}
    for event in stage.scene.trail:
        turn = order.get(id(event), 0)
        match event:
            case Moved():
                _way(stage, event, turn)
            case Entered(piece=piece):
                colour, number = piece_of(piece)
                _departure(stage, colour, stage.shape.homes[colour].places[number], turn)
            case Captured(piece=piece, square=square):
                colour, _ = piece_of(piece)
                spot = stage.shape.cell(colour, square).centre
                if piece not in flying:
                    _sent_home(stage, piece, spot)
                stage.put(sprites.strike(stage.theme, stage.radius), spot)
            case ThirdSix(piece=str(piece), spared=False) if piece not in flying:
                _sent_home(stage, piece, None)


_MANY = 10
"""From this number of moves on, they are not numbered."""


def _departure(stage: Stage, colour: int, spot: Point, turn: int) -> None:
    tint = stage.theme.tints[colour]
    ink = tint.base if stage.theme.dark else tint.deep
    radius = round(stage.radius * 0.9)
    stage.put(sprites.departure(stage.theme, ink, radius, stage.theme.square, turn), spot)


def _way(stage: Stage, event: Moved, turn: int) -> None:
    """Draw a ring where a piece was, and dots on the squares it passed."""
    colour, _ = piece_of(event.piece)
    before, after = stage.board.step(colour, event.origin), stage.board.step(colour, event.to)
    spots = [stage.shape.cell(colour, stage.board.square(colour, step)).centre for step in range(before, after)]
    _departure(stage, colour, spots[0], turn)
    dot = sprites.footprint(stage.theme, colour, max(2, round(stage.radius * 0.3)))
    for spot in spots[1:]:
        stage.put(dot, spot)


def _sent_home(stage: Stage, name: str, start: Point | None) -> None:
    """Draw a ring where a captured piece now waits, and the dashed way there."""
    colour, number = piece_of(name)
    end = stage.shape.homes[colour].places[number]
    if start is not None:
        tint, long = stage.theme.tints[colour], stage.pixels(0.2)
        for lean, here in _dashes(start, end, stage.board.colours, stage.state.setup.rules.shelters):
            stage.put(sprites.dash(stage.theme, tint, lean, long), here)
    stage.put(sprites.departure(stage.theme, stage.theme.alarm, round(stage.radius * 1.25)), end)


@lru_cache(maxsize=512)
def _dashes(start: Point, end: Point, colours: int, shelters: tuple[int, ...]) -> tuple[tuple[int, Point], ...]:
    """Return the leans and places of the dashes on a bent line, with gaps at the ring's numbers."""
    middle = plus(start, plus(end, start, -1.0), 0.5)
    line = bezier(start, plus(middle, (start[1] - end[1], end[0] - start[0]), 0.16), end)
    length, dashes = sum(math.dist(a, b) for a, b in pairwise(line)), []
    (left, right), (low, high) = ((min(reach), max(reach)) for reach in zip(*line, strict=True))
    taken = [
        (x, y)
        for x, y in numbers(colours, shelters)
        if left - _BESIDE < x < right + _BESIDE and low - _ABOVE < y < high + _ABOVE
    ]
    for index in range(2, math.floor(length / _DASH) - 1):
        here, there = (along(line, (index + step) * _DASH / length) for step in (0.0, 0.1))
        if not any(_covers(here, number) for number in taken):
            lean = round(math.degrees(math.atan2(there[1] - here[1], there[0] - here[0])) / 10) * 10 % 180
            dashes.append((lean, here))
    return tuple(dashes)


_BESIDE, _ABOVE = 0.62, 0.42
"""The sideways and vertical distance at which a dash touches no number, in rows."""


@lru_cache(maxsize=32)
def numbers(colours: int, shelters: tuple[int, ...]) -> tuple[Point, ...]:
    """Return the places of the ring's visible numbers, by colours and safe squares."""
    shape, board = layout(colours), board_of(colours, shelters)
    return tuple(shape.ring[number].number for number in range(1, board.length + 1) if shape.numbered(number, board))


def _covers(dash: Point, number: Point) -> bool:
    return abs(dash[0] - number[0]) < _BESIDE and abs(dash[1] - number[1]) < _ABOVE
