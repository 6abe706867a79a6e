"""Say in short words what tests of Palma need: positions from what matters, moves in a row, the event types."""

from __future__ import annotations

import itertools
from typing import Any

from engine.palma.game import PALMA
from engine.palma.rules import SWITCHES
from engine.palma.state import State


def variants() -> list[dict[str, Any]]:
    """Return every combination of switches, as JSON rules."""
    values = itertools.product(*SWITCHES.values())
    return [{"preset": "classic", **dict(zip(SWITCHES, combination, strict=True))} for combination in values]


def label(rules: dict[str, Any]) -> str:
    return "-".join(str(value) for value in rules.values())


def side(text: str) -> list[str]:
    """Read `2 3 7` as the list of the holes; the rest of the five are in hand."""
    return text.split()


def place(hounds: str = "", jackals: str = "", **fields: Any) -> State:
    """Make a position from the holes of both sides; rules may be given as `rules={…}`."""
    return PALMA.from_position({"pieces": {"D": side(hounds), "J": side(jackals)}, **fields})


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = PALMA.apply(state, move).state
    return state


def holes(state: State, seat: int) -> str:
    """Write the holes of a side in the order of its pieces."""
    return " ".join(PALMA.position(state)["pieces"]["DJ"[seat]])


def moves(state: State) -> list[str]:
    return list(PALMA.moves(state))


def thrown(state: State, value: int) -> list[str]:
    """Return the moves after a throw, no matter whose they are."""
    return moves(play(state, str(value)))


def events(state: State, *line: str) -> list[dict[str, Any]]:
    """Return all that happens in a line of moves."""
    told: list[dict[str, Any]] = []
    for move in line:
        step = PALMA.apply(state, move)
        told += [event.to_json() for event in step.events]
        state = step.state
    return told


def types(state: State, *line: str) -> list[str]:
    return [event["type"] for event in events(state, *line)]


def to_throw(state: State) -> int:
    """Return the seat that is to throw."""
    turn = PALMA.turn(state)
    assert turn.kind == "throw"
    return turn.seat


def to_choose(state: State) -> int:
    """Return the seat that is to move."""
    turn = PALMA.turn(state)
    assert turn.kind == "choose"
    return turn.seat
