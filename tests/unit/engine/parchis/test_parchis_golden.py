"""Perft counts as data, and whole games as readable files.

To draw and write both again after an intended change, run this file with `PALMARES_REWRITE=1`.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.events import Event, TurnBegan
from engine.game import TurnKind
from engine.parchis.board import LETTERS
from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase, State
from engine.protocol import perft
from tests.fakes.parchis_playout import playout

COUNTS = Path(__file__).with_name("perft.json")
FOLDER = Path(__file__).with_name("playthroughs")
REWRITE = bool(os.environ.get("PALMARES_REWRITE"))
GAMES: dict[str, tuple[dict[str, Any], list[str] | None, list[list[int]] | None, int]] = {
    "spanish": ({"preset": "spanish"}, ["Y", "R"], None, 5),
    "spanish_teams": ({"preset": "spanish"}, None, [[0, 2], [1, 3]], 7),
    "italian_two_colours": (
        {"preset": "italian", "turns_by_colour": True, "stuck_helps": True},
        ["YR", "BG"],
        None,
        1,
    ),
    "italian_six_play_on": ({"preset": "italian", "colours": 6, "play_on": True}, ["YG", "BP", "RO"], None, 3),
    "diceless": ({"preset": "diceless"}, None, None, 11),
}


def perft_entries() -> list[dict[str, Any]]:
    """For each preset and board: the first turn, and two positions out of a random game, with their counts."""
    entries = []
    for preset in ("spanish", "italian", "diceless"):
        for colours in (3, 4, 5, 6):
            rng = random.Random(f"{preset}{colours}")
            start = PARCHIS.start({"preset": preset, "colours": colours})
            seen: list[State] = []
            playout(start, rng.random, lambda play, seen=seen: seen.append(play.state()))  # type: ignore[misc]
            first = next(state for state in seen if state.phase is not Phase.OPENING)
            busy = [
                state for state in seen if state.phase in (Phase.MOVE, Phase.PICK) and len(PARCHIS.moves(state)) > 2
            ]
            for state, depth in ((start, 3), (first, 4), (busy[len(busy) // 2], 4), (busy[-1], 4)):
                entries.append({"position": PARCHIS.position(state), "nodes": perft(PARCHIS, state, depth)})
    return entries


def test_perft() -> None:
    if REWRITE:
        rows = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in perft_entries())
        COUNTS.write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    entries = json.loads(COUNTS.read_text(encoding="utf-8"))
    boards = {(entry["position"]["rules"]["preset"], entry["position"]["rules"]["colours"]) for entry in entries}
    assert len(boards) == 12
    for entry in entries:
        state = PARCHIS.from_position(entry["position"])
        assert perft(PARCHIS, state, len(entry["nodes"])) == entry["nodes"], entry["position"]


def drawn_moves(name: str) -> list[str]:
    """The moves of a random game."""
    rules, seats, teams, seed = GAMES[name]
    rng, state, line = random.Random(seed), PARCHIS.start(rules, seats, teams), []
    while choices := PARCHIS.moves(state):
        line.append(rng.choice(choices))
        state = PARCHIS.apply(state, line[-1]).state
    return line


def told(name: str, line: Sequence[str]) -> str:
    """The file of a game."""
    rules, seats, teams, _ = GAMES[name]
    state = PARCHIS.start(rules, seats, teams)
    parts = [f"rules {json.dumps(rules)} seats {json.dumps(seats)} teams {json.dumps(teams)}", ""]
    for number, move in enumerate(line, 1):
        turn = PARCHIS.turn(state)
        chance = turn.kind is TurnKind.THROW
        choices = "" if chance else f" of {' '.join(PARCHIS.moves(state))}"
        parts.append(f"{number:4} {turn.seat} {'*' if chance else ' '} {move}{choices}")
        step = PARCHIS.apply(state, move)
        state = step.state
        parts += [f"       {told_event(event)}" for event in step.events]
        if any(isinstance(event, TurnBegan) for event in step.events):
            parts.append(f"       {pieces(state)}")
    result = PARCHIS.result(state)
    parts += ["", f"places {result.places}  {result.reason}" if result else "not over", PARCHIS.dump(state)]
    return "\n".join(parts) + "\n"


def told_event(event: Event) -> str:
    kind, *fields = event.to_json().items()
    return " ".join([kind[1], *(f"{key}={value}" for key, value in fields)])


def pieces(state: State) -> str:
    """Where everybody stands."""
    return "  ".join(f"{LETTERS[colour]} {' '.join(state.squares(colour))}" for colour in state.setup.colours)


def moves_in(text: str) -> list[str]:
    """The moves of a file: its numbered lines have number, seat, a star at a throw, and the move."""
    lines = [line.replace("*", " ").split() for line in text.splitlines() if line[:4].strip().isdigit()]
    return [words[2] for words in lines]


@pytest.mark.parametrize("name", GAMES)
def test_playthrough(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    if REWRITE:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(told(name, drawn_moves(name)), encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    assert told(name, moves_in(text)) == text
    assert "places (" in text
