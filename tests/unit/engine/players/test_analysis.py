"""Luck sums to nothing in expectation, errors are never negative, and whole games can be looked at."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import catalog, players
from engine.match import Match
from engine.players.analysis import PlyReport, analysed, depth
from engine.players.evaluation import JUDGES, evaluation
from engine.players.parchis_chances import ParchisEvaluation
from engine.players.playout import computer_game

TABLES: list[tuple[str, dict[str, Any], list[str] | None]] = [
    ("parchis", {}, ["Y", "R"]),
    ("parchis", {"preset": "diceless", "colours": 3}, None),
    ("palma", {"preset": "penalty"}, None),
]


def whole_game(name: str, rules: dict[str, Any], seats: list[str] | None, level: str, seed: int) -> Match[Any]:
    game = catalog.game(name)
    table = [players.player(level)] * 4
    moves, _ = computer_game(game, game.start(rules, seats), table, random.Random(seed))
    return Match.fold(game, rules, seats, None, moves)


def reports_of(match: Match[Any]) -> list[PlyReport]:
    return list(analysed(match.game, match.opening, match.moves))


@pytest.mark.parametrize(("name", "rules", "seats"), TABLES, ids=lambda value: str(value))
def test_every_ply_of_a_game_has_its_luck_or_its_error(
    name: str, rules: dict[str, Any], seats: list[str] | None
) -> None:
    match = whole_game(name, rules, seats, "casual", 3)
    reports = reports_of(match)
    assert [report.move for report in reports] == list(match.moves)
    for report in reports:
        assert sum(report.chances) == pytest.approx(1)
        assert (report.luck is None) != (report.error is None)
        assert report.error is None or report.error >= 0
    assert max(reports[-1].chances) == 1


def test_luck_sums_to_nothing_over_all_that_can_fall() -> None:
    game = catalog.game("parchis")
    match = whole_game("parchis", {}, ["Y", "R"], "casual", 5).at(41)
    while game.odds(match.state) == {}:
        match = match.play(game.moves(match.state)[0])
    falls = [reports_of(match.play(face))[-1].luck for face in game.odds(match.state)]
    assert sum(luck for luck in falls if luck is not None) == pytest.approx(0)
    assert max(luck for luck in falls if luck is not None) > 0


def test_luck_and_errors_make_up_the_whole_way_to_the_win() -> None:
    """Chances move by luck and by errors alone, except for what a second judgement changes."""
    match = whole_game("palma", {}, None, "strong", 1)
    reports = reports_of(match)
    assert all(report.error == pytest.approx(0) for report in reports if report.error is not None)
    total = sum(report.luck or 0 if report.seat == 0 else -(report.luck or 0) for report in reports)
    assert total == pytest.approx(reports[-1].chances[0] - 0.5, abs=0.25)


def test_luck_sums_to_nothing_in_many_games() -> None:
    games = [whole_game("palma", {}, None, "strong", seed) for seed in range(40)]
    sums = [sum(report.luck or 0 for report in reports_of(game)) for game in games]
    mean = sum(sums) / len(sums)
    error = (sum((each - mean) ** 2 for each in sums) / len(sums) ** 2) ** 0.5
    assert abs(mean) < 4 * error


@pytest.mark.parametrize(
    ("rules", "seats", "throws", "plies"),
    [
        ({}, None, 0.5, 1440),
        ({"colours": 3}, None, 0.5, 3600),
        ({}, ["YR", "BG"], 0.5, 900),
        ({"colours": 6}, None, 0.5, 1600),
        ({"colours": 6}, ["YRP", "BGO"], 0.5, 178),
        ({"preset": "diceless"}, ["YR", "BG"], 0.0, 500),
        ({"preset": "diceless", "colours": 6}, None, 0.0, 334),
    ],
)
def test_the_more_there_is_to_look_at_the_sooner_a_long_game_is_looked_at_less_far(
    rules: dict[str, Any], seats: list[str] | None, throws: float, plies: int
) -> None:
    opening = catalog.game("parchis").start(rules, seats)
    assert [depth(opening, count, int(count * throws)) for count in (plies - 1, plies)] == [2, 1]


@pytest.mark.parametrize(("seats", "deepest"), [(["Y", "R"], 3), (None, 2), (["Y", "B", "R"], 2)], ids=str)
def test_duels_are_looked_at_three_plies_deep(seats: list[str] | None, deepest: int) -> None:
    opening = catalog.game("parchis").start({}, seats)
    assert [depth(opening, count, count // 2) for count in (719, 720)] == [deepest, 2]


def test_three_plies_deep_a_roll_is_worth_what_two_more_say_and_its_luck_sums_to_nothing() -> None:
    game = catalog.game("parchis")
    match = whole_game("parchis", {}, ["Y", "R"], "strong", 5).at(152)
    while not game.odds(match.state) or match.state.sixes:
        match = match.play(game.moves(match.state)[0])
    faces = list(game.odds(match.state))
    reports = [next(analysed(game, match.state, [face], 3)) for face in faces]
    plain = JUDGES["parchis"].values(match.state, faces, 3)
    assert max(plain.values()) > min(plain.values()), "the faces differ enough to be looked at"
    *others, six = [report.chances for report in reports]
    assert others == [plain[face] for face in faces[:-1]], "memory changes nothing"
    assert sum(report.luck or 0 for report in reports) == pytest.approx(0)
    moved = match.play(faces[-1])
    side = evaluation(game).sides(match.state)[game.turn(match.state).seat]
    while not game.odds(moved.state):
        near = JUDGES["parchis"].values(moved.state, game.moves(moved.state), 1)
        moved = moved.play(max(near, key=lambda move: near[move][side]))
    again = JUDGES["parchis"].values(moved.state, faces, 3)
    assert six == pytest.approx([sum(chances) / 6 for chances in zip(*again.values(), strict=True)])


def test_three_plies_deep_moves_that_are_not_looked_at_stay_as_far_behind() -> None:
    game = catalog.game("parchis")
    match = whole_game("parchis", {}, ["Y", "R"], "strong", 5).at(120)
    while len(game.moves(match.state)) < 3 or game.odds(match.state):
        match = match.play(game.moves(match.state)[-1])
    moves = game.moves(match.state)
    judge = ParchisEvaluation(judging=True, told=True, lasting=True)
    shallow, deep = (judge.values(match.state, moves, plies) for plies in (2, 3))
    side = evaluation(game).sides(match.state)[game.turn(match.state).seat]
    *_, worst, second, best = ["", *sorted(moves, key=lambda move: shallow[move][side])]
    reports = [next(analysed(game, match.state, [move], 3)) for move in (best, worst)]
    assert [report.best for report in reports] == [best, best]
    assert [report.chances for report in reports] == [deep[best], deep[worst]], "the best and the one played"
    assert reports[1].error == pytest.approx(deep[best][side] - deep[worst][side])
    behind = shallow[best][side] - shallow[second][side]
    assert behind > 0.01
    assert reports[0].margin == pytest.approx(behind)


def test_a_whole_game_of_palma_is_looked_at_two_throws_deep() -> None:
    assert depth(catalog.game("palma").start({}), 400, 200) == 2


def test_who_plays_better_gives_away_less() -> None:
    given = {
        level: sum(
            report.error or 0
            for seed in (7, 8, 9)
            for report in reports_of(whole_game("parchis", {}, ["Y", "R"], level, seed))
        )
        for level in ("random", "strong")
    }
    assert given["strong"] < given["random"] / 4
    assert given["random"] > 1.5
