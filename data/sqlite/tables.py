"""Read only the end of a running game's log from a file, and the rest on demand."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial

from filelock import BaseFileLock

from data.errors import StoreError
from data.records import ArchivedLogRecord, LogRecord, MoveRecord
from data.roles.archives import ARCHIVE_FORM, ARCHIVED_LOG
from data.roles.damage import decode
from data.roles.log_files import read_log
from data.roles.reading import sound
from data.roles.rows import Row, Value, checked
from data.roles.statements import log_statement
from data.roles.tables import MOVE_FORM, MOVES, Tables
from data.sqlite.backups import address
from data.sqlite.connection import Database, SqliteConnection, rows_of, translated
from data.sqlite.lock import BUSY_SECONDS


class SqliteTables(SqliteConnection, Tables):
    """Tables in a file, which can also be read at once by a second connection."""

    def __init__(self, database: Database, lock: BaseFileLock | None = None, path: str | None = None) -> None:
        """Take over an open database at `path`, None for one in memory; `lock` is held until `close`."""
        super().__init__(database, lock, path)
        self._address = None if path is None else address(path, "ro")
        self._reader: sqlite3.Connection | None = None
        self._reading = threading.Lock()
        """Held while somebody reads: commands do in threads of their own, the rules in the event loop's."""
        self._scanning = asyncio.Lock()

    async def close(self) -> None:
        """Wait for running statements, then close the file; safe to call again."""
        self._closed = True
        async with self._scanning:  # the last to close writes the log into the file, which a reader cannot
            pass
        with self._reading:
            if self._reader is not None:
                self._reader.close()
                self._reader = None
        await super().close()

    async def log(self, table: str, *, since: int) -> LogRecord:
        """Return the log from ply `since` on, and a function that reads the earlier entries."""
        if self._address is None:
            return await super().log(table, since=since)
        return LogRecord(await self.moves(table, since=since), partial(self._before, table, since))

    async def _scan(self, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
        """Run a statement that reads whole tables, on a separate connection and thread."""
        if self._address is None:
            return await self._read(statement, values)
        try:
            checked(values)
        except ValueError:
            return []
        async with self._scanning:
            if self._closed:
                raise StoreError("the store is closed")
            with translated():
                return await asyncio.to_thread(_scanned, self._address, statement, values)

    def _before(self, table: str, since: int) -> list[MoveRecord]:
        """Read a log up to a ply. Blocks. Raises StoreError.

        The caller may be the rules or a text, which cannot await. A separate connection to a write-ahead log neither
        waits for a writer nor blocks one.
        """
        with self._reading, translated():
            reader = self._opened()
            rows = reader.execute(MOVES, {"table": table, "since": 0}).fetchall()
            log = [MoveRecord._make(row) for row in sound(MOVE_FORM, rows)]
            if log and log[0].ply == 0:
                return log[:since]
            places = sound(ARCHIVE_FORM, reader.execute(ARCHIVED_LOG, {"table": table}).fetchall())
        return read_log(ArchivedLogRecord(*places[0]))[:since] if places else log

    def _opened(self) -> sqlite3.Connection:
        if self._closed or self._address is None:
            raise StoreError("the store is closed")
        if self._reader is None:
            self._reader = _reader(self._address)
        return self._reader


def _reader(address: str) -> sqlite3.Connection:
    reader = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, check_same_thread=False)
    reader.text_factory = decode
    return reader


def _scanned(address: str, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
    log_statement(statement)
    with closing(_reader(address)) as reader:
        return rows_of(reader, statement, values)
