"""Positions as JSON: defaults, round trips, and everything that cannot be."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import BadPosition, BadRules, EngineError
from engine.game import TurnKind
from engine.parchis.game import PARCHIS
from engine.parchis.rules import SWITCHES
from engine.parchis.seating import seatings, team_forms
from engine.parchis.state import Phase, State
from tests.fakes.parchis_playout import playout
from tests.unit.engine.parchis.parchis_table import at, play


@st.composite
def setups(draw: st.DrawFn) -> tuple[dict[str, Any], list[str], list[list[int]] | None]:
    """Legal rules, seats (in any writing) and teams."""
    rules: dict[str, Any] = {"preset": draw(st.sampled_from(["spanish", "italian", "diceless"]))}
    for switch, values in SWITCHES.items():
        if draw(st.booleans()):
            rules[switch] = draw(st.sampled_from(values))
    if draw(st.booleans()):
        rules["shelters"] = draw(st.sampled_from([[0, 5], [0, 1, 5], [-8, -5, 0, 5, 8]]))
    colours = rules.get("colours", 4)
    if team_forms(colours) and draw(st.booleans()):
        return rules, list("YBRGPO"[:colours]), draw(st.sampled_from(team_forms(colours)))
    seats = draw(st.permutations(draw(st.sampled_from(seatings(colours)))))
    return rules, ["".join(draw(st.permutations(seat))) for seat in seats], None


@st.composite
def states(draw: st.DrawFn) -> State:
    """A state somewhere in a random game of any setup."""
    rules, seats, teams = draw(setups())
    rng = random.Random(draw(st.integers(0, 2**32)))
    ply, seen = draw(st.integers(0, 700)), [PARCHIS.start(rules, seats, teams)]
    if ply:
        counter = iter(range(ply))
        playout(seen[0], rng.random, lambda play: next(counter, None) == ply - 1 and seen.append(play.state()))
    return seen[-1]


@settings(max_examples=60, deadline=None)
@given(states())
def test_every_state_comes_back_from_its_text_and_its_position(state: State) -> None:
    assert PARCHIS.load(PARCHIS.dump(state)) == state
    position = json.loads(json.dumps(PARCHIS.position(state)))
    assert PARCHIS.from_position(position) == state
    for move in PARCHIS.moves(state):
        assert PARCHIS.apply(state, move).state is not None


@settings(max_examples=60, deadline=None)
@given(states(), st.randoms(use_true_random=False))
def test_a_course_is_the_game_move_by_move(state: State, rng: random.Random) -> None:
    course = PARCHIS.course(state)
    for _ in range(120):
        turn, moves = PARCHIS.turn(state), PARCHIS.moves(state)
        if turn.kind is TurnKind.OVER:
            return
        move = rng.choice(moves)
        step, played = PARCHIS.apply(state, move), course(move)
        assert (played.turn, played.state, played.events) == (turn, step.state, step.events)
        assert played.forced == (turn.kind is TurnKind.CHOOSE and len(moves) == 1)
        state = step.state


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 110) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
FIELDS = list(PARCHIS.position(PARCHIS.start({"preset": "diceless", "turns_by_colour": True})))


@settings(max_examples=300, deadline=None)
@given(states(), st.sampled_from(FIELDS), JSON)
def test_one_field_of_garbage_gives_a_position_or_a_clear_error(state: State, field: str, value: Any) -> None:
    try:
        read = PARCHIS.from_position({**PARCHIS.position(state), field: value})
    except (BadPosition, BadRules):
        return
    assert PARCHIS.load(PARCHIS.dump(read)) == read
    for move in PARCHIS.moves(read):
        PARCHIS.apply(read, move)


@given(JSON)
def test_garbage_is_no_position(value: Any) -> None:
    given = {"game": value} if isinstance(value, dict) else value
    with pytest.raises(EngineError):
        PARCHIS.from_position(given)


@pytest.mark.parametrize("text", ["", "null", "{", "[]", '{"game":"palma"}', "[" * 100_000, "NaN"])
def test_garbage_is_no_dump(text: str) -> None:
    with pytest.raises(BadPosition):
        PARCHIS.load(text)


def test_fields_left_out_are_those_of_a_turns_start() -> None:
    state = PARCHIS.from_position({"game": "parchis"})
    assert (state.phase, state.seat, state.starter, state.throw) == (Phase.THROW, 0, 0, 0)
    assert state.squares(0) == ("H",) * 4
    diceless = PARCHIS.from_position({"game": "parchis", "rules": {"preset": "diceless"}})
    assert diceless.phase is Phase.PICK
    assert PARCHIS.position(diceless)["pools"] == [[1, 2, 3, 4, 5, 6, 0], *[[1, 2, 3, 4, 5, 6]] * 3]


def test_short_lists_are_filled_with_home() -> None:
    assert at("Y 9").squares(0) == ("9", "H", "H", "H")


def test_a_6_to_be_moved_is_a_first_6_that_throws_again_unless_told() -> None:
    state = at("Y 10 30, B 16", throw=6)
    assert (state.sixes, state.again) == (1, True)
    assert play(state, "Y1+6", "Y2+20").seat == 0


def test_arrivals_left_out_follow_the_seats() -> None:
    assert at("Y 5, B 5").arrivals == ((5, 0, 4),)
    assert at("Y 5, B 5", seats=["GB", "YR"]).arrivals == ((5, 4, 0),)


def test_a_throw_that_nothing_can_move_is_a_position_without_moves() -> None:
    state = at("Y c5", throw=4)
    assert PARCHIS.moves(state) == ()
    with pytest.raises(EngineError, match="not among no moves"):
        PARCHIS.apply(state, "Y1+4")


BAD: list[tuple[str, dict[str, Any]]] = [
    ("three on one square", {"pieces": {"Y": ["5"], "B": ["5"], "R": ["5"]}}),
    ("foreign pieces together off a shelter", {"pieces": {"Y": ["10"], "B": ["10"]}}),
    ("five pieces", {"pieces": {"Y": ["H"] * 5}}),
    ("an unknown square", {"pieces": {"Y": ["69"]}}),
    ("a square of no corridor", {"pieces": {"Y": ["c8"]}}),
    ("a square its colour never visits", {"pieces": {"Y": ["3"]}}),
    ("three in a corridor square", {"pieces": {"Y": ["c1", "c1", "c1"]}}),
    ("a colour of no seat", {"seats": ["Y", "B"], "pieces": {"R": ["39"]}}),
    ("an unknown colour", {"pieces": {"X": []}}),
    ("pieces as a list", {"pieces": []}),
    ("squares as a text", {"pieces": {"Y": "5"}}),
    ("a square as a number", {"pieces": {"Y": [5]}}),
    ("another game", {"game": "palma"}),
    ("a seat too many", {"seat": 4}),
    ("a seat that is true", {"seat": True}),
    ("an unknown phase", {"phase": "wait"}),
    ("a phase that is a number", {"phase": 3}),
    ("a move without its throw", {"phase": "move"}),
    ("a bonus without its steps", {"phase": "bonus"}),
    ("a bonus of 15", {"phase": "bonus", "bonus": 15}),
    ("a throw of 7", {"phase": "move", "throw": 7}),
    ("a throw that is true", {"phase": "move", "throw": True}),
    ("three sixes", {"sixes": 3}),
    ("a six that is none", {"phase": "move", "throw": 6, "sixes": 0}),
    ("again as a word", {"phase": "bonus", "bonus": 20, "again": "yes"}),
    ("an unknown last piece", {"last": "Y5"}),
    ("a last piece of no seat", {"seats": ["Y", "B"], "last": "R1"}),
    ("over too early", {"phase": "over"}),
    ("going on too long", {"pieces": {"Y": ["F"] * 4}}),
    ("finished without play_on", {"finished": [0]}),
    ("finished too early", {"rules": {"play_on": True}, "finished": [0]}),
    ("finished as a text", {"rules": {"play_on": True}, "finished": "0"}),
    ("arrivals of others", {"pieces": {"Y": ["5"], "B": ["5"]}, "arrivals": {"5": ["R", "B"]}}),
    ("arrivals of nobody", {"arrivals": {"5": ["Y", "B"]}}),
    ("arrivals as a list", {"arrivals": [1]}),
    ("pools with dice", {"pools": [[1]] * 4}),
    ("a pick with dice", {"phase": "pick"}),
    ("a throw without dice", {"rules": {"preset": "diceless"}, "phase": "throw"}),
    ("an empty pool", {"rules": {"preset": "diceless"}, "pools": [[], [1], [1], [1]]}),
    ("a number twice", {"rules": {"preset": "diceless"}, "pools": [[1, 1], [1], [1], [1]]}),
    ("a pool too few", {"rules": {"preset": "diceless"}, "pools": [[1]] * 3}),
    ("cycles from 0", {"rules": {"preset": "diceless"}, "cycles": [0, 1, 1, 1]}),
    ("a colour of another seat", {"rules": {"turns_by_colour": True}, "seats": ["YR", "BG"], "colour": "B"}),
    ("an opening nobody throws in", {"phase": "opening", "opening": {"to_throw": []}}),
    ("an opening out of order", {"phase": "opening", "opening": {"to_throw": [1, 0]}}),
    ("an opening throw of 9", {"phase": "opening", "opening": {"thrown": {"0": 9}}}),
    ("an opening of one", {"phase": "opening", "opening": {"to_throw": [2]}}),
]


@pytest.mark.parametrize(("what", "fields"), BAD, ids=[what.replace(" ", "-") for what, _ in BAD])
def test_a_position_that_cannot_be_is_refused(what: str, fields: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        PARCHIS.from_position({"game": "parchis", **fields})


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "french"},
        {"preset": 1},
        {"six_all_out": 8},
        {"six_choice": 1},
        {"six_choice": "true"},
        {"colours": 7},
        {"colours": 4.0},
        {"colours": True},
        {"colour": 4},
        {"shelters": [0]},
        {"shelters": [0, 5, 9]},
        {"shelters": "0"},
        [],
        "spanish",
    ],
)
def test_rules_that_are_none_are_refused(rules: Any) -> None:
    with pytest.raises(BadRules):
        PARCHIS.start(rules)


def test_p5_the_shelters_are_data_of_the_rule_set() -> None:
    state = PARCHIS.start({"shelters": [-5, 0, 3, 5]})
    assert PARCHIS.position(state)["rules"] == {"preset": "spanish", "colours": 4, "shelters": [-5, 0, 3, 5]}
    assert PARCHIS.load(PARCHIS.dump(state)) == state
    assert 3 in state.setup.board.shelters


@pytest.mark.parametrize(("seats", "first"), [(["Y", "B"], "Y"), (["B", "Y"], "B")])
def test_p35_colours_that_begin_on_one_square_came_in_the_order_of_the_seats(seats: list[str], first: str) -> None:
    state = PARCHIS.start({"setup": "first_shelters", "shelters": [0, 5]}, seats)
    assert PARCHIS.position(state)["arrivals"]["22"][0] == first
    assert PARCHIS.load(PARCHIS.dump(state)) == state
    assert play(state, "1").arrivals == state.arrivals


def test_rules_are_told_as_a_preset_and_what_differs_from_it() -> None:
    rules = {"preset": "italian", "six_all_out": 7, "own_pair": "barrier", "play_on": True, "colours": 5}
    assert PARCHIS.position(PARCHIS.start(rules))["rules"] == {
        "preset": "italian",
        "colours": 5,
        "six_all_out": 7,
        "play_on": True,
    }


def test_section_9_presets() -> None:
    table = PARCHIS.describe()["presets"]
    names = (
        "source setup six_all_out all_out six_choice mixed_pair_blocks third_six_spares_shelter own_pair team_pair"
    )
    rows = {
        preset: [table[preset][name] for name in [*names.split(), "entry_evicts_friend", "stuck_helps"]]
        for preset in table
    }
    barrier, capture = ["barrier", "barrier"], ["capture", "capture"]
    assert rows == {
        "spanish": ["die", "one_out", 7, "not_home", False, False, False, *capture, False, True],
        "italian": ["die", "one_out", 12, "on_field", True, True, True, *barrier, True, False],
        "diceless": ["pool", "first_shelters", 12, "on_field", True, True, True, *barrier, True, False],
        "quick": ["die", "all_home", 12, "not_home", False, False, True, *capture, False, True],
    }
