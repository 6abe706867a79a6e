"""P90–P95: the game without dice."""

from __future__ import annotations

from typing import Any

import pytest

from engine.errors import IllegalMove
from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase, State
from tests.unit.engine.parchis.parchis_table import at, events, landings, play, squares

FULL = [1, 2, 3, 4, 5, 6]


def pick(pieces: str, pools: list[list[int]] | None = None, **fields: Any) -> State:
    """Yellow to pick; the other pools are full."""
    given = {} if pools is None else {"pools": [*pools, *([FULL] * (4 - len(pools)))]}
    return at(pieces, preset="diceless", **given, **fields)


def pools(state: State) -> list[list[int]]:
    return PARCHIS.position(state)["pools"]


def test_p90_three_pieces_start_on_the_first_shelters() -> None:
    state = PARCHIS.start({"preset": "diceless"})
    assert squares(state, "Y") == ["5", "12", "17", "H"]
    assert squares(state, "G") == ["56", "63", "68", "H"]
    state = PARCHIS.start({"preset": "diceless", "colours": 6})
    assert squares(state, "O") == ["90", "97", "102", "H"]


def test_p90_dice_decide_who_begins_and_never_again() -> None:
    state = play(PARCHIS.start({"preset": "diceless"}), "2", "6", "1", "1")
    assert (state.phase, state.seat) == (Phase.PICK, 1)
    assert PARCHIS.odds(state) == {}
    assert PARCHIS.turn(state).kind == "choose"


def test_p91_a_picked_number_is_moved_and_crossed_off() -> None:
    state = pick("Y 10 30", [FULL])
    assert PARCHIS.moves(state) == ("n1", "n2", "n3", "n4", "n5", "n6")
    state = play(state, "n4")
    assert landings(state) == {"10>14", "30>34"}
    assert pools(state)[0] == [1, 2, 3, 5, 6]
    assert play(state, "Y1+4").seat == 1


def test_p91_a_number_that_moves_nothing_may_be_picked() -> None:
    state = pick("Y c5", [FULL])
    assert events(state, "n4", "lost") == [{"type": "lost", "seat": 0, "value": 4}]
    after = play(state, "n4")
    assert (after.seat, pools(after)[0]) == (1, [1, 2, 3, 5, 6])


@pytest.mark.parametrize("move", ["n2", "n0", "n7", "2", "Y1+2"])
def test_p91_only_what_is_left_can_be_picked(move: str) -> None:
    with pytest.raises(IllegalMove):
        PARCHIS.apply(pick("Y 10", [[1, 3]]), move)


def test_p91_bonuses_use_no_number() -> None:
    state = play(pick("Y 10 30, B 13", [FULL]), "n3", "Y1+3", "Y2+20")
    assert pools(state)[0] == [1, 2, 4, 5, 6]
    assert state.seat == 1


def test_p92_a_picked_5_must_enter() -> None:
    assert landings(play(pick("Y 30", [FULL]), "n5")) == {"H>5"}


def test_p92_a_picked_6_opens_and_counts_12() -> None:
    assert landings(play(pick("Y 20 20 30", [FULL]), "n6")) == {"20>26"}
    assert landings(play(pick("Y 20 31 41 51", [FULL]), "n6")) == {
        *("20>32", "31>43", "41>53", "51>63"),
        *("20>26", "31>37", "41>47", "51>57"),
    }


def test_p93_a_6_picks_again_and_a_plain_6_by_choice_does_not() -> None:
    again = play(pick("Y 20", [FULL]), "n6", "Y1+6")
    assert (again.seat, again.phase) == (0, Phase.PICK)
    assert play(pick("Y c5", [FULL]), "n6").seat == 0  # not playable either
    chosen = play(pick("Y 20 31 41 51", [FULL]), "n6")
    assert play(chosen, "Y1+12").seat == 0
    assert play(chosen, "Y1+6").seat == 1


def test_p94_the_pool_renews_inside_the_turn_so_that_two_6s_follow_each_other() -> None:
    state = play(pick("Y 20", [[6]], cycles=[1, 1, 1, 1]), "n6", "Y1+6")
    assert (state.seat, pools(state)[0], state.cycles[0]) == (0, FULL, 2)
    state = play(state, "n6", "Y1+6")
    assert (state.seat, state.sixes) == (0, 2)
    assert pools(state)[0] == [1, 2, 3, 4, 5]


def test_p95_the_null_goes_round_from_the_starter() -> None:
    def owners(starter: int, cycle: int) -> list[int]:
        state = pick("", seat=starter, starter=starter, cycles=[cycle] * 4)
        return [seat for seat, pool in enumerate(pools(state)) if 0 in pool]

    assert [owners(0, cycle) for cycle in range(1, 6)] == [[0], [1], [2], [3], [0]]
    assert [owners(2, cycle) for cycle in range(1, 6)] == [[2], [3], [0], [1], [2]]


def test_p95_the_opening_gives_the_starter_the_null() -> None:
    state = play(PARCHIS.start({"preset": "diceless"}), "2", "6", "1", "1")
    assert [0 in pool for pool in pools(state)] == [False, True, False, False]


def test_p95_picking_the_null_moves_nothing_and_ends_the_turn() -> None:
    state = pick("Y 20", [[3, 0]])
    after = play(state, "n0")
    assert (after.steps, after.seat, pools(after)[0]) == (state.steps, 1, [3])


def test_p95_the_pool_waits_for_the_null() -> None:
    state = play(pick("Y 20", [[3, 0]]), "n3", "Y1+3")
    assert pools(state)[0] == [0]
    state = play(pick("Y 20", [[0]]), "n0")
    assert (pools(state)[0], state.cycles[0]) == (FULL, 2)


def test_p95_turns_by_colour_have_a_pool_for_each_colour() -> None:
    rules = {"preset": "diceless", "turns_by_colour": True}
    state = play(PARCHIS.start(rules, ["GB", "RY"]), "2", "6")
    assert PARCHIS.position(state)["colour"] == "B"
    assert [0 in pool for pool in pools(state)] == [False, True, False, False]  # by colour, in the order of P1
    assert [len(pool) for pool in pools(play(state, "n0"))] == [6, 6, 6, 6]


def test_p53_has_no_place_without_dice() -> None:
    state = pick("Y 20 30", [[6]])
    state = play(state, "n6", "Y1+6", "n6", "Y1+6")
    assert squares(state, "Y")[0] == "32"


@pytest.mark.parametrize(("helps", "seat", "phase"), [(True, 0, Phase.MOVE), (False, 1, Phase.PICK)])
def test_p74_a_number_no_own_piece_can_use_is_a_team_mates_by_the_switch(
    helps: bool, seat: int, phase: Phase
) -> None:
    state = pick("Y c5, R 41", [FULL], teams=[[0, 2], [1, 3]], rules={"stuck_helps": helps})
    after = play(state, "n4")
    assert (after.seat, after.phase) == (seat, phase)
