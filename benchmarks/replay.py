"""Measure how long a film takes and how large it is: `python -m benchmarks.replay [shots]`.

Random games, cut to films of so many shots at 480 pixels, and once with as many as a film may have. Seconds are of
processor time, the least of some runs in one process, boards and sprites already cached.
"""

from __future__ import annotations

import random
import sys
import time
from io import BytesIO
from typing import Any

from engine.catalog import game
from engine.match import Match
from render.films import gif
from render.films.film import GIF, film, kinds
from render.films.script import SHOTS, Look, script

NAMES = ("Ana", "Bartolomé", "Χρυσάνθη", "Зоя", "Eve", "Michelangelo")
GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("parchis", {"preset": "spanish"}),
    ("parchis", {"preset": "italian", "colours": 6, "play_on": True}),
    ("palma", {"preset": "classic"}),
)
RUNS = 3


def random_game(name: str, rules: dict[str, Any]) -> Match[Any]:
    """Play a game at random to its end."""
    rules_of, chance = game(name), random.Random(7)
    state, moves = rules_of.start(rules), []
    while choices := rules_of.moves(state):
        moves.append(chance.choice(choices))
        state = rules_of.apply(state, moves[-1]).state
    return Match.fold(rules_of, rules, moves=moves)


def main(shots: int = 250) -> None:
    """Print one line a film."""
    print(f"{'film':14}{'plies':>7}{'shots':>7}{'seconds long':>14}{'s to make':>11}{'ms a shot':>11}{'KB':>7}")
    for name, rules in GAMES:
        match = random_game(name, rules)
        for most in (shots, SHOTS):
            plan = list(script(match, Look(NAMES), most))
            best, out = 1e9, BytesIO()
            for _ in range(RUNS):
                out, begun = BytesIO(), time.process_time()
                gif.write(script(match, Look(NAMES), most), out)
                best = min(best, time.process_time() - begun)
            _line(f"{name} {rules.get('colours', '')}", match, len(plan), sum(s.time for s in plan), best, out)
    for kind in kinds():
        if kind != GIF:
            begun = time.process_time()
            data = film(match, Look(NAMES), kind)
            _line(f"{name} as {kind}", match, len(plan), sum(s.time for s in plan), time.process_time() - begun,
                  BytesIO(data))  # fmt: skip


def _line(label: str, match: Match[Any], shots: int, length: int, seconds: float, out: BytesIO) -> None:
    each = seconds / shots * 1e3
    size = len(out.getvalue()) / 1000
    print(f"{label:14}{len(match.plies):7}{shots:7}{length / 100:14.1f}{seconds:11.2f}{each:11.2f}{size:7.0f}")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
