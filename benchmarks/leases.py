"""Run simulated schedules of leases: `python -m benchmarks leases --schedules 100000 --seed 1`.

It prints each schedule in which two processes counted on a lease, an update was obeyed twice or out of order, or
something was not settled in the end; `--story` prints what happened in each. All cores work at it.
"""

from __future__ import annotations

import argparse
import gc
import logging
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from time import perf_counter, process_time
from typing import NamedTuple

from tests.fakes.schedules.world import run, simulated

AT_ONCE = 1000
"""The schedules that a process runs before it reports."""
TOLD = 10_000
"""After how many schedules it prints a line."""
GARBAGE = 200_000
"""How many objects the collector lets come together: each schedule leaves some thousands at once."""


class Report(NamedTuple):
    """What some schedules came to: simulated seconds, CPU seconds, how many went wrong, and the lines to print."""

    schedules: int
    seconds: float
    took: float
    wrong: int
    told: list[str]


def ran(first: int, count: int, story: bool) -> Report:
    """Run schedules of successive seeds in this process."""
    logging.disable(logging.CRITICAL)
    gc.set_threshold(GARBAGE)
    began, seconds, wrong, told = process_time(), 0.0, 0, list[str]()
    with simulated():
        for seed in range(first, first + count):
            world = run(seed)
            seconds += world.stage.now
            wrong += bool(world.wrong)
            if world.wrong or story:
                told += [str(world.schedule), *(world.story if story else ()), *world.wrong]
    logging.disable(logging.NOTSET)
    return Report(count, seconds, process_time() - began, wrong, told)


def reports(first: int, count: int, story: bool, processes: int) -> Iterator[Report]:
    """Run schedules in several processes, and yield what they came to in the order of their seeds."""
    starts = range(first, first + count, AT_ONCE)
    counts = [min(AT_ONCE, first + count - start) for start in starts]
    if processes == 1 or len(starts) == 1:
        yield from map(ran, starts, counts, repeat(story))
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(ran, starts, counts, repeat(story))


def main(*given: str) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks leases")
    parser.add_argument("--schedules", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1, help="the first")
    parser.add_argument("--story", action="store_true")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(given)
    began, done, seconds, took, wrong = perf_counter(), 0, 0.0, 0.0, 0
    for report in reports(asked.seed, asked.schedules, asked.story, asked.processes):
        done, seconds, took = done + report.schedules, seconds + report.seconds, took + report.took
        wrong += report.wrong
        if report.told:
            print(*report.told, sep="\n", flush=True)
        if done % TOLD == 0 or done == asked.schedules:
            print(
                f"{done} schedules, {seconds:.0f} simulated seconds, {wrong} wrong; {perf_counter() - began:.0f} s "
                f"with {asked.processes} processes, {1000 * took / done:.1f} ms of a core each",
                flush=True,
            )
