"""Trains the net by self-play (c/training.h), and writes the weights that the engine ships."""

from __future__ import annotations

import random
import time
from ctypes import addressof, create_string_buffer
from pathlib import Path
from typing import Any

from tools.strength.matches import Lineup, percent, played
from tools.strength.simulator import Kind, Player, Table, library, net_of
from tools.strength.tables import DUEL, FOUR, mix
from tools.strength.weights_file import FOLDER, write

LAMBDA = 0.7
FIRST_RATE, LAST_RATE = 2e-3, 2e-5
REPORTS = 12
STRAYS = {"dice": (100, 0), "diceless": (40, 12)}
"""One choice in this many is random, and every third of this many first choices, so that diceless games differ."""


def train(name: str, rounds: int, seed: int, path: Path | None = None) -> None:
    """Train the net of games with dice (`dice`) or without (`diceless`); the same weights for the same seed."""
    simulator = library()
    learner, net = create_string_buffer(simulator.size_of(3)), create_string_buffer(simulator.size_of(2))
    simulator.new_learner(learner, seed)
    rng, begun, games, loss = random.Random(seed), time.process_time(), 0, 0.0
    every, loose = STRAYS[name]
    for number in range(rounds):
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (number / rounds)
        tables = [Table.of(opening) for opening in mix(pool=name == "diceless", rng=rng)]
        held = (Table * len(tables))(*tables)
        step_seed = rng.getrandbits(60)
        loss = simulator.train(learner, held, len(tables), 1, LAMBDA, rate, every, loose, step_seed)
        games += len(tables)
        if (number + 1) * REPORTS // rounds > number * REPORTS // rounds:
            simulator.rounded(learner, net)
            spent = time.process_time() - begun
            about: dict[str, Any] = {
                "command": f"python -m tools.strength train {name} --rounds {rounds} --seed {seed}",
                "games": games,
                "rounds": number + 1,
                "cpu_seconds": round(spent),
                "loss": round(loss, 3),
                "against_casual": figures(name, net),
            }
            print(time.strftime("%H:%M:%S"), about, flush=True)
            hidden, direct, out = net_of(net.raw)
            write(path or FOLDER / f"{name}.json", hidden, direct, out, about)


def figures(name: str, net: Any) -> dict[str, str]:
    """Return how often one strong player with this net wins against casual ones."""
    preset = "diceless" if name == "diceless" else "spanish"
    strong = Lineup(Player(kind=Kind.STRONG, net=addressof(net)), net)
    casual = Lineup(Player(kind=Kind.CASUAL))
    found = {}
    for seating in (FOUR, DUEL):
        wins, games = played(seating.opening(preset=preset), strong, casual, 1000, 1)
        found[seating.name] = percent(wins, games)
    return found
