"""The painter of Parchís."""

from __future__ import annotations

from PIL import Image

from engine.events import Captured, Entered, Event, Moved
from engine.parchis.board import PIECES, pieces_by_name
from engine.parchis.events import ThirdSix
from engine.parchis.state import State
from render.content.painter import Painter, Sides, Way
from render.drawing import sprites
from render.parchis.movers import poses
from render.parchis.picture import paint
from render.parchis.touch import seats, touch
from render.themes.theme import Colour, Theme

USUAL, LARGE = 800, 880
"""The width of a board of up to four colours, and of larger ones."""


def _usual_size(state: State) -> int:
    return LARGE if state.setup.board.colours > 4 else USUAL


def _figure(theme: Theme, colour: int, radius: int) -> Image.Image:
    return sprites.piece(theme, colour, "", radius)


def _line(theme: Theme, colour: int) -> tuple[Colour, Colour]:
    return theme.tints[colour].base, theme.tints[colour].deep


def _ways(before: State, events: tuple[Event, ...]) -> tuple[Way, ...]:
    board, found = before.setup.board, []
    for event in events:
        match event:
            case Entered(piece=piece, to=to):
                found.append(Way(piece, ("H", to)))
            case Moved(piece=piece, origin=origin, to=to):
                colour = pieces_by_name()[piece] // PIECES
                first, last = board.step(colour, origin), board.step(colour, to)
                squares = tuple(board.square(colour, step) for step in range(first, last + 1))
                found.append(Way(piece, squares, arrives=last == board.goal))
            case Captured(piece=piece, square=square):
                found.append(Way(piece, (square, "H"), sent=True))
            case ThirdSix(piece=str(piece), spared=False):
                number = pieces_by_name()[piece]
                square = board.square(number // PIECES, before.steps[number])
                found.append(Way(piece, (square, "H"), sent=True))
    return tuple(found)


def _colours(state: State) -> tuple[tuple[int, ...], ...]:
    return state.setup.seats


def _sides(state: State) -> Sides:
    return tuple(enumerate(state.setup.sides))


PARCHIS = Painter(paint, _usual_size, _figure, _line, _ways, poses, touch, seats, _colours, _sides)
