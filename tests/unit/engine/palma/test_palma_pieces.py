"""H4: three pieces; example 9 of the rule book."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import BadPosition, BadRules
from engine.palma.game import PALMA
from engine.palma.state import State
from tests.fakes.palma_tools import holes, moves, place, play, thrown

THREE = {"pieces": 3}


def three(hounds: str = "", jackals: str = "", **fields: Any) -> State:
    return place(hounds, jackals, rules=THREE, **fields)


def test_h4_the_game_begins_with_three_in_hand():
    start = PALMA.start(THREE)
    assert [holes(start, seat) for seat in (0, 1)] == ["H H H", "H H H"]
    assert thrown(three("0 0"), 5) == ["D1+5", "D3+in"]
    assert thrown(three("3 8 12"), 5) == ["D2+5", "D3+5"]


@pytest.mark.parametrize(("hounds", "roll"), [("24 26 27", 1), ("24 28 29", 3), ("24 27 29", 1)])
def test_h4_h30_any_three_of_the_last_five_holes_win(hounds, roll):
    state = play(three(hounds, "1"), str(roll), f"D1+{roll}")
    assert PALMA.result(state).places == (1, 2)
    assert PALMA.steps(state)[0] == PALMA.way(state)[0]


def test_example_9_a_1_with_24_26_and_29_of_three():
    state = play(three("24 26 29"), "1")
    assert moves(state) == ["D1+1", "D2+1"]
    assert PALMA.result(play(state, "D1+1")) is not None
    assert PALMA.result(play(state, "D2+1")) is None


def test_h4_h27_a_passed_roll_may_win():
    state = play(three("27 28", "22 26 29"), "3")
    assert moves(state) == ["J1+3"]
    assert PALMA.result(play(state, "J1+3")).places == (2, 1)


def test_h4_positions_and_rules_with_other_numbers_are_refused():
    with pytest.raises(BadPosition, match="at most 3"):
        three("1 2 3 4")
    with pytest.raises(BadPosition, match="over"):
        three("25 26 27")
    for pieces in (4, 0, "3", 3.0, True, None):
        with pytest.raises(BadRules):
            PALMA.start({"pieces": pieces})


def test_h4_rules_are_written_only_where_they_differ():
    assert PALMA.position(PALMA.start())["rules"] == {"preset": "classic"}
    assert PALMA.position(PALMA.start(THREE))["rules"] == {"preset": "quick"}
    both = PALMA.start({"preset": "penalty", **THREE})
    assert PALMA.position(both)["rules"] == {"preset": "quick", "penalty": True}
    assert PALMA.start({"preset": "quick", "pieces": 5}) == PALMA.start()
