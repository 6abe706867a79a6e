"""Returns where the choices on a picture of Parchís can be touched: exactly where they are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Move
from engine.parchis.board import PIECES, piece_name
from engine.parchis.state import Phase
from render.content.scene import Scene
from render.content.touch import Disc, Reach, Touch, hexadecimal
from render.drawing.geometry import Point
from render.parchis.homes import pool_places
from render.parchis.picture import crowds, slots_of
from render.parchis.stage import Stage


def touch(scene: Scene, size: int) -> Touch:
    stage = Stage(scene, size)
    if stage.over:
        return Touch()
    tint = hexadecimal(stage.theme.tints[stage.acting[0]].base)
    return Touch(tuple(_moves(stage) if scene.moves else _throw(stage)), tint)


def seats(scene: Scene, size: int) -> tuple[tuple[Disc, ...], ...]:
    """Return the nests of each seat on a picture with a width in pixels."""
    stage = Stage(scene, size)
    return tuple(
        tuple(_disc(stage, (home := stage.shape.homes[colour]).centre, home.radius) for colour in colours)
        for colours in stage.state.setup.seats
    )


def _throw(stage: Stage) -> Iterator[Reach]:
    """Yield the nest where the die will lie; none in a diceless game."""
    if stage.state.phase in (Phase.THROW, Phase.OPENING):
        home = stage.shape.homes[stage.acting[0]]
        yield Reach("", _disc(stage, home.centre, home.radius))


def _moves(stage: Stage) -> Iterator[Reach]:
    standing: dict[str, Disc] = {}
    landings: list[tuple[Move, Disc]] = []
    found = crowds(stage)
    for spot, things in found.items():
        for thing, slot in zip(things, slots_of(stage.blank, spot, things), strict=True):
            disc = _disc(stage, slot.point, slot.radius)
            if thing.ghost:
                landings += [(move, disc) for move in thing.moves]
            else:
                standing[piece_name(PIECES * thing.colour + thing.number)] = disc
    for move, disc in landings:
        yield Reach(move, disc, standing.get(move.partition("+")[0]))
    if stage.state.phase is Phase.PICK:
        home = stage.shape.homes[stage.acting[0]]
        numbers, step, places = pool_places(home, stage.state.pools[stage.state.slot])
        for number, point in zip(numbers, places, strict=True):
            if f"n{number}" in stage.scene.moves:
                yield Reach(f"n{number}", _disc(stage, point, step / 2))


def _disc(stage: Stage, point: Point, radius: float) -> Disc:
    x, y = stage.frame.at(point)
    return (x, y, radius * stage.frame.scale)
