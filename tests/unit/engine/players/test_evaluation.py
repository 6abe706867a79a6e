"""Win chances sum to one, turn with the colours, and know what is decided."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

from engine import catalog, players
from engine.errors import EngineError
from engine.game import TurnKind
from engine.players.evaluation import NoEvaluation, evaluation, sides, values, win_chances
from engine.players.parchis_corrections import as_they_come_true, kind
from tests.fakes.rotated_position import rotated

TABLES: list[tuple[str, dict[str, Any], list[str] | None, list[list[int]] | None]] = [
    ("parchis", {}, None, None),
    ("parchis", {"preset": "italian", "colours": 6}, ["YRP", "BGO"], None),
    ("parchis", {"preset": "italian"}, None, [[0, 2], [1, 3]]),
    ("parchis", {"preset": "spanish", "colours": 6, "play_on": True}, None, None),
    ("parchis", {"preset": "italian", "turns_by_colour": True}, ["YR", "BG"], None),
    ("parchis", {"preset": "diceless", "colours": 3}, None, None),
    ("parchis", {"preset": "diceless"}, ["Y", "R"], None),
    ("palma", {}, None, None),
    ("palma", {"preset": "penalty", "hole5": "rethrow", "blocked_slide": "stay"}, None, None),
]


def ids(table: Any) -> str:
    return str(table) if isinstance(table, str | dict) else ""


@pytest.mark.parametrize(("name", "rules", "seats", "teams"), TABLES, ids=ids)
def test_chances_sum_to_one_in_every_position_of_a_game(
    name: str, rules: dict[str, Any], seats: list[str] | None, teams: list[list[int]] | None
) -> None:
    game, rng = catalog.game(name), random.Random(3)
    state, ply = game.start(rules, seats, teams), 0
    of_seat = sides(game, state)
    while (turn := game.turn(state)).kind is not TurnKind.OVER:
        if ply % 25 == 0 or ply < 6:
            chances = win_chances(game, state)
            assert len(chances) == len(set(of_seat))
            assert sum(chances) == pytest.approx(1)
            found = values(game, state)
            assert set(found) == set(game.moves(state))
            assert all(sum(each) == pytest.approx(1) for each in found.values())
            assert all(0 <= chance <= 1 for each in found.values() for chance in each)
        state = game.apply(state, rng.choice(game.moves(state))).state
        ply += 1
    result = game.result(state)
    assert result is not None
    assert {seat for seat, side in enumerate(of_seat) if win_chances(game, state)[side] == 1} >= set(result.winners)
    assert turn.kind is TurnKind.OVER


@pytest.mark.parametrize(
    ("rules", "seats", "teams"),
    [
        ({"preset": "diceless"}, ["Y", "R"], None),
        ({"preset": "diceless"}, None, [[0, 2], [1, 3]]),
        ({"preset": "diceless", "turns_by_colour": True}, ["YR", "BG"], None),
        ({"preset": "italian", "turns_by_colour": True}, ["YR", "BG"], None),
        ({"preset": "italian", "colours": 6}, None, [[0, 2, 4], [1, 3, 5]]),
    ],
)
def test_chances_of_two_sides_that_the_net_errs_about_are_set_right_and_stay_in_their_order(
    rules: dict[str, Any], seats: list[str] | None, teams: list[list[int]] | None
) -> None:
    setup = catalog.game("parchis").start(rules, seats, teams).setup
    said = [share / 200 for share in range(201)]
    true = [as_they_come_true(setup, (share, 1 - share)) for share in said]
    first = [one for one, _ in true]
    assert first == sorted(set(first))
    assert (first[0], first[100], first[-1]) == (0.0, pytest.approx(0.5), 1.0)
    assert all(one + other == pytest.approx(1) for one, other in true)
    assert all(low + high == pytest.approx(1) for low, high in zip(first, reversed(first), strict=True))
    assert max(abs(one - share) for one, share in zip(first, said, strict=True)) > 0.04


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ({"preset": "diceless"}, None),
        ({"preset": "diceless"}, ["YR", "BG"]),
        ({"preset": "diceless"}, ["Y", "B"]),
        ({"turns_by_colour": True}, ["YR", "BG"]),
        ({}, ["Y", "R"]),
    ],
)
def test_all_other_chances_are_the_nets(rules: dict[str, Any], seats: list[str] | None) -> None:
    setup = catalog.game("parchis").start(rules, seats).setup
    given = (0.4, 0.3, 0.2, 0.1) if seats is None else (0.4, 0.6)
    assert as_they_come_true(setup, given) == given


def test_chances_that_are_rounded_to_more_than_one_in_all_are_a_half_each() -> None:
    setup = catalog.game("parchis").start({"preset": "diceless"}, ["Y", "R"]).setup
    more = math.nextafter(0.5, 1)
    assert as_they_come_true(setup, (more, more)) == (0.5, 0.5)
    assert as_they_come_true(setup, (more, 0.5)) == (0.5, 0.5)


def test_tables_where_the_net_errs_are_told_apart_from_those_where_it_does_not() -> None:
    tables: list[tuple[dict[str, Any], list[str] | None, list[list[int]] | None]] = [
        ({}, ["Y", "R"], None),
        ({}, ["Y", "B"], None),
        ({"colours": 6}, ["Y", "R"], None),
        ({"preset": "diceless"}, ["Y", "R"], None),
        ({}, ["YR", "BG"], None),
        ({"turns_by_colour": True}, ["YR", "BG"], None),
        ({"turns_by_colour": True, "stuck_helps": False}, ["YR", "BG"], None),
        ({}, None, [[0, 2], [1, 3]]),
        ({"stuck_helps": False}, None, [[0, 2], [1, 3]]),
    ]
    game = catalog.game("parchis")
    kinds = [kind(game.start(rules, seats, teams).setup) for rules, seats, teams in tables]
    assert len(set(kinds)) == len(tables)
    assert kind(game.start({}, ["B", "G"]).setup) == kinds[0]
    assert kind(game.start({}, ["Y", "G"]).setup) == kinds[1]


def test_a_choice_is_worth_what_its_best_move_is() -> None:
    game = catalog.game("parchis")
    pieces = {"Y": ["10", "30"], "B": ["33", "60"]}
    state = game.from_position(
        {"game": "parchis", "seats": ["Y", "B"], "pieces": pieces, "phase": "move", "throw": 3}
    )
    found = values(game, state)
    assert win_chances(game, state) == max(found.values(), key=lambda chances: chances[0])
    assert found["Y2+3"][0] > found["Y1+3"][0] + 0.05  # it captures


def test_two_plies_are_the_mean_over_the_throw_that_follows() -> None:
    game = catalog.game("parchis")
    pieces = {"Y": ["30", "50"], "B": ["25", "24"]}
    state = game.from_position(
        {"game": "parchis", "seats": ["Y", "B"], "pieces": pieces, "phase": "move", "throw": 3}
    )
    for move, chances in values(game, state, 2).items():
        after = game.apply(state, move).state
        thrown = values(game, after)
        assert chances[0] == pytest.approx(sum(each[0] for each in thrown.values()) / 6)


def test_a_win_that_is_certain_is_seen_as_one() -> None:
    game = catalog.game("parchis")
    pieces = {"Y": ["c5", "F", "F", "F"], "R": ["5", "7", "9", "11"]}
    state = game.from_position(
        {"game": "parchis", "seats": ["Y", "R"], "pieces": pieces, "phase": "move", "throw": 3}
    )
    assert values(game, state) == {"Y1+3": (1.0, 0.0)}
    assert values(game, state, 2) == {"Y1+3": (1.0, 0.0)}
    near = game.from_position({"game": "parchis", "seats": ["Y", "R"], "pieces": pieces, "phase": "throw"})
    assert win_chances(game, near)[0] > 0.9


def test_seats_are_equal_before_the_first_throw() -> None:
    game = catalog.game("parchis")
    assert win_chances(game, game.start({}, ["Y", "R"])) == pytest.approx((0.5, 0.5))
    assert win_chances(game, game.start()) == pytest.approx((0.25,) * 4)
    thrown = game.apply(game.start({}, ["Y", "R"]), "6").state
    assert win_chances(game, thrown)[0] > 0.5  # who starts has the better chances, and yellow hardly loses this
    assert win_chances(catalog.game("palma"), catalog.game("palma").start()) == (0.5, 0.5)


def test_chances_turn_with_the_colours() -> None:
    game = catalog.game("parchis")
    state = game.start({"preset": "italian"})
    rng = random.Random(8)
    for _ in range(150):
        state = game.apply(state, rng.choice(game.moves(state))).state
    turned = game.from_position(rotated(game.position(state), 4))
    found = win_chances(game, turned)
    assert win_chances(game, state) == pytest.approx((*found[1:], found[0]))


def test_team_mates_share_their_chances() -> None:
    game = catalog.game("parchis")
    state = game.start({}, None, [[0, 2], [1, 3]])
    assert sides(game, state) == (0, 1, 0, 1)
    assert len(win_chances(game, state)) == 2


def test_who_is_ahead_in_palma_is_likelier_to_win() -> None:
    game = catalog.game("palma")
    state = game.from_position({"game": "palma", "pieces": {"D": ["25", "26", "27", "28", "24"]}, "phase": "throw"})
    assert win_chances(game, state)[0] > 0.99
    level = {"D": ["3", "4", "5", "6", "7"], "J": ["3", "4", "5", "6", "7"]}
    even = game.from_position({"game": "palma", "pieces": level, "phase": "throw"})
    assert 0.5 < win_chances(game, even)[0] < 0.6  # the throw is worth something


def test_a_master_at_palma_looks_through_throws_and_so_takes_long() -> None:
    """A single move needs no thought, and a move that wins is certain however far one looks."""
    game = catalog.game("palma")
    holes = {"D": ["25", "26", "27", "28", "19"], "J": ["26", "27", "28", "29", "14"]}
    state = game.from_position({"game": "palma", "pieces": holes, "phase": "move", "throw": 1})
    moves = game.moves(state)
    assert len(moves) == 2
    flat, deep = values(game, state, 1), values(game, state, 2)
    assert set(flat) == set(deep) == set(moves)
    assert flat != deep
    assert {name: players.player(name).takes_long(game, state, moves) for name in players.levels()} == {
        **dict.fromkeys(players.levels(), False),
        "master": True,
    }
    assert not players.player("master").takes_long(game, state, moves[:1])
    near = {"D": ["25", "26", "27", "28", "24"]}
    winning = game.from_position({"game": "palma", "pieces": near, "phase": "move", "throw": 5})
    assert values(game, winning, 2) == {"D5+5": (1.0, 0.0)}


def test_a_search_without_dice_sees_further_than_one_turn() -> None:
    """Yellow's 2 and 4 both go; after the 4 red has the number that captures it, after the 2 it has not."""
    game = catalog.game("parchis")
    state = game.start({"preset": "diceless"}, ["Y", "R"])
    for move in ("6", "1"):
        state = game.apply(state, move).state
    deep, flat = values(game, state, 2), values(game, state, 1)
    assert set(deep) == set(flat) == set(game.moves(state))
    assert deep != flat
    assert deep == values(game, state, 2)


def test_games_that_nothing_can_judge_are_named() -> None:
    class Stranger:
        name = "snails"

    with pytest.raises(NoEvaluation, match="snails") as caught:
        evaluation(Stranger())  # type: ignore[arg-type]
    assert isinstance(caught.value, EngineError)
