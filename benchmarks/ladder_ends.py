"""A process that ends rated games by a Poisson process, for `benchmarks.ladder`; prints its times as JSON.

`python -m benchmarks.ladder_ends ADDRESS NUMBER PROCESSES RATE SECONDS PLAYERS BEGIN`: its number of how many, ends a
second of all, and the Unix time at which all begin. The first one computes marked games again.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from dataclasses import replace
from typing import Any

from benchmarks.ladder_season import Season
from bot.core.rankings.recorder import PAUSE, Recorder
from data.errors import StaleRatings
from data.open_store import open_store
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, TableRecord
from data.store import Store

LATE, MINUTE = 0.2, 60.0
"""The share of games that are noted late, and by how many seconds at most."""
PRESSES = 10
"""Presses a second whose writes are timed meanwhile."""


def name_of(process: int, number: int) -> str:
    return f"e{process}x{number:06}"


async def ends(recorder: Recorder, process: int, rate: float, until: float, players: int) -> list[float]:
    """End games until a moment; return the seconds from the end of each until it was noted."""
    luck, season = random.Random(process), Season(players, seed=100 + process)
    found: list[float] = []
    tasks = []

    async def end(number: int) -> None:
        began = time.perf_counter()
        at = time.time() - (luck.uniform(0, MINUTE) if luck.random() < LATE else 0)
        result = season.game(name_of(process, number), at)
        try:
            await recorder.add(result)
        except StaleRatings:
            found.append(float("inf"))
            return
        found.append(time.perf_counter() - began)

    number = 0
    while True:
        await asyncio.sleep(luck.expovariate(rate))
        if time.time() >= until:
            break
        tasks.append(asyncio.create_task(end(number)))
        number += 1
    await asyncio.gather(*tasks)
    return found


async def presses(store: Store, process: int, until: float) -> list[float]:
    """Store a move a tenth of a second; return the seconds that each took."""
    chat, found = ChatKey("web", f"presses {process}"), []
    seats = tuple(SeatRecord(colour, PersonKey("web", colour), colour) for colour in "YR")
    now = TableRecord(f"q{process}", chat, "parchis", PersonKey("web", "Y"), bytes(32), seats)
    await store.create(now, limit=9)
    ply = 0
    while time.time() < until:
        began = time.perf_counter()
        now = replace(now, version=ply + 1, plies=ply + 1, snapshot="x" * 400)
        await store.update(now, expected=ply, moves=[MoveRecord(ply, ply + 1, "6", 0, None, 1.0)], reseated=False)
        found.append(time.perf_counter() - began)
        ply += 1
        await asyncio.sleep(1 / PRESSES)
    return found


async def corrections(store: Store, recorder: Recorder, until: float) -> float:
    """Compute what is marked, as the housekeeping does; return how long it took after the last end."""
    while time.time() < until:
        await asyncio.sleep(PAUSE)
        await recorder.correct()
    while await store.next_correction():
        await recorder.correct()
    return time.time() - until


async def run(
    address: str, process: int, processes: int, rate: float, seconds: float, players: int, begin: float
) -> Any:
    store = await open_store(address)
    try:
        recorder = Recorder(store)
        await asyncio.sleep(max(0.0, begin - time.time()))
        until = begin + seconds
        noted, pressed, over = await asyncio.gather(
            ends(recorder, process, rate / processes, until, players),
            presses(store, process, until),
            corrections(store, recorder, until + 1) if process == 0 else asyncio.sleep(0, 0.0),
        )
        return {"noted": noted, "pressed": pressed, "over": over}
    finally:
        await store.close()


if __name__ == "__main__":
    url, process, processes, rate, seconds, players, begin = sys.argv[1:]
    told = run(url, int(process), int(processes), float(rate), float(seconds), int(players), float(begin))
    print(json.dumps(asyncio.run(told)))
