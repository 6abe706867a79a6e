"""Draw a position of Parchís: what stands where, what has just happened, what may be done now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from engine.events import Entered, Moved
from engine.parchis.board import PIECES, piece_name
from engine.parchis.game import PARCHIS
from render.content.scene import Scene
from render.drawing import sprites
from render.drawing.canvas import Canvas
from render.drawing.geometry import along
from render.parchis import homes as parchis_homes
from render.parchis.geometry import Cell
from render.parchis.stage import PIECE, Stage, piece_of
from render.parchis.trail import trail

_ARRIVED, _PAIRED, _TIGHT = 0.47, 0.435, 0.38
"""The radius of a piece in the goal, and of two side by side on an ordinary and on a narrow square."""


def paint(scene: Scene, size: int) -> Canvas:
    """Paint a scene so many pixels wide, from the bottom up."""
    stage = Stage(scene, size)
    parchis_homes.rings(stage)
    trail(stage)
    parchis_homes.pools(stage)
    _pieces(stage)
    parchis_homes.tags(stage)
    parchis_homes.throws(stage)
    parchis_homes.places(stage)
    _glides(stage)
    return stage.canvas


@dataclass(frozen=True, slots=True)
class _Thing:
    """A piece on a square, or the ghost of one that may come there; a piece that may go to several has its steps."""

    colour: int
    number: int
    ghost: bool = False
    lively: bool = False
    steps: str = ""


Spot = tuple[int, str]
"""A colour and the text of a square; the colour is −1 where the square is the ring's and so everyone's."""


def _spot(colour: int, square: str) -> Spot:
    return (-1 if square.isdigit() else colour, square)


def _pieces(stage: Stage) -> None:
    crowds: dict[Spot, list[_Thing]] = defaultdict(list)
    movable = {move.partition("+")[0] for move in stage.scene.moves if "+" in move}
    for colour, number, square in _on_board(stage):
        lively = piece_name(PIECES * colour + number) in movable
        crowds[_spot(colour, square)].append(_Thing(colour, number, lively=lively))
    for thing, square in _ghosts(stage):
        crowds[_spot(thing.colour, square)].append(thing)
    for spot in sorted(crowds):
        _crowd(stage, spot, crowds[spot])


def _on_board(stage: Stage) -> Iterator[tuple[int, int, str]]:
    """Yield the colour, number and square of each piece that stands somewhere."""
    gliding = {piece_of(glide.piece) for glide in stage.scene.glides}
    for colour in stage.state.setup.colours:
        for number, square in enumerate(stage.state.squares(colour)):
            if (colour, number) not in gliding:
                yield colour, number, square


def _ghosts(stage: Stage) -> Iterator[tuple[_Thing, str]]:
    """Yield the pieces that may move and the squares where they would land, as the rules say."""
    moves = [move.partition("+") for move in stage.scene.moves if "+" in move]
    ways = Counter(name for name, _, _ in moves)
    for name, plus, steps in moves:
        for event in PARCHIS.apply(stage.state, name + plus + steps).events:
            if isinstance(event, Moved | Entered):
                colour, number = piece_of(event.piece)
                yield _Thing(colour, number, ghost=True, steps=plus + steps if ways[name] > 1 else ""), event.to
                break


def _crowd(stage: Stage, spot: Spot, things: list[_Thing]) -> None:
    """Draw all that stands, and would land, on one square.

    Steps have a place beside a single ghost, else lie on it.
    """
    square, count = spot[1], len(things)
    fixed = square in {"H", "F"}
    beside = count == 1 and bool(things[0].steps) and not fixed
    radius = _radius(stage, spot, 2 if beside else count)
    for index, thing in enumerate(things):
        point = stage.place(thing.colour, square, thing.number if fixed else index, 2 if beside else count)
        look = (stage.theme, thing.colour, str(thing.number + 1), radius)
        if thing.lively:
            stage.put(sprites.halo(stage.theme, thing.colour, radius), point)
        stage.put(sprites.ghost(*look) if thing.ghost else sprites.piece(*look), point)
        if thing.steps:
            where = stage.place(thing.colour, square, 1, 2) if beside else (point[0], point[1] - 0.34)
            stage.put(sprites.steps(stage.theme, thing.colour, thing.steps, stage.pixels(0.5)), where)


def _radius(stage: Stage, spot: Spot, count: int) -> int:
    colour, square = spot
    if square == "F":
        return stage.pixels(_ARRIVED)
    return stage.radius if square == "H" else stage.pixels(radius_on(stage.shape.cell(colour, square), count))


def radius_on(cell: Cell, count: int) -> float:
    """Return how large pieces are of which so many stand on a square, in rows."""
    if count == 1:
        return PIECE
    return _TIGHT if cell.tight else _PAIRED


def _glides(stage: Stage) -> None:
    for glide in stage.scene.glides:
        colour, number = piece_of(glide.piece)
        way = [stage.place(colour, square, number if square in {"H", "F"} else 0, 1) for square in glide.way]
        piece = sprites.piece(stage.theme, colour, str(number + 1), stage.radius)
        stage.put(piece, along(way, glide.share))
