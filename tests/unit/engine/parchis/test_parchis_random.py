"""Random games in every combination of switches, boards, seatings and teams that can make a difference.

The suite plays a sample of them, one game each. `PALMARES_GAMES=1000` (as `make test-long` sets it) plays all of
them, that many games each; a switch that a seating makes meaningless is not varied there.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from engine.parchis.board import HOME, PIECES
from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase
from engine.parchis.turn_flow import Play
from engine.parchis.working_position import NOBODY, WorkingPosition
from tests.fakes.parchis_forms import Form, combinations, forms, name_of
from tests.fakes.parchis_playout import playout

GAMES = int(os.environ.get("PALMARES_GAMES", "0"))
SAMPLE = 23  # one in 23 combinations a form; a prime, so that every switch varies
LONGEST = 60_000  # plies; the longest of a million games had under 12,000


def check(play: Play) -> None:
    """What is true after every ply of every game."""
    setup, board = play.setup, play.board
    assert HOME <= min(play.steps) <= max(play.steps) <= board.goal
    mixed = play.arrivals()
    again = WorkingPosition(setup, play.steps, mixed)
    assert (play.first, play.second) == (again.first, again.second) or _same_pairs(play, again)
    assert (play.full, play.blocked, play.home, play.goals, play.left) == (
        again.full,
        again.blocked,
        again.home,
        again.goals,
        again.left,
    )
    standing = 2 * setup.cells - play.first.count(NOBODY) - play.second.count(NOBODY)  # P7: no piece hides under two
    assert standing + sum(play.home) + sum(play.goals) == setup.rules.pieces * len(setup.colours)
    for square, one, other in mixed:  # P44: off shelters only barriers
        assert board.safe[square] or setup.pairs[one // PIECES][other // PIECES]
    if play.phase in (Phase.MOVE, Phase.BONUS):
        assert play.legal
    assert play.six_count <= 2  # P50
    for pool in play.pools:
        assert pool  # P94
    over = sum(not left for left in play.left)
    assert (play.phase is Phase.OVER) == (over >= (len(play.left) - 1 if play.rules.play_on else 1))  # P80, P81


def _same_pairs(one: Play, other: WorkingPosition) -> bool:
    """Two pieces of one colour on a square may be kept in either order; of two colours the order counts (P35)."""
    for a, b, c, d in zip(one.first, one.second, other.first, other.second, strict=True):
        if (a, b) != (c, d) and not ((a, b) == (d, c) and a // PIECES == b // PIECES):
            return False
    return True


@pytest.mark.parametrize("form", forms(), ids=name_of)
def test_random_games_keep_every_invariant_and_end(form: Form) -> None:
    _colours, seats, teams = form
    chosen = list(combinations(form))
    for index, rules in enumerate(chosen):
        if not GAMES and (index + len(seats)) % (SAMPLE * len(chosen) // 432):
            continue
        start = PARCHIS.start(rules, seats, teams)
        for game in range(GAMES or 1):
            rng = random.Random(f"{form}/{index}/{game}")
            # the suite's few games are watched ply by ply, the many of the long run by their ends
            end, plies = playout(start, rng.random, check if game == 0 else None)
            assert plies < LONGEST
            result = PARCHIS.result(end)
            assert result is not None
            assert min(result.places) == 1
            if end.setup.rules.play_on:
                assert len(end.finished) == len(end.setup.sides) - 1


@pytest.mark.parametrize("seed", range(12))
def test_states_are_values_and_equal_moves_are_listed_once(seed: int) -> None:
    """apply, moves and dump/load at every ply of games drawn over all forms."""
    rng = random.Random(seed)
    form = rng.choice(forms())
    rules = rng.choice(list(combinations(form)))
    state = PARCHIS.start(rules, form[1], form[2])
    for _ in range(400):
        moves = PARCHIS.moves(state)
        if not moves:
            break
        assert list(moves) == sorted(set(moves))
        assert PARCHIS.load(PARCHIS.dump(state)) == state
        before = PARCHIS.dump(state)
        after = [PARCHIS.apply(state, move).state for move in moves]
        assert PARCHIS.dump(state) == before  # states are values
        if state.phase in (Phase.MOVE, Phase.BONUS):  # equal moves are listed once
            assert len({_unnumbered(PARCHIS.position(one)) for one in after}) == len(moves)
        state = after[rng.randrange(len(after))]


def _unnumbered(position: dict[str, Any]) -> str:
    """A position without its pieces' numbers."""
    pieces = {colour: sorted(squares) for colour, squares in position["pieces"].items()}
    last = position["last"]
    where = last and (last[0], position["pieces"][last[0]][int(last[1]) - 1])
    return repr(sorted({**position, "pieces": sorted(pieces.items()), "last": where}.items(), key=str))
