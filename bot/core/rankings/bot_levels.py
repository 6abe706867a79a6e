"""Where the bots' levels stand on the people's scale: fixed, by how often each wins against the usual one.

A game says nothing of a bot that is not known: each level is measured over thousands of games (docs/strength.md). So
bots neither rise nor fall with those who happen to meet them. The usual level stands where somebody is believed to
stand of whom nothing is known; the others are as far from it as the model of the ratings needs to foresee what they
win. All are as sure as people can be who have played for long.

Win chances become distances by the model of Plackett and Luce: of n equal ones, somebody who is better by d wins with
e^(d/c) of e^(d/c) + n - 1 chances, where c² = n (σ² + β²), β being how much luck a game holds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from statistics import fmean

from openskill.models import PlackettLuce

from bot.core.games.levels import today
from engine import players

Wins = Sequence[tuple[int, float]]
"""At tables of so many sides, how many of 100 games one wins among bots of the usual level."""

USUAL = "casual"
WINS: Mapping[tuple[str, str], Mapping[str, Wins]] = {
    ("parchis", "dice"): {
        "random": ((2, 5.4), (4, 0.8)),
        "beginner": ((2, 37.7), (4, 16.4)),
        "strong": ((2, 72.3), (4, 38.9)),
        "master": ((2, 76.2), (4, 41.4)),
    },
    ("parchis", "diceless"): {
        "random": ((2, 0.0), (4, 0.0)),
        "beginner": ((2, 38.4), (4, 16.2)),
        "strong": ((2, 97.3), (4, 75.5)),
        "master": ((2, 99.5), (4, 90.5)),
    },
    ("palma", "classic"): {
        "random": ((2, 29.4),),
        "beginner": ((2, 38.2),),
        "strong": ((2, 52.3),),
        "master": ((2, 52.5),),
    },
    ("palma", "penalty"): {
        "random": ((2, 23.0),),
        "beginner": ((2, 35.4),),
        "strong": ((2, 53.6),),
        "master": ((2, 53.6),),
    },
}
"""For each game and family, by level: Spanish rules of four colours where there is a choice."""
LEAST = 0.1
"""What counts as won of 100 by who wins none."""

_MODEL = PlackettLuce()
SIGMA: float = _MODEL.sigma / 2
"""The deviation from which on a person's rating is sure."""


@lru_cache(maxsize=256)
def mean(game: str, family: str, level: str) -> float:
    """Return the mean of a level's rating, in the model's units.

    A level without figures stands where the next one below does, and all bots of a game without figures at one place.
    """
    found = WINS.get((game, family), {})
    level = level if level in found else today(level)
    known = [name for name in players.levels() if name in found or name == USUAL]
    if level not in found and level != USUAL:
        offered = players.levels()
        below = [name for name in known if level in offered and offered.index(name) < offered.index(level)]
        level = below[-1] if below else USUAL
    return _MODEL.mu + (fmean(_distance(*won) for won in found[level]) if level in found else 0.0)


def _distance(sides: int, won: float) -> float:
    share = max(won, LEAST) / 100
    return math.sqrt(sides * (SIGMA**2 + _MODEL.beta**2)) * math.log(share * (sides - 1) / (1 - share))


def nearest(game: str, family: str, mu: float) -> str:
    """Return the level that plays most like somebody whose rating has this mean; of equals the weaker one."""
    return min(players.levels(), key=lambda level: abs(mean(game, family, level) - mu))
