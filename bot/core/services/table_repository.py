"""The repository of tables: a bounded cache over the store, and a queue for each table.

Only it and the codec know how a table is stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.core.common.lru import LruDict
from bot.core.domain import deadlines
from bot.core.domain.forgetting import without
from bot.core.domain.outage import Outage
from bot.core.domain.person_settings import PersonSettings, person_settings
from bot.core.domain.quiet_hours import sleeper_settings
from bot.core.domain.storytelling import recalled
from bot.core.domain.table import Log, StartedTable, Table
from bot.core.i18n.refusal import CorruptTable
from bot.core.services.table_cache import MOST_BYTES, TableCache
from bot.core.services.table_codec import (
    heading_of,
    is_begun,
    options_text,
    plain_of,
    record_of,
    resumed_at,
    table_of,
    with_options,
)
from bot.core.services.table_display import TableDisplay
from data.errors import LogLost
from data.records import (
    OPEN,
    ChatKey,
    ForgottenRecord,
    MoveRecord,
    PersonKey,
    Status,
    TableRecord,
    TableSubscription,
    TracesRecord,
)
from data.store import Store
from engine.errors import EngineError
from engine.plies import Early, Resumed

_log = logging.getLogger(__name__)


UNREADABLE = 1000
"""Number of unreadable tables remembered, so that each is logged once."""

Over = Callable[[StartedTable], Awaitable[StartedTable]]
"""Called with a finished table, at its end and at each reading; returns it with additions."""


async def _nothing_to_add(table: StartedTable) -> StartedTable:
    return table


class TableRepository:
    """Reads and writes tables. The store is authoritative; the cache only saves reads."""

    def __init__(
        self, store: Store, over: Over = _nothing_to_add, *, most_bytes: int = MOST_BYTES, is_shared: bool = False
    ) -> None:
        """Cache a store's tables; if it `is_shared`, other processes may change them."""
        self._store = store
        self._is_shared = is_shared
        self._over = over
        self._kept = TableCache(most_bytes)
        self._queues: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._unreadable = LruDict[str, int](UNREADABLE)
        self._outage: Outage | None = None
        self._forgotten = 0
        """How often tables were dropped; one being read meanwhile is read again."""

    def queue(self, table: str) -> asyncio.Lock:
        """Return the lock under which a table is changed: first come, first served."""
        return self._queues.setdefault(table, asyncio.Lock())

    async def get(self, table: str, version: int | None = None) -> Table | None:
        """Return a cached table, or the stored one if it isn't cached at this version.

        None if there is none. Raises CorruptTable, StoreError.
        """
        kept = self._kept.get(table)
        if kept is not None and version in (None, kept.version):
            return kept
        return await self.fresh(table)

    async def fresh(self, table: str) -> Table | None:
        """Return a table as stored now, None if there is none; raises CorruptTable, StoreError."""
        forgotten = self._forgotten
        record = await self._store.table(table)
        if record is None:
            return None
        kept = self._kept.get(table)
        if kept is not None and kept.version >= record.version:
            return kept
        loaded = await self._load(record)
        return self._keep(loaded) if forgotten == self._forgotten else await self.fresh(table)

    async def is_newest(self, table: Table) -> bool:
        """Return whether a table is still as stored; raises CorruptTable, StoreError."""
        if not self._is_shared:
            return True
        stored = await self.fresh(table.id)
        return stored is not None and stored.version == table.version

    async def display(self, table: str) -> TableDisplay | None:
        """Return a stored table and how it is shown; None if there is none.

        Raises CorruptTable, StoreError.
        """
        record = await self._store.display(table)
        if record is None:
            return None
        known = self._kept.get(table)
        if known is None or known.version < record.version:
            known = await self.fresh(table)
        return None if known is None else TableDisplay(known, record)

    async def create(
        self,
        table: Table,
        *,
        limit: int,
        places: Sequence[TableSubscription] = (),
        linked: Table | None = None,
    ) -> Table:
        """Add a table, also shown in `places`, and store the `linked` previous table with it.

        Raises ChannelFull, TableExists, StaleTable.
        """
        table = await self._titled(await self._timed(None, await self._recalled(None, table)))
        before = None if linked is None else record_of(linked)
        placed = {place.person for place in places}
        seated = (TableSubscription(table.id, table.counts_in, one) for one in table.people if one not in placed)
        above = () if table.links.announcement is None else tuple(seated)
        await self._store.create(record_of(table), limit=limit, places=(*places, *above), linked=before)
        if linked is not None:
            self._keep(linked)
        _log.info("table %s opened on %s: %s", table.id, table.chat.platform, table.game)
        return self._keep(table)

    async def add_past(self, table: StartedTable) -> None:
        """Add a finished game with its log; raises TableExists."""
        await self._store.add_past(record_of(table), table.log)

    async def write(self, before: Table, after: Table, place: TableSubscription | None = None) -> Table:
        """Store a change and return the stored table; raises StaleTable.

        Its new moves, due time and `place` are stored with it. If it fails, the table is read again.
        """
        after = await self._timed(before, await self._recalled(before, after))
        if place is not None and place.chat == after.chat:
            place = replace(place, chat=after.counts_in)
        moves = _log_of(after)[len(_log_of(before)) :]
        try:
            await self._store.update(
                record_of(after),
                expected=before.version,
                moves=moves,
                place=None if place is not None and place.chat.is_hand else place,  # people ring in their chats
                reseated=after.seats != before.seats,
            )
        except BaseException:
            self._kept.drop(before.id)
            raise
        _note(before, after)
        if after.people != before.people:
            after = await self._titled(after)
        return self._keep(await self._told(after))

    async def _timed(self, before: Table | None, after: Table) -> Table:
        table = deadlines.timed(before, after, await self._settings(after))
        return replace(table, ahead=False) if table.ahead else table

    async def _recalled(self, before: Table | None, after: Table) -> Table:
        """Give a game that begins the records of its chat, which its story then keeps."""
        if (
            isinstance(before, StartedTable)
            or not isinstance(after, StartedTable)
            or after.status is not Status.PLAYING
        ):
            return after
        return recalled(after, await self._store.chat_records(after.counts_in, after.game))

    async def _settings(self, table: Table) -> PersonSettings:
        return await sleeper_settings(self._store, table, deadlines.sleeper(table))

    async def _titled(self, table: Table) -> Table:
        """Give a lobby the titles that its people won in its chat, of those who want to be ranked."""
        if table.status is not Status.LOBBY:
            return table
        won = await self._store.titles(table.counts_in, table.people)
        shown = [(one, won[one]) for one in table.people if one in won and (await self._ranked(one))]
        return replace(table, titles=tuple(shown))

    async def _ranked(self, person: PersonKey) -> bool:
        return (await person_settings(self._store, person)).ranked

    async def _told(self, table: Table) -> Table:
        return await self._over(table) if isinstance(table, StartedTable) and table.status is Status.OVER else table

    def forget(self, tables: Iterable[str]) -> None:
        """Drop these tables from memory: another process has changed them."""
        self._forgotten += 1
        for table in tables:
            self._kept.drop(table)

    def forget_all(self) -> None:
        """Drop all tables from memory: their names have changed."""
        self._forgotten += 1
        self._kept.clear()

    def missed(self, outage: Outage | None) -> None:
        """Set the last outage: tables untouched since then get its time back when they are read."""
        if outage != self._outage:
            self._outage = outage
            self.forget_all()

    async def of_chat(self, chat: ChatKey) -> list[Table]:
        """Return a chat's open tables, its own and others, oldest first, without their moves.

        A corrupt one has only its plain columns, so that it can be named and closed.
        """
        return [_outline(record) for record in await self._store.tables(chat, OPEN)]

    async def games(self, chat: ChatKey, *, limit: int, skip: int) -> list[Table]:
        """Return a chat's open tables and games, newest first, without their moves, like `of_chat`."""
        return [_outline(record) for record in await self._store.games(chat, limit=limit, skip=skip)]

    async def above(self, chat: ChatKey) -> ChatKey | None:
        """Return the chat above a thread that was opened for a table, its first one; None for any other chat."""
        code = await self._store.first_table(chat)
        first = None if code is None else await self.outline(code)
        return None if first is None else first.links.announcement

    async def outline(self, code: str) -> Table | None:
        """Return a stored table without its moves, like `of_chat`; None if there is none."""
        record = await self._store.table(code)
        return None if record is None else _outline(record)

    async def stored(self, code: str) -> tuple[Table, tuple[MoveRecord, ...]] | None:
        """Return a stored table without its game, and its log; None if there is none. Raises CorruptTable."""
        record = await self._store.table(code)
        if record is None:
            return None
        try:
            return heading_of(record), tuple(await self._store.moves(code))
        except (EngineError, ValueError, KeyError, TypeError, LogLost) as error:
            raise CorruptTable(code) from error

    async def naming(self, person: PersonKey, private: ChatKey | None) -> list[Table]:
        """Return the stored tables that name a person, with plain columns only."""
        return [plain_of(record) for record in await self._records(await self._store.tables_of(person, private))]

    async def forget_person(
        self, person: PersonKey, alias: PersonKey, private: ChatKey | None, traces: TracesRecord
    ) -> ForgottenRecord:
        """Replace a person by an alias at the tables that name them; the caller holds their queues."""
        options: dict[str, str] = {}
        for record in await self._records(traces.tables):
            before = with_options(plain_of(record), record.options)
            after = without(before, person, alias)
            if after != before:
                options[record.id] = options_text(after)
        forgotten = await self._store.forget(person, alias, options, private, traces)
        self.forget(forgotten.tables)
        return forgotten

    async def _records(self, names: Iterable[str]) -> list[TableRecord]:
        records = [await self._store.table(name) for name in names]
        return [record for record in records if record is not None]

    async def close_unreadable(self, table: str, version: int, now: float) -> None:
        """Close a table without reading it; raises StaleTable. Its messages are never updated."""
        await self._store.cancel(table, expected=version, at=now)
        for board in await self._store.boards(table):
            await self._store.save_board(replace(board, live=False))

    async def _load(self, record: TableRecord) -> Table:
        if self._unreadable.get(record.id) == record.version:
            raise CorruptTable(record.id)
        try:
            log = await self._log(record) if is_begun(record) else ()
        except LogLost as error:
            await self._store.set_aside("archived_logs", {"table_id": record.id}, "file", str(error))
            raise CorruptTable(record.id) from error
        try:
            table = table_of(record, log)
        except Exception as error:
            if record.id not in self._unreadable and not record.damaged:
                await self._store.set_aside(
                    "tables", {"id": record.id}, "content", f"{type(error).__name__}: {error}"
                )
            self._unreadable[record.id] = record.version
            raise CorruptTable(record.id) from error
        return await self._told(await self._titled(await self._repaid(table, record)))

    async def _repaid(self, table: Table, record: TableRecord) -> Table:
        """Give a table back the time of outages that its stored times don't include yet."""
        lost, back = record.owed, max(record.back, table.clock.back)
        if self._outage is not None and (more := self._outage.since(max(table.updated, back))):
            lost, back = lost + more, self._outage.ended
        if not lost or table.due is None or table.status not in OPEN:
            return table
        stored = replace(table, due=table.due - record.owed)
        return deadlines.repaid(stored, await self._settings(stored), lost, back)

    async def _log(self, record: TableRecord) -> Log:
        first = resumed_at(record)
        if not first:
            return tuple(await self._store.moves(record.id))[: record.plies]
        late, early = await self._store.log(record.id, since=first)

        def read() -> tuple[MoveRecord, ...]:
            moves = tuple(early())
            if len(moves) != first:
                raise CorruptTable(record.id)
            return moves

        return Resumed(Early(first, read), tuple(late)[: max(0, record.plies - first)])

    def _keep(self, table: Table) -> Table:
        self._kept.keep(table)
        return table


def _outline(record: TableRecord) -> Table:
    with suppress(Exception):  # the error appears when it is opened
        return heading_of(record)
    return replace(plain_of(record), damaged=True)


def _log_of(table: Table) -> Log:
    return table.log if isinstance(table, StartedTable) else ()


def _note(before: Table, after: Table) -> None:
    """Log that a table begins or ends; never the players' names."""
    if after.status is before.status:
        return
    computers = sum(seat.is_bot for seat in after.seats)
    words = {Status.PLAYING: "begins", Status.OVER: "is over", Status.CANCELLED: "is closed"}
    minutes = (after.updated - after.created) / 60
    who = f"{len(after.people)} people, {computers} computers"
    word = words.get(after.status, after.status.value)
    _log.info("table %s %s: %s, %d plies, %.0f minutes old", after.id, word, who, len(_log_of(after)), minutes)
