"""Open the store in an SQLite file, through aiosqlite.

aiosqlite runs what it was given in order, even if the caller was cancelled: a cancelled write is whole or nothing.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Mapping
from contextlib import suppress

from filelock import BaseFileLock

from data.errors import StoreFailed, UnusableDatabase
from data.records import ChatKey, ForgottenRecord, PersonKey, TracesRecord
from data.sqlite.checking import SqliteChecking
from data.sqlite.connection import Database
from data.sqlite.displays import SqliteDisplays
from data.sqlite.lock import acquire, release
from data.sqlite.migrations import MEMORY, open_database
from data.sqlite.people import SqlitePeople
from data.sqlite.rewriting import note
from data.sqlite.tables import SqliteTables
from data.store import Store


async def open_sqlite(path: str, *, alone: bool = False) -> SqliteStore:
    """Open the database at `path`, `:memory:` for one in memory; raises UnusableDatabase.

    `alone` excludes other callers with `alone` until the store is closed; raises DatabaseInUse if there is one.
    """
    opening = asyncio.ensure_future(_open(path, alone=alone))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        with suppress(UnusableDatabase):
            await (await opening).close()
        raise


async def _open(path: str, *, alone: bool) -> SqliteStore:
    # What may fail is done before aiosqlite starts its thread, which does not end well after a failed start.
    connection, lock = await asyncio.to_thread(_opened, path, alone=alone)
    database = Database(lambda: connection, iter_chunk_size=64)
    await database
    return SqliteStore(database, lock, None if path == MEMORY else path)


def _opened(path: str, *, alone: bool) -> tuple[sqlite3.Connection, BaseFileLock | None]:
    lock = acquire(path) if alone and path != MEMORY else None
    try:
        return open_database(path, locked=lock is not None), lock
    except BaseException:
        if lock is not None:
            release(lock)
        raise


class SqliteStore(SqliteDisplays, SqliteTables, SqlitePeople, SqliteChecking, Store):
    """The store in an SQLite file; `open_sqlite` opens one."""

    async def forget(
        self,
        person: PersonKey,
        alias: PersonKey,
        options: Mapping[str, str],
        private: ChatKey | None = None,
        traces: TracesRecord | None = None,
    ) -> ForgottenRecord:
        """Forget a person; the next start rewrites the file. Raises StoreFailed."""
        if self.path is not None:
            try:
                note(self.path)
            except OSError as error:
                raise StoreFailed(f"the database failed: {error}") from error
        try:
            return await super().forget(person, alias, options, private, traces)
        finally:
            self._people_changed()
