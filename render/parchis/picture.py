"""Draws a position of Parchís: the pieces, the latest events, the current choices."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.events import Captured, Entered, Moved
from engine.game import Move
from engine.parchis.board import PIECES, piece_name
from engine.parchis.game import PARCHIS
from engine.parchis.reach import hunted
from render.content.choice_marks import marks
from render.content.scene import Scene
from render.drawing import sprites
from render.drawing.canvas import Canvas, Placed
from render.drawing.geometry import Point, between
from render.parchis import homes as parchis_homes
from render.parchis.places import PIECE, Cell
from render.parchis.stage import Blank, Stage, piece_of
from render.parchis.trail import trail

_GOAL = "F"
_ARRIVED = 0.44
"""The radius of a piece in the goal."""
_SQUARES = 2048
"""Squares of which is kept how they are drawn: most stay as they are from one picture to the next."""


def paint(scene: Scene, size: int) -> Canvas:
    stage = Stage(scene, size)
    parchis_homes.frames(stage)
    trail(stage)
    parchis_homes.pools(stage)
    _pieces(stage)
    parchis_homes.tags(stage)
    parchis_homes.throws(stage)
    parchis_homes.places(stage)
    return stage.canvas


class Thing(NamedTuple):
    """A piece on a square, or a ghost of one that may come there, with the letters of its `moves`.

    It `captures` what is where it would land. The next roll could capture a `hunted` piece.
    """

    colour: int
    number: int
    moves: tuple[Move, ...] = ()
    letters: str = ""
    lively: bool = False
    captures: bool = False
    hunted: bool = False

    @property
    def ghost(self) -> bool:
        """Whether it is not there yet."""
        return bool(self.moves)


@dataclass(frozen=True, slots=True)
class Placement:
    """The place and radius of a thing on the board, in pixels."""

    point: Point
    radius: float


Spot = tuple[int, str]
"""A colour and a square's text; the colour is −1 on the ring, which all share."""


def _spot(colour: int, square: str) -> Spot:
    return (-1 if square.isdigit() else colour, square)


def _pieces(stage: Stage) -> None:
    found = crowds(stage)
    for spot in sorted(found):
        things = tuple(found[spot])
        stage.lay(_crowd(stage.blank, spot, things, barrier=_barrier(stage, spot[1], things)))


def crowds(stage: Stage) -> dict[Spot, list[Thing]]:
    """Return what is, or would land, on each square."""
    found: dict[Spot, list[Thing]] = defaultdict(list)
    movable = {move.partition("+")[0] for move in stage.scene.moves if "+" in move}
    in_reach = hunted(stage.state) if stage.scene.reach and not stage.over else frozenset[int]()
    for colour, number, square in _on_board(stage):
        lively = piece_name(PIECES * colour + number) in movable
        danger = PIECES * colour + number in in_reach
        found[_spot(colour, square)].append(Thing(colour, number, lively=lively, hunted=danger))
    for ghost, square in _ghosts(stage):
        _add(ghost, found[_spot(ghost.colour, square)], alone=square != _GOAL)
    return found


def _add(ghost: Thing, things: list[Thing], *, alone: bool) -> None:
    """Add a ghost to a square; with room for only one (`alone`), it merges with the ghost there."""
    at = next((at for at, thing in enumerate(things) if thing.ghost), None) if alone else None
    if at is None:
        things.append(ghost)
        return
    one = things[at]
    moves, letters = one.moves + ghost.moves, one.letters + ghost.letters
    things[at] = one._replace(moves=moves, letters=letters, captures=one.captures or ghost.captures)


def _on_board(stage: Stage) -> Iterator[tuple[int, int, str]]:
    """Yield the colour, number and square of each piece that stands still."""
    gliding = {piece_of(glide.piece) for glide in stage.scene.glides}
    for colour in stage.state.setup.colours:
        for number, square in enumerate(stage.state.squares(colour)):
            if (colour, number) not in gliding:
                yield colour, number, square


def _ghosts(stage: Stage) -> Iterator[tuple[Thing, str]]:
    """Yield the movable pieces, and those of a better move, with the squares where they would land."""
    for move, letter in marks(stage.scene.moves).items():
        events = PARCHIS.apply(stage.state, move).events
        captures = any(isinstance(event, Captured) for event in events)
        for event in events:
            if isinstance(event, Moved | Entered):
                yield Thing(*piece_of(event.piece), moves=(move,), letters=letter, captures=captures), event.to
                break
    for piece, square in stage.scene.ghosts:
        colour, number = piece_of(piece)
        yield Thing(colour, number, moves=(piece,), letters=str(number + 1)), square


def slots_of(blank: Blank, spot: Spot, things: Sequence[Thing]) -> tuple[Placement, ...]:
    square = spot[1]
    if square in {"H", _GOAL}:
        radius = _ARRIVED if square == _GOAL else PIECE
        places = [blank.place(thing.colour, square, thing.number, 1) for thing in things]
        return tuple(Placement(place, radius) for place in places)
    cell, count = blank.shape.cell(spot[0], square), len(things)
    return tuple(Placement(place, cell.radius(count)) for place in cell.places(count))


@lru_cache(maxsize=_SQUARES)
def _crowd(blank: Blank, spot: Spot, things: tuple[Thing, ...], *, barrier: bool) -> tuple[Placed, ...]:
    """Draw everything that is, or would land, on one square: glows first, then each thing."""
    theme, found = blank.theme, []
    slots = slots_of(blank, spot, things)
    if barrier:
        found.append(_wall(blank, blank.shape.cell(spot[0], spot[1]), slots))
    for thing, slot in zip(things, slots, strict=True):
        radius = blank.pixels(slot.radius)
        if thing.lively:
            found.append(blank.put(sprites.halo(theme, thing.colour, radius), slot.point))
        if thing.hunted:
            found.append(blank.put(sprites.sight(theme, radius, lively=thing.lively), slot.point))
        if thing.captures:
            found.append(blank.put(sprites.threat(theme, radius), slot.point))
    for thing, slot in zip(things, slots, strict=True):
        radius = blank.pixels(slot.radius)
        if thing.ghost:
            sprite = sprites.ghost(theme, thing.colour, thing.letters, radius)
        else:
            sprite = sprites.piece(theme, thing.colour, str(thing.number + 1), radius, raised=thing.lively)
        found.append(blank.put(sprite, slot.point))
    return tuple(found)


def standing(stage: Stage, spot: Spot) -> Iterator[tuple[Image.Image, Point]]:
    things = crowds(stage).get(spot, [])
    for thing, slot in zip(things, slots_of(stage.blank, spot, things), strict=True):
        if not thing.ghost:
            yield (
                sprites.piece(stage.theme, thing.colour, str(thing.number + 1), stage.pixels(slot.radius)),
                slot.point,
            )


def _barrier(stage: Stage, square: str, things: Sequence[Thing]) -> bool:
    """Return whether two pieces bar a square of the ring."""
    standing = [thing.colour for thing in things if not thing.ghost]
    return square.isdigit() and len(standing) == 2 and stage.state.setup.pairs[standing[0]][standing[1]]


def _wall(blank: Blank, cell: Cell, slots: tuple[Placement, ...]) -> Placed:
    first, second = slots[0], slots[1]
    middle = between(first.point, second.point, 0.5)
    length = math.dist(first.point, second.point) + 2.1 * first.radius
    lean = round(math.degrees(math.atan2(cell.aside[1], cell.aside[0]))) % 180
    return blank.put(sprites.wall(blank.theme, lean, blank.pixels(length), blank.pixels(0.92)), middle)
