"""A report's whole points add up, and a drift of a few points is said."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.core.domain.game_analysis import GameAnalysis
from bot.core.domain.table import Table
from bot.core.features.analysis.balance_view import balance, luckless
from bot.core.i18n.translator import languages, translator
from engine.game import TurnKind
from engine.players.analysis import PlyReport
from tests.fakes.finished_tables import finished

EN = translator("en")
CHANGED = "Changes in the bots' own judgement:"


def analysis(throw: float, choice: float, final: Sequence[float] = (0.9, 0.1)) -> tuple[GameAnalysis, Table]:
    """Let the first throw of a game and the first choice do so much for the hounds."""
    table = finished("palma", {}, ["D", "J"])
    match, left = table.match, {TurnKind.THROW: throw, TurnKind.CHOOSE: choice}
    reports = []
    for ply in match.plies:
        swing = left.get(ply.kind, 0.0)
        left[ply.kind] = 0.0
        luck = swing if ply.kind is TurnKind.THROW else None
        reports.append(PlyReport(ply.move, ply.seat, (0.5 + throw, 0.5 - throw), (swing, -swing), luck=luck))
    last = reports[-1]
    reports[-1] = PlyReport(last.move, last.seat, tuple(final), last.swing, luck=last.luck)
    return GameAnalysis(match, (0, 1), tuple(reports)), table


@pytest.mark.parametrize(
    ("throw", "choice", "final", "words"),
    [
        (0.25, 0.05, 0.8, "80%. All rolls: +25 points; all choices: +5."),
        (0.25, -0.05, 0.9, f"90%. All rolls: +25 points; all choices: −5. {CHANGED} +20 points."),
        (-0.1, 0.0, 0.9, f"90%. All rolls: −10 points; all choices: 0. {CHANGED} +50 points."),
        (0.0, 0.1, 0.6, "60%. All choices: +10 points."),
        (0.0, 0.2, 0.6, f"60%. All choices: +20 points. {CHANGED} −10 points."),
    ],
)
def test_what_is_said_adds_up(throw: float, choice: float, final: float, words: str) -> None:
    found, table = analysis(throw, choice, (final, 1 - final))
    assert balance(found, table, EN).endswith(f": from 50% to {words}")


def test_the_result_without_luck_is_what_is_left() -> None:
    found, table = analysis(0.6, 0.0, (1.0, 0.0))
    assert luckless(found, table, EN).startswith("The result without luck, in points: ")
    assert [part.split()[-1] for part in luckless(found, table, EN).rstrip(".").split(",")[1:]] == ["40", "60"]
    assert luckless(*analysis(0.0, 0.2), EN) == ""


@pytest.mark.parametrize("language", languages())
def test_every_language_says_it(language: str) -> None:
    t = translator(language)
    found, table = analysis(0.25, -0.05)
    told = balance(found, table, t)
    assert all(part in told for part in ("+25", "−5", "+20"))
    assert "{" not in told + luckless(found, table, t)
