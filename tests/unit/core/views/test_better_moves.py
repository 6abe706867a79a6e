"""Where a choice gave something away, the words name the better move, its cost and both chances."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.domain.game_analysis import GameAnalysis, Mark
from bot.core.domain.table import Table
from bot.core.i18n.translator import translator
from bot.core.views.better_moves import better_move
from engine.events import Entered, Moved
from engine.game import TurnKind
from engine.match import Match
from engine.players.analysis import PlyReport
from tests.fakes.played_matches import played
from tests.fakes.word_tables import lobby, started


def given_away(error: float) -> tuple[GameAnalysis, Table, int]:
    """Return a game in which the first choice between pieces gave away a share of the win."""
    match: Match[object] = played("palma", {}, None, 3)
    at = next(
        at for at, ply in enumerate(match.plies)
        if at and ply.kind is TurnKind.CHOOSE and len(match.game.moves(match.plies[at - 1].state)) > 1
    )  # fmt: skip
    moves = match.game.moves(match.plies[at - 1].state)
    best = next(move for move in moves if move != match.plies[at].move)
    reports = [PlyReport(ply.move, ply.seat, (0.5, 0.5), (0.0, 0.0)) for ply in match.plies]
    seat = match.plies[at].seat
    swing = (-error, error) if seat == 0 else (error, -error)
    reports[at] = replace(reports[at], swing=swing, error=error, best=best, margin=error)
    return GameAnalysis(match, (0, 1), tuple(reports)), started(lobby("palma", seats=("D", "J"))), at


@pytest.mark.parametrize(
    ("error", "mark", "cost", "chance"),
    [(0.038, Mark.DUBIOUS, "3.8", "54%"), (0.05, Mark.MISTAKE, "5", "55%"), (0.2, Mark.BLUNDER, "20", "70%")],
)
def test_a_marked_choice_has_its_cost_its_better_move_and_both_chances(
    error: float, mark: Mark, cost: str, chance: str
) -> None:
    analysis, table, at = given_away(error)
    found = better_move(analysis, table, at, translator("en"))
    assert found is not None
    assert found.mark is mark
    assert found.words.startswith(f"{cost} points of win chance; better: ")
    assert found.words.endswith(f" (50% → {chance})")
    assert any(isinstance(event, Moved | Entered) for event in found.events)


def test_a_number_is_written_as_the_language_does() -> None:
    analysis, table, at = given_away(0.038)
    found = better_move(analysis, table, at, translator("es"))
    assert found is not None
    assert found.words.startswith("3,8 puntos de probabilidad de ganar; mejor: ")


def test_a_good_choice_a_roll_and_what_came_after_the_decision_have_none() -> None:
    analysis, table, at = given_away(0.01)
    assert better_move(analysis, table, at, translator("en")) is None
    assert better_move(analysis, table, 0, translator("en")) is None
    assert better_move(analysis, table, len(analysis.reports), translator("en")) is None
