"""Measures rated games in large ladders, on SQLite and PostgreSQL: `python -m benchmarks.ladder [games …]`.

For 1,000, 10,000 and 100,000 rated games in store (1,000,000 if named) it prints milliseconds. Of a larger ladder
than 5,000 games the rest are copies of these, among other people, as folding a million games takes hours:

- an end, in the order of the games: medians and 99th percentiles;
- a game that is noted late by up to a minute, after others of the same people, and all that it corrects;
- a page of the leaderboard of all chats;
- a game of a ladder that is folded again.

Then the leaderboard of many players, and the gate: ends by a Poisson process with the largest ladder in store, one in
five noted late by up to a minute, while others press.

Settings, with their defaults:

- `PALMARES_LADDER_PLAYERS` on the leaderboard (100,000);
- `PALMARES_LADDER_SECONDS` of the gate (60).
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.ladder_ends import MINUTE, name_of
from benchmarks.ladder_season import (
    BEGAN,
    EVERY,
    LADDER,
    Season,
    add_players,
    add_tables,
    fill,
    history,
    multiply,
    players_of,
)
from bot.core.rankings.folding import fold_all, step
from bot.core.rankings.ladders import ladder_of
from bot.core.rankings.leaderboard import PAGE, Scope, Wish, board
from bot.core.rankings.recorder import Recorder
from data.open_store import open_store
from data.records import PersonKey
from data.store import Store
from tests.fakes.postgres_server import PostgresServer, missing

SIZES = (1_000, 10_000, 100_000)
FOLDED = 5_000
"""Games that are folded; a larger ladder has copies of them."""
PLAYERS = int(os.environ.get("PALMARES_LADDER_PLAYERS", "100000"))
SECONDS = float(os.environ.get("PALMARES_LADDER_SECONDS", "60"))
ENDS, LATE, BOARDS = 300, 100, 20
GATES = {"SQLite": (1, 2.0), "PostgreSQL": (4, 10.0)}
"""Processes, and ends a second of all."""
NOTED, PRESSED = 2.0, 0.2
"""The gate: seconds until 99 of 100 games are noted, and the longest that a press's write may take."""
_SETTINGS = {"fsync": "on", "full_page_writes": "on", "autovacuum": "on", "shared_buffers": "128MB"}


async def timed(work: Callable[[], Awaitable[object]]) -> float:
    began = time.perf_counter()
    await work()
    return 1000 * (time.perf_counter() - began)


def told(times: Sequence[float]) -> str:
    return f"{statistics.median(times):9.1f} /{centile(times):7.1f}"


def centile(times: Sequence[float]) -> float:
    """Return the 99th percentile."""
    return sorted(times)[math.ceil(0.99 * len(times)) - 1]


async def measure(store: Store, games: int) -> str:
    """Fill a ladder and return its line."""
    base = min(games, FOLDED)
    await fill(store, history(base))
    await store.refold_all()
    folded = await timed(lambda: fold_all(store)) / base
    await multiply(store, base, games // base)
    recorder, season, luck = Recorder(store), Season(players_of(games), seed=2), random.Random(3)
    now = BEGAN + EVERY * games
    names = [f"n{number:05}" for number in range(ENDS + LATE)]
    await add_tables(store, names)
    ends, late, corrected, steps = [], [], [], []
    for name in names[:ENDS]:
        now += 0.5
        result = season.game(name, now)
        ends.append(await timed(lambda result=result: recorder.add(result)))  # type: ignore[misc]
    for name in names[ENDS:]:
        result = season.game(name, now - luck.uniform(0, MINUTE))
        late.append(await timed(lambda result=result: recorder.add(result)))  # type: ignore[misc]
        began = time.perf_counter()
        while await store.next_correction():
            steps.append(await timed(lambda: step(store)))
        corrected.append(1000 * (time.perf_counter() - began))
    boards = await pages(store, *LADDER)
    return (
        f"{games:10,}{told(ends)}{told(late)}{told(corrected)}{len(steps) / LATE:8.1f}"
        f"{told(steps or [0.0])}{told(boards)}{folded:9.2f}"
    )


async def pages(store: Store, game: str, family: str) -> list[float]:
    """Return the milliseconds of some pages of the leaderboard of all chats, from the first to the last."""
    ladder, times = ladder_of(game, family), []
    total = sum(players for _, players in await store.tallies(game, family))
    for number in range(BOARDS):
        wish = Wish(ladder, Scope.ALL, page=number * total // PAGE // BOARDS)
        reader = PersonKey("web", f"p{number * 37}")
        times.append(await timed(lambda wish=wish, reader=reader: board(store, wish, reader)))  # type: ignore[misc]
    return times


async def gate(address: str, kind: str, games: int) -> str:
    """Let processes end games for a while; return what came of it."""
    processes, rate = GATES[kind]
    store = await open_store(address)
    for process in range(processes):
        await add_tables(
            store, [name_of(process, number) for number in range(int(2 * rate * SECONDS / processes) + 99)]
        )
    await store.close()
    begin = time.time() + 3 + processes
    running = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-m", "benchmarks.ladder_ends", address, str(process), str(processes), str(rate),
            str(SECONDS), str(players_of(games)), str(begin), stdout=asyncio.subprocess.PIPE,
        )
        for process in range(processes)
    ]  # fmt: skip
    said: list[Any] = [json.loads((await process.communicate())[0]) for process in running]
    noted = [seconds for each in said for seconds in each["noted"]]
    pressed = [seconds for each in said for seconds in each["pressed"]]
    verdict = "held" if centile(noted) <= NOTED and max(pressed) <= PRESSED else "NOT held"
    return (
        f"{kind}: {len(noted)} ends by {processes} processes, noted after {1000 * statistics.median(noted):.0f} ms, "
        f"p99 {1000 * centile(noted):.0f} ms, at most {1000 * max(noted):.0f} ms; {len(pressed)} presses stored in "
        f"{1000 * statistics.median(pressed):.1f} ms, p99 {1000 * centile(pressed):.0f} ms, at most "
        f"{1000 * max(pressed):.0f} ms; corrected {max(0.0, said[0]['over']):.1f} s later; gate {verdict}"
    )


async def measured(kind: str, address: str, games: int) -> None:
    store = await open_store(address)
    try:
        print(f"{kind:12}{await measure(store, games)}", flush=True)
    finally:
        await store.close()


async def crowded(kind: str, address: str) -> None:
    store = await open_store(address)
    try:
        await add_players(store, PLAYERS)
        print(f"{kind}: a page of {PLAYERS:,} players: {told(await pages(store, 'palma', 'classic')).strip()} ms")
    finally:
        await store.close()


def main(*sizes: int) -> None:
    sizes = sizes or SIZES
    heads = ("an end", "a late one", "its corrections", "", "one of them", "a page", "fold")
    print("milliseconds, median / 99th percentile")
    widths = (18, 18, 18, 8, 18, 18, 9)
    print(f"{'':12}{'games':>10}" + "".join(f"{head:>{width}}" for head, width in zip(heads, widths, strict=True)))
    with tempfile.TemporaryDirectory() as folder:
        addresses = []
        for games in sizes:
            addresses.append(f"sqlite:///{Path(folder) / str(games)}.sqlite3")
            asyncio.run(measured("SQLite", addresses[-1], games))
        asyncio.run(crowded("SQLite", f"sqlite:///{Path(folder) / 'players'}.sqlite3"))
        print(asyncio.run(gate(addresses[-1], "SQLite", sizes[-1])), flush=True)
    if reason := missing():
        print(f"no server: {reason}")
        return
    server = PostgresServer(**_SETTINGS)
    try:
        server.start()
        for games in sizes:
            url = asyncio.run(server.empty())
            asyncio.run(measured("PostgreSQL", url, games))
        print(asyncio.run(gate(url, "PostgreSQL", sizes[-1])), flush=True)
        asyncio.run(crowded("PostgreSQL", asyncio.run(server.empty())))
    finally:
        server.remove()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
