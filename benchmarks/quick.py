"""Measures how often a game passes from one player to another: `python -m benchmarks quick`.

Rolls and forced moves go by themselves, so a game waits only for choices. Each time it waits for someone else than
before is a hand-over. A quick game of four is to have a median of 45 at most, so that it fits into a day.
"""

from __future__ import annotations

import random
from statistics import median, quantiles
from typing import Any

from engine import catalog, players
from engine.game import Game, TurnKind

GAMES = 200
GOAL = 45
"""The most hand-overs, in the median, of a quick game of four."""
QUICK = "quick game of four"
KINDS = {
    "Spanish game of four": ("parchis", {"preset": "spanish"}),
    "three pieces each": ("parchis", {"preset": "spanish", "pieces": 3}),
    "two pieces each": ("parchis", {"preset": "spanish", "pieces": 2}),
    QUICK: ("parchis", {"preset": "quick"}),
    "Palma": ("palma", {"preset": "classic"}),
    "quick Palma": ("palma", {"preset": "quick"}),
}


def hand_overs(game: Game[Any], rules: dict[str, Any], seed: int, level: str = "casual") -> int:
    """Play a game between bots of a level; return how often it passed to another player."""
    rng, player = random.Random(seed), players.player(level)
    state, last, count = game.start(rules), None, 0
    while (turn := game.turn(state)).kind is not TurnKind.OVER:
        moves = game.moves(state)
        if turn.kind is TurnKind.THROW:
            move = rng.choices(moves, [game.odds(state)[each] for each in moves])[0]
        else:
            move = player.choose(game, state, moves, rng)
            count += len(moves) > 1 and turn.seat != last
            last = turn.seat if len(moves) > 1 else last
        state = game.apply(state, move).state
    return count


def main() -> None:
    print(f"hand-overs in {GAMES} games of each kind, between casual bots: median, and nine in ten have fewer than")
    for kind, (name, rules) in KINDS.items():
        counts = [hand_overs(catalog.game(name), rules, seed) for seed in range(GAMES)]
        print(f"{kind:24}{median(counts):6.0f}{quantiles(counts, n=10)[-1]:6.0f}")
        if kind == QUICK and median(counts) > GOAL:
            raise SystemExit(f"more than {GOAL}: too many for a day")


if __name__ == "__main__":
    main()
