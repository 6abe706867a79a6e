"""Random games over every combination of switches, with what must hold at every state.

`PALMARES_GAMES` is the number of games of each variant; by default a few of a sample of the variants.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from engine.game import TurnKind
from engine.palma.game import PALMA
from engine.palma.state import State
from tests.fakes.palma_tools import label, variants

FEW = 2
SAMPLE = 36
LONGEST = 5_000
"""No game of the thousands played came near this many moves."""

EVENTS = {"thrown", "entered", "moved", "slid", "lost", "passed", "rethrow", "stake", "won", "turn"}


def games_wanted() -> int:
    return int(os.environ.get("PALMARES_GAMES", "0"))


def variants_wanted() -> list[dict[str, Any]]:
    return variants() if games_wanted() else random.Random("palma").sample(variants(), SAMPLE)


def check_games(rules: dict[str, Any], games: int) -> None:
    """Plays games with random moves and looks at every state on the way."""
    for number in range(games):
        rng = random.Random(f"{label(rules)} {number}")
        fives = number % 2 == 1  # every other game has 5s as often as anything, so that boards fill and stacks grow
        check_game(PALMA.start(rules), rng, fives=fives)


def check_game(state: State, rng: random.Random, *, fives: bool) -> None:
    for _ in range(LONGEST):
        check_state(state)
        choices = PALMA.moves(state)
        if not choices:
            return
        weights = None if fives else list(PALMA.odds(state).values()) or None
        move = rng.choices(choices, weights)[0]
        step = PALMA.apply(state, move)
        assert step == PALMA.apply(state, move)
        check_step(state, move, step.state, step.events)
        state = step.state
    pytest.fail("the game does not end")


def check_state(state: State) -> None:
    turn, choices, odds = PALMA.turn(state), PALMA.moves(state), PALMA.odds(state)
    assert list(choices) == sorted(set(choices))
    assert bool(choices) == (turn.kind is not TurnKind.OVER) == (PALMA.result(state) is None)
    assert tuple(odds) == (choices if turn.kind is TurnKind.THROW else ())
    assert PALMA.load(PALMA.dump(state)) == state
    for pieces in state.pieces:
        alone = [hole for hole in pieces if hole > 0]
        assert len(pieces) == state.rules.pieces
        assert len(alone) == len(set(alone))
        assert all(-1 <= hole <= 29 for hole in pieces)
        if state.rules.blocked_slide == "illegal" and not state.rules.penalty:
            assert not {10, 20} & set(pieces)
    if turn.kind is TurnKind.THROW and state.phase != "opening":
        assert state.stack[-1] == turn.seat


def check_step(before: State, move: str, after: State, events: tuple[Any, ...]) -> None:
    told = [event.to_json()["type"] for event in events]
    assert told
    assert set(told) <= EVENTS
    assert ("won" in told) == (PALMA.result(after) is not None)
    assert ("turn" in told) == (before.phase == "opening" or after.owner != before.owner)
    if "turn" in told:
        assert after.stack == (after.owner,)
    changed = sum(holes != others for holes, others in zip(placed(before), placed(after), strict=True))
    if PALMA.turn(before).kind is TurnKind.CHOOSE:
        assert move[0] == "DJ"[before.mover]
        assert after.pieces[1 - before.mover] == before.pieces[1 - before.mover]
        assert changed == 1 or (changed == 0 and told[1:2] == ["slid"])
    else:
        assert changed == 0


def placed(state: State) -> tuple[int, ...]:
    """The holes of all pieces."""
    return (*state.pieces[0], *state.pieces[1])


@pytest.mark.parametrize("rules", variants_wanted(), ids=label)
def test_random_games_keep_what_must_hold(rules):
    check_games(rules, games_wanted() or FEW)
