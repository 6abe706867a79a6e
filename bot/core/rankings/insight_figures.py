"""A group's luck and play, from the sums of its analysed games, with confidence intervals.

Games are the sample: the interval of a mean comes from their spread, and is wider for few of them (Student's
distribution). It contains the true value 19 times of 20.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt

from bot.core.domain.person_settings import PersonSettings
from bot.core.i18n.grammar import PLAIN
from bot.core.i18n.sorting import Alphabet
from data.records import PersonKey
from data.result_records import COMPUTER, FORMER, InsightRecord

GAMES = 5
"""The least number of analysed games to be listed."""
_Z = 1.959964
"""Standard errors to either side that contain the true value 19 times of 20, for very many games."""


class Measure(StrEnum):
    """The figures that people are compared by."""

    ACCURACY = "accuracy"
    LUCK = "luck"
    ADJUSTED = "adjusted"


@dataclass(frozen=True, slots=True)
class Figure:
    """A person's figure: the mean of their games, in points, and its margin of error.

    Accuracy is what 100 choices gave away, where less is better; luck is that of a game. The adjusted result is by
    how much a game without luck ends above the chances at its start.
    """

    player: PersonKey
    name: str | None
    value: float
    margin: float
    games: int

    @property
    def low(self) -> float:
        return self.value - self.margin

    @property
    def high(self) -> float:
        return self.value + self.margin


def figures(
    sums: Sequence[InsightRecord], measure: Measure, alphabetical: Alphabet = PLAIN.alphabetical
) -> list[Figure]:
    """Return the figures of all people with enough games who want to be ranked, the best first.

    Those with the same whole points are sorted by name.
    """
    people = [one for one in sums if _is_listed(one)]
    if measure is Measure.LUCK:
        return sorted(map(_luck, people), key=lambda one: (-round(one.value), alphabetical(one.name or "")))
    if measure is Measure.ADJUSTED:
        adjusted = (_adjusted(one) for one in people if one.adjusted_games >= GAMES)
        return sorted(adjusted, key=lambda one: (-round(one.value), alphabetical(one.name or "")))
    accuracies = (_accuracy(one) for one in people if one.choices)
    return sorted(accuracies, key=lambda one: (round(one.value), alphabetical(one.name or "")))


def surely_worse(best: Figure, others: Sequence[Figure]) -> tuple[Figure, ...]:
    """Return the others who are certainly worse: their interval and the best one's are apart."""
    return tuple(one for one in others if one.low > best.high or one.high < best.low)


def beyond_chance(luck: Figure) -> bool:
    """Return whether a person's luck is outside what fair dice give 19 times of 20."""
    return not luck.low <= 0 <= luck.high


def _is_listed(one: InsightRecord) -> bool:
    hidden = one.player.platform in (COMPUTER, FORMER) or not PersonSettings.load(one.settings).ranked
    return not hidden and one.games >= GAMES


def _luck(one: InsightRecord) -> Figure:
    return _mean(one, one.games, one.luck, one.luck_squares)


def _adjusted(one: InsightRecord) -> Figure:
    return _mean(one, one.adjusted_games, one.adjusted, one.adjusted_squares)


def _mean(one: InsightRecord, games: int, total: float, squares: float) -> Figure:
    mean = total / games
    spread = max(0.0, squares / games - mean * mean) / (games - 1)
    return Figure(one.player, one.name, 100 * mean, 100 * _errors(games) * sqrt(spread), games)


def _accuracy(one: InsightRecord) -> Figure:
    """Return errors per choice, with the standard error of a ratio over games."""
    rate = one.error / one.choices
    squares = one.error_squares - 2 * rate * one.error_choices + rate * rate * one.choices_squares
    spread = sqrt(max(0.0, squares) * one.games / (one.games - 1)) / one.choices
    return Figure(one.player, one.name, 1e4 * rate, 1e4 * _errors(one.games) * spread, one.games)


def _errors(games: int) -> float:
    """Return how many standard errors contain the true value 19 times of 20: Student's quantile, to a hundredth.

    By Cornish and Fisher's expansion in the degrees of freedom.
    """
    free = games - 1
    first = (_Z**3 + _Z) / 4
    second = (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96
    third = (3 * _Z**7 + 19 * _Z**5 + 17 * _Z**3 - 15 * _Z) / 384
    return _Z + first / free + second / free**2 + third / free**3
