"""The tables under our hands: a bounded cache over the store, and one queue for each table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.core.common.lru import LruDict
from bot.core.domain import deadlines
from bot.core.domain.person_settings import PersonSettings, person_settings
from bot.core.domain.table import Table, begun, opened
from bot.core.i18n.refusal import CorruptTable
from bot.core.services.table_display import TableDisplay
from data.records import OPEN, ChatKey, Status, TableRecord, TableSubscription
from data.store import Store

_log = logging.getLogger(__name__)


Over = Callable[[Table], Awaitable[Table]]
"""Told of a table whose game is over, when it ends and whenever it is read; gives it with what is to be added."""


async def _nothing_to_add(table: Table) -> Table:
    return table


class TableRepository:
    """Reads tables and writes them. The store is the truth; what is kept here only saves the reading."""

    def __init__(self, store: Store, over: Over = _nothing_to_add, *, capacity: int = 256) -> None:
        self._store = store
        self._over = over
        self._kept = LruDict[str, Table](capacity)
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._unreadable = LruDict[str, int](capacity)
        self._forgotten = 0
        """How often tables were forgotten: one that was being read meanwhile is read again."""

    def queue(self, table: str) -> asyncio.Lock:
        """The lock under which a table is changed: first come, first served."""
        return self._queues.setdefault(table, asyncio.Lock())

    async def get(self, table: str, version: int | None = None) -> Table | None:
        """A table as last known, or as stored if unknown or expected at another version; raises Unreadable."""
        kept = self._kept.get(table)
        if kept is not None and version in (None, kept.record.version):
            self._kept.move_to_end(table)
            return kept
        return await self.fresh(table)

    async def fresh(self, table: str) -> Table | None:
        """A table as it is stored now; raises Unreadable."""
        forgotten = self._forgotten
        record = await self._store.table(table)
        if record is None:
            return None
        kept = self._kept.get(table)
        if kept is not None and kept.record.version >= record.version:
            return kept
        loaded = await self._load(record)
        return self._keep(loaded) if forgotten == self._forgotten else await self.fresh(table)

    async def showing(self, table: str) -> TableDisplay | None:
        """A table as it is stored now, and how it is shown; raises Unreadable."""
        record = await self._store.showing(table)
        if record is None:
            return None
        known = self._kept.get(table)
        if known is None or known.record.version < record.version:
            known = await self.fresh(table)
        return None if known is None else TableDisplay(known, record)

    async def create(
        self,
        record: TableRecord,
        *,
        limit: int,
        places: Sequence[TableSubscription] = (),
        linked: Table | None = None,
    ) -> Table:
        """Adds a table, shown in these places too, and stores with it how the one before it is now.

        Raises ChannelFull, TableExists, StaleTable.
        """
        table = await self._timed(None, Table(record))
        before = None if linked is None else linked.record
        await self._store.create(table.record, limit=limit, places=places, linked=before)
        if linked is not None:
            self._keep(linked)
        _log.info("table %s opened on %s: %s", record.id, record.chat.platform, record.game)
        return self._keep(table)

    async def write(self, before: Table, after: Table, place: TableSubscription | None = None) -> Table:
        """Stores a change with the moves it brought, with the moment when the table is due, and with the place that
        somebody plays from now; gives what is stored.

        Raises StaleTable. If it fails, the store is asked anew.
        """
        after = await self._timed(before, after)
        moves = after.log[len(before.log) :]
        try:
            await self._store.update(after.record, expected=before.record.version, moves=moves, place=place)
        except BaseException:
            self._kept.pop(before.record.id, None)
            raise
        _note(before.record, after.record)
        return self._keep(await self._over(after) if after.record.status is Status.OVER else after)

    async def _timed(self, before: Table | None, after: Table) -> Table:
        sleeper = deadlines.sleeper(after)
        settings = PersonSettings() if sleeper is None else await person_settings(self._store, sleeper)
        return deadlines.timed(before, after, settings)

    def forget(self, tables: Iterable[str]) -> None:
        """Asks the store anew for these tables: somebody else has changed them."""
        self._forgotten += 1
        for table in tables:
            self._kept.pop(table, None)

    async def of_chat(self, chat: ChatKey) -> list[TableRecord]:
        """The open tables that a chat shows, its own and others, oldest first."""
        return await self._store.tables(chat, OPEN)

    async def close_unreadable(self, record: TableRecord, now: float) -> None:
        """Closes a table without looking into it; raises StaleTable. Its messages are never brought up to date."""
        await self._store.cancel(record.id, expected=record.version, at=now)
        for board in await self._store.boards(record.id):
            await self._store.save_board(replace(board, live=False))

    async def _load(self, record: TableRecord) -> Table:
        if self._unreadable.get(record.id) == record.version:
            raise CorruptTable(record.id)
        log = tuple(await self._store.moves(record.id))[: record.plies] if begun(record) else ()
        try:
            table = opened(record, log)
        except Exception as error:
            if record.id not in self._unreadable:
                _log.exception("table %s cannot be read", record.id)
            self._unreadable[record.id] = record.version
            raise CorruptTable(record.id) from error
        return await self._over(table) if record.status is Status.OVER else table

    def _keep(self, table: Table) -> Table:
        self._kept[table.record.id] = table
        return table


def _note(before: TableRecord, after: TableRecord) -> None:
    """Tells in the log of a table that begins or ends; never who plays."""
    if after.status is before.status:
        return
    people = len({seat.person for seat in after.seats if seat.person is not None})
    computers = sum(seat.computer is not None and seat.person is None for seat in after.seats)
    words = {Status.PLAYING: "begins", Status.OVER: "is over", Status.CANCELLED: "is closed"}
    minutes = (after.updated - after.created) / 60
    who = f"{people} people, {computers} computers"
    word = words.get(after.status, after.status.value)
    _log.info("table %s %s: %s, %d plies, %.0f minutes old", after.id, word, who, after.plies, minutes)
