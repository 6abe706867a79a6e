"""Check all tables' deadlines and act on those due: one task over the store.

After a start or an outage, a due table first gets its lost time back. Several processes may share a database:
versions make sure that each action happens once, and an error at one table never delays others.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.core.domain import absence, deadlines, play
from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.quiet_hours import sleeper_settings
from bot.core.domain.series import awaits_next
from bot.core.domain.table import Table
from bot.core.i18n.refusal import CorruptTable, Refusal
from bot.core.services.matches import next_of_match
from bot.core.services.ownership import HOUSEKEEPING, Backlog, Ownership, SoleOwnership
from bot.core.services.recovery import Recovery
from bot.core.services.table_service import TableService
from bot.core.services.uptime import Uptime
from data.errors import StoreError
from data.records import OPEN, TouchedRecord
from engine.game import Move

_log = logging.getLogger(__name__)

EVERY = 1.0
"""Seconds between two checks of the store."""
SOON = 0.25
"""Seconds between two checks while recovery is unfinished; each does one page."""
AT_ONCE = 200
PAGES = 100
"""Pages of lost time given back after an outage before due tables are read."""
AGAIN = 60.0
"""Seconds until a failed table is tried again."""

Act = Callable[[Table, float, PersonSettings, play.Solved], Table]
Publish = Callable[[str], Awaitable[None]]


class DeadlineScheduler:
    def __init__(
        self,
        service: TableService,
        publish: Publish,
        show: Publish,
        ownership: Ownership | None = None,
        backlog: Backlog | None = None,
    ) -> None:
        """Call `publish` with each changed table, and `show` with each one recovered.

        `backlog` returns the due tables of this process.
        """
        self._service = service
        self._ownership = ownership or SoleOwnership()
        self._backlog = backlog or service.store
        self._publish = publish
        self._show = show
        self._failed: dict[str, float] = {}
        self._uptime = Uptime(service.store, service.clock, is_shared=self._ownership.is_shared)
        self._recovery = Recovery(service.store, self._uptime, self._take_up)

    async def run(self) -> None:
        """Check deadlines until cancelled, and recover tables after a start or an outage."""
        while True:
            tidying = await self._live()
            await self._service.clock.sleep(SOON if tidying else EVERY)

    async def start(self) -> None:
        """Finish all recovery at once; for tests and tools. Raises StoreError."""
        await self._beat()
        while await self.tidy():
            pass

    async def tidy(self) -> bool:
        """Do one page of recovery; return whether there is more. Raises StoreError.

        One of several processes does that. If it dies, its successor begins at its last heartbeat.
        """
        if not self._ownership.holds(HOUSEKEEPING.lease()):
            self._uptime.before = self._service.clock.now()
            return False
        return await self._recovery.page()

    async def look(self) -> None:
        """Act on what is due now."""
        now = self._service.clock.now()
        self._failed = {table: until for table, until in self._failed.items() if until > now}
        try:
            due = await self._backlog.due_tables(now, AT_ONCE + len(self._failed))
        except StoreError as error:
            _log.warning("cannot read the due tables: %s", error)
            return
        for table, version in due:
            if table not in self._failed:
                await self._kept(table, self._acted(table, version))

    async def _live(self) -> bool:
        """Check once, and do one page of recovery; return whether there is more."""
        try:
            await self._beat()
        except StoreError as error:
            _log.warning("the store does not answer: %s", error)
            return False
        try:
            for _ in range(PAGES):
                if self._uptime.missed is None:
                    break
                await self.tidy()  # before due tables are read
        except StoreError as error:
            _log.warning("cannot give back the time lost in an outage: %s", error)
        await self.look()
        try:
            return await self.tidy()
        except StoreError as error:
            _log.warning("cannot continue the recovery: %s", error)
            return False

    async def _beat(self) -> None:
        await self._uptime.beat()
        self._service.tables.missed(self._uptime.last)

    async def _kept(self, name: str, work: Awaitable[None]) -> None:
        """Do something at one table; errors are retried later and don't affect others."""
        try:
            await work
        except CorruptTable:  # logged where it was read
            self._failed[name] = self._service.clock.now() + AGAIN
        except Refusal as refusal:  # other processes were faster, many times
            _log.info("table %s is not checked now: %s", name, refusal.sentence)
        except Exception:  # noqa: BLE001 - logged; one table must not stop the others
            _log.exception("cannot check the deadlines of table %s", name)
            self._failed[name] = self._service.clock.now() + AGAIN

    async def _acted(self, name: str, version: int) -> None:
        table = await self._service.tables.get(name, version)
        if table is not None and awaits_next(table):
            await self._go_on_with_match(name)
            return
        if await self._changed(name, version, self._due):
            await self._publish(name)
        self._service.take_up(await self._service.tables.get(name))

    async def _go_on_with_match(self, name: str) -> None:
        """Open the next game of a match; where the chat has no room, try again later."""
        try:
            opened = await next_of_match(self._service, name)
        except Refusal as refusal:
            _log.info("the next game after table %s waits: %s", name, refusal.sentence)
            self._failed[name] = self._service.clock.now() + AGAIN
            return
        for changed in (name, opened):
            if changed is not None:
                await self._publish(changed)

    def _due(self, table: Table, now: float, settings: PersonSettings, solved: play.Solved) -> Table:
        """Return a table after its due action, or first with its lost time given back; one step at a time."""
        after = self._graced(table, settings)
        if after is table:
            after = absence.due(table, now, settings, solved)
        waits = after is table and table.ahead and table.due is not None and table.due > now
        return deadlines.anew(table) if waits else after

    def _graced(self, table: Table, settings: PersonSettings) -> Table:
        """Return a table with the time lost in one outage given back."""
        if table.status in OPEN:
            for outage in self._uptime.outages:
                after = deadlines.graced(table, settings, outage)
                if after is not table:
                    return after
        return table

    async def _take_up(self, table: TouchedRecord) -> None:
        async def taken() -> None:
            now = await self._service.tables.get(table.table, table.version)
            if now is not None and now.ahead:
                await self._changed(table.table, now.version, _stored)
                now = await self._service.tables.get(table.table)
            if now is not None and play.runs_by_itself(now):
                await self._service.go_on(table.table)
            await self._show(table.table)

        await self._kept(table.table, taken())

    async def _changed(self, name: str, version: int, act: Act) -> bool:
        service = self._service
        table = await service.tables.get(name, version)
        if table is None:
            return False
        sleeper = deadlines.sleeper(table)
        settings = await sleeper_settings(service.store, table, sleeper)

        solved: dict[play.Problem, Move] = {}

        def judged(now: Table) -> Table:
            """Act, unless another person's quiet hours apply by now; the next check handles that."""
            return act(now, service.clock.now(), settings, solved) if deadlines.sleeper(now) == sleeper else now

        for _ in range(play.TURN):
            try:
                after = await service.change(name, judged, version)
            except play.Unsolved as choice:
                if (move := await service.computers.move(choice.problem)) is not None:
                    solved[choice.problem] = move
            else:
                return after.version > table.version
        return False


def _stored(table: Table, _: float, __: PersonSettings, ___: play.Solved) -> Table:
    """Return a table to store, with any time given back."""
    return deadlines.anew(table) if table.ahead else table
