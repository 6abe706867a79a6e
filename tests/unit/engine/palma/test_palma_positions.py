"""Positions as JSON: what is filled in, what cannot be, and that they come back as they were."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import BadPosition, BadRules, EngineError, IllegalMove
from engine.palma.game import PALMA
from engine.palma.state import State
from tests.fakes.palma_tools import moves, place, play, to_choose, to_throw, variants

HOME = ["25", "26", "27", "28", "29"]

EXAMPLE = {
    "game": "palma",
    "rules": {"preset": "classic"},
    "pieces": {"D": ["2", "3", "7", "H", "H"], "J": ["0", "0", "H", "H", "H"]},
    "seat": 0,
    "mover": 0,
    "phase": "move",
    "throw": 5,
    "stack": [0],
    "owner": 0,
    "stakes": {"5": None, "15": None},
}


# --- what is filled in ----------------------------------------------------------------------------------------------


def test_the_protocols_example_is_read_and_written_as_it_stands():
    state = PALMA.from_position(EXAMPLE)
    assert moves(state) == ["D2+5", "D3+5", "D4+in"]
    assert PALMA.position(state) == EXAMPLE


def test_an_empty_object_is_the_first_throw_of_a_classic_game():
    assert PALMA.from_position({}) == play(PALMA.start(), "D")


def test_null_is_as_good_as_absent():
    assert PALMA.from_position(dict.fromkeys(EXAMPLE)) == PALMA.from_position({})


def test_fields_it_does_not_know_are_ignored():
    assert PALMA.from_position(EXAMPLE | {"id": 7}) == PALMA.from_position(EXAMPLE)


def test_short_lists_and_absent_sides_are_filled_with_the_hand():
    state = PALMA.from_position({"pieces": {"J": ["3"]}})
    assert PALMA.position(state)["pieces"] == {"D": ["H"] * 5, "J": ["3", "H", "H", "H", "H"]}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_throw_is_the_seats_own_turn_unless_it_says_otherwise(seat):
    state = place(seat=seat)
    assert (state.seat, state.mover, state.owner, state.stack) == (seat, seat, seat, (seat,))


@pytest.mark.parametrize(("throw", "stack"), [(1, ()), (2, ()), (3, ()), (5, (1,))])
def test_a_throw_to_be_moved_is_its_throwers(throw, stack):
    state = place("", "3", phase="move", seat=1, throw=throw)
    assert to_choose(state) == 1
    assert (state.owner, state.stack) == (1, stack)


@pytest.mark.parametrize("stack", [[], [1], [1, 1], [0, 1]])
def test_the_throw_to_be_made_may_be_left_out_of_the_stack(stack):
    below = place(seat=0, owner=1, stack=stack)
    assert below == place(seat=0, owner=1, stack=[*stack, 0])


def test_a_stack_that_shows_the_throw_to_be_made_is_taken_as_it_is():
    assert place(seat=0, stack=[0]) == place(seat=0)
    assert place(seat=0, stack=[0, 0]).stack == (0, 0)


def test_what_means_nothing_in_a_phase_is_forgotten():
    assert place("3", throw=5, mover=1) == place("3")
    assert PALMA.from_position({"phase": "opening", "seat": 1, "throw": 3, "stack": [1]}) == PALMA.start()


@pytest.mark.parametrize(("side", "seat"), [("D", 0), ("J", 1)])
def test_a_finished_game_is_the_winners(side, seat):
    state = PALMA.from_position({"phase": "over", "pieces": {side: HOME}})
    assert (state.seat, state.mover) == (seat, seat)
    assert PALMA.result(state).winners == (seat,)


def test_a_finished_game_may_have_been_won_by_a_passed_throw():
    state = PALMA.from_position({"phase": "over", "pieces": {"J": HOME}, "seat": 0, "mover": 0})
    assert (state.seat, state.mover) == (0, 1)
    assert PALMA.result(state).winners == (1,)


# --- what cannot be -------------------------------------------------------------------------------------------------

STAKE = {"preset": "classic", "hole5": "stake"}

IMPOSSIBLE = {
    "no object": [],
    "a text": "palma",
    "null": None,
    "another game": {"game": "parchis"},
    "no game": {"game": ["palma"]},
    "pieces a list": {"pieces": ["H"]},
    "a third side": {"pieces": {"D": [], "X": []}},
    "a side that is a text": {"pieces": {"D": "H"}},
    "six pieces": {"pieces": {"D": ["H"] * 6}},
    "two pieces on a hole": {"pieces": {"D": ["7", "7"]}},
    "two pieces on 29": {"pieces": {"J": ["29", "3", "29"]}},
    "hole 30": {"pieces": {"D": ["30"]}},
    "hole -1": {"pieces": {"D": ["-1"]}},
    "hole 07": {"pieces": {"D": ["07"]}},
    "hole h": {"pieces": {"D": ["h"]}},
    "an empty hole name": {"pieces": {"D": [""]}},
    "a hole as a number": {"pieces": {"D": [7]}},
    "a hole that is null": {"pieces": {"D": [None]}},
    "a hole that is a list": {"pieces": {"D": [["7"]]}},
    "an unknown phase": {"phase": "pick"},
    "a phase that is a list": {"phase": ["throw"]},
    "seat 2": {"seat": 2},
    "seat -1": {"seat": -1},
    "seat true": {"seat": True},
    "seat 0.0": {"seat": 0.0},
    "seat as text": {"seat": "0"},
    "owner 2": {"owner": 2},
    "mover false": {"mover": False},
    "throw 4": {"phase": "move", "throw": 4, "pieces": {"D": ["3"]}},
    "throw 0": {"throw": 0},
    "throw true": {"phase": "move", "throw": True, "pieces": {"D": ["3"]}},
    "throw as text": {"throw": "5"},
    "throw 5.0": {"throw": 5.0},
    "throw a list": {"throw": [5]},
    "a stack that is a number": {"stack": 0},
    "a stack of texts": {"stack": ["0"]},
    "a stack with null": {"stack": [None]},
    "a stack with true": {"stack": [True]},
    "a stack with seat 2": {"stack": [0, 2]},
    "stakes a list": {"rules": STAKE, "stakes": [None, None]},
    "a stake on 7": {"rules": STAKE, "stakes": {"7": None}},
    "a stake of seat 2": {"rules": STAKE, "stakes": {"5": 2}},
    "a stake of true": {"rules": STAKE, "stakes": {"5": True}},
    "a stake where the rules have none": {"rules": STAKE, "stakes": {"15": 0}},
    "nothing thrown in phase move": {"phase": "move", "pieces": {"D": ["3"]}},
    "a passed throw its thrower can use": {"phase": "move", "throw": 5, "mover": 1, "stack": [0]},
    "a 5 without its thrower on the stack": {"phase": "move", "throw": 5, "stack": []},
    "a 5 under the opponent's throw": {"phase": "move", "throw": 5, "stack": [0, 1]},
    "a passed 3 with its thrower on the stack": {
        "phase": "move",
        "throw": 3,
        "mover": 1,
        "stack": [1, 0],
        "pieces": {"J": ["3"]},
    },
    "an opening when the rules say who begins": {"phase": "opening", "rules": {"first": "J"}},
    "an opening with a piece placed": {"phase": "opening", "pieces": {"J": ["0"]}},
    "an opening with a stake won": {"phase": "opening", "rules": STAKE, "stakes": {"5": 0}},
    "over with nobody home": {"phase": "over", "pieces": {"D": ["24", "26", "27", "28", "29"]}},
    "over with both home": {"phase": "over", "pieces": {"D": HOME, "J": HOME}},
    "a throw after the end": {"phase": "throw", "pieces": {"D": HOME}},
    "an untold end": {"pieces": {"J": HOME}},
    "a move after the end": {"phase": "move", "throw": 1, "pieces": {"D": ["3"], "J": HOME}},
}


@pytest.mark.parametrize("position", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_a_position_that_cannot_be_is_refused(position):
    with pytest.raises(BadPosition):
        PALMA.from_position(position)


@pytest.mark.parametrize("rules", [[], {"preset": 1}, {"penalty": 1}, {"speed": 2}])
def test_rules_that_cannot_be_are_bad_rules(rules):
    with pytest.raises(BadRules):
        PALMA.from_position({"rules": rules})


@pytest.mark.parametrize("text", ["", "{", "null", "[]", "NaN", "1", '"x"', "[" * 100_000, "9" * 5_000, None, 5])
def test_a_text_that_is_no_position_is_refused(text):
    with pytest.raises(BadPosition):
        PALMA.load(text)


def test_a_stack_may_be_long_without_taking_long():
    state = place("29", "29", stack=[0] * 200_000)
    assert to_throw(play(state, "3")) == 1


# --- coming back as it was ------------------------------------------------------------------------------------------


def wandered(rules: dict, seed: int, steps: int) -> State:
    """A position that play can reach, of a game with many 5s so that much is going on."""
    rng = random.Random(seed)
    state = PALMA.start(rules)
    for _ in range(steps):
        if not (choices := PALMA.moves(state)):
            break
        state = play(state, rng.choice(choices))
    return state


reachable = st.builds(wandered, st.sampled_from(variants()), st.integers(0, 2**32), st.integers(0, 200))
holes = st.sampled_from(["H", "0", *map(str, range(30))])
junk = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 6) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=3),
    max_leaves=6,
)
near_pieces = st.fixed_dictionaries({}, optional={side: st.lists(holes, max_size=5) | junk for side in "DJ"})
near_rules = st.sampled_from(variants()) | st.fixed_dictionaries({}, optional=dict.fromkeys(variants()[0], junk))
near_seat = st.sampled_from([0, 1]) | junk
near_positions = st.fixed_dictionaries(
    {},
    optional={
        "game": st.just("palma") | junk,
        "rules": near_rules | junk,
        "pieces": near_pieces | junk,
        "seat": near_seat,
        "mover": near_seat,
        "owner": near_seat,
        "phase": st.sampled_from(["opening", "throw", "move", "over"]) | junk,
        "throw": st.sampled_from([1, 2, 3, 5]) | junk,
        "stack": st.lists(st.sampled_from([0, 1]), max_size=4) | junk,
        "stakes": st.dictionaries(st.sampled_from(["5", "15"]), st.none() | near_seat) | junk,
    },
)


@given(reachable)
def test_every_reachable_state_comes_back_from_its_position_and_its_text(state):
    assert PALMA.from_position(PALMA.position(state)) == state
    assert PALMA.load(PALMA.dump(state)) == state
    assert PALMA.from_position(json.loads(json.dumps(PALMA.position(state)))) == state


@given(reachable)
def test_a_dump_is_one_line_of_compact_json(state):
    text = PALMA.dump(state)
    assert json.loads(text) == PALMA.position(state)
    assert not set(text) & set(" \n")


def settle(position: object) -> State | None:
    """The state of anything at all; None if it is refused, and refused as it should be."""
    try:
        return PALMA.from_position(position)  # type: ignore[arg-type]
    except (BadPosition, BadRules):
        return None


@given(junk | near_positions)
def test_garbage_is_refused_or_is_a_position_that_can_be_played(position):
    state = settle(position)
    if state is None:
        return
    assert PALMA.load(PALMA.dump(state)) == state
    assert all(PALMA.apply(state, move).events for move in PALMA.moves(state))
    assert (PALMA.result(state) is None) == bool(PALMA.moves(state))


@given(st.text() | junk)
def test_garbage_texts_raise_nothing_else(text):
    with pytest.raises(EngineError):
        PALMA.load(text)


@given(junk, junk, junk)
def test_garbage_at_the_start_raises_nothing_else(rules, seats, teams):
    try:
        state = PALMA.start(rules, seats, teams)
    except BadRules:
        return
    assert PALMA.turn(state).kind == "throw"


@given(reachable, st.text(max_size=5) | junk)
def test_a_garbage_move_raises_nothing_else(state, move):
    if isinstance(move, str) and move in PALMA.moves(state):
        return
    with pytest.raises(EngineError):
        PALMA.apply(state, move)


@pytest.mark.parametrize("position", [{"phase": "move", "throw": 3}, {"phase": "move", "throw": 3, "mover": 1}])
def test_a_throw_that_nothing_can_move_is_a_position_without_moves(position):
    state = PALMA.from_position({"game": "palma", **position})
    assert PALMA.moves(state) == ()
    with pytest.raises(IllegalMove):
        PALMA.apply(state, "D1+3")
