"""Where a piece may go: H21 to H24, and the text forms."""

from __future__ import annotations

import pytest

from engine.errors import IllegalMove
from engine.palma.game import PALMA
from tests.fakes.palma_tools import events, holes, moves, place, play, thrown

PENALTY = {"preset": "penalty"}
STAY = {"preset": "classic", "blocked_slide": "stay"}
PENALTY_STAY = {"preset": "penalty", "blocked_slide": "stay"}


def end(hole: str, throw: int, others: str = "", rules: dict | None = None) -> str | None:
    """Where the first hound comes to rest with a throw; None if it may not move."""
    state = place(f"{hole} {others}", phase="throw", rules=rules)
    move = f"D1+{throw}"
    state = play(state, str(throw))
    return holes(play(state, move), 0).split()[0] if move in moves(state) else None


# --- H21, H22 -------------------------------------------------------------------------------------------------------


def test_h21_a_5_enters_or_moves_by_free_choice():
    assert thrown(place("3 4"), 5) == ["D1+5", "D2+5", "D3+in"]
    assert holes(play(place("3 4"), "5", "D3+in"), 0) == "3 4 0 H H"
    assert holes(play(place("3 4"), "5", "D2+5"), 0) == "3 9 H H H"


@pytest.mark.parametrize("throw", [1, 2, 3])
def test_h21_other_throws_only_move(throw):
    assert thrown(place("3"), throw) == [f"D1+{throw}"]


def test_h21_with_all_five_placed_a_5_only_moves():
    assert thrown(place("0 1 2 3 4"), 5) == [f"D{number}+5" for number in (1, 2, 3, 4, 5)]


@pytest.mark.parametrize("hole", [25, 26, 27, 28])
def test_h21_pieces_at_home_may_be_moved(hole):
    assert end(str(hole), 1) == str(hole + 1)


def test_h22_pieces_jump_over_others():
    assert end("3", 5, others="4 5 6 7") == "8"


def test_h22_no_piece_ends_on_an_occupied_hole():
    assert end("3", 5, others="8") is None


@pytest.mark.parametrize(("hole", "throw"), [("29", 1), ("28", 2), ("27", 3), ("25", 5)])
def test_h22_no_piece_goes_beyond_29_and_none_bounces(hole, throw):
    assert end(hole, throw) is None


@pytest.mark.parametrize(("hole", "throw"), [("28", 1), ("27", 2), ("26", 3), ("24", 5)])
def test_h22_29_itself_is_reached(hole, throw):
    assert end(hole, throw) == "29"


# --- H23 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hole", "throw"), [("9", 1), ("8", 2), ("7", 3), ("5", 5)])
def test_h23_from_10_on_to_24(hole, throw):
    assert end(hole, throw) == "24"


@pytest.mark.parametrize(("hole", "throw"), [("19", 1), ("18", 2), ("17", 3), ("15", 5)])
def test_h23_from_20_on_to_22(hole, throw):
    assert end(hole, throw) == "22"


def test_h23_a_piece_that_only_passes_10_or_20_does_not_slide():
    assert (end("9", 2), end("19", 3)) == ("11", "22")


@pytest.mark.parametrize(("hole", "blocker"), [("9", "24"), ("19", "22")])
def test_h23_illegal_a_blocked_slide_cannot_be_played(hole, blocker):
    assert end(hole, 1, others=blocker) is None


@pytest.mark.parametrize(("hole", "blocker", "stays"), [("9", "24", "10"), ("19", "22", "20")])
def test_h23_stay_leaves_the_piece_on_10_or_20(hole, blocker, stays):
    assert end(hole, 1, others=blocker, rules=STAY) == stays


@pytest.mark.parametrize("rules", [None, STAY], ids=["illegal", "stay"])
@pytest.mark.parametrize(("hole", "occupied"), [("9", "10"), ("19", "20")])
def test_h23_10_or_20_itself_occupied_is_illegal(hole, occupied, rules):
    assert end(hole, 1, others=occupied, rules=rules) is None
    assert end(hole, 1, others=f"{occupied} 22 24", rules=rules) is None


def test_h23_a_piece_that_stayed_moves_on_from_there():
    assert end("10", 1, others="24", rules=STAY) == "11"
    assert end("20", 2, rules=STAY) == "22"


def test_h23_the_opponents_pieces_block_no_slide():
    assert holes(play(place("9", "10 24"), "1", "D1+1"), 0) == "24 H H H H"


# --- H24 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hole", "throw", "back"), [("19", 3, "20"), ("17", 5, "20"), ("23", 1, "10"), ("21", 3, "10")]
)
def test_h24_penalty_22_goes_back_to_20_and_24_to_10(hole, throw, back):
    assert end(hole, throw, rules=PENALTY) == back


@pytest.mark.parametrize(
    ("hole", "throw", "there"), [("19", 3, "22"), ("17", 5, "22"), ("23", 1, "24"), ("21", 3, "24")]
)
def test_h24_without_the_penalty_22_and_24_are_plain_holes(hole, throw, there):
    assert end(hole, throw) == there


@pytest.mark.parametrize(("hole", "there"), [("9", "24"), ("19", "22")])
def test_h24_a_slide_never_starts_another(hole, there):
    assert end(hole, 1, rules=PENALTY) == there


@pytest.mark.parametrize(("hole", "blocker"), [("21", "20"), ("23", "10"), ("19", "22"), ("9", "24")])
def test_h24_blocked_penalty_slides_are_illegal(hole, blocker):
    assert end(hole, 1, others=blocker, rules=PENALTY) is None


@pytest.mark.parametrize(("hole", "blocker", "stays"), [("21", "20", "22"), ("23", "10", "24")])
def test_h24_blocked_penalty_slides_stay(hole, blocker, stays):
    assert end(hole, 1, others=blocker, rules=PENALTY_STAY) == stays


@pytest.mark.parametrize(("hole", "blockers"), [("21", "22"), ("21", "22 20"), ("23", "24"), ("23", "24 10")])
def test_h24_stay_needs_the_hole_itself(hole, blockers):
    assert end(hole, 1, others=blockers, rules=PENALTY_STAY) is None


@pytest.mark.parametrize("rules", [PENALTY, PENALTY_STAY], ids=["illegal", "stay"])
def test_h24_20_to_22_to_20_is_a_move_that_changes_nothing(rules):
    before = place("20", rules=rules)
    after = play(before, "2", "D1+2")
    assert after.pieces == before.pieces
    assert [(event.get("from"), event.get("to")) for event in events(before, "2", "D1+2")[1:3]] == [
        ("20", "22"),
        ("22", "20"),
    ]


@pytest.mark.parametrize("rules", [PENALTY, PENALTY_STAY], ids=["illegal", "stay"])
def test_h24_20_to_22_needs_22_empty(rules):
    assert end("20", 2, others="22", rules=rules) is None


# --- text forms -----------------------------------------------------------------------------------------------------


def test_equal_moves_are_listed_once_by_the_lowest_number():
    assert thrown(place("7 0 0 H H"), 5) == ["D1+5", "D2+5", "D4+in"]
    assert thrown(place("H 0 H 0 7"), 5) == ["D1+in", "D2+5", "D5+5"]


@pytest.mark.parametrize(
    "move", ["D3+5", "D5+in", "D1+in", "D1+3", "J1+5", "d1+5", "D1+5 ", "", "5", "D", None, 5, []]
)
def test_what_is_not_listed_is_not_played(move):
    with pytest.raises(IllegalMove, match=r"D1\+5 D2\+5 D4\+in"):
        PALMA.apply(play(place("7 0 0 H H"), "5"), move)


@pytest.mark.parametrize("throw", ["4", "0", "6", "D", "D1+1", "05", "", None, 1, True])
def test_what_the_sticks_cannot_show_is_refused(throw):
    with pytest.raises(IllegalMove, match="1 2 3 5"):
        PALMA.apply(place(), throw)
