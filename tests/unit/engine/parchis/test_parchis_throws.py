"""P30–P53: throws and moves, entering, barriers, shelters, captures, sixes."""

from __future__ import annotations

import pytest

from engine.errors import GameOver, IllegalMove
from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase
from tests.unit.engine.parchis.parchis_table import at, events, landings, play, square, squares

BOTH = pytest.mark.parametrize("preset", ["spanish", "italian"])


def test_p30_the_die_has_six_equal_sides() -> None:
    state = at("Y 5")
    assert PARCHIS.moves(state) == ("1", "2", "3", "4", "5", "6")
    assert PARCHIS.odds(state) == {str(value): 1 for value in range(1, 7)}
    assert PARCHIS.odds(at("Y 5", throw=3)) == {}


def test_p31_free_choice_among_the_pieces_that_can_move() -> None:
    assert landings(at("Y 10 30 c5", throw=4)) == {"10>14", "30>34"}


@pytest.mark.parametrize("move", ["Y1+4", "Y5+3", "B1+3", "Y2+in", "3", "", "y1+3", "Y1+3 ", "Y1 + 3", "Y1+03"])
def test_p31_other_moves_are_illegal(move: str) -> None:
    with pytest.raises(IllegalMove):
        PARCHIS.apply(at("Y 10", throw=3), move)


@pytest.mark.parametrize("move", ["0", "7", "Y1+3", "", "٣"])
def test_p30_other_throws_are_illegal(move: str) -> None:
    with pytest.raises(IllegalMove):
        PARCHIS.apply(at("Y 10"), move)


def test_p32_a_throw_nobody_can_use_is_lost() -> None:
    state = at("Y c5")
    assert events(state, "4", "lost") == [{"type": "lost", "seat": 0, "value": 4}]
    assert play(state, "4").seat == 1


def test_p32_p50_a_lost_6_throws_again() -> None:
    state = play(at("Y c5"), "6")
    assert (state.seat, state.phase, state.sixes) == (0, Phase.THROW, 1)


def test_p33_one_piece_a_throw_enters_and_of_several_homes_one_is_chosen() -> None:
    state = at("Y 30, R 60", throw=5, seats=["YR", "BG"])
    assert PARCHIS.moves(state) == ("R2+in", "Y2+in")
    assert squares(play(state, "R2+in"), "R") == ["60", "39", "H", "H"]


@BOTH
def test_p34_two_own_pieces_on_the_start_close_it(preset: str) -> None:
    assert landings(at("Y 5 5", preset=preset, throw=5)) == {"5>10"}


@BOTH
def test_p35_of_two_pieces_of_one_colour_the_lower_number_is_captured(preset: str) -> None:
    after = play(at("B 30 5 5, Y 40", preset=preset, throw=5), "Y2+in")
    assert squares(after, "B") == ["30", "H", "5", "H"]
    assert after.bonus == 20


@BOTH
def test_p35_the_one_that_entered_is_the_last_to_arrive(preset: str) -> None:
    state = play(at("B 5, Y 40", preset=preset, throw=5), "Y2+in")
    assert PARCHIS.position(state)["arrivals"] == {"5": ["B", "Y"]}


def test_p35_leaving_and_coming_back_is_a_new_arrival() -> None:
    state = at("Y 10, B 12", throw=2)
    assert PARCHIS.position(play(state, "Y1+2"))["arrivals"] == {"12": ["B", "Y"]}


def test_p40_a_barrier_in_the_corridor_holds_too() -> None:
    assert landings(at("Y c3 c3 68", throw=4)) == {"c3>c7"}


def test_p41_a_piece_whose_whole_way_is_not_free_cannot_move() -> None:
    assert landings(at("Y 10, B 14 14", throw=6)) == set()
    assert landings(at("Y 10, B 14 14", throw=3)) == {"10>13"}


def test_p41_ones_own_barrier_blocks_too() -> None:
    assert landings(at("Y 10 14 14", throw=4)) == {"14>18"}


@pytest.mark.parametrize(("mixed", "expected"), [(True, {"10>11"}), (False, {"10>11"})])
def test_p42_a_full_shelter_takes_nobody(mixed: bool, expected: set[str]) -> None:
    rules = {"mixed_pair_blocks": mixed}
    assert landings(at("Y 10, B 12, R 12", rules=rules, throw=2)) == set()
    assert landings(at("Y 10, B 12, R 12", rules=rules, throw=1)) == expected


@pytest.mark.parametrize(("mixed", "expected"), [(True, {"12>18"}), (False, {"12>18", "30>36"})])
def test_p43_a_mixed_pair_must_open_only_where_it_blocks(mixed: bool, expected: set[str]) -> None:
    assert landings(at("Y 12 30, B 12", rules={"mixed_pair_blocks": mixed}, throw=6)) == expected


def test_p43_the_duty_lapses_where_no_barrier_can_be_opened() -> None:
    assert landings(at("Y 20 20 30, B 24 24", throw=6)) == {"30>36"}


def test_p43_free_choice_among_several_barriers() -> None:
    assert landings(at("Y 20 20 30 30", throw=6)) == {"20>27", "30>37"}


def test_p43_any_length_of_the_6_opens() -> None:
    state = at("Y 20 20 30 40", preset="italian", throw=6)
    assert landings(state) == {"20>26", "20>32"}


def test_p43_never_for_bonuses() -> None:
    state = play(at("Y 20 20 10, B 13", throw=3), "Y3+3")
    assert landings(state) == {"20>40"}
    state = play(at("Y 40 40 10, B 13", throw=3), "Y3+3")
    assert landings(state) == {"13>33", "40>60"}


def test_p44_landing_on_a_lone_foreign_piece_sends_it_home() -> None:
    state = at("Y 10 30, B 13", throw=3)
    assert events(state, "Y1+3", "captured") == [
        {"type": "captured", "seat": 0, "piece": "B1", "by": "Y1", "square": "13"}
    ]


def test_p45_on_a_shelter_two_colours_share() -> None:
    after = play(at("Y 10 30, B 12", throw=2), "Y1+2")
    assert (squares(after, "B")[0], square(after, "Y1"), after.seat) == ("12", "12", 1)


def test_p46_corridors_are_ones_own() -> None:
    after = play(at("Y 68, B 17, R 3", throw=3), "Y1+3")
    assert square(after, "Y1") == "c3"
    assert squares(after, "R")[0] == "3"


def test_p47_the_goal_needs_the_exact_number() -> None:
    pieces = "Y c4 10"
    assert landings(at(pieces, throw=4), piece="Y1") == {"c4>F"}
    assert landings(at(pieces, throw=5, rules={})) == {"H>5"}
    assert landings(at("Y c5 10", throw=4), piece="Y1") == set()


def test_p50_a_6_throws_again_after_its_bonuses() -> None:
    state = play(at("Y 10 30, B 16", throw=6), "Y1+6")
    assert (state.phase, state.again) == (Phase.BONUS, True)
    state = play(state, "Y2+20")
    assert (state.phase, state.seat, state.sixes) == (Phase.THROW, 0, 1)


def test_p50_at_most_three_throws_a_turn() -> None:
    state = play(at("Y 20"), "6", "Y1+6", "6", "Y1+6", "4", "Y1+4")
    assert state.seat == 1


@pytest.mark.parametrize(("length", "expected"), [("none", {"10>16"}), (7, {"10>17"}), (12, {"10>22"})])
def test_p51_how_far_a_6_goes_when_all_are_out(length: object, expected: set[str]) -> None:
    assert landings(at("Y 10 30 50 c2", rules={"six_all_out": length}, throw=6), piece="Y1") == expected


@pytest.mark.parametrize(
    ("out", "pieces", "expected"),
    [
        ("not_home", "Y 10 F F F", "10>17"),
        ("on_field", "Y 10 F F F", "10>16"),
        ("on_field", "Y 10 c1 c3 c5", "10>17"),
        ("not_home", "Y 10 30 50 H", "10>16"),
        ("on_field", "Y 10 30 50 H", "10>16"),
    ],
)
def test_p51_what_out_means(out: str, pieces: str, expected: str) -> None:
    assert landings(at(pieces, rules={"all_out": out}, throw=6), piece="Y1") == {expected}


def test_p52_no_falling_back_to_6_without_the_choice() -> None:
    assert landings(at("Y 10 30 50 c2", throw=6), piece="Y4") == set()


def test_p52_only_the_qualifying_colours_plain_6_gives_up_the_new_throw() -> None:
    state = at("Y 10 30 50 60, R 41 5", preset="italian", seats=["YR", "BG"], throw=6)
    assert play(state, "Y1+6").seat == 1
    assert play(state, "Y1+12").seat == 0
    assert play(state, "R1+6").seat == 0


def test_p52_choice_with_7() -> None:
    state = at("Y 10 30 50 60", preset="italian", rules={"six_all_out": 7}, throw=6)
    assert landings(state, piece="Y1") == {"10>17", "10>16"}
    assert play(state, "Y1+6").seat == 1


def test_p53_the_last_piece_may_be_the_one_a_bonus_moved() -> None:
    state = play(at("Y 10 64, B 22"), "6", "Y2+6", "6", "Y1+6")
    assert (square(state, "Y2"), state.phase) == ("c2", Phase.THROW)
    state = play(at("Y 10 33 60, B 22 , R 16"), "6", "Y3+6", "6", "Y1+6", "Y2+20", "6")
    assert squares(state, "Y") == ["16", "H", "66", "H"]


def test_p53_a_piece_in_its_corridor_or_goal_is_spared() -> None:
    state = play(at("Y 60"), "6", "Y1+6", "6", "Y1+6", "6")
    assert (square(state, "Y1"), state.seat) == ("c4", 1)


def test_p53_if_nothing_was_moved_only_the_turn_ends() -> None:
    state = play(at("Y c4"), "6", "6", "6")
    assert (squares(state, "Y"), state.seat) == (["c4", "H", "H", "H"], 1)


@pytest.mark.parametrize(("spares", "expected"), [(True, "34"), (False, "H")])
def test_p53_shelters_spare_by_the_switch(spares: bool, expected: str) -> None:
    state = at("Y 22", rules={"third_six_spares_shelter": spares})
    assert square(play(state, "6", "Y1+6", "6", "Y1+6", "6"), "Y1") == expected


def test_p53_the_third_6_is_not_moved_and_tells_so() -> None:
    state = play(at("Y 20"), "6", "Y1+6", "6", "Y1+6")
    assert events(state, "6", "third_six") == [{"type": "third_six", "seat": 0, "piece": "Y1", "spared": False}]


def test_p80_after_the_end_nothing_moves() -> None:
    over = play(at("Y F F F c7", throw=1), "Y4+1")
    assert PARCHIS.moves(over) == ()
    with pytest.raises(GameOver):
        PARCHIS.apply(over, "1")
