"""Positions written the way the rule book's examples are: `at("Y 5 5 9", throw=5)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.parchis.game import PARCHIS
from engine.parchis.state import State


def at(pieces: str, *, preset: str = "spanish", rules: Mapping[str, Any] | None = None, **fields: Any) -> State:
    """A state: `pieces` as `"Y 5 5 c2, B 22"`; a throw given means that it is to be moved; yellow is to move."""
    squares = {part.split()[0]: part.split()[1:] for part in pieces.split(",") if part.strip()}
    if "throw" in fields and "phase" not in fields:
        fields["phase"] = "move"
    return PARCHIS.from_position(
        {"game": "parchis", "rules": {"preset": preset, **(rules or {})}, "pieces": squares, **fields}
    )


def landings(state: State, *, piece: str = "") -> set[str]:
    """Where the legal movements lead, as `"10>22"` (`"H>5"` for entering), of one piece or of all."""
    return {
        f"{square(state, move[:2])}>{square(play(state, move), move[:2])}"
        for move in PARCHIS.moves(state)
        if move.startswith(piece)
    }


def square(state: State, piece: str) -> str:
    """Where a piece such as `Y2` stands."""
    colour = "YBRGPO".index(piece[0])
    return state.squares(colour)[int(piece[1]) - 1]


def squares(state: State, colour: str) -> list[str]:
    """Where a colour's pieces stand."""
    return list(state.squares("YBRGPO".index(colour)))


def play(state: State, *moves: str) -> State:
    """The state after some moves."""
    for move in moves:
        state = PARCHIS.apply(state, move).state
    return state


def events(state: State, move: str, kind: str) -> list[dict[str, Any]]:
    """The events of one type that a move brings."""
    told = [event.to_json() for event in PARCHIS.apply(state, move).events]
    return [event for event in told if event["type"] == kind]
