"""Trains the nets that judge finished games (c/judging.h), from those that play, one per family of tables."""

from __future__ import annotations

import random
import time
from ctypes import byref, c_double, c_float, create_string_buffer
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any

from engine.players.network import SCALE
from tools.strength.simulator import Table, judge_of, library, shipped_judge, shipped_net
from tools.strength.tables import CORNER, DUEL, FOUR, Seating
from tools.strength.weights_file import FOLDER, write

FAMILIES: dict[str, tuple[Seating, ...]] = {
    "judge-duel": (DUEL, DUEL, CORNER),
    "judge-four": (FOUR,),
}
PRESETS = ("spanish", "spanish", "italian", "quick")
LAMBDA = 0.95
FIRST_RATE, LAST_RATE = 1e-3, 1e-5
OFTEN = 3.0
"""How many times a position is learned from."""
REPORTS = 8
MEASURED = {"judge-duel": 300, "judge-four": 100}


def train(name: str, rounds: int, seed: int, path: Path | None = None) -> None:
    """Train the net of a family; the same weights for the same seed."""
    simulator, net = library(), shipped_net("dice")
    learner, whole = create_string_buffer(simulator.size_of(8)), create_string_buffer(simulator.size_of(8) // 3)
    simulator.new_judge(learner, net, seed)
    tables = [Table.of(seating.opening(preset=preset)) for preset in PRESETS for seating in FAMILIES[name]]
    held = (Table * len(tables))(*tables)
    rng, begun = random.Random(seed), time.process_time()
    for number in range(rounds):
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (number / rounds)
        simulator.judge(learner, net, held, len(tables), 1, LAMBDA, OFTEN, rate, rng.getrandbits(60))
        if (number + 1) * REPORTS // rounds > number * REPORTS // rounds:
            about: dict[str, Any] = {
                "command": f"python -m tools.strength judge {name} --rounds {rounds} --seed {seed}",
                "rounds": number + 1,
                "cpu_seconds": round(time.process_time() - begun),
                "drift": drift(tables[0], learner, MEASURED[name]),
            }
            print(time.strftime("%H:%M:%S"), about, flush=True)
            simulator.rounded_judge(learner, whole)
            write(path or FOLDER / f"{name}.json", *judge_of(whole.raw), about)


def show_drift(name: str, games: int, seed: int) -> None:
    """Print the drift of a shipped judge, one to three plies deep."""
    numbers = shipped_judge(name)
    judge = (c_float * len(numbers))(*(number / SCALE for number in numbers))
    table = Table.of(FAMILIES[name][0].opening())
    for plies in (1, 2, 3):
        begun = time.process_time()
        found = drift(table, judge, games, plies, seed)
        print(f"{name}, {plies} deep, {games} games: {found} ({time.process_time() - begun:.0f} s)", flush=True)


def drift(table: Table, judge: Any, games: int, plies: int = 1, seed: int = 1) -> str:
    """Return the mean and spread of the winner's drift, in points."""
    found = (c_double * games)()
    library().drifts(byref(table), shipped_net("dice"), judge, plies, games, seed, found)
    return f"{100 * fmean(found):+.1f}, spread {100 * pstdev(found):.1f}"
