"""Returns where the choices on a picture of Palma can be touched: exactly where they are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.palma.board import HAND
from engine.palma.state import Phase
from render.content.scene import Scene
from render.content.touch import Disc, Reach, Touch, hexadecimal
from render.drawing.geometry import Point, plus
from render.palma import geometry as place
from render.palma.picture import PIECES_BY_NAME, PalmaDrawing

_STICKS = 3.2
"""The radius in which the sticks can be touched."""
_TRAY = 3.2
"""The radius in which a tray can be touched."""


def touch(scene: Scene, size: int) -> Touch:
    picture = PalmaDrawing(scene, size)
    if picture.over:
        return Touch()
    tint = hexadecimal(picture.theme.sides[picture.state.mover].field)
    return Touch(tuple(_moves(picture) if scene.moves else _throw(picture)), tint)


def seats(scene: Scene, size: int) -> tuple[tuple[Disc, ...], ...]:
    """Return the tray of each seat on a picture with a width in pixels."""
    picture = PalmaDrawing(scene, size)
    return tuple((_disc(picture, place.panel(side).middle, _TRAY),) for side in (0, 1))


def _throw(picture: PalmaDrawing) -> Iterator[Reach]:
    if picture.state.phase in (Phase.THROW, Phase.OPENING):
        yield Reach("", _disc(picture, place.panel(picture.state.seat).sticks[1], _STICKS))


def _moves(picture: PalmaDrawing) -> Iterator[Reach]:
    for end in picture.landings():
        landing = _disc(picture, plus(picture.spot(end.side, end.number, end.hole), end.top), place.HEAD)
        for move in end.moves:
            side, number = PIECES_BY_NAME[move.partition("+")[0]]
            before = picture.state.pieces[side][number]
            piece = picture.spot(side, number, before)
            if before != HAND:
                piece = plus(piece, picture.head(side, number, before))
            yield Reach(move, landing, _disc(picture, piece, place.HEAD))


def _disc(picture: PalmaDrawing, point: Point, radius: float) -> Disc:
    x, y = picture.frame.at(point)
    return (x, y, radius * picture.unit)
