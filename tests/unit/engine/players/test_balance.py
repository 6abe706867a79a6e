"""Luck, choices and drift make up the whole way of every side, in games of every kind."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from engine import catalog, players
from engine.game import TurnKind
from engine.match import Match
from engine.players.analysis import analysed
from engine.players.balance import balances
from engine.players.evaluation import win_chances
from engine.players.playout import computer_game
from tests.fakes.long_run import pairs

TEAMS = ((0, 2), (1, 3))
KINDS: list[tuple[str, dict[str, Any], list[str] | None, Any]] = [
    ("parchis", {}, None, None),
    ("parchis", {}, ["Y", "R"], None),
    ("parchis", {}, None, TEAMS),
    ("parchis", {"preset": "italian"}, ["YR", "BG"], None),
    ("parchis", {"preset": "quick"}, None, None),
    ("parchis", {"colours": 6}, None, None),
    ("parchis", {"preset": "diceless", "colours": 3}, None, None),
    ("parchis", {"preset": "diceless"}, ["Y", "R"], None),
    ("palma", {}, None, None),
    ("palma", {"preset": "penalty"}, None, None),
]
LEVELS = ("random", "beginner", "casual", "strong")


@pytest.mark.parametrize(("kind", "seed"), pairs(KINDS, range(3)), ids=str)
def test_start_luck_choices_and_drift_make_the_final_chances(kind: tuple[Any, ...], seed: int) -> None:
    name, rules, seats, teams = kind
    game, rng = catalog.game(name), random.Random(seed)
    opening = game.start(rules, seats, teams)
    table = [players.player(rng.choice(LEVELS)) for _ in range(6)]
    moves, _ = computer_game(game, opening, table, rng)
    match: Match[Any] = Match.fold(game, rules, seats, teams, moves[: rng.randint(1, len(moves))])
    reports = list(analysed(game, opening, match.moves))
    found = balances(reports)
    assert [each.final for each in found] == list(reports[-1].chances)
    for side, each in enumerate(found):
        assert each.start + each.luck + each.choices + each.drift == pytest.approx(each.final, abs=1e-12)
        assert each.luckless == each.final - each.luck
        again = [
            after.chances[side] - after.swing[side] - before.chances[side] for before, after in pairwise(reports)
        ]
        assert each.drift == pytest.approx(sum(again), abs=1e-9), "nothing else is hidden in it"
    for of in ("start", "final", "luckless"):
        assert sum(getattr(each, of) for each in found) == pytest.approx(1)
    for of in ("luck", "choices", "drift"):
        assert sum(getattr(each, of) for each in found) == pytest.approx(0)


def test_who_has_won_has_all_chances_at_the_end() -> None:
    game = catalog.game("palma")
    opening = game.start({})
    moves, last = computer_game(game, opening, [players.player("casual")] * 2, random.Random(2))
    assert game.turn(last).kind is TurnKind.OVER
    found = balances(list(analysed(game, opening, moves)))
    assert tuple(each.final for each in found) == win_chances(game, last)
    assert sorted(each.final for each in found) == [0.0, 1.0]
