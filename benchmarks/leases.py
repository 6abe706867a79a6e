"""Run simulated schedules of leases: `python -m benchmarks leases --schedules 100000 --seed 1`.

It prints each schedule in which two processes counted on a lease, an update was obeyed twice or out of order, or
something was not settled in the end; `--story` prints what happened in one.
"""

from __future__ import annotations

import argparse
import gc
import logging
from time import process_time

from tests.fakes.schedules.world import run, simulated

TOLD = 10_000
"""After how many schedules it prints a line."""
GARBAGE = 50_000
"""How many objects the collector lets come together: each schedule leaves some thousands at once."""


def main(*given: str) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks leases")
    parser.add_argument("--schedules", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="the first")
    parser.add_argument("--story", action="store_true")
    asked = parser.parse_args(given)
    logging.disable(logging.CRITICAL)
    gc.set_threshold(GARBAGE)
    began, seconds, wrong = process_time(), 0.0, 0
    with simulated():
        for done in range(1, asked.schedules + 1):
            world = run(asked.seed + done - 1)
            seconds += world.stage.now
            wrong += bool(world.wrong)
            if world.wrong or asked.story:
                print(world.schedule, *(world.story if asked.story else ()), *world.wrong, sep="\n", flush=True)
            if done % TOLD == 0 or done == asked.schedules:
                took = process_time() - began
                print(
                    f"{done} schedules, {seconds:.0f} simulated seconds, {wrong} wrong; "
                    f"{took:.0f} s of a core, {1000 * took / done:.1f} ms each",
                    flush=True,
                )
    logging.disable(logging.NOTSET)
