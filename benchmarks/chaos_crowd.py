"""Runs the bot's processes, their server and both imitations, and strikes them."""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import signal
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from bot.core.common.clock import SystemClock
from tests.fakes.bot_process import started
from tests.fakes.clock import FakeClock
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_gateway import Line
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN as DISCORD_TOKEN
from tests.fakes.pgbouncer import ROLE, Pgbouncer
from tests.fakes.postgres_server import PostgresServer
from tests.fakes.telegram_server import TOKEN, FakeTelegram

SHARDS = AT_ONCE = 8
EVERY = (3.0, 8.0)
"""Seconds between two strikes."""
FROZEN = (1.0, 16.0)
BREATH = 20.0
"""Seconds between two strikes on all processes."""
WAKING = 3.0
"""Seconds a process has to leave Discord after it thaws."""
STARTING, ENDING = 90.0, 20.0


class RealClock(ManualClock):
    """Discord's clock, set to real time."""

    def now(self) -> float:
        return time.time()


@dataclass(eq=False)
class Runner:
    """A process and its log file."""

    process: asyncio.subprocess.Process
    log: Path
    is_frozen: bool = False
    thawed: float = 0.0


@dataclass(frozen=True)
class Blow:
    """A strike: what, when, and the leases held by its process; None for all processes."""

    what: str
    at: float
    leases: frozenset[str] | None


class Crowd:
    """The processes, the server, and the imitations of Telegram and Discord."""

    is_file = False

    def __init__(self, folder: Path, *, pooled: bool) -> None:
        """Keep logs in a folder; `pooled` puts pgbouncer before the server."""
        self.folder = folder
        self.server = PostgresServer()
        self.pooler = Pgbouncer(self.server, connections=10) if pooled else None
        self.telegram = FakeTelegram(FakeClock(SystemClock().now()))
        self.discord = DiscordServer(RealClock())
        self.discord.recommended, self.discord.at_once = SHARDS, AT_ONCE
        self.discord.gateway.is_deaf = self._is_deaf
        self.living: list[Runner] = []
        self.blows: list[Blow] = []
        self.done: Counter[str] = Counter()
        self.every = EVERY
        self._begun = 0
        self._is_restarting = False
        self.began = monotonic()

    async def open(self, processes: int) -> None:
        """Start everything, the processes last."""
        await asyncio.to_thread(self.server.start)
        if self.pooler is not None:
            await self.server.run(ROLE)
            await asyncio.to_thread(self.pooler.start)
        await asyncio.gather(self.telegram.start(), self.discord.start())
        await asyncio.gather(*(self.begin() for _ in range(processes)))

    async def begin(self) -> None:
        """Start one more process; wait until it serves or is killed."""
        self._begun += 1
        log = self.folder / f"process-{self._begun}.log"
        settings = {
            **self._database(),
            "PALMARES_TELEGRAM_TOKEN": TOKEN,
            "PALMARES_TELEGRAM_API": self.telegram.api,
            "PALMARES_DISCORD_TOKEN": DISCORD_TOKEN,
            "PALMARES_DISCORD_API": f"{self.discord.url}/api",
            "PALMARES_LOG": "info",
        }
        with log.open("wb") as written:
            process = await started(self.folder, log=written, **settings)
        runner = Runner(process, log)
        self.living.append(runner)
        assert process.stdout is not None  # noqa: S101 - a pipe was requested
        wanted = {"startgroup=new", "Palmarés is on Discord"}
        async with asyncio.timeout(STARTING):
            async for line in process.stdout:
                wanted -= {word for word in wanted if word in line.decode()}
                if not wanted:
                    return
        if runner not in self.living:
            return  # killed meanwhile
        self.living.remove(runner)
        if not self._is_restarting:
            raise AssertionError(f"a process ended by itself: {log.read_text('utf-8')[-2000:]}")
        self.done["begun again, since there was no server"] += 1  # as a supervisor does
        await asyncio.sleep(1.0)
        await self.begin()

    def _database(self) -> dict[str, str]:
        """Return where a process finds the database."""
        url = self.server.url()
        if self.pooler is None:
            return {"DATABASE_URL": url}
        return {"DATABASE_URL": self.pooler.url(url), "DATABASE_LISTEN_URL": url}

    async def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds, once the server is there."""
        end = monotonic() + STARTING
        while True:
            try:
                return await self.server.tell(statement)
            except Exception:  # it is just restarted
                if monotonic() > end:
                    raise
            await asyncio.sleep(1.0)

    # strikes --------------------------------------------------------------------------------------------------------

    async def torment(self, seconds: float, *, together: bool = False) -> None:
        """Kill or freeze a random process every few seconds, and restart the server once, halfway.

        `together` strikes all processes at once instead, again after each recovery.
        """
        if together:
            await self._strike_all(seconds)
            return
        rng, end, restarted = random.Random(20), monotonic() + seconds, False
        under_way: set[asyncio.Task[None]] = set()
        while monotonic() < end:
            await asyncio.sleep(min(rng.uniform(*self.every), max(0.0, end - monotonic())))
            for task in [task for task in under_way if task.done()]:
                under_way.remove(task)
                task.result()
            if not restarted and end - monotonic() < seconds / 2:
                restarted = True
                await self._restart()
                continue
            awake = [runner for runner in self.living if not runner.is_frozen]
            if len(awake) < 2:  # one must be left to take over
                continue
            victim = rng.choice(awake)
            harm = self._kill(victim) if rng.random() < 0.5 else self._freeze(victim, rng.uniform(*FROZEN))
            under_way.add(asyncio.create_task(harm))
        await asyncio.gather(*under_way)

    async def _strike_all(self, seconds: float) -> None:
        rng, end = random.Random(20), monotonic() + seconds
        while monotonic() < end - BREATH:
            await asyncio.sleep(BREATH)
            awake = [runner for runner in self.living if not runner.is_frozen]
            rng.shuffle(awake)
            half = len(awake) // 2
            harm = [self._kill(victim) for victim in awake[:half]]
            harm += [self._freeze(victim, rng.uniform(*FROZEN)) for victim in awake[half:]]
            await asyncio.gather(*harm)
        await asyncio.sleep(max(0.0, end - monotonic()))

    async def _restart(self) -> None:
        self._note("server restarted", None)
        self._is_restarting = True
        await asyncio.to_thread(self.server.stop, signal.SIGQUIT)
        await asyncio.sleep(1.0)
        await asyncio.to_thread(self.server.start)
        await asyncio.sleep(1.0)
        self._is_restarting = False

    async def _kill(self, victim: Runner) -> None:
        self.living.remove(victim)
        held = await self._held(victim)
        self._note("killed", held)
        victim.process.send_signal(signal.SIGKILL)
        await victim.process.wait()
        await self.begin()

    async def _freeze(self, victim: Runner, seconds: float) -> None:
        victim.is_frozen = True
        held = await self._held(victim)
        self._note("frozen", held)
        victim.process.send_signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        victim.thawed, victim.is_frozen = monotonic(), False
        with suppress(ProcessLookupError):
            victim.process.send_signal(signal.SIGCONT)

    async def _held(self, runner: Runner) -> frozenset[str]:
        rows = await self.server.tell(
            "SELECT \"group\" || '/' || number FROM leases "  # noqa: S608 - constant words
            f"WHERE holder LIKE '%-{runner.process.pid}-%' AND until > now()"
        )
        return frozenset(row[0] for row in rows)

    def _note(self, what: str, leases: frozenset[str] | None) -> None:
        self.done[what] += 1
        self.blows.append(Blow(what, monotonic(), leases))

    def _is_deaf(self, line: Line) -> bool:
        """Return whether a connection's process is, or just was, frozen: it can't disconnect."""
        peer = line.request.transport and line.request.transport.get_extra_info("peername")
        return peer is None or any(
            (runner.is_frozen or monotonic() - runner.thawed < WAKING) and _has_port(runner.process.pid, peer[1])
            for runner in self.living
        )

    async def thawed(self) -> None:
        """Let all frozen processes go on, and replace those that were killed."""
        for runner in self.living:
            if runner.is_frozen:
                runner.thawed, runner.is_frozen = monotonic(), False
                runner.process.send_signal(signal.SIGCONT)
        if not self.living:
            await self.begin()

    # the end --------------------------------------------------------------------------------------------------------

    async def end(self) -> None:
        """Tell all processes to stop, and kill the rest."""
        for runner in self.living:
            with suppress(ProcessLookupError):
                runner.process.send_signal(signal.SIGCONT)
                runner.process.send_signal(signal.SIGTERM)
        for runner in self.living:
            try:
                async with asyncio.timeout(ENDING):
                    await runner.process.wait()
            except TimeoutError:
                runner.process.kill()
                await runner.process.wait()
        await self.telegram.stop()
        await self.discord.stop()
        if self.pooler is not None:
            await asyncio.to_thread(self.pooler.remove)
        await asyncio.to_thread(self.server.remove)


def _has_port(process: int, port: int) -> bool:
    """Return whether a process has a connection from a port of this machine."""
    with suppress(OSError):
        lines = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
        sockets = {f"socket:[{line[9]}]" for line in lines if int(line[1].partition(":")[2], 16) == port}
        for entry in Path(f"/proc/{process}/fd").iterdir():
            with suppress(OSError):
                if str(entry.readlink()) in sockets:
                    return True
    return False


class FileCrowd(Crowd):
    """One process over a file, which is killed and begun again."""

    is_file = True

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, pooled=False)
        self._file = folder / "palmares.sqlite3"

    async def open(self, processes: int) -> None:
        """Start the imitations, then the process."""
        await asyncio.gather(self.telegram.start(), self.discord.start())
        await asyncio.gather(*(self.begin() for _ in range(processes)))

    def _database(self) -> dict[str, str]:
        return {"DATABASE_URL": f"sqlite:///{self._file}"}

    async def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Return the rows that a statement finds, read next to the process."""
        if not self._file.exists():
            return []
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, timeout=20.0)) as database:
            return database.execute(statement).fetchall()

    async def torment(self, seconds: float, *, together: bool = False) -> None:  # noqa: ARG002
        """Kill the process every few seconds, and begin it again."""
        rng, end = random.Random(20), monotonic() + seconds
        while monotonic() < end:
            await asyncio.sleep(rng.uniform(*self.every))
            await self._kill(self.living[0])

    async def _held(self, runner: Runner) -> frozenset[str]:  # noqa: ARG002
        return frozenset()


def report(folder: Path, *, failed: bool) -> None:
    """Print how it ended; after a failure print the ends of all logs in a folder, keep it, and exit with 1."""
    if failed:
        for log in sorted(folder.glob("*.log")):
            print(f"\n--- {log.name}\n{tail(log)}")
        print(f"\nfull logs: {folder}")
        sys.exit(1)
    print("no failures")
    shutil.rmtree(folder)


def tail(log: Path, lines: int = 12) -> str:
    """Return a log's last lines with warnings or errors, and its very last lines."""
    told = log.read_text("utf-8", "replace").splitlines()
    trouble = [line for line in told if re.search(r"warning|error|Traceback|^\S*(Error|Exception)\b", line)]
    return "\n".join(dict.fromkeys([*trouble[-lines:], *told[-3:]]))
