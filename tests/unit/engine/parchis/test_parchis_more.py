"""Rules that speak of the board and the table as a whole: P7, P14."""

from __future__ import annotations

import random
from itertools import cycle, islice

import pytest

from engine import players
from engine.errors import BadPosition
from engine.game import TurnKind
from engine.parchis.game import PARCHIS
from engine.parchis.seating import seatings
from engine.players.playout import draw
from tests.unit.engine.parchis.parchis_table import at, landings, squares


@pytest.mark.parametrize("pieces", ["Y 12 12 12", "Y 12, B 12, R 12", "Y 12 12, B 12", "Y c3 c3 c3", "B 5 5, Y 5"])
def test_p7_a_square_holds_two_pieces_at_most(pieces: str) -> None:
    with pytest.raises(BadPosition, match="two is the most"):
        at(pieces)


@pytest.mark.parametrize("preset", ["spanish", "italian"])
@pytest.mark.parametrize("pieces", ["Y 10, B 12, R 12", "Y 10, B 12 12", "Y 10 12 12", "Y 10 12, B 12", "Y c1 c3 c3"])
def test_p7_nobody_comes_third(pieces: str, preset: str) -> None:
    third = {"10>12", "c1>c3"}
    assert not third & landings(at(pieces, preset=preset, throw=2))


def test_p7_homes_and_goals_hold_all() -> None:
    state = at("Y F F F 8, B H H H H")
    assert squares(state, "Y") == ["F", "F", "F", "8"]
    assert squares(state, "B") == ["H"] * 4
    almost = at("Y F F F c5", throw=3)
    assert landings(almost) == {"c5>F"}


@pytest.mark.parametrize("colours", [3, 4, 5, 6])
def test_p14_any_seat_may_be_a_persons_or_the_computers(colours: int) -> None:
    """The rules do not ask who moves: here a person, with any hand's choice, and computers sit in every seating."""
    rng = random.Random(colours)
    for seats in seatings(colours):
        holders = list(islice(cycle((None, *players.levels()[:3])), len(seats)))
        moved: set[int] = set()
        state = PARCHIS.start({"preset": "italian", "colours": colours}, seats)
        for _ in range(150):
            turn, moves = PARCHIS.turn(state), PARCHIS.moves(state)
            if turn.kind is TurnKind.THROW:
                move = draw(PARCHIS.odds(state), rng)
            else:
                holder = holders[turn.seat]
                move = moves[0] if holder is None else players.player(holder).choose(PARCHIS, state, moves, rng)
                moved.add(turn.seat)
            assert move in moves
            state = PARCHIS.apply(state, move).state
        assert moved == set(range(len(seats)))
