"""Two whole games as readable files: every move, what happened, and a small board.

The moves are read from the files, played again, and must come out letter by letter. To draw and write them again
after an intended change: `PALMARES_REWRITE=1 pytest tests/unit/engine/palma/test_palma_playthroughs.py`.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.events import Event
from engine.game import TurnKind
from engine.palma.board import HAND, LAST, SIDES, TOP
from engine.palma.game import PALMA
from engine.palma.state import State

FOLDER = Path(__file__).with_name("playthroughs")
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "classic": ({"preset": "classic"}, 52),
    "penalty_stay": ({"preset": "penalty", "blocked_slide": "stay", "hole5": "stake"}, 348),
}


def drawn_moves(rules: dict[str, Any], seed: int) -> list[str]:
    """The moves of a random game."""
    rng, state, line = random.Random(seed), PALMA.start(rules), []
    while choices := PALMA.moves(state):
        weights = list(PALMA.odds(state).values()) or None
        line.append(rng.choices(choices, weights)[0])
        state = PALMA.apply(state, line[-1]).state
    return line


def told(rules: dict[str, Any], line: Sequence[str]) -> str:
    """The file of a game."""
    state = PALMA.start(rules)
    parts = [f"rules  {json.dumps(rules)}", ""]
    for number, move in enumerate(line, 1):
        turn = PALMA.turn(state)
        chance = turn.kind is TurnKind.THROW
        parts.append(f"{number:3} {'*' if chance else SIDES[turn.seat]} {move:5} of {' '.join(PALMA.moves(state))}")
        step = PALMA.apply(state, move)
        state = step.state
        parts += [f"      {told_event(event)}" for event in step.events]
        parts += [] if chance else board(state)
    result = PALMA.result(state)
    parts += ["", f"places {result.places}  {result.reason}" if result else "not over", PALMA.dump(state)]
    return "\n".join(parts) + "\n"


def told_event(event: Event) -> str:
    kind, *fields = event.to_json().items()
    return " ".join([kind[1], *(f"{key}={value}" for key, value in fields)])


def board(state: State) -> list[str]:
    """A row for each side: how many in hand, how many on hole 0, and the pieces by number on holes 1…29."""
    rows = []
    for letter, pieces in zip(SIDES, state.pieces, strict=True):
        track = "".join(str(pieces.index(hole) + 1) if hole in pieces else "." for hole in range(1, LAST + 1))
        groups = " ".join(track[start : start + 5] for start in range(0, LAST, 5))
        rows.append(f"      {letter} hand {pieces.count(HAND)} top {pieces.count(TOP)} | {groups}")
    return rows


def moves_in(text: str) -> list[str]:
    """The moves of a file: the third word of each numbered line."""
    return [words[2] for words in map(str.split, text.splitlines()) if len(words) > 3 and words[0].isdigit()]


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name):
    rules, seed = GAMES[name]
    path = FOLDER / f"{name}.txt"
    if os.environ.get("PALMARES_REWRITE"):
        path.write_text(told(rules, drawn_moves(rules, seed)), encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    assert told(rules, moves_in(text)) == text


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_a_whole_game(name):
    state = PALMA.start(GAMES[name][0])
    for move in moves_in((FOLDER / f"{name}.txt").read_text(encoding="utf-8")):
        state = PALMA.apply(state, move).state
    assert PALMA.result(state) is not None
