"""The clock of all tables, which does what is due though nobody acts: one task over the store, which knows when.

After a start, or an outage of the store, it first takes all open tables up again.

Any number of processes may do so over one database: what is due is judged by the table as it is stored, under its
version, so each thing is done once. What fails at one table is tried again later and never keeps others waiting.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.core.domain import absence as lateness
from bot.core.domain import deadlines, play
from bot.core.domain.outage import Outage
from bot.core.domain.person_settings import PersonSettings, person_settings
from bot.core.domain.table import Table
from bot.core.i18n.refusal import CorruptTable, Refusal
from bot.core.services.pulse import Pulse
from bot.core.services.table_service import TableService
from data.records import OPEN
from data.store import StoreError
from engine.game import Move

_log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two looks at the store."""
AT_ONCE = 200
AGAIN = 60.0
"""Seconds until what failed at a table is tried again."""

Act = Callable[[Table, float, PersonSettings, play.Solved], Table]
Publish = Callable[[str], Awaitable[None]]


class DeadlineScheduler:
    """A clock for all tables, in a task of its own."""

    def __init__(self, desk: TableService, publish: Publish, show: Publish) -> None:
        """Take what is told of each table that has changed as `publish`, and of each that is taken up as `show`."""
        self._desk = desk
        self._publish = publish
        self._show = show
        self._failed: dict[str, float] = {}
        self._pulse = Pulse(desk.store, desk.clock)

    async def run(self) -> None:
        """Look for ever; for a task of its own.

        First nobody loses time that passed while the program did not run.
        """
        while True:
            await self._live()
            await self._desk.clock.sleep(EVERY)

    async def start(self, outage: Outage | None = None) -> None:
        """Take up again what is unfinished, the table touched last first; raises StoreError.

        Everybody gets back the time of an outage, or some if nobody knows its length; what goes on by itself does;
        and what is not shown yet is. Each table is read once, and half of the time is left to those who press.
        """
        now = asyncio.get_running_loop().time
        for name, version in await self._desk.store.unfinished_tables():
            begun = now()
            await self._kept(name, self._taken_up(name, version, outage))
            await self._pulse.beat()
            await asyncio.sleep(now() - begun)

    async def look(self) -> None:
        """Do what is due now."""
        now = self._desk.clock.now()
        self._failed = {table: until for table, until in self._failed.items() if until > now}
        try:
            due = await self._desk.store.due_tables(now, AT_ONCE + len(self._failed))
        except StoreError as error:
            _log.warning("the store cannot be asked what is due: %s", error)
            return
        for table, version in due:
            if table not in self._failed:
                await self._kept(table, self._acted(table, version))

    async def _live(self) -> None:
        """Look once; after an outage, of the program or the store, first give everybody their time back."""
        try:
            missed = await self._pulse.beat()
            while missed is not None:
                await self.start(missed.outage)
                missed = self._pulse.made_good(missed)
        except StoreError as error:
            _log.warning("the store does not answer: %s", error)
            return
        await self.look()

    async def _kept(self, name: str, work: Awaitable[None]) -> None:
        """Do something at one table; what goes wrong there is tried again later and is nothing to others."""
        try:
            await work
        except CorruptTable:  # logged where it was read
            self._failed[name] = self._desk.clock.now() + AGAIN
        except Refusal as refusal:  # others were faster, many times
            _log.info("table %s is not judged now: %s", name, refusal.sentence)
        except Exception:  # noqa: BLE001 - logged; one table must not stop the clocks of all others
            _log.exception("the clock of table %s cannot be kept now", name)
            self._failed[name] = self._desk.clock.now() + AGAIN

    async def _acted(self, name: str, version: int) -> None:
        if await self._changed(name, version, lateness.due):
            await self._publish(name)

    async def _taken_up(self, name: str, version: int, outage: Outage | None) -> None:
        def graced(table: Table, now: float, settings: PersonSettings, _: play.Solved) -> Table:
            return deadlines.graced(table, now, settings, outage=outage) if table.status in OPEN else table

        await self._changed(name, version, graced)
        table = await self._desk.tables.get(name)
        if table is not None and play.runs_by_itself(table):
            await self._desk.go_on(name)
        await self._show(name)

    async def _changed(self, name: str, version: int, act: Act) -> bool:
        """Act on a table as it is stored; return whether that changed it."""
        desk = self._desk
        table = await desk.tables.get(name, version)
        if table is None:
            return False
        sleeper = deadlines.sleeper(table)
        settings = PersonSettings() if sleeper is None else await person_settings(desk.store, sleeper)

        solved: dict[play.Problem, Move] = {}

        def judged(now: Table) -> Table:
            """Act, unless somebody else's quiet hours matter by now: the next look sees to that."""
            return act(now, desk.clock.now(), settings, solved) if deadlines.sleeper(now) == sleeper else now

        for _ in range(play.TURN):
            try:
                after = await desk.change(name, judged, version)
            except play.Unsolved as choice:
                if (move := await desk.computers.move(choice.problem)) is not None:
                    solved[choice.problem] = move
            else:
                return after.version > table.version
        return False
