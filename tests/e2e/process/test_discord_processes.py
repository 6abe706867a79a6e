"""Real processes share one bot on Discord: they join, are killed and told to stop, and people play on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from time import monotonic

import aiohttp
import pytest

from data.records import ChatKey
from tests.fakes.bot_process import ended, killed, started
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_gateway import IDENTIFY, RESUME
from tests.fakes.discord_people import People
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN, Channel
from tests.fakes.postgres_server import missing, shared

pytestmark = [
    pytest.mark.skipif(missing() is not None, reason=missing() or ""),
    pytest.mark.timeout(300),
]
SHARDS = 4
STARTING = 150.0
ANSWER = 3.0
"""Seconds that Discord waits for an answer, and people before they do something else."""
LATE = 40.0
"""Seconds after which an answer that a busy machine owes has come."""


@dataclass
class Corner:
    """A channel where somebody joins and leaves a table again and again."""

    channel: Channel
    changes: int = 0
    asked: int = 0
    slowest: float = 0.0
    late: int = 0
    """How many answers took longer than Discord waits, or never came."""
    answers: dict[asyncio.Task[None], float] = field(default_factory=dict)
    """A task for each answer, done once it has come, and when it was asked for."""

    @property
    def lost(self) -> list[asyncio.Task[None]]:
        """Return the answers that have not come, though Discord's time for them is over."""
        return [each for each, asked in self.answers.items() if not each.done() and monotonic() - asked > ANSWER]


class Town:
    """A channel on each shard, and the processes that serve them."""

    def __init__(self, folder: Path, server: DiscordServer, url: str) -> None:
        self.folder = folder
        self.server = server
        self.url = url
        self.people = People(server)
        self.corners: list[Corner] = []
        self._life: list[asyncio.Task[None]] = []
        self._begun: list[asyncio.subprocess.Process] = []
        for shard in range(SHARDS):
            channel = self.people.channel()
            while (int(channel.guild or 0) >> 22) % SHARDS != shard:
                channel = self.people.channel()
            self.corners.append(Corner(channel))

    async def process(self) -> tuple[asyncio.subprocess.Process, str]:
        """Begin one more process; return it with the address of its health."""
        settings = {"PALMARES_DISCORD_TOKEN": TOKEN, "PALMARES_DISCORD_API": f"{self.server.url}/api"}
        settings |= {"DATABASE_URL": self.url, "PALMARES_HEALTH_PORT": "0"}
        process = await started(self.folder, "discord", **settings)
        self._begun.append(process)
        health = await _line(process, r"http://127\.0\.0\.1:\d+/")
        await _line(process, "Palmarés is on Discord")
        return process, health

    async def serves(self, health: str) -> set[int]:
        """Return the shards that a process says it serves."""
        async with aiohttp.ClientSession() as client, client.get(f"{health}healthz") as answer:
            told = (await answer.text()).partition("shards ")[2].partition(" of ")[0]
        runs = [run.split("-") for run in told.split(", ") if run and run != "none"]
        return {shard for run in runs for shard in range(int(run[0]), int(run[-1]) + 1)}

    async def all_there(self, seconds: float) -> float:
        """Wait until each shard is connected; return the seconds that took."""
        gateway, began = self.server.gateway, monotonic()
        shards = range(SHARDS)
        await self.server.until(
            lambda: all(any(s.connected for s in gateway.sessions_of(n)) for n in shards), seconds
        )
        return monotonic() - began

    async def open(self) -> None:
        """Open a table in each corner, and begin to come and go."""
        for corner in self.corners:
            made = await self.people.say(self.people.user("Ana"), corner.channel, "play", game="palma")
            await asyncio.wait_for(made.answered.wait(), 20)
        self._life = [asyncio.create_task(self._come_and_go(corner)) for corner in self.corners]

    async def _come_and_go(self, corner: Corner) -> None:
        bea, inside = self.people.user("Bea"), False
        while True:
            began = monotonic()
            made = await self.people.say(bea, corner.channel, "leave" if inside else "join")
            corner.asked += 1
            answer = asyncio.create_task(self._timed(corner, made.answered, began))
            corner.answers[answer] = began
            done, _ = await asyncio.wait((answer,), timeout=ANSWER)
            if done:
                corner.changes += 1
                inside = not inside
            else:
                corner.late += 1
            await asyncio.sleep(1.1)

    async def _timed(self, corner: Corner, answered: asyncio.Event, began: float) -> None:
        await answered.wait()
        corner.slowest = max(corner.slowest, monotonic() - began)

    async def rest(self) -> None:
        """Let nobody do anything any more."""
        tasks = [*self._life, *(task for corner in self.corners for task in corner.answers)]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def end(self) -> None:
        """Leave nothing behind, wherever a test has ended."""
        await self.rest()
        for process in self._begun:
            if process.returncode is None:
                await killed(process)

    def forget_delays(self) -> None:
        for corner in self.corners:
            corner.slowest = 0.0

    def slowest(self) -> float:
        """Return the seconds that somebody waited for an answer who got one, at most."""
        return max(corner.slowest for corner in self.corners)

    def lost(self) -> set[asyncio.Task[None]]:
        return {task for corner in self.corners for task in corner.lost}

    async def all_are_answered(self, but: Collection[asyncio.Task[None]] = ()) -> None:
        """Wait for the answers that a busy machine gives late; nobody may go without one for ever."""
        async with asyncio.timeout(LATE):
            while self.lost().difference(but):  # noqa: ASYNC110
                await asyncio.sleep(0.1)


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    server = DiscordServer(ManualClock())
    server.recommended, server.at_once = SHARDS, 2
    await server.start()
    url = await shared().empty()
    found = Town(tmp_path, server, url)
    try:
        yield found
    finally:
        await found.end()
        await server.stop()
        await shared().drop(url)


async def test_processes_come_and_go_and_no_shard_is_ever_served_twice(town: Town) -> None:
    gateway, living = town.server.gateway, [await town.process()]
    living.append(await town.process())
    await town.all_there(40)
    await town.open()
    identified = gateway.told.count(
        IDENTIFY
    )  # more than the shards if one moved before it had a session to take along
    assert identified >= SHARDS

    # one joins: shards change hands with their sessions
    await asyncio.sleep(2.5)
    calm = town.slowest()
    living.append(await town.process())
    await _until_shared(town, [health for _, health in living])
    await town.all_are_answered()
    assert gateway.told.count(IDENTIFY) == identified
    assert town.slowest() < max(ANSWER, 10 * calm)  # a busy machine is slow without it too

    # one after the other is replaced: their shards go on elsewhere, and nobody waits
    usual = town.slowest()
    town.forget_delays()
    for _ in range(3):
        living.append(await town.process())
        first, _ = living.pop(0)
        await ended(first)
        await town.all_there(10)
    await asyncio.sleep(2.5)
    await town.all_are_answered()
    assert gateway.told.count(IDENTIFY) == identified
    assert gateway.told.count(RESUME) >= 6
    assert town.slowest() < max(2.0, 10 * usual)

    # one is killed: its shards start new sessions, and what was said meanwhile is lost
    before = gateway.told.count(IDENTIFY)
    gone = await town.serves(living[0][1])
    await killed(living.pop(0)[0])
    assert await town.all_there(40) < 15 + 5 * len(gone)
    assert gateway.told.count(IDENTIFY) == before + len(gone)
    await asyncio.sleep(ANSWER)  # what was said just before is given up by then
    lost = town.lost()
    await asyncio.sleep(2.5)
    await town.all_are_answered(but=lost)

    await town.rest()
    assert gateway.overlaps == []
    for bucket in range(town.server.at_once):
        moments = [at for shard, at in gateway.identified_at if shard % town.server.at_once == bucket]
        assert min(later - earlier for earlier, later in pairwise(moments)) > 4.0  # five; the earlier is heard late
    await _all_is_stored_once(town)
    assert "Traceback" not in await ended(living.pop()[0])


async def _line(process: asyncio.subprocess.Process, pattern: str) -> str:
    """Wait for a line of a process, which begins while others are at work; return what stands there."""
    assert process.stdout is not None
    async with asyncio.timeout(STARTING):
        async for line in process.stdout:
            if found := re.search(pattern, line.decode()):
                return found[0]
    raise AssertionError("it ended")


async def _until_shared(town: Town, healths: list[str]) -> None:
    """Wait until each process serves some shards, and all of them together each shard once."""
    async with asyncio.timeout(30):
        while True:
            served = [await town.serves(health) for health in healths]
            if all(served) and sorted(shard for shards in served for shard in shards) == list(range(SHARDS)):
                break
            await asyncio.sleep(0.2)
    await town.all_there(10)


async def _all_is_stored_once(town: Town) -> None:
    from data.postgres.store import open_postgres

    store = await open_postgres(town.url)
    try:
        for corner in town.corners:
            (table,) = await store.tables(ChatKey("discord", corner.channel.id))
            assert corner.changes - corner.late <= table.version <= corner.asked
            assert corner.changes > 3
    finally:
        await store.close()
