"""One process of a simulation: the real leases, inbox and polling, and an imitation of what obeys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

from bot.cluster.chat_leases import ChatLeases
from bot.cluster.membership import Membership
from bot.core.services.ownership import HOUSEKEEPING, LeaseGroup
from bot.core.services.taken_commands import TakenCommands
from bot.platforms.telegram import inbox
from bot.platforms.telegram.config import WebhookConfig
from bot.platforms.telegram.inbox import Inbox
from bot.platforms.telegram.intake import Intake, Waiting
from bot.platforms.telegram.polling import POLLER, Polling
from bot.platforms.telegram.webhook import Receiver
from data.errors import StoreError
from data.records import ChatKey, shard_of
from tests.fakes.schedules.database import Database
from tests.fakes.schedules.link import LinkedCoordination, LinkedStore, Way
from tests.fakes.schedules.stage import SimLoop, Stage
from tests.fakes.schedules.telegram import Caller, Telegram
from tests.fakes.schedules.webhook import Request

SHARDS = 2
DRIFT = 0.02
"""By how much of a second a second by another clock may differ."""
GROUP = LeaseGroup("telegram", SHARDS)
HOOK = WebhookConfig("https://bot.example/hook", "a-secret_of_the_webhook_0123456789", port=0)
PATIENCE, DRAINING = 4.0, 8.0
"""Seconds that an ending process has for what it heard, and for all."""


class Said:
    """What an update says."""

    __slots__ = ("chat", "number")

    def __init__(self, number: int, chat: ChatKey) -> None:
        self.number = number
        self.chat = chat


class SimIntake(Intake):
    """The real intake; only the update's text is not read by Telegram's library."""

    def __init__(self, *asked: Any) -> None:
        super().__init__(*asked)
        self.stuck: set[int] = set()
        """Updates that could not be passed on."""

    async def _passed_on(self, inbox: Inbox, update: Waiting) -> bool:
        passed = await super()._passed_on(inbox, update)
        if not passed:
            self.stuck.add(update.raw["update_id"])
        return passed

    def _read(self, raw: Any) -> Waiting:
        said: Any = Said(raw["update_id"], ChatKey("telegram", str(raw["message"]["chat"]["id"])))
        return Waiting(said, raw)


class SimClock:
    """The clock that the sources of updates wait by."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class Process:
    """A process: it joins, serves, and ends by itself, or not."""

    def __init__(
        self,
        name: str,
        stage: Stage,
        database: Database,
        telegram: Telegram | None,
        luck: Random,
        noted: Callable[[str, int, str], None],
    ) -> None:
        """Serve Telegram's chats, by webhook unless `telegram` is to be polled.

        `noted` hears what each update becomes: `begun` or `seized`, then `obeyed`, `known` or `failed`, then `done`.
        """
        self.name = name
        self._stage = stage
        self._luck = luck
        self._noted = noted
        rate, began = 1.0 + luck.uniform(-DRIFT, DRIFT), luck.uniform(0.0, 1e4)
        self.main, self.heart = SimLoop(stage, rate, began), SimLoop(stage, rate, began)
        self.main.heart = self.heart
        self.way, self.to_telegram = Way(stage, luck), Way(stage, luck)
        self.coordination = LinkedCoordination(self.way, database)
        self._store = LinkedStore(self.way, database)
        self._taken: Any = TakenCommands(self._store, SimClock())  # type: ignore[arg-type]
        self._caller: Any = Caller(telegram, self.to_telegram, stage) if telegram is not None else None
        self._source: Polling | Receiver | None = None
        self.member: Membership | None = None
        self.is_dead = self.is_ending = False
        self.main.call_soon(lambda: self.main.create_task(self._live()))

    # life -----------------------------------------------------------------------------------------------------------

    async def _live(self) -> None:
        """Start, again and again until the database answers."""
        while True:
            try:
                return await self._begin()
            except StoreError:
                await asyncio.sleep(1.0)

    async def _begin(self) -> None:
        member = Membership(self.coordination, [HOUSEKEEPING], ChatLeases({}), self.name, now=self.boot_time)
        self.intake = SimIntake(self._caller, None, self._handle)  # type: ignore[arg-type]  # no numbers
        member.releasing(GROUP.name, self._finish, "updates in line")
        member.releasing(POLLER.name, self._pause, "asking for updates")
        await member.join()
        self.member = member
        self.intake.share(self._store, member, several_receivers=self._caller is None)
        assert self.intake.inbox is not None
        member.hearing(inbox.NOTE, self.intake.inbox.heard)
        for group in (GROUP, POLLER):
            await self._serve(member, group)
        if self._caller is None:
            self._source = Receiver(self._caller, HOOK, SimClock(), self.intake)
        else:
            self._source = Polling(self._caller, SimClock(), self.intake, member)
            await self._source.start()

    async def _serve(self, member: Membership, group: LeaseGroup) -> None:
        while True:
            try:
                return await member.serve(group)
            except StoreError:
                await asyncio.sleep(1.0)

    async def _finish(self, lease: str) -> None:
        try:
            await self.intake.finish(GROUP.leases.index(lease))
        except asyncio.CancelledError:
            self._noted("unfinished", 0, self.name)
            raise

    async def _pause(self, _: str) -> None:
        if isinstance(self._source, Polling):
            await self._source.pause()

    def boot_time(self) -> float:
        """Return the seconds of a clock that runs while the machine sleeps."""
        return self.main.began + self.main.rate * self._stage.now

    def end(self) -> None:
        """End as SIGTERM does it."""
        if not self.is_ending:
            self.is_ending = True
            self.main.call_soon(lambda: self.main.create_task(self._end()))

    async def _end(self) -> None:
        if self.member is not None:
            ending = self.member.resign(), self._drain()
            await asyncio.gather(*(asyncio.wait_for(work, DRAINING) for work in ending), return_exceptions=True)
            await self.member.leave()
        self.kill()

    async def _drain(self) -> None:
        source, self._source = self._source, None
        if source is not None:
            await source.stop()
        began = self.main.time()
        await self.intake.stop(PATIENCE)
        if self.main.time() - began >= PATIENCE:
            self._noted("unfinished", 0, self.name)

    @property
    def listens(self) -> bool:
        return isinstance(self._source, Receiver) and not self.is_dead

    def receive(self, body: bytes, answer: Callable[[int], None]) -> None:
        """Take in what Telegram sends."""
        self.main.call_soon(lambda: self.main.create_task(self._receive(body, answer)))

    async def _receive(self, body: bytes, answer: Callable[[int], None]) -> None:
        request: Any = Request(body)
        if isinstance(self._source, Receiver):
            answer((await self._source._receive(request)).status)

    def kill(self) -> None:
        """End at once: what was sent arrives, nothing else happens."""
        self.is_dead = True
        self.way.there = self.way.back = self.to_telegram.there = self.to_telegram.back = False
        for loop in (self.main, self.heart):
            loop.stop()

    def bury(self) -> None:
        """Close what is left of its tasks; call it once the schedule is over."""
        for loop in (self.main, self.heart):
            loop.stopped = False
            loop.kept.clear()
        for _ in range(5):
            tasks = [task for loop in (self.main, self.heart) for task in loop.tasks if not task.done()]
            if not tasks:
                break
            for task in tasks:
                task.cancel()
            self._stage.run(self._stage.now)

    # updates --------------------------------------------------------------------------------------------------------

    async def _handle(self, said: Any) -> None:
        """Obey a command as the real one does: once it is recorded."""
        self._noted("begun" if self._may(said) else "seized", said.number, self.name)
        try:
            if await self._taken.take("bot", str(said.number)):
                self._noted("obeyed", said.number, self.name)
                await self._work()
            else:
                self._noted("known", said.number, self.name)
        except StoreError:
            self._noted("failed", said.number, self.name)
            raise
        finally:
            self._noted("done", said.number, self.name)

    def _may(self, said: Said) -> bool:
        """Tell whether an update is for this process; it is also if it couldn't be passed on."""
        assert self.member is not None
        assert self.intake.inbox is not None
        shard = shard_of(said.chat)
        finishing = shard in self.intake.inbox._finishing
        return self.member.holds(GROUP.lease(shard)) or finishing or said.number in self.intake.stuck

    async def _work(self) -> None:
        draw = self._luck.random()
        await asyncio.sleep(0.01 if draw < 0.6 else 2.0 * draw if draw < 0.95 else 6.0 * self._luck.random())
