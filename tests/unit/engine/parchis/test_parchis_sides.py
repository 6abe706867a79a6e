"""P60–P81: bonuses, several colours, teams, helping, turns by colour, places."""

from __future__ import annotations

from typing import Any

import pytest

from engine.events import Moved, Won
from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase, State
from tests.unit.engine.parchis.parchis_table import at, events, landings, play, square, squares

TEAMS = [[0, 2], [1, 3]]
PAIRS = ["YR", "BG"]


def team(pieces: str, **fields: Any) -> State:
    """Yellow with red against blue with green."""
    return at(pieces, teams=TEAMS, **fields)


def two(pieces: str, **fields: Any) -> State:
    """One player with yellow and red, one with blue and green."""
    return at(pieces, seats=PAIRS, **fields)


def test_p60_ten_for_the_goal_is_moved_by_another_piece() -> None:
    state = play(at("Y c7 20 30", throw=1), "Y1+1")
    assert (state.bonus, PARCHIS.moves(state)) == (10, ("Y2+10", "Y3+10"))


def test_p61_a_bonus_nobody_can_move_is_lost() -> None:
    state = at("Y 59, B 62", throw=3, rules={"stuck_helps": False})
    assert events(state, "Y1+3", "lost") == [{"type": "lost", "seat": 0, "bonus": 20}]
    assert play(state, "Y1+3").seat == 1


def test_p61_a_bonus_may_reach_the_goal_and_earn_ten_more() -> None:
    state = play(at("Y 10 59, B 13", throw=3), "Y1+3", "Y1+20")
    assert state.seat == 1
    state = play(at("Y 10 61 20, B 13, G 50", throw=3), "Y1+3")
    assert "Y2+20" not in PARCHIS.moves(state)
    state = play(at("Y 10 c1 20 c7", throw=1), "Y4+1")
    assert PARCHIS.moves(state) == ("Y1+10", "Y3+10")


def test_p61_goal_after_a_bonus() -> None:
    state = play(at("Y 10 65 20, B 13", throw=3), "Y1+3")  # 65 + 10 would be F; 20 is too far
    assert "Y2+20" not in PARCHIS.moves(state)
    state = play(at("Y c7 65 20", throw=1), "Y1+1", "Y2+10")
    assert (square(state, "Y2"), state.bonus) == ("c7", 0)
    state = play(at("Y c7 66 20", throw=1), "Y1+1", "Y2+10")
    assert (square(state, "Y2"), state.bonus, state.phase) == ("F", 10, Phase.BONUS)


def test_p62_a_bonus_obeys_barriers_and_never_enters() -> None:
    assert PARCHIS.moves(play(at("Y 10 40, B 13, R 50 50", throw=3), "Y1+3")) == ("Y1+20",)


def test_p63_no_bonus_after_the_end() -> None:
    state = at("Y F F F c7, B 30", throw=1)
    kinds = [type(event) for event in PARCHIS.apply(state, "Y4+1").events]
    assert kinds == [Moved, Won]


@pytest.mark.parametrize(("own", "blocks"), [("barrier", True), ("capture", False)])
def test_p70_own_pair(own: str, blocks: bool) -> None:
    rules = {"own_pair": own}
    landed = play(two("Y 10, R 13 45", rules=rules, throw=3), "Y1+3")
    assert (squares(landed, "R")[0], landed.bonus) == (("13", 0) if blocks else ("H", 20))
    shelter = two("Y 12, R 12, B 10", rules=rules, seat=1, throw=4)
    assert landings(shelter) == (set() if blocks else {"10>14"})


def test_p70_every_movement_may_be_made_with_any_colour() -> None:
    state = two("Y 10 , R 41, B 44", throw=3)
    assert PARCHIS.moves(state) == ("R1+3", "Y1+3")
    assert PARCHIS.moves(play(state, "R1+3")) == ("R1+20", "Y1+20")


def test_p71_out_is_judged_colour_by_colour() -> None:
    assert landings(two("Y 10 20 30 40, R 60", throw=6)) == {"10>17", "20>27", "30>37", "40>47", "60>66"}


@pytest.mark.parametrize(
    ("pieces", "arrived", "evicts", "victim", "bonus"),
    [
        ("Y 30, R 5", None, True, "R", 20),
        ("Y 30, R 5", None, False, None, 0),
        ("Y 30, R 5 5", None, True, "R", 20),
        ("Y 30, R 5, B 5", ["B", "R"], True, "B", 20),
        ("Y 30, R 5, B 5", ["B", "R"], False, "R", 20),
        ("Y 30, B 5, G 5", ["B", "G"], True, "G", 20),
        ("Y 30 5, R 5", ["R", "Y"], True, "R", 20),
        ("Y 30, B 5", None, True, None, 0),
    ],
)
@pytest.mark.parametrize("seating", [{"seats": PAIRS}, {"teams": TEAMS}])
def test_p72_entering_may_evict_a_friend(
    pieces: str, arrived: list[str] | None, evicts: bool, victim: str | None, bonus: int, seating: dict[str, Any]
) -> None:
    state = at(
        pieces,
        rules={"entry_evicts_friend": evicts},
        throw=5,
        arrivals={"5": arrived} if arrived else {},
        **seating,
    )
    entering = next(move for move in PARCHIS.moves(state) if move.startswith("Y"))
    after = play(state, entering)
    before_home = {colour: squares(state, colour).count("H") for colour in "BRG"}
    sent = [colour for colour in "BRG" if squares(after, colour).count("H") > before_home[colour]]
    assert sent == ([victim] if victim else [])
    assert after.bonus == bonus


def test_p72_of_two_friends_the_last_to_arrive_goes() -> None:
    fields = {"colours": 6, "entry_evicts_friend": True}
    state = at("Y 30, R 5, P 5", rules=fields, seats=["YRP", "BGO"], throw=5, arrivals={"5": ["P", "R"]})
    assert squares(play(state, "Y2+in"), "R")[0] == "H"


@pytest.mark.parametrize(("pair", "blocks"), [("barrier", True), ("capture", False)])
def test_p73_team_pair(pair: str, blocks: bool) -> None:
    rules = {"team_pair": pair}
    landed = play(team("Y 10, R 13 45", rules=rules, throw=3), "Y1+3")
    assert (squares(landed, "R")[0], landed.bonus) == (("13", 0) if blocks else ("H", 20))
    assert landings(team("Y 12, R 12, B 10", rules=rules, seat=1, throw=4)) == (set() if blocks else {"10>14"})


@pytest.mark.parametrize(("helps", "expected"), [(True, ("R1+4", "R2+4")), (False, ())])
def test_p74_a_stuck_seat_moves_a_team_mates_piece(helps: bool, expected: tuple[str, ...]) -> None:
    assert PARCHIS.moves(team("Y c5, R 41 50", rules={"stuck_helps": helps}, throw=4)) == expected


def test_p74_helping_enters_on_5_and_opens_on_6_and_counts_7() -> None:
    assert PARCHIS.moves(team("Y c5 F F F, R 41", throw=5)) == ("R2+in",)
    assert PARCHIS.moves(team("Y c5 F F F, R 41 41 50", throw=6)) == ("R1+6",)
    assert PARCHIS.moves(team("Y c5 F F F, R 41 42 50 60", throw=6)) == ("R1+7", "R2+7", "R3+7", "R4+7")


def test_p74_a_bonus_no_own_piece_can_move_is_a_team_mates() -> None:
    state = play(team("Y c5 F F F, R 41, B 45", throw=4), "R1+4")
    assert (state.seat, PARCHIS.moves(state)) == (0, ("R1+20",))


def test_p74_whoever_can_move_an_own_piece_must() -> None:
    assert PARCHIS.moves(team("Y 10, R 41", throw=4)) == ("Y1+4",)


def test_p75_who_has_finished_plays_on_with_the_team_mates_pieces() -> None:
    rules = {"stuck_helps": False}
    state = team("Y F F F F, R 41 50, B 44", rules=rules, throw=3)
    assert PARCHIS.moves(state) == ("R1+3", "R2+3")
    state = play(state, "R1+3")
    assert (state.seat, state.bonus, PARCHIS.moves(state)) == (0, 20, ("R1+20", "R2+20"))


def test_p75_the_ten_of_ones_last_piece_is_moved_by_a_team_mates() -> None:
    state = play(team("Y F F F c7, R 41", rules={"stuck_helps": False}, throw=1), "Y4+1")
    assert PARCHIS.moves(state) == ("R1+10",)


def by_colour(pieces: str, *, helps: bool = False, **fields: Any) -> State:
    """Two colours each, every colour its own turn."""
    return two(pieces, rules={"turns_by_colour": True, "stuck_helps": helps}, **fields)


def test_p76_a_turn_moves_its_own_colour_only() -> None:
    state = by_colour("Y 10, R 41, B 44", throw=3)
    assert PARCHIS.moves(state) == ("Y1+3",)
    turns = []
    for _ in range(4):
        turns.append(PARCHIS.position(state)["colour"])
        state = play(state, *([PARCHIS.moves(state)[0]] if state.phase is Phase.MOVE else ["1"]))
        if state.phase is Phase.MOVE:
            state = play(state, PARCHIS.moves(state)[0])
    assert turns == ["Y", "B", "R", "G"]


@pytest.mark.parametrize(("helps", "expected"), [(True, ("R1+4",)), (False, ())])
def test_p76_a_stuck_colour_helps_its_players_others_by_the_switch(helps: bool, expected: tuple[str, ...]) -> None:
    assert PARCHIS.moves(by_colour("Y c5, R 41", helps=helps, throw=4)) == expected


@pytest.mark.parametrize(("helps", "next_colour"), [(True, "R"), (False, "G")])
def test_p76_a_finished_colour_is_skipped_unless_it_helps(helps: bool, next_colour: str) -> None:
    state = by_colour("Y 10, R F F F F, B 30, G 60", helps=helps, seat=1, colour="B", throw=1)
    assert PARCHIS.position(play(state, "B1+1"))["colour"] == next_colour


def test_p76_changes_nothing_where_every_seat_has_one_colour() -> None:
    one, other = (PARCHIS.start({"turns_by_colour": option}) for option in (False, True))
    for move in ("6", "1", "2", "3", "4", "Y1+4", "5"):
        assert PARCHIS.moves(one) == PARCHIS.moves(other)
        one, other = play(one, move), play(other, move)
        assert (one.steps, one.seat, one.phase) == (other.steps, other.seat, other.phase)


def test_p80_the_first_seat_with_all_pieces_home_wins() -> None:
    over = play(at("Y F F F c7, B F F 30 31, R 39, G H", throw=1), "Y4+1")
    result = PARCHIS.result(over)
    assert result is not None
    assert (result.places, result.winners, result.reason) == ((1, 2, 3, 3), (0,), "all_in_goal")  # 39 is step 0


def test_p80_a_seat_of_two_colours_needs_both_home() -> None:
    assert play(two("Y F F F c7, R F F F F", throw=1), "Y4+1").phase is Phase.OVER
    assert play(two("Y F F F c7, R F F F 50", throw=1), "Y4+1").phase is not Phase.OVER


def test_p80_a_team_wins_together() -> None:
    result = PARCHIS.result(play(team("Y F F F c7, R F F F F, B 30", throw=1), "Y4+1"))
    assert result is not None
    assert result.places == (1, 2, 1, 2)


def test_p81_goals_come_before_steps_and_equals_share_a_place() -> None:
    over = play(at("Y F F F c7, B 23, R 16 17 18, G 57", throw=1), "Y4+1")
    result = PARCHIS.result(over)
    assert result is not None
    assert result.places == (1, 3, 2, 3)
    over = play(at("Y F F F c7, B F, R 16 17 18, G 57", throw=1), "Y4+1")
    result = PARCHIS.result(over)
    assert result is not None
    assert result.places == (1, 2, 3, 4)


def test_p81_play_on_goes_to_the_last_place_but_one() -> None:
    rules = {"play_on": True}
    state = at("Y F F F c1, B F F F c7, R 50, G 60", rules=rules, throw=6)
    after = play(state, "Y4+7")
    assert (after.phase, after.seat, after.finished) == (Phase.THROW, 1, (0,))  # no bonus, no new throw for the 6
    after = play(after, "1", "B4+1")
    assert (after.seat, after.finished) == (2, (0, 1))
    after = play(after, "1", "R1+1", "1", "G1+1")
    assert after.seat == 2  # the finished are skipped
    last = at("Y F F F F, B F F F F, R F F F c7, G 60", rules=rules, seat=2, throw=1, finished=[1, 0])
    result = PARCHIS.result(play(last, "R4+1"))
    assert result is not None
    assert result.places == (2, 1, 3, 4)


def test_p81_play_on_with_teams_ends_when_all_but_one_have_finished() -> None:
    fields = {"rules": {"play_on": True, "colours": 6}, "teams": [[0, 3], [1, 4], [2, 5]]}
    state = at("Y F F F c7, G F F F F, B 30, P 80", throw=1, **fields)
    after = play(state, "Y4+1")
    assert (after.phase, after.finished, after.seat) == (Phase.THROW, (0,), 1)
