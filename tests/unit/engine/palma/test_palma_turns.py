"""Throws and whose they are: H20, H25 to H30, and the events."""

from __future__ import annotations

import pytest

from engine.errors import GameOver, IllegalMove
from engine.game import Turn, TurnKind
from engine.palma.game import PALMA
from tests.fakes.palma_tools import events, holes, moves, place, play, to_choose, to_throw, types

STUCK = "21 25 26 27 28"
"""Five placed pieces: 1 moves 21 or 28, 2 moves 21 or 27, 3 moves 21 or 26, and nothing moves by 5."""


def stack(state) -> list[int]:
    return PALMA.position(state)["stack"]


def marks(hole5: str = "none", hole15: str = "rethrow") -> dict:
    return {"preset": "classic", "hole5": hole5, "hole15": hole15}


# --- H20 ------------------------------------------------------------------------------------------------------------


def test_h20_lot_is_a_chance_node_of_its_own():
    state = PALMA.start({"first": "lot"})
    assert PALMA.position(state)["phase"] == "opening"
    assert PALMA.turn(state) == Turn(TurnKind.THROW, 0)
    assert moves(state) == ["D", "J"]
    assert PALMA.odds(state) == {"D": 1, "J": 1}


@pytest.mark.parametrize(("outcome", "seat"), [("D", 0), ("J", 1)])
def test_h20_the_lot_says_who_throws_first(outcome, seat):
    assert to_throw(play(PALMA.start(), outcome)) == seat
    assert events(PALMA.start(), outcome) == [{"type": "turn", "seat": seat}]


@pytest.mark.parametrize("outcome", ["1", "5", "", "H", "d"])
def test_h20_the_lot_has_no_other_outcome(outcome):
    with pytest.raises(IllegalMove, match="D J"):
        PALMA.apply(PALMA.start(), outcome)


@pytest.mark.parametrize(("first", "seat"), [("D", 0), ("J", 1)])
def test_h20_first_may_be_fixed(first, seat):
    state = PALMA.start({"first": first})
    assert PALMA.position(state)["phase"] == "throw"
    assert to_throw(state) == seat


def test_h20_players_alternate():
    state = place("1", "1")
    assert [to_throw(state := play(state, "1", move)) for move in ("D1+1", "J1+1", "D1+1")] == [1, 0, 1]


# --- H25 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hole", "rules"), [("5", marks(hole5="rethrow")), ("15", marks())])
def test_h25_rethrow_gives_the_mover_another_throw(hole, rules):
    state = place(str(int(hole) - 3), rules=rules)
    assert to_throw(play(state, "3", "D1+3")) == 0
    assert events(state, "3", "D1+3")[-1] == {"type": "rethrow", "hole": hole, "seat": 0}


@pytest.mark.parametrize(("hole", "rules"), [("5", marks()), ("15", marks(hole15="none"))])
def test_h25_none_gives_nothing(hole, rules):
    state = place(str(int(hole) - 3), rules=rules)
    assert to_throw(play(state, "3", "D1+3")) == 1
    assert types(state, "3", "D1+3") == ["thrown", "moved", "turn"]


def test_h25_a_5_onto_a_rethrow_hole_gives_both_throws():
    state = play(place("10"), "5", "D1+5")
    assert stack(state) == [0, 0]
    assert to_throw(state := play(state, "1", "D1+1")) == 0
    assert to_throw(play(state, "1", "D1+1")) == 1


def test_h25_only_the_end_of_the_move_counts():
    assert to_throw(play(place("14"), "2", "D1+2")) == 1


@pytest.mark.parametrize(("hole", "rules"), [("5", marks("stake", "none")), ("15", marks("none", "stake"))])
def test_h25_the_first_piece_of_either_side_wins_the_stake(hole, rules):
    short = str(int(hole) - 1)
    state = play(place(short, short, rules=rules, seat=1), "1", "J1+1")
    assert PALMA.position(state)["stakes"][hole] == 1
    state = play(state, "1", "D1+1")
    assert PALMA.position(state)["stakes"][hole] == 1
    assert to_throw(state) == 1


def test_h25_a_stake_is_told_once_and_gives_no_throw():
    state = place("4", "4", rules=marks("stake", "stake"))
    assert events(state, "1", "D1+1")[2:] == [{"type": "stake", "hole": "5", "seat": 0}, {"type": "turn", "seat": 1}]
    assert "stake" not in types(play(state, "1", "D1+1"), "1", "J1+1")


def test_h25_the_two_stakes_are_won_apart():
    state = place("4", "14", rules=marks("stake", "stake"))
    state = play(state, "1", "D1+1", "1", "J1+1")
    assert PALMA.position(state)["stakes"] == {"5": 0, "15": 1}


def test_h25_a_stake_does_not_decide_the_winner():
    state = place("24 26 27 28 29", "1", rules=marks("stake", "stake"), stakes={"5": 1, "15": 1})
    assert PALMA.result(play(state, "1", "D1+1")).winners == (0,)


def test_h25_a_passed_throw_wins_the_stake_for_its_mover():
    state = play(place("", "14", rules=marks("none", "stake")), "1", "J1+1")
    assert PALMA.position(state)["stakes"]["15"] == 1


# --- H26, H27 -------------------------------------------------------------------------------------------------------


def test_h26_a_throw_that_can_be_used_is_the_throwers_and_must_be_used():
    state = play(place("28", "3"), "1")
    assert to_choose(state) == 0
    assert moves(state) == ["D1+1"]


def test_h26_the_move_that_changes_nothing_must_be_used_too():
    state = play(place("20 28 29", "3", rules={"preset": "penalty"}), "2")
    assert to_choose(state) == 0
    assert moves(state) == ["D1+2"]


def test_h27_a_throw_that_cannot_be_used_passes():
    state = place("", "3")
    assert to_choose(play(state, "3")) == 1
    assert moves(play(state, "3")) == ["J1+3"]
    assert events(state, "3")[1:] == [{"type": "passed", "seat": 0, "to": 1, "value": 3}]


def test_h27_after_a_passed_throw_the_opponent_throws_for_its_own_turn():
    state = play(place("", "3"), "3", "J1+3")
    assert to_throw(state) == 1
    assert PALMA.position(state)["owner"] == 1
    assert stack(state) == [1]


def test_h27_a_throw_nobody_can_use_is_lost():
    assert events(place(), "3") == [
        {"type": "thrown", "seat": 0, "value": 3},
        {"type": "lost", "seat": 0, "value": 3},
        {"type": "turn", "seat": 1},
    ]
    assert to_throw(play(place(), "3")) == 1


def test_h27_a_passed_5_may_enter_a_piece_of_the_receiver():
    state = play(place(STUCK, "3"), "5")
    assert to_choose(state) == 1
    assert moves(state) == ["J1+5", "J2+in"]


def test_h27_of_a_passed_5_only_the_movement_passes():
    state = play(place(STUCK, "3"), "5", "J2+in")
    assert to_throw(state) == 0
    assert PALMA.position(state)["owner"] == 0


def test_h27_a_5_nobody_can_use_leaves_the_thrower_another_throw():
    state = place(STUCK, STUCK)
    assert types(state, "5") == ["thrown", "lost"]
    assert to_throw(play(state, "5")) == 0


def test_h27_a_receiver_on_a_rethrow_hole_throws_at_once():
    state = play(place("", "12"), "3", "J1+3")
    assert to_throw(state) == 1
    assert PALMA.position(state)["owner"] == 0
    assert to_throw(state := play(state, "1", "J1+1")) == 1
    assert PALMA.position(state)["owner"] == 1


def test_h27_a_receiver_on_a_rethrow_hole_throws_before_the_throwers_next():
    state = play(place(STUCK, "10"), "5", "J1+5")
    assert stack(state) == [0, 1]
    assert to_throw(state) == 1
    assert to_throw(play(state, "1", "J1+1")) == 0


def test_h27_a_throw_passes_once_only():
    # The throw of 3 is used by nobody: it does not come back to the hounds as another throw of theirs.
    assert to_throw(play(place("29", "29"), "3")) == 1


# --- H28 ------------------------------------------------------------------------------------------------------------


def test_h28_a_turn_pushes_its_player():
    assert stack(play(PALMA.start(), "J")) == [1]


def test_h28_a_throw_pops_and_a_5_pushes_its_thrower():
    assert stack(play(place("1"), "1")) == []
    assert stack(play(place("1"), "5")) == [0]


def test_h28_a_5_after_a_5_gives_one_more_throw_each():
    state = play(place("1"), "5", "D1+5", "5", "D1+5")
    assert to_throw(state) == 0
    assert to_throw(play(state, "1", "D1+1")) == 1


def test_h28_an_unusable_throw_takes_all_the_throwers_entries_off_the_top():
    state = place("29", "1", stack=[0, 0, 0])
    assert stack(play(state, "1")) == []
    state = play(state, "1", "J1+1")
    assert (to_throw(state), PALMA.position(state)["owner"]) == (1, 1)


def test_h28_entries_under_the_opponents_stay():
    state = place("29", "1", seat=1, owner=0, stack=[1, 0, 0, 1])
    state = play(state, "1", "J1+1")
    assert stack(state) == [1, 0, 0]
    state = play(state, "3")
    assert stack(state) == [1]
    assert to_throw(play(state, "J1+3")) == 1


def test_h28_where_h27_would_end_the_turn_entries_under_the_opponents_stay():
    # The jackals threw a throw of their own in the hounds' turn and cannot use it: the hounds' pending throw remains.
    state = place("1", "29", seat=1, owner=0, stack=[0, 1])
    state = play(state, "1", "D1+1")
    assert (to_throw(state), PALMA.position(state)["owner"]) == (0, 0)
    assert to_throw(play(state, "1", "D1+1")) == 1


def test_h28_a_lost_throw_takes_the_throwers_entries_too():
    assert to_throw(play(place("29", "29", stack=[0, 0]), "3")) == 1


def test_h28_a_5_takes_no_entries_off():
    assert stack(play(place(STUCK, "3", stack=[0, 0]), "5")) == [0, 0]


def test_h28_the_turn_goes_to_the_opponent_of_whoevers_turn_it_was():
    # The jackals make the last throw of the hounds' turn, and then throw for their own.
    state = play(place("", "12"), "3", "J1+3", "2")
    assert PALMA.position(state)["owner"] == 0
    assert events(state, "J1+2")[-1] == {"type": "turn", "seat": 1}


def test_h28_a_thrower_loses_pending_throws_but_not_those_the_receiver_earns():
    state = play(place("29", "14", stack=[0, 0]), "1", "J1+1")
    assert stack(state) == [1]
    assert PALMA.position(state)["owner"] == 0


# --- H30 ------------------------------------------------------------------------------------------------------------


def test_h30_five_pieces_in_25_to_29_win():
    state = place("24 26 27 28 29", "3")
    assert events(state, "1", "D1+1")[1:] == [
        {"type": "moved", "seat": 0, "piece": "D1", "from": "24", "to": "25"},
        {"type": "won", "seats": [0], "places": [1, 2]},
    ]
    state = play(state, "1", "D1+1")
    assert PALMA.turn(state) == Turn(TurnKind.OVER, 0)
    assert PALMA.result(state).places == (1, 2)
    assert PALMA.result(state).reason == "home"


def test_h30_four_are_not_enough():
    state = play(place("24 26 27 28"), "1", "D1+1")
    assert PALMA.result(state) is None
    assert to_throw(state) == 1


def test_h30_a_passed_throw_wins_too():
    state = play(place("", "26 27 28 29 23"), "2", "J5+2")
    assert PALMA.turn(state) == Turn(TurnKind.OVER, 1)
    assert PALMA.result(state).places == (2, 1)
    assert PALMA.position(state)["seat"] == 0


def test_h30_a_win_ends_the_game_with_throws_pending():
    state = play(place("20 26 27 28 29", "3"), "5", "D1+5")
    assert moves(state) == []
    assert PALMA.odds(state) == {}
    assert stack(state) == []


@pytest.mark.parametrize("move", ["1", "D1+1", "", None])
def test_h30_nothing_is_played_after_the_end(move):
    with pytest.raises(GameOver):
        PALMA.apply(play(place("24 26 27 28 29"), "1", "D1+1"), move)


# --- events, the rest -----------------------------------------------------------------------------------------------


def test_events_of_an_entry_and_of_a_slide():
    assert events(place("9"), "5", "D2+in", "1", "D1+1") == [
        {"type": "thrown", "seat": 0, "value": 5},
        {"type": "entered", "seat": 0, "piece": "D2", "to": "0"},
        {"type": "thrown", "seat": 0, "value": 1},
        {"type": "moved", "seat": 0, "piece": "D1", "from": "9", "to": "10"},
        {"type": "slid", "seat": 0, "piece": "D1", "from": "10", "to": "24"},
        {"type": "turn", "seat": 1},
    ]


def test_a_state_is_not_changed_by_a_move():
    state = place("9", "3")
    before = PALMA.dump(state)
    play(state, "1", "D1+1", "1", "J1+1")
    assert PALMA.dump(state) == before
    assert holes(state, 0) == "9 H H H H"
