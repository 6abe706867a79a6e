"""Measures the time and size of videos: `python -m benchmarks replay`.

For each board it makes a video of the longest of four random games, at 480 pixels, as GIF and, with `av`, as MP4.
Seconds are processor time with warm caches; it fails if a video exceeds its limits or misses a movement.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

from engine.catalog import game
from engine.match import Match
from render.films.film import LARGEST, film, kinds
from render.films.moments import moments_of
from render.films.schedule import LONGEST
from render.films.script import Look, script

NAMES = ("Ana", "Bartolomé", "Χρυσάνθη", "Зоя", "Eve", "Michelangelo")
GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "3 colours": ("parchis", {"preset": "italian", "colours": 3, "play_on": True}),
    "4 colours": ("parchis", {"preset": "spanish", "play_on": True}),
    "5 colours": ("parchis", {"preset": "italian", "colours": 5, "play_on": True}),
    "6 colours": ("parchis", {"preset": "italian", "colours": 6, "play_on": True}),
    "diceless": ("parchis", {"preset": "diceless", "colours": 6, "play_on": True}),
    "palma": ("palma", {"preset": "classic"}),
    "penalty": ("palma", {"preset": "penalty"}),
}
SEEDS = 4


def longest(name: str, rules: dict[str, Any]) -> Match[Any]:
    """Play some games at random to their end; return the longest."""
    rules_of, games = game(name), []
    for seed in range(SEEDS):
        chance, state, moves = random.Random(seed), rules_of.start(rules), list[str]()
        while choices := rules_of.moves(state):
            moves.append(chance.choice(choices))
            state = rules_of.apply(state, moves[-1]).state
        games.append(moves)
    return Match.fold(rules_of, rules, moves=max(games, key=len))


def main() -> int:
    """Print a line per video; return 1 if one is wrong."""
    heads = (
        ("moved", 7),
        ("left out", 9),
        ("shots", 7),
        ("s long", 8),
        ("s to make", 10),
        ("ms a shot", 10),
        ("KB", 7),
    )
    print(f"{'film':10}{'kind':>5}" + "".join(f"{head:>{width}}" for head, width in heads))
    wrong = False
    for label, (name, rules) in GAMES.items():
        match = longest(name, rules)
        moments, _ = moments_of(match, None, 1)
        shots = list(script(match, Look(NAMES)))
        rests = {id(shot.scene.state) for shot in shots if not shot.scene.glides}
        left = sum(id(moment.after) not in rests for moment in moments)
        length = sum(shot.time for shot in shots)
        for kind in kinds():
            begun = time.process_time()
            data = film(match, Look(NAMES), kind)
            seconds = time.process_time() - begun
            print(
                f"{label:10}{kind:>5}{len(moments):7}{left:9}{len(shots):7}{length / 100:8.1f}{seconds:10.1f}"
                f"{seconds / len(shots) * 1e3:10.2f}{len(data) / 1000:7.0f}", flush=True,
            )  # fmt: skip
            wrong = wrong or left > 0 or length > LONGEST or len(data) > LARGEST
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
