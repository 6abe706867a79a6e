"""Measures bots between the levels: `python -m benchmarks.bot_strength [games] [seed]`.

In each family mixtures play against bots of the default level, each from all seats in turn. Their share of wins is
compared with what their rating foretells, and must grow from step to step.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Sequence
from typing import Any

from bot.core.rankings.bot_levels import SIGMA, USUAL, mean
from bot.core.rankings.ratings import bot_of
from engine import catalog, players
from engine.players.playout import computer_game

GAMES = 400
FAMILIES: dict[str, tuple[str, str, dict[str, Any], int]] = {
    "Parchís, four": ("parchis", "dice", {"preset": "spanish"}, 4),
    "Parchís, duel": ("parchis", "dice", {"preset": "spanish"}, 2),
    "quick Parchís, four": ("parchis", "quick", {"preset": "quick"}, 4),
    "diceless duel": ("parchis", "diceless", {"preset": "diceless"}, 2),
    "Palma": ("palma", "classic", {"preset": "classic"}, 2),
}
"""The game, its family of ratings, the rules and the seats."""
STEPS: dict[str, Sequence[int]] = {
    "dice": (900, 1000, 1100, 1200, 1300, 1400),
    "quick": (1100, 1150, 1200, 1250, 1280),
    "diceless": (900, 1100, 1250, 1500, 1700),
    "classic": (1110, 1150, 1200, 1250, 1260),
}
BETA = 25 / 6


def wins(name: str, rules: dict[str, Any], level: str, seats: int, seed: int) -> bool:
    """Play one game of a bot against bots of the default level; return whether it wins."""
    game, rng = catalog.game(name), random.Random(seed)
    sides = {("parchis", 2): ["Y", "R"]}.get((name, seats))
    state, mine = game.start(rules, sides), seed % seats
    table = [players.player(level if seat == mine else USUAL) for seat in range(seats)]
    _, state = computer_game(game, state, table, rng)
    result = game.result(state)
    return result is not None and result.places[mine] == 1


def foretold(name: str, family: str, level: str, seats: int) -> float:
    """Return the share of wins that a bot's rating foretells."""
    better = mean(name, family, level) - mean(name, family, USUAL)
    weight = math.exp(better / math.sqrt(seats * (SIGMA**2 + BETA**2)))
    return weight / (weight + seats - 1)


def main() -> None:
    games, seed = (*map(int, filter(str.isdecimal, sys.argv[1:])), GAMES, 1)[:2]
    print(f"{games} games of each bot against {USUAL} ones; wins of 100, ± one standard error")
    for kind, (name, family, rules, seats) in FAMILIES.items():
        for points in STEPS[family]:
            level = bot_of(name, family, points)
            share = sum(wins(name, rules, level, seats, seed * 100_000 + one) for one in range(games)) / games
            error = math.sqrt(share * (1 - share) / games)
            said = foretold(name, family, level, seats)
            print(
                f"{kind:20}{points:6} {level:12}{100 * share:7.1f} ±{100 * error:4.1f}{100 * said:8.1f}", flush=True
            )


if __name__ == "__main__":
    main()
