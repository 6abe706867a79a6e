"""Which ways pieces went at a ply, square by square, as its events tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Event
from engine.match import Ply
from engine.palma.board import HAND, HOLE_NAMES, HOLES_BY_NAME
from engine.parchis.board import PIECES, pieces_by_name
from engine.parchis.state import State


@dataclass(frozen=True, slots=True)
class Way:
    """A piece's way. One that is `sent` home leaves once the piece that captured it has come."""

    piece: str
    squares: tuple[str, ...]
    sent: bool = False


def ways(game: str, before: Any, ply: Ply[Any]) -> tuple[Way, ...]:
    """The ways that pieces went at a ply, in order; `before` is the state before it."""
    return _READERS[game](before, ply.events)


def _parchis(before: State, events: tuple[Event, ...]) -> tuple[Way, ...]:
    board, found = before.setup.board, []
    for event in events:
        kind, piece = event["type"], event.get("piece")
        if piece is None:
            continue
        colour = pieces_by_name()[piece] // PIECES
        if kind == "entered":
            found.append(Way(piece, ("H", event["to"])))
        elif kind == "moved":
            first, last = (board.step(colour, event[end]) for end in ("from", "to"))
            found.append(Way(piece, tuple(board.square(colour, step) for step in range(first, last + 1))))
        elif kind == "captured":
            found.append(Way(piece, (event["square"], "H"), sent=True))
        elif kind == "third_six" and not event["spared"]:
            found.append(Way(piece, (board.square(colour, before.steps[pieces_by_name()[piece]]), "H"), sent=True))
    return tuple(found)


def _palma(_: Any, events: tuple[Event, ...]) -> tuple[Way, ...]:
    """One way at most: a slide goes on from where the throw has led."""
    piece, squares = "", [HOLE_NAMES[HAND]]
    for event in events:
        kind = event["type"]
        if kind == "moved":
            first, last = (HOLES_BY_NAME[event[end]] for end in ("from", "to"))
            squares = [HOLE_NAMES[hole] for hole in range(first, last + 1)]
        elif kind in {"entered", "slid"}:
            squares.append(event["to"])
        else:
            continue
        piece = event["piece"]
    return (Way(piece, tuple(squares)),) if piece else ()


_READERS: Mapping[str, Callable[[Any, tuple[Event, ...]], tuple[Way, ...]]] = {"parchis": _parchis, "palma": _palma}
