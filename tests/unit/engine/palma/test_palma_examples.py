"""The worked examples at the end of the rule book, in its order."""

from __future__ import annotations

from tests.fakes.palma_tools import holes, moves, place, play, thrown, to_choose, to_throw, types


def test_example_1_empty_boards_and_a_3():
    assert types(place(), "3") == ["thrown", "lost", "turn"]
    assert to_throw(play(place(), "3")) == 1


def test_example_2_a_5_with_2_3_7_and_two_in_hand():
    state = play(place("2 3 7"), "5")
    assert moves(state) == ["D2+5", "D3+5", "D4+in"]
    assert [holes(play(state, move), 0) for move in moves(state)] == ["2 8 7 H H", "2 3 12 H H", "2 3 7 0 H"]


def test_example_3_a_1_from_9():
    assert holes(play(place("9"), "1", "D1+1"), 0) == "24 H H H H"
    assert thrown(place("9 24"), 1) == ["D2+1"]
    assert holes(play(place("9 24"), "1", "D2+1"), 0) == "9 25 H H H"


def test_example_4_a_2_from_18():
    assert holes(play(place("18"), "2", "D1+2"), 0) == "22 H H H H"


def test_example_5_a_3_from_12():
    assert to_throw(play(place("12"), "3", "D1+3")) == 0


def test_example_6_a_5_that_the_jackals_play():
    state = play(place("21 25 26 27 28", "24 25 26 27 28"), "5")
    assert to_choose(state) == 1
    assert moves(state) == ["J1+5"]
    state = play(place("21 25 26 27 28", "24 25 1 2 3"), "5", "J1+5")
    assert holes(state, 1) == "29 25 1 2 3"
    assert to_throw(state) == 0


def test_example_7_a_3_that_the_jackals_play():
    state = play(place("27 28 29", "3"), "3", "J1+3")
    assert holes(state, 1) == "6 H H H H"
    assert to_throw(state) == 1
    assert to_throw(play(state, "1", "J1+1")) == 0


def test_example_8_a_2_from_27_and_28():
    assert thrown(place("27 28"), 2) == ["D1+2"]
    assert holes(play(place("27 28"), "2", "D1+2"), 0) == "29 28 H H H"
