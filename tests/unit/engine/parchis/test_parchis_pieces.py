"""P9, P22: fewer pieces, and all of them at home at the start; examples 15 and 16 of the rule book."""

from __future__ import annotations

import pytest

from engine.errors import BadPosition, BadRules
from engine.game import TurnKind
from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase
from tests.unit.engine.parchis.parchis_table import at, events, landings, play, squares

TWO = {"pieces": 2}
FEWER = pytest.mark.parametrize("pieces", [2, 3])


@pytest.mark.parametrize(
    ("pieces", "setup", "expected"),
    [
        (4, "one_out", ["5", "H", "H", "H"]),
        (3, "one_out", ["5", "H", "H"]),
        (2, "one_out", ["5", "H"]),
        (4, "first_shelters", ["5", "12", "17", "H"]),
        (3, "first_shelters", ["5", "12", "H"]),
        (2, "first_shelters", ["5", "H"]),
        (4, "all_home", ["H"] * 4),
        (2, "all_home", ["H"] * 2),
    ],
)
def test_p9_p20_p22_p90_how_a_game_begins(pieces: int, setup: str, expected: list[str]) -> None:
    start = PARCHIS.start({"pieces": pieces, "setup": setup})
    assert squares(start, "Y") == expected
    assert PARCHIS.position(start)["pieces"]["G"][0] in ("H", "56")


@pytest.mark.parametrize("source", ["die", "pool"])
def test_p22_a_5_brings_the_first_piece_out(source: str) -> None:
    rules = {"setup": "all_home", "source": source, **TWO}
    state = at("", rules=rules) if source == "die" else at("", rules=rules, phase="pick")
    pick = "n" if source == "pool" else ""
    assert play(state, f"{pick}4").seat == 1
    assert PARCHIS.moves(play(state, f"{pick}5")) == ("Y1+in",)


def test_example_15_p51_two_of_two_pieces_are_all_out() -> None:
    assert landings(at("Y 10 30", rules=TWO, throw=6)) == {"10>17", "30>37"}
    italian = at("Y 10 30", preset="italian", rules=TWO, throw=6)
    assert landings(italian) == {"10>22", "30>42", "10>16", "30>36"}
    assert play(italian, "Y1+12").seat == 0
    assert play(italian, "Y1+6").seat == 1


def test_example_16_p51_with_one_in_the_goal_only_the_spanish_rules_call_two_pieces_all_out() -> None:
    assert landings(at("Y F 30", rules=TWO, throw=6)) == {"30>37"}
    italian = at("Y F 30", preset="italian", rules=TWO, throw=6)
    assert landings(italian) == {"30>36"}
    assert play(italian, "Y2+6").seat == 0


def test_p9_p60_the_other_piece_moves_the_10() -> None:
    assert PARCHIS.moves(play(at("Y c5 10", rules=TWO, throw=3), "Y1+3")) == ("Y2+10",)


def test_p9_p80_p81_the_second_piece_in_the_goal_wins_and_the_others_are_ranked() -> None:
    state = play(at("Y F c7, B F, R 40 60, G 61 H", rules=TWO, throw=1), "Y2+1")
    result = PARCHIS.result(state)
    assert result is not None
    assert result.places == (1, 2, 3, 4)


def test_p9_p75_a_teammate_whose_two_pieces_are_in_goes_on_with_the_others() -> None:
    teams = [[0, 2], [1, 3]]
    assert PARCHIS.moves(at("Y F F, R 30 40", rules=TWO, teams=teams, throw=3)) == ("R1+3", "R2+3")


def test_p9_p76_a_colour_whose_two_pieces_are_in_has_no_more_turns() -> None:
    rules = {"turns_by_colour": True, "stuck_helps": False, **TWO}
    state = at("Y F c7, R 30, B 40, G 50", rules=rules, seats=["YR", "BG"], seat=0, colour="Y", throw=1)
    turns = [play(state, "Y2+1")]
    turns.append(play(turns[0], "1", "B1+1"))
    turns.append(play(turns[1], "1", "R1+1"))
    turns.append(play(turns[2], "1", "G1+1"))
    assert [PARCHIS.position(turn)["colour"] for turn in turns] == ["B", "R", "G", "B"]


def test_p9_p53_the_third_6_takes_one_of_two_pieces_home() -> None:
    state = play(at("Y 20 H", rules=TWO), "6", "Y1+6", "6", "Y1+6")
    assert events(state, "6", "third_six") == [{"type": "third_six", "seat": 0, "piece": "Y1", "spared": False}]
    assert squares(play(state, "6"), "Y") == ["H", "H"]


@FEWER
def test_p9_a_position_has_no_more_pieces_than_play(pieces: int) -> None:
    rules = {"pieces": pieces}
    many = [str(30 + at) for at in range(pieces + 1)]
    with pytest.raises(BadPosition, match=f"at most {pieces}"):
        PARCHIS.from_position({"rules": rules, "pieces": {"Y": many}})
    with pytest.raises(BadPosition, match="last is a piece"):
        PARCHIS.from_position({"rules": rules, "last": f"Y{pieces + 1}"})
    with pytest.raises(BadPosition, match="over"):
        PARCHIS.from_position({"rules": rules, "pieces": {"Y": ["F"] * pieces}})
    PARCHIS.from_position({"rules": rules, "pieces": {"Y": ["F"] * pieces}, "phase": "over"})


@pytest.mark.parametrize("pieces", [0, 1, 5, "2", 2.0, True, None])
def test_p9_other_numbers_are_refused(pieces: object) -> None:
    with pytest.raises(BadRules):
        PARCHIS.start({"pieces": pieces})


def test_p9_rules_are_written_only_where_they_differ() -> None:
    assert PARCHIS.position(PARCHIS.start())["rules"] == {"preset": "spanish", "colours": 4}
    assert PARCHIS.position(PARCHIS.start(TWO))["rules"] == {"preset": "spanish", "colours": 4, "pieces": 2}


@pytest.mark.parametrize("source", ["die", "pool"])
@FEWER
def test_p9_steps_reach_the_way_of_the_winner(pieces: int, source: str) -> None:
    goal = ["F"] * (pieces - 1)
    fields = {"throw": 1, "phase": "move"}
    state = at(f"Y {' '.join(goal)} c7, B 40", rules={"pieces": pieces, "source": source}, **fields)
    state = play(state, f"Y{pieces}+1")
    assert state.phase is Phase.OVER
    assert PARCHIS.turn(state).kind is TurnKind.OVER
    assert PARCHIS.steps(state)[0] == PARCHIS.way(state)[0] == 72 * pieces
