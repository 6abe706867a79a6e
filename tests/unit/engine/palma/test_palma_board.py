"""The board as data: H1, H2, H3, H10."""

from __future__ import annotations

from engine.palma.board import GRID, HOLES, LAST, LINKS, THROWS
from engine.palma.game import PALMA
from tests.fakes.palma_tools import holes, moves, place, play


def test_h1_there_are_59_holes_and_the_sides_meet_in_hole_0_only():
    right, left = HOLES
    assert len(right) == len(left) == LAST + 1
    assert set(right) & set(left) == {right[0]}
    assert len(set(right) | set(left)) == 59


def test_h1_all_five_pieces_of_both_sides_begin_in_hand():
    assert PALMA.position(PALMA.start())["pieces"] == {"D": ["H"] * 5, "J": ["H"] * 5}


def test_h2_the_points_of_the_right_side():
    right = HOLES[0]
    assert right[:5] == ((12, 33), (14, 33), (16, 32), (18, 31), (20, 30))
    assert (right[5], right[10], right[19]) == ((21, 28), (21, 18), (21, 0))
    assert (right[20], right[25], right[29]) == ((15, 0), (15, 15), (15, 27))


def test_h2_the_left_side_is_the_mirror_image_and_both_lie_in_the_grid():
    width, height = GRID
    assert [(width - x, y) for x, y in HOLES[0]] == list(HOLES[1])
    assert all(0 <= x <= width and 0 <= y <= height for points in HOLES for x, y in points)


def test_h2_the_drawn_links():
    assert LINKS == ((10, 24), (20, 22))


def test_h3_hole_0_holds_any_number_of_both_sides():
    state = play(place("0 0 0 0", "0 0 0 0 0"), "5", "D5+in")
    assert holes(state, 0) == holes(state, 1) == "0 0 0 0 0"


def test_h3_another_hole_holds_one_piece():
    assert "D1+1" not in moves(play(place("7 8"), "1"))


def test_h3_the_holes_of_the_sides_are_not_the_same_holes():
    assert moves(play(place("7", "8"), "1")) == ["D1+1"]


def test_h10_odds_of_the_sticks():
    # Three sticks: the number of suns is binomial, and no sun counts 5.
    suns = [sticks.bit_count() for sticks in range(8)]
    assert {value: suns.count(value % 5) for value in (1, 2, 3, 5)} == THROWS
    assert PALMA.odds(place()) == {"1": 3, "2": 3, "3": 1, "5": 1}
