"""The fourteen worked examples of section 12, each in the presets it speaks of."""

from __future__ import annotations

import pytest

from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase
from tests.unit.engine.parchis.parchis_table import at, events, landings, play, square, squares

BOTH = pytest.mark.parametrize("preset", ["spanish", "italian"])


@BOTH
def test_example_1_p33_the_first_5_must_enter(preset: str) -> None:
    assert landings(at("Y 5", preset=preset, throw=5)) == {"H>5"}


@BOTH
def test_example_2_p34_a_start_with_two_own_pieces_lets_the_5_be_played(preset: str) -> None:
    assert landings(at("Y 5 5 9", preset=preset, throw=5)) == {"5>10", "9>14"}


@BOTH
def test_example_3_p34_entering_shares_the_start_without_capture(preset: str) -> None:
    state = at("Y 9, B 5", preset=preset, throw=5)
    assert landings(state) == {"H>5"}
    after = play(state, "Y2+in")
    assert squares(after, "B")[0] == "5"
    assert after.phase is Phase.THROW


@BOTH
@pytest.mark.parametrize(("arrived", "victim"), [(["B", "R"], "R"), (["R", "B"], "B")])
def test_example_4_p35_the_last_to_arrive_is_captured(preset: str, arrived: list[str], victim: str) -> None:
    state = at("Y 30, B 5, R 5", preset=preset, throw=5, arrivals={"5": arrived})
    after = play(state, "Y2+in")
    assert squares(after, victim)[0] == "H"
    assert (after.phase, after.bonus) == (Phase.BONUS, 20)
    assert landings(after) == {"30>50", "5>25"}


@BOTH
@pytest.mark.parametrize("arrived", [["R", "Y"], ["Y", "R"]])
def test_example_4_p35_an_own_piece_on_the_start_is_never_the_captured_one(preset: str, arrived: list[str]) -> None:
    state = at("Y 5, R 5", preset=preset, throw=5, arrivals={"5": arrived})
    after = play(state, "Y2+in")
    assert squares(after, "R")[0] == "H"
    assert squares(after, "Y")[:2] == ["5", "5"]


def test_example_5_p42_a_mixed_pair_on_a_shelter_blocks_passage_by_the_italian_rules_only() -> None:
    pieces = "Y 10, B 12, R 12"
    assert landings(at(pieces, preset="italian", throw=3)) == set()
    assert landings(at(pieces, preset="spanish", throw=3)) == {"10>13"}


@BOTH
def test_example_5_p42_nobody_lands_on_a_full_shelter(preset: str) -> None:
    assert landings(at("Y 10, B 12, R 12", preset=preset, throw=2)) == set()


@BOTH
def test_example_6_p44_p60_a_capture_gives_20_to_any_piece(preset: str) -> None:
    state = at("Y 10 30, B 13", preset=preset, throw=3)
    after = play(state, "Y1+3")
    assert squares(after, "B")[0] == "H"
    assert landings(after) == {"13>33", "30>50"}


@BOTH
@pytest.mark.parametrize(("throw", "expected"), [(2, {"17>19"}), (3, set()), (4, set())])
def test_example_7_p41_no_piece_passes_or_lands_on_a_barrier(preset: str, throw: int, expected: set[str]) -> None:
    assert landings(at("Y 17, R 20 20", preset=preset, throw=throw)) == expected


@BOTH
def test_example_8_p43_a_6_opens_the_barrier(preset: str) -> None:
    state = at("Y 20 20 30", preset=preset, throw=6)
    assert landings(state) == {"20>26"}
    assert events(state, "Y1+6", "barrier_opened") == [{"type": "barrier_opened", "seat": 0, "square": "20"}]


def test_example_9_p51_all_out_spanish_must_move_7() -> None:
    assert landings(at("Y 10 30 50 c2", throw=6)) == {"10>17", "30>37", "50>57"}


def test_example_9_p52_all_out_italian_chooses_12_or_gives_up_the_new_throw() -> None:
    state = at("Y 10 30 50 c2", preset="italian", throw=6)
    assert landings(state) == {"10>22", "30>42", "50>62", "10>16", "30>36", "50>56", "c2>F"}
    assert play(state, "Y1+12").seat == 0
    assert play(state, "Y1+6").seat == 1
    home = play(state, "Y4+6")  # 10 steps for the goal, then no new throw
    assert (home.bonus, home.again) == (10, False)


def test_example_10_p51_a_piece_in_the_goal_counts_as_out_only_by_the_spanish_rules() -> None:
    italian = at("Y F 10 30 50", preset="italian", throw=6)
    assert landings(italian) == {"10>16", "30>36", "50>56"}
    assert play(italian, "Y2+6").seat == 0
    assert landings(at("Y F 10 30 50", throw=6)) == {"10>17", "30>37", "50>57"}


@BOTH
def test_example_11_p53_the_third_6_sends_the_piece_moved_last_home(preset: str) -> None:
    state = play(at("Y 20", preset=preset), "6", "Y1+6", "6", "Y1+6", "6")
    assert squares(state, "Y") == ["H"] * 4
    assert state.seat == 1


def test_example_11_p53_the_italian_rules_spare_it_on_a_shelter() -> None:
    moves = ("6", "Y1+6", "6", "Y1+6", "6")
    assert square(play(at("Y 22", preset="italian"), *moves), "Y1") == "34"
    assert square(play(at("Y 22"), *moves), "Y1") == "H"


@BOTH
def test_example_12_p61_bonuses_chain(preset: str) -> None:
    state = play(at("Y 10, B 13, G 33", preset=preset, throw=3), "Y1+3", "Y1+20")
    assert squares(state, "G")[0] == "H"
    assert (state.phase, state.bonus) == (Phase.BONUS, 20)


@BOTH
def test_example_13_p60_the_goal_gives_10_to_another_piece(preset: str) -> None:
    state = play(at("Y c5 10", preset=preset, throw=3), "Y1+3")
    assert PARCHIS.moves(state) == ("Y2+10",)


def test_example_14_p70_two_colours_of_one_seat() -> None:
    seats = ["YR", "BG"]
    italian = play(at("Y 10, R 13", preset="italian", seats=seats, throw=3), "Y1+3")
    assert (squares(italian, "R")[0], italian.phase) == ("13", Phase.THROW)
    assert landings(at("Y 13, R 13, B 10", preset="italian", seats=seats, seat=1, throw=4)) == set()
    spanish = play(at("Y 10, R 13", seats=seats, throw=3), "Y1+3")
    assert (squares(spanish, "R")[0], spanish.bonus) == ("H", 20)
