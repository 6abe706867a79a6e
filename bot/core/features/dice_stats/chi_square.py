"""How often each throw came beside how often it should, and what chance says of the difference.

The measure is Pearson's chi-square: the sum of (came - expected)² / expected. True dice give it by the chi-square
distribution with one degree of freedom fewer than there are outcomes; `likelihood` is the probability that true dice
fall at least this unevenly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import erfc, exp, gamma, sqrt

from bot.core.games.profiles import profile_of
from engine.game import Move

ENOUGH = 5.0
"""The smallest expected count for which the measure means something."""


def odds_of(game: str) -> Mapping[Move, int]:
    """Return what is thrown in a turn of a game, with integer weights; lots aside."""
    return profile_of(game).device.odds()


@dataclass(frozen=True, slots=True)
class Tally:
    """Throws of one kind: for each outcome how often it came and how often it should have."""

    game: str
    came: tuple[tuple[Move, int], ...]

    @classmethod
    def of(cls, game: str, counts: Mapping[Move, int]) -> Tally:
        """Return the throws among the moves of a game that have been counted."""
        return cls(game, tuple((outcome, counts.get(outcome, 0)) for outcome in sorted(odds_of(game))))

    @property
    def total(self) -> int:
        """Return how many throws there are."""
        return sum(count for _, count in self.came)

    def expected(self, outcome: Move) -> float:
        """Return how often an outcome comes on average in so many throws."""
        odds = odds_of(self.game)
        return self.total * odds[outcome] / sum(odds.values())

    @property
    def enough(self) -> bool:
        """Return whether there are throws enough to judge."""
        return min(self.expected(outcome) for outcome, _ in self.came) >= ENOUGH

    @property
    def chi_square(self) -> float:
        """Return the measure; 0 without any throws."""
        if not self.total:
            return 0.0
        return sum((count - self.expected(outcome)) ** 2 / self.expected(outcome) for outcome, count in self.came)

    @property
    def freedom(self) -> int:
        """Return the degrees of freedom."""
        return len(self.came) - 1

    @property
    def likelihood(self) -> float:
        """Return the probability, 0 to 1, that true dice fall at least this unevenly."""
        return survival(self.chi_square, self.freedom)


def survival(x: float, freedom: int) -> float:
    """Return the probability, 0 to 1, that a chi-square variable of so many degrees of freedom is at least `x`.

    Exact: the upper incomplete gamma function Q(freedom / 2, x / 2), by the recurrence
    Q(a + 1, y) = Q(a, y) + y^a e^-y / Γ(a + 1) from Q(1, y) = e^-y or Q(1/2, y) = erfc(√y).
    """
    half = max(0.0, x) / 2
    a, probability = (0.5, erfc(sqrt(half))) if freedom % 2 else (1.0, exp(-half))
    while a < freedom / 2:
        probability += half**a * exp(-half) / gamma(a + 1)
        a += 1
    return probability
