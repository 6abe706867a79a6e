"""Measures how long each level thinks about a choice: processor time, mean, 99th percentile and maximum.

`python -m benchmarks players` plays the levels against each other at each kind of table, a row per level. Choices
over 5 ms run outside the event loop (`engine/players/effort.py`).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from time import process_time
from typing import Any

from engine import catalog, players
from engine.game import Game, TurnKind
from engine.players.playout import draw

CHOICES = 400
"""Choices among several moves, measured per level and kind of table."""
OFTEN = 0.3
"""The share of choices that the measured level makes; others keep the positions varied."""
TABLES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("spanish, 4 seats", "parchis", {}),
    ("italian, two colours each", "parchis", {"rules": {"preset": "italian"}, "seats": ["YR", "BG"]}),
    ("spanish, 6 seats", "parchis", {"rules": {"colours": 6}}),
    ("italian, 6 colours, two each", "parchis", {"rules": {"colours": 6}, "seats": ["YG", "BP", "RO"]}),
    ("diceless, 4 seats", "parchis", {"rules": {"preset": "diceless"}}),
    ("diceless, two colours each", "parchis", {"rules": {"preset": "diceless"}, "seats": ["YR", "BG"]}),
    ("diceless, 6 seats", "parchis", {"rules": {"preset": "diceless", "colours": 6}}),
    ("Palma", "palma", {}),
)


def positions(game: Game[Any], start: dict[str, Any], rng: random.Random) -> Iterator[Any]:
    """Yield states with a choice, from games mostly between strong players."""
    strong = players.player("strong")
    for _ in count():
        state = game.start(**start)
        while game.turn(state).kind is not TurnKind.OVER:
            moves = game.moves(state)
            if game.turn(state).kind is TurnKind.THROW:
                move = draw(game.odds(state), rng)
            else:
                if len(moves) > 1 and rng.random() < OFTEN:
                    yield state
                move = strong.choose(game, state, moves, rng) if rng.random() < 0.5 else rng.choice(moves)
            state = game.apply(state, move).state


def main() -> None:
    print("processor ms per choice: mean, 99th percentile, maximum; choices outside the event loop")
    for title, name, start in TABLES:
        game = catalog.game(name)
        for level in players.levels():
            rng, player, took, beside = random.Random(1), players.player(level), list[float](), 0
            for state in positions(game, start, rng):
                moves = game.moves(state)
                beside += player.takes_long(game, state, moves)
                begin = process_time()
                player.choose(game, state, moves, rng)
                took.append((process_time() - begin) * 1000)
                if len(took) == CHOICES:
                    break
            took.sort()
            mean, most = sum(took) / len(took), took[len(took) * 99 // 100]
            print(f"  {title}, {level}: {mean:.2f}, {most:.1f}, {took[-1]:.1f}; {100 * beside // CHOICES} of 100")


if __name__ == "__main__":
    main()
