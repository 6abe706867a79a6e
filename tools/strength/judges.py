"""Trains the nets that judge finished games (c/judging.h), from those that play, one per family of tables."""

from __future__ import annotations

import random
import time
from ctypes import byref, c_double, create_string_buffer
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from tools.strength.simulator import Table, library, net_of, shipped_net
from tools.strength.tables import CORNER, DUEL, FOUR, Seating
from tools.strength.weights_file import FOLDER, write

FAMILIES: dict[str, tuple[Seating, ...]] = {
    "judge-duel": (DUEL, DUEL, CORNER),
    "judge-four": (FOUR,),
}
PRESETS = ("spanish", "spanish", "italian", "quick")
LAMBDA = 0.95
FIRST_RATE, LAST_RATE = 1e-3, 1e-5
GAMES = 8
"""Games of each table in a round."""
REPORTS = 4
MEASURED = 500


def train(name: str, rounds: int, seed: int, path: Path | None = None) -> None:
    """Train the net of a family; the same weights for the same seed."""
    simulator = library()
    learner, net = create_string_buffer(simulator.size_of(3)), create_string_buffer(simulator.size_of(2))
    simulator.known_learner(learner, shipped_net("dice"))
    tables = [Table.of(seating.opening(preset=preset)) for preset in PRESETS for seating in FAMILIES[name]]
    held = (Table * len(tables))(*tables)
    rng, begun = random.Random(seed), time.process_time()
    print(name, "before:", drift(tables[0], shipped_net("dice")), flush=True)
    for number in range(rounds):
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (number / rounds)
        simulator.judge(
            learner, held, len(tables), max(1, GAMES // len(FAMILIES[name])), LAMBDA, rate, rng.getrandbits(60)
        )
        if (number + 1) * REPORTS // rounds > number * REPORTS // rounds:
            simulator.rounded(learner, net)
            about: dict[str, Any] = {
                "command": f"python -m tools.strength judge {name} --rounds {rounds} --seed {seed}",
                "rounds": number + 1,
                "cpu_seconds": round(time.process_time() - begun),
                "drift": drift(tables[0], net),
            }
            print(time.strftime("%H:%M:%S"), about, flush=True)
            hidden, direct, out = net_of(net.raw)
            write(path or FOLDER / f"{name}.json", hidden, direct, out, about)


def drift(table: Table, net: Any) -> str:
    """Return the mean and spread of the winner's drift, one ply deep, in points."""
    found = (c_double * MEASURED)()
    library().drifts(byref(table), net, MEASURED, 1, found)
    return f"{100 * fmean(found):+.1f}, spread {100 * pstdev(found):.1f}"
