"""Luck and play of a group: with enough games only, and nobody is praised whose interval touches another's."""

from __future__ import annotations

from bot.core.features.dice_stats.insight_view import insight_lines
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import translator
from bot.core.rankings.insight_figures import Measure, figures
from data.records import PersonKey
from data.result_records import COMPUTER, InsightRecord

T = translator("en")


def sums(
    name: str, games: list[tuple[float, float, int]], platform: str = "x", settings: str = "{}"
) -> InsightRecord:
    """Sum up games of luck, error and choices each."""
    return InsightRecord(
        PersonKey(platform, name.lower()),
        games=len(games),
        throws=50 * len(games),
        luck=sum(luck for luck, _, _ in games),
        luck_squares=sum(luck * luck for luck, _, _ in games),
        choices=sum(choices for _, _, choices in games),
        error=sum(error for _, error, _ in games),
        error_squares=sum(error * error for _, error, _ in games),
        error_choices=sum(error * choices for _, error, choices in games),
        choices_squares=sum(float(choices * choices) for _, _, choices in games),
        adjusted_games=len(games),
        adjusted=-sum(error for _, error, _ in games),
        adjusted_squares=sum(error * error for _, error, _ in games),
        name=name,
        settings=settings,
    )


def told(*people: InsightRecord) -> list[str]:
    return [plain(line) for line in insight_lines(people, T, 1000)]


CAREFUL = sums("Ana", [(0.1, 0.10, 50), (-0.3, 0.12, 50), (0.2, 0.08, 50), (0.4, 0.11, 50), (0.1, 0.09, 50)])
CARELESS = sums("Bea", [(-0.1, 0.60, 50), (0.3, 0.50, 50), (-0.2, 0.55, 50), (0.4, 0.65, 50), (-0.4, 0.50, 50)])


def test_figures_come_with_how_sure_they_are() -> None:
    assert told(CAREFUL, CARELESS) == [
        "Luck with the dice, per analysed game (1 point = 1% of the chance to win)",
        "Ana: +10 points, give or take 32 (5 games)",
        "Bea: 0 points, give or take 42 (5 games)",
        "Points lost with weak moves, per 100 moves",
        "Ana: 20 points, give or take 4 (5 games)",
        "Bea: 112 points, give or take 16 (5 games)",
        "Ana plays best, whatever the dice say.",
    ]


def test_whose_intervals_touch_are_too_close() -> None:
    near = sums("Cai", [(0.0, 0.10, 50), (0.0, 0.20, 50), (0.0, 0.05, 50), (0.0, 0.12, 50), (0.0, 0.10, 50)])
    assert told(CAREFUL, near)[-1] == "Too close to say who plays best."


def test_few_games_bots_and_who_does_not_want_to_be_ranked_are_left_out() -> None:
    few = sums("Dan", [(0.1, 0.1, 50)] * 4)
    bot = sums("Strong", [(0.1, 0.1, 50)] * 9, platform=COMPUTER)
    hidden = sums("Eva", [(0.1, 0.1, 50)] * 9, settings='{"ranked": false}')
    assert told(few, bot, hidden) == []


def test_equal_games_leave_no_doubt() -> None:
    equal = sums("Ana", [(0.1, 0.1, 50)] * 6)
    for measure in Measure:
        (figure,) = figures([equal], measure)
        assert figure.margin < 1e-4
