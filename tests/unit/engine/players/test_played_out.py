"""Errors are shown only as far as they survive when both moves are played out."""

from __future__ import annotations

import random

import pytest

from engine import catalog, players
from engine.parchis.turn_flow import Play
from engine.players import played_out
from engine.players.analysis import SUSPECT, analysed
from engine.players.balance import balances
from engine.players.played_out import Difference, difference
from engine.players.playout import computer_game


@pytest.mark.parametrize(
    ("mean", "error", "left"),
    [
        (0.10, 0.0, 0.10),
        (0.02, 0.0, 0.02),
        (-0.03, 0.0, 0.0),
        (0.5, 0.01, 0.10),
        (0.0, 1.0, 0.075),
        (-0.2, 0.03, 0.0),
    ],
)
def test_an_error_is_no_larger_than_it_seemed_and_no_less_than_nothing(
    mean: float, error: float, left: float
) -> None:
    assert Difference(mean, error).confirmed(0.10) == pytest.approx(left, abs=0.001)


def test_a_sure_check_decides_and_an_unsure_one_hardly_counts() -> None:
    said = 0.08
    left = [Difference(0.01, error).confirmed(said) for error in (0.001, 0.01, 0.03, 0.1)]
    assert left == sorted(left)
    assert left[0] == pytest.approx(0.01, abs=0.001)
    assert left[-1] == pytest.approx(0.75 * said, abs=0.006)


def test_giving_away_the_last_piece_costs_what_it_seems() -> None:
    """Yellow's 5 brings its last piece into the goal: any other line is worth far less."""
    game = catalog.game("parchis")
    pieces = {
        "Y": ["F", "F", "F", "c3"],
        "R": ["F", "F", "F", "c7"],
        "B": ["F", "F", "H", "H"],
        "G": ["F", "F", "H", "H"],
    }
    state = game.from_position({"game": "parchis", "pieces": pieces, "seat": 0})
    found = difference(game, state, "5", "1")
    assert found.mean > 0.1
    assert difference(game, state, "5", "1") == found, "the same each time"
    assert difference(game, state, "1", "5").mean == pytest.approx(-found.mean, abs=0.1)


@pytest.mark.parametrize(
    ("searches", "left", "most"),
    [
        ([0.20, 0.195], 0.195, 2),
        ([0.20, 0.10, 0.105], 0.10, 3),
        ([0.20, 0.05, 0.12], 0.05, 3),
        ([0.01], 0.01, 1),
        ([0.20, -0.02], -0.02, 2),
    ],
)
def test_searches_go_on_until_two_agree(
    searches: list[float], left: float, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def searched(_begun: object, _side: int, positions: int) -> float:
        asked.append(positions)
        return searches[len(asked) - 1]

    monkeypatch.setattr(played_out, "_searched_both", searched)
    game = catalog.game("parchis")
    play = Play(game.start({"preset": "diceless"}, ["Y", "R"]))
    play.begin(0)
    better, worse, *_ = game.moves(play.state())
    assert difference(game, play.state(), better, worse).mean == left
    assert asked == list(played_out.POSITIONS[:most])


@pytest.mark.parametrize(("preset", "pieces", "plies"), [("spanish", 4, 120), ("diceless", 2, 30)])
def test_what_is_told_of_a_game_adds_up_and_was_checked(preset: str, pieces: int, plies: int) -> None:
    game, rng = catalog.game("parchis"), random.Random(4)
    opening = game.start({"preset": preset, "pieces": pieces}, ["Y", "R"])
    moves, _ = computer_game(game, opening, [players.player("random")] * 2, rng)
    reports = list(analysed(game, opening, moves[:plies], playing_out=True))
    suspects = [report for report in reports if (report.error or 0) >= SUSPECT]
    assert suspects
    for report in reports:
        assert sum(report.swing) == pytest.approx(0)
        assert (report.error or 0.0) == pytest.approx(
            max(0.0, -report.swing[report.seat]) if report.luck is None else 0.0
        )
    for of in balances(reports):
        assert of.start + of.luck + of.choices + of.drift == pytest.approx(of.final)
