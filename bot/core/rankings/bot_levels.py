"""The ratings of bots' levels: fixed, as measured over thousands of games (docs/rankings.md, docs/strength.md).

The default level has a new player's rating, and the others' distances predict their wins by the Plackett-Luce model.
Among n equal players, one who is better by d wins with the chance e^(d/c) / (e^(d/c) + n - 1), where c² = n (σ² + β²)
and β is the luck in a game.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from statistics import fmean

from openskill.models import PlackettLuce

from bot.core.games.levels import today
from engine import players
from engine.players.mixed_player import WHOLE

Wins = Sequence[tuple[int, float]]
"""Wins of 100 games at tables with this number of sides, against bots of the default level."""

USUAL = "casual"
WINS: Mapping[tuple[str, str], Mapping[str, Wins]] = {
    ("parchis", "dice"): {
        "random": ((2, 5.4), (4, 0.8)),
        "beginner": ((2, 37.7), (4, 16.4)),
        "strong": ((2, 72.3), (4, 38.9)),
        "master": ((2, 79.8), (4, 45.3)),
    },
    ("parchis", "diceless"): {
        "random": ((2, 0.0), (4, 0.0)),
        "beginner": ((2, 38.4), (4, 16.2)),
        "strong": ((2, 97.3), (4, 75.5)),
        "master": ((2, 99.3), (4, 87.0)),
    },
    ("parchis", "quick"): {
        "random": ((2, 32.3), (4, 10.6)),
        "beginner": ((2, 45.1), (4, 21.8)),
        "strong": ((2, 52.4), (4, 28.1)),
        "master": ((2, 55.2), (4, 30.2)),
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
"""The wins of 100 assumed for a level that wins none."""

_MODEL = PlackettLuce()
SIGMA: float = _MODEL.sigma / 2
"""The deviation below which a person's rating is certain."""


@lru_cache(maxsize=256)
def mean(game: str, family: str, level: str) -> float:
    """Return the mean of a level's rating, in the model's units.

    A level without figures has that of the next lower one; all bots of a game without figures have the same. A
    mixture of two lies between them, by its share. A style makes no difference.
    """
    level = players.plain(level)
    if (mixture := players.parts(level)) is not None:
        weak, strong, share = mixture
        low, high = mean(game, family, weak), mean(game, family, strong)
        return low + (high - low) * share / WHOLE
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


def matching(game: str, family: str, mu: float) -> str:
    """Return the level or mixture whose rating is this mean; the weakest or strongest where none is."""
    for weak, strong in pairwise(players.LADDER):
        low, high = mean(game, family, weak), mean(game, family, strong)
        if mu < high:
            share = round(WHOLE * (mu - low) / (high - low))
            return weak if share <= 0 else strong if share >= WHOLE else players.mixed(weak, share)
    return players.levels()[-1]


def nearest(game: str, family: str, mu: float) -> str:
    """Return the level whose rating is closest to this mean; the weaker one on a tie."""
    return min(players.levels(), key=lambda level: abs(mean(game, family, level) - mu))
