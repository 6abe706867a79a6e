"""Compare the counts of rolls with their expected counts, by Pearson's chi-square.

It is the sum of (observed - expected)² / expected, with one degree of freedom fewer than there are outcomes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import erfc, exp, gamma, sqrt

from bot.core.games.profiles import profile_of
from engine.game import Move

ENOUGH = 5.0
"""The smallest expected count for which the test is meaningful."""


def odds_of(game: str) -> Mapping[Move, int]:
    """Return the rolls of a game's turn, with integer weights; lots aside."""
    return profile_of(game).device.odds()


@dataclass(frozen=True, slots=True)
class Tally:
    """Rolls of one kind: each outcome's count and expected count."""

    game: str
    came: tuple[tuple[Move, int], ...]

    @classmethod
    def of(cls, game: str, counts: Mapping[Move, int]) -> Tally:
        """Return the rolls among a game's counted moves."""
        return cls(game, tuple((outcome, counts.get(outcome, 0)) for outcome in sorted(odds_of(game))))

    @property
    def total(self) -> int:
        return sum(count for _, count in self.came)

    def expected(self, outcome: Move) -> float:
        """Return the expected count of an outcome among this number of rolls."""
        odds = odds_of(self.game)
        return self.total * odds[outcome] / sum(odds.values())

    @property
    def enough(self) -> bool:
        """Return whether there are enough rolls for the test."""
        return min(self.expected(outcome) for outcome, _ in self.came) >= ENOUGH

    @property
    def chi_square(self) -> float:
        """Return the statistic; 0 without any rolls."""
        if not self.total:
            return 0.0
        return sum((count - self.expected(outcome)) ** 2 / self.expected(outcome) for outcome, count in self.came)

    @property
    def freedom(self) -> int:
        return len(self.came) - 1

    @property
    def likelihood(self) -> float:
        """Return the probability, 0 to 1, that fair dice fall at least this unevenly."""
        return survival(self.chi_square, self.freedom)


def survival(x: float, freedom: int) -> float:
    """Return the probability, 0 to 1, that a chi-square variable with `freedom` degrees is at least `x`.

    Exact: the upper incomplete gamma function Q(freedom / 2, x / 2), by the recurrence Q(a + 1, y) = Q(a, y) + y^a
    e^-y / Γ(a + 1) from Q(1, y) = e^-y or Q(1/2, y) = erfc(√y).
    """
    half = max(0.0, x) / 2
    a, probability = (0.5, erfc(sqrt(half))) if freedom % 2 else (1.0, exp(-half))
    while a < freedom / 2:
        probability += half**a * exp(-half) / gamma(a + 1)
        a += 1
    return probability
