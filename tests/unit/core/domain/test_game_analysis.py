"""What is said of a game is true of its positions: moments, marks, luck and what was deserved."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bot.core.domain.game_analysis import GameAnalysis, Luck, Mark, decided, luck_of, luck_of_roll, mark_of
from bot.core.services.analysis_codec import dump, load
from engine import catalog, players
from engine.game import Game, TurnKind
from engine.match import Match
from engine.players.analysis import analysed
from engine.players.evaluation import JUDGES, Chances, evaluation, sides
from engine.players.playout import computer_game

GAMES: list[tuple[str, str | None, tuple[tuple[int, ...], ...] | None]] = [
    ("palma", None, None),
    ("parchis", "Y R", None),
    ("parchis", "Y B R G", ((0, 2), (1, 3))),
]


@cache
def analysis(name: str, seats: str | None, teams: tuple[tuple[int, ...], ...] | None) -> GameAnalysis:
    game, letters = catalog.game(name), None if seats is None else seats.split()
    opening = game.start(None, letters, teams)
    table = [players.player("casual")] * len(sides(game, opening))
    moves, _ = computer_game(game, opening, table, random.Random(4))
    match: Match[Any] = Match.fold(game, None, letters, teams, moves)
    reports = list(analysed(game, opening, match.moves))
    return load(dump(sides(game, opening), reports), match)


def judged(game: Game[Any], state: Any) -> Mapping[str, Chances]:
    return evaluation(game, JUDGES).values(state, game.moves(state), 1)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_moments_are_the_largest_of_different_turns_in_order(game: tuple[Any, ...]) -> None:
    found = analysis(*game)
    moments = found.moments
    assert 1 <= len(moments) <= 3
    assert [moment.first for moment in moments] == sorted(moment.first for moment in moments)
    least = min(moment.size for moment in moments)
    larger = [report for report in found.reports if (report.error or 0.0) > least]
    assert len(larger) <= 3
    for moment in moments:
        plies = found.plies[moment.first : moment.last + 1]
        assert all(ply.kind is TurnKind.CHOOSE for ply in plies[1:])
        assert not any(ply.ends_turn for ply in plies[:-1])
        assert moment.after == found.reports[moment.last].chances
        changes = [after - before for before, after in zip(moment.before, moment.after, strict=True)]
        assert moment.size == pytest.approx(sum(map(abs, changes)) / 2, abs=0.001)


def test_a_lucky_roll_that_its_player_gives_away_is_told_as_that_mistake() -> None:
    found = analysis(*GAMES[0])
    at = next(at for at, ply in enumerate(found.plies) if at > 50 and ply.kind is TurnKind.CHOOSE)
    side = found.sides[found.reports[at].seat]
    up = (0.2, -0.2) if side == 0 else (-0.2, 0.2)
    even = (0.5, 0.5)
    reports = [
        replace(report, chances=even, swing=(0.0, 0.0), luck=report.luck and 0.0, error=report.error and 0.0)
        for report in found.reports
    ]
    reports[at - 1] = replace(
        reports[at - 1], chances=tuple(half + each for half, each in zip(even, up, strict=True)), swing=up, luck=0.2
    )
    reports[at] = replace(reports[at], swing=tuple(-each for each in up), error=0.2, margin=0.2)
    (moment,) = replace(found, reports=tuple(reports)).moments
    assert (moment.first, moment.is_throw) == (at, False)
    assert (moment.before[side], moment.after[side]) == pytest.approx((0.7, 0.5))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_moments_chances_are_those_of_its_position(game: tuple[Any, ...]) -> None:
    found = analysis(*game)
    match = found.match
    for moment in [*found.moments, *filter(None, [found.best_move])]:
        before = match.plies[moment.first - 1].state
        after = judged(match.game, before)
        odds = match.game.odds(before)
        if moment.is_throw:
            told = sum(odds[fall] * after[fall][moment.side] for fall in odds) / sum(odds.values())
        else:
            told = max(chances[moment.side] for chances in after.values())
        assert moment.before[moment.side] == pytest.approx(told, abs=0.001)
        assert moment.best is None or moment.best in match.game.moves(before)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_best_move_is_better_than_all_others_by_what_is_said(game: tuple[Any, ...]) -> None:
    found = analysis(*game)
    best = found.best_move
    assert best is not None
    match, played = found.match, found.plies[best.first].move
    worth = {
        move: chances[found.sides[best.seat]]
        for move, chances in judged(match.game, match.plies[best.first - 1].state).items()
    }
    next_best = max(value for move, value in worth.items() if move != played)
    assert worth[played] - next_best == pytest.approx(found.reports[best.first].margin or 0.0, abs=0.001)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_chances_and_shares_sum_to_one_and_swings_to_nothing(game: tuple[Any, ...]) -> None:
    found = analysis(*game)
    assert sum(found.deserved) == pytest.approx(1)
    assert min(found.deserved) > 0
    for chances, report in zip(found.curve[1:], found.reports, strict=True):
        assert sum(chances) == pytest.approx(1, abs=0.001)
        assert sum(report.swing) == pytest.approx(0, abs=0.001)
    assert len(found.reports) == decided(found.match)
    assert max(found.curve[-1]) == 1


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_marks_count_the_errors_that_they_stand_for(game: tuple[Any, ...]) -> None:
    found = analysis(*game)
    for seat in range(len(found.sides)):
        own = [report.error or 0.0 for report in found.reports if report.seat == seat]
        assert found.seat(seat).error == pytest.approx(sum(own))
        assert max(own) - 1e-9 <= found.seat(seat).given <= min(1, sum(own)) + 1e-9
        assert found.seat(seat).marked(Mark.BLUNDER) == sum(error >= 0.1 for error in own)
        assert found.seat(seat).marked(Mark.MISTAKE) == sum(0.05 <= error < 0.1 for error in own)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_stored_analysis_adds_up_too(game: tuple[Any, ...]) -> None:
    """What made the result is computed from the stored figures, so older analyses need nothing more."""
    found = analysis(*game)
    assert [each.final for each in found.balances] == list(found.curve[-1])
    for each, start in zip(found.balances, found.curve[0], strict=True):
        assert each.start == start
        assert each.start + each.luck + each.choices + each.drift == pytest.approx(each.final, abs=1e-12)


def test_no_sum_of_errors_exceeds_the_game() -> None:
    found = analysis(*GAMES[0])
    half = [replace(report, error=0.5, margin=0.5, luck=None, seat=0) for report in found.reports]
    given = [replace(found, reports=tuple(half[:count])).seat(0).given for count in (0, 1, 2, len(half))]
    assert given == pytest.approx([0, 0.5, 0.75, 1])
    assert max(given) <= 1


def test_words_go_by_figures() -> None:
    assert [mark_of(error) for error in (0.0, 0.03, 0.05, 0.1)] == [None, Mark.DUBIOUS, Mark.MISTAKE, Mark.BLUNDER]
    assert [luck_of(luck) for luck in (-0.4, -0.2, 0.0, 0.2, 0.4)] == [
        Luck.VERY_UNLUCKY, Luck.UNLUCKY, Luck.EVEN, Luck.LUCKY, Luck.VERY_LUCKY,
    ]  # fmt: skip


def test_a_single_roll_has_words_of_its_own() -> None:
    assert [luck_of_roll(luck) for luck in (-0.15, -0.08, 0.07, 0.08, 0.15)] == [
        Luck.VERY_UNLUCKY, Luck.UNLUCKY, Luck.EVEN, Luck.LUCKY, Luck.VERY_LUCKY,
    ]  # fmt: skip


def test_what_is_of_another_game_or_damaged_is_not_believed() -> None:
    one, other = analysis(*GAMES[0]), analysis(*GAMES[1])
    body = dump(one.sides, list(analysed(one.match.game, one.match.opening, one.match.moves)))
    for broken in (b"", body[:-9]):
        with pytest.raises(ValueError, match=r"."):
            load(broken, one.match)
    with pytest.raises(ValueError, match=r"."):
        load(body, other.match)
