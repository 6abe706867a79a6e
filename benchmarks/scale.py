"""Measures several processes over one PostgreSQL server: `python -m benchmarks.scale [processes …]`.

Real processes without Telegram's limits share one database and serve an imitation of Telegram. For 1, 2 and 4
processes, run twice in both orders, it prints:

- presses per second, as fast as possible and at a fixed rate;
- milliseconds from a press to its answer and to its board, medians and 99th percentiles;
- processor time per press of the bots, the server and the imitation, and the cores each kept busy;
- the same while nobody plays.

Settings, with their defaults:

- `PALMARES_SCALE_SECONDS` per measurement (8);
- `PALMARES_SCALE_GROUPS` of two people (64);
- `PALMARES_SCALE_RATE`, presses per second of the fixed rate (30);
- `PALMARES_SCALE_WEBHOOKS=1` posts updates to the processes in turn instead of polling.
"""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.process_cost import spent
from benchmarks.scale_people import Figures, People
from benchmarks.scale_telegram import LeanTelegram
from tests.fakes.bot_process import line_of, started
from tests.fakes.held_port import HeldPort
from tests.fakes.postgres_server import PostgresServer, missing
from tests.fakes.telegram_server import TOKEN

SECONDS = float(os.environ.get("PALMARES_SCALE_SECONDS", "8"))
GROUPS = int(os.environ.get("PALMARES_SCALE_GROUPS", "64"))
RATE = float(os.environ.get("PALMARES_SCALE_RATE", "30"))
WEBHOOKS = os.environ.get("PALMARES_SCALE_WEBHOOKS", "") == "1"
PROCESSES = (1, 2, 4)
WARM, JOINING, BOUND = 3.0, 60.0, 1.15
_SHARED_OUT = """
SELECT count(DISTINCT holder), max(held) - min(held), sum(held) FROM (
    SELECT holder, count(*) AS held FROM leases WHERE "group" = 'telegram' AND until > now() GROUP BY holder
) AS shares
"""


@dataclass
class Measured:
    """The figures of a number of processes under one kind of load, over all rounds."""

    seconds: float = 0.0
    figures: Figures = field(default_factory=Figures)
    cpu: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    """Processor seconds of the bots, of the server, and of the imitation with its people."""

    @property
    def presses(self) -> int:
        """The number of presses with a board."""
        return len(self.figures.boards)

    @property
    def cost(self) -> float:
        """The bots' processor time per press, in milliseconds."""
        return 1000 * self.cpu[0] / self.presses


class Bots:
    """Processes over one server and one Telegram."""

    def __init__(self, folder: Path, server: PostgresServer, telegram: LeanTelegram) -> None:
        self._folder = folder
        self._server = server
        self._telegram = telegram
        self._living: list[asyncio.subprocess.Process] = []
        self._held: list[HeldPort] = []

    async def begin(self, count: int) -> None:
        """Start them, and wait until each has its share of the chats."""
        settings = {
            "PALMARES_TELEGRAM_TOKEN": TOKEN,
            "PALMARES_TELEGRAM_API": self._telegram.api,
            "DATABASE_URL": self._server.url(),
        }
        self._telegram.doors.clear()
        for _ in range(count):
            run = ("-m", "benchmarks.unpaced_bot")
            own = settings | (self._door() if WEBHOOKS else {})
            self._living.append(await started(self._folder, "telegram", run=run, **own))
        await asyncio.gather(*(line_of(process, "startgroup=new", JOINING) for process in self._living))
        async with asyncio.timeout(JOINING):
            while (await self._server.tell(_SHARED_OUT))[0] != (count, 0, 64):  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.2)

    def _door(self) -> dict[str, str]:
        """Return the webhook settings of a process, and register its address."""
        self._held.append(HeldPort())
        port = self._held[-1].number
        self._telegram.secret = "benchmark-" * 3
        self._telegram.doors.append(f"http://127.0.0.1:{port}/updates")
        return {
            "PALMARES_TELEGRAM_WEBHOOK": "https://games.example.org/updates",
            "PALMARES_TELEGRAM_SECRET": self._telegram.secret,
            "PALMARES_TELEGRAM_PORT": str(port),
        }

    async def end(self) -> None:
        """Tell all to stop."""
        for process in self._living:
            process.send_signal(signal.SIGTERM)
        told = await asyncio.gather(*(process.communicate() for process in self._living))
        self._living.clear()
        while self._held:
            self._held.pop().close()
        for _, errors in told:
            sys.stderr.write(errors.decode())

    def clocks(self) -> list[float]:
        """Return the processor seconds so far of the bots, the server, and this process."""
        bots, server = spent(*(process.pid for process in self._living)), spent(self._server.pid)
        return [bots, server, time.process_time()]


async def measure(bots: Bots, people: People, load: Callable[[], Awaitable[float]], into: Measured) -> None:
    people.figures = into.figures
    before = bots.clocks()
    into.seconds += await load()
    after = bots.clocks()
    into.cpu = [known + end - begin for known, begin, end in zip(into.cpu, before, after, strict=True)]


async def idle() -> float:
    """Let nobody press for a while; return the seconds."""
    await asyncio.sleep(SECONDS / 2)
    return SECONDS / 2


async def run(counts: Sequence[int]) -> dict[tuple[str, int], Measured]:
    """Measure everything; return the figures by load and number of processes."""
    found: dict[tuple[str, int], Measured] = defaultdict(Measured)
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = PostgresServer(fsync="on", full_page_writes="on", autovacuum="on", shared_buffers="128MB")
        stack.callback(server.remove)
        await asyncio.to_thread(server.start)
        telegram = LeanTelegram()
        await telegram.start()
        stack.push_async_callback(telegram.stop)
        people, begun = People(telegram, GROUPS), False
        bots = Bots(folder, server, telegram)
        stack.push_async_callback(bots.end)
        for count in (*counts, *reversed(counts)):
            await bots.begin(count)
            if not begun:
                await people.begin()
                begun = True
            people.figures = Figures()
            await people.press_on(WARM)
            await measure(bots, people, lambda: people.press_on(SECONDS), found["at once", count])
            await measure(bots, people, lambda: people.press_at(RATE, SECONDS), found["paced", count])
            await measure(bots, people, idle, found["idle", count])
            await bots.end()
    return found


def line(load: str, count: int, seen: Measured) -> str:
    head = f"{f'{load}, {count}':14}"
    cores = "".join(f"{seconds / seen.seconds:8.2f}" for seconds in seen.cpu)
    if not seen.presses:
        return f"{head}{'':62}{cores}"
    times = "".join(
        f"{statistics.median(part) * 1e3:8.0f}{statistics.quantiles(part, n=100, method='inclusive')[98] * 1e3:8.0f}"
        for part in (seen.figures.answers, seen.figures.boards)
    )
    costs = "".join(f"{1000 * seconds / seen.presses:7.2f}" for seconds in seen.cpu)
    lost = f"  {seen.figures.lost} lost" if seen.figures.lost else ""
    return f"{head}{seen.presses / seen.seconds:9.1f}{times}{costs}{cores}{lost}"


def main(*counts: int) -> None:
    if reason := missing():
        print(reason)
        return
    counts, how = counts or PROCESSES, "webhooks" if WEBHOOKS else "long polling"
    print(f"{GROUPS} groups of two people, twice {SECONDS:.0f} s each; at once, or {RATE:.0f} presses/s; {how}")
    print(f"{'':23}{'answer, ms':>16}{'board, ms':>16}{'CPU, ms per press':>21}{'cores busy':>24}")
    parts = ("bots", "server", "people")
    print(
        f"{'processes':14}{'presses/s':>9}{'p50':>8}{'p99':>8}{'p50':>8}{'p99':>8}"
        + "".join(f"{part:>7}" for part in parts)
        + "".join(f"{part:>8}" for part in parts)
    )
    found = asyncio.run(run(counts))
    for load in ("at once", "paced", "idle"):
        for count in counts:
            print(line(load, count, found[load, count]))
    for load in ("at once", "paced"):
        times = found[load, counts[-1]].cost / found[load, counts[0]].cost
        verdict = "" if times <= BOUND else f", above {BOUND:.2f}"
        print(f"{load}: a press with {counts[-1]} processes costs {times:.2f} times that with {counts[0]}{verdict}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
