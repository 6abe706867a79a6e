"""Run statements on one connection to an SQLite file, one operation at a time."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import aiosqlite
from filelock import BaseFileLock

from data.errors import StoreError, StoreFailed
from data.roles.damage import REPLACED
from data.roles.rows import Row, Value, checked
from data.roles.statements import BrokenReference, Statements, Steps, Work, log_statement
from data.sqlite.lock import release
from data.sqlite.rewriting import rewrite, rewrite_if_due
from data.sqlite.room import allocate, grown

T = TypeVar("T")
_NO_JSON, _BLOB = "JSON cannot hold BLOB values", "blob"
FORM = "PRAGMA user_version"
FREE_PAGES = "PRAGMA freelist_count"
GIVE_BACK = "PRAGMA incremental_vacuum(64)"
"""Gives 64 pages (256 KiB) back to the disk: a few milliseconds in which nobody else writes."""
ON_DISK = "PRAGMA synchronous = FULL"
ON_DISK_LATER = "PRAGMA synchronous = NORMAL"
EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)"
LAST_MESSAGE = "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'messages'"
GO_ON_AFTER = (
    "DELETE FROM sqlite_sequence WHERE name = 'messages'",
    "INSERT INTO sqlite_sequence (name, seq) SELECT 'messages', :message WHERE :message > 0",
)


class Database(aiosqlite.Connection):
    """A connection that takes several statements at once, as each switch of threads costs more than most."""

    _given = _done = 0
    """Calls for the database's thread: those given to it, and those that it has done. Each thread counts its own."""

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        self._given += 1
        execute: Callable[..., Awaitable[Any]] = super()._execute
        return await execute(self._counted, fn, args, kwargs)

    def _counted(self, work: Callable[..., T], args: Sequence[Any], named: Mapping[str, Any]) -> T:
        try:
            return work(*args, **named)
        finally:
            self._done += 1

    @property
    def is_idle(self) -> bool:
        """Return whether the database's thread does nothing, also for callers that were cancelled."""
        return self._given == self._done

    def looked_up(self, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
        """Run a statement in the caller's thread, which is safe while the connection is idle."""
        return rows_of(self._conn, statement, values)

    async def listed(self, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
        """Run a statement on the database's thread; returns its rows."""
        execute: Callable[..., Awaitable[Sequence[Row]]] = self._execute
        return await execute(rows_of, self._conn, statement, values)

    async def noted(self, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
        """Run a statement that a power cut may undo, as long as nothing after it is stored for good."""
        execute: Callable[..., Awaitable[Sequence[Row]]] = self._execute
        return await execute(_noted, self._conn, statement, values)

    async def atomically(self, work: Work[T]) -> T:
        """Do a piece of work on the database's thread, as one transaction; returns what it returns."""
        execute: Callable[..., Awaitable[T]] = self._execute
        return await execute(_transaction, self._conn, work)

    async def rewrite(self, path: str | None) -> None:
        """Rewrite the file at `path`, None for a database in memory."""
        execute: Callable[..., Awaitable[None]] = self._execute
        await execute(rewrite, self._conn, path)

    async def rewrite_if_due(self, path: str) -> None:
        """Rewrite the file at `path` if that is due and takes only seconds."""
        execute: Callable[..., Awaitable[None]] = self._execute
        await execute(rewrite_if_due, self._conn, path)

    async def empty_log(self) -> bool:
        """Write the write-ahead log into the file and truncate it; return False if a reader needs it."""
        execute: Callable[..., Awaitable[bool]] = self._execute
        return await execute(_log_emptied, self._conn)


def _log_emptied(connection: sqlite3.Connection) -> bool:
    """Checkpoint without SQLite's busy timeout, which would block the connection."""
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        (busy, _, _) = connection.execute(EMPTY_LOG).fetchone()
    finally:
        connection.execute(f"PRAGMA busy_timeout = {patience:d}")
    return not busy


def _noted(connection: sqlite3.Connection, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
    connection.execute(ON_DISK_LATER)
    try:
        return rows_of(connection, statement, values)
    finally:
        connection.execute(ON_DISK)


def _transaction(connection: sqlite3.Connection, work: Work[T]) -> T:
    connection.execute("BEGIN IMMEDIATE")
    try:
        result = _done(connection, work())
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return result


def _done(connection: sqlite3.Connection, steps: Steps[T]) -> T:
    """Run the statements of a transaction in order."""
    try:
        statement, values = next(steps)
        while True:
            log_statement(statement)
            if isinstance(values, Mapping):
                rows: Sequence[Row] = rows_of(connection, statement, values)
            else:
                connection.executemany(statement, values)
                rows = ()
            statement, values = steps.send(rows)
    except StopIteration as end:
        result: T = end.value
        return result


def rows_of(connection: sqlite3.Connection, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
    """Run a statement; values that cannot go into JSON are replaced by a sign."""
    try:
        return connection.execute(statement, values).fetchall()
    except sqlite3.OperationalError as error:
        if str(error) != _NO_JSON:
            raise
        return connection.execute(forgiving(statement), values).fetchall()


def forgiving(statement: str) -> str:
    """Return a statement that replaces values which cannot go into JSON by a sign."""

    def signed(name: str) -> str:
        return f"iif(typeof({name}) = {_BLOB!r}, {REPLACED!r}, {name})"

    def listed(found: re.Match[str]) -> str:
        return f"json_array({', '.join(signed(name.strip()) for name in found[1].split(','))})"

    arrays = re.sub(r"json_array\(([\w., \n]+)\)", listed, statement)
    arrays = re.sub(r"json_quote\(([\w.]+)\)", lambda quoted: f"json_quote({signed(quoted[1])})", arrays)
    return re.sub(r"('[\w ]+',\s*)([\w.]+)(?=\s*[,)])", lambda field: field[1] + signed(field[2]), arrays)


def _rewritten() -> Steps[None]:
    """Allocate pages, then rewrite the schema's number, so that the first page is written."""
    yield from grown()
    ((form,),) = yield FORM, {}
    yield f"{FORM} = {form:d}", {}


class SqliteConnection(Statements):
    """A connection that runs statements; a single one commits by itself."""

    def __init__(self, database: Database, lock: BaseFileLock | None = None, path: str | None = None) -> None:
        """Take over an open database at `path`, None for one in memory; `lock` is held until `close`."""
        self.path = path
        self._database = database
        self._file_lock = lock
        self._lock = asyncio.Lock()
        self._closed = False

    async def close(self) -> None:
        """Wait for running statements, then close the file; safe to call again."""
        self._closed = True
        async with self._lock:
            await self._database.close()
            if self._file_lock is not None:
                release(self._file_lock)

    async def probe(self) -> None:
        """Write without changing anything, and check for free space.

        Raises StoreFailed or StoreError if nothing can be stored.
        """
        await self._atomically(_rewritten)
        if self.path is not None:
            try:
                await asyncio.to_thread(allocate, self.path)
            except OSError as error:
                raise StoreFailed(f"the disk of the database has no room: {error.strerror or error}") from error

    async def rewrite(self) -> None:
        """Rewrite the file, which takes seconds per 100 MB; no other process may use it."""
        async with self._turn():
            await self._database.rewrite(self.path)

    async def tidy(self) -> None:
        """Rewrite a file that may hold remains of deleted rows; if that takes long, log how to do it."""
        if self.path is not None:
            async with self._turn():
                await self._database.rewrite_if_due(self.path)

    async def clean(self) -> bool:
        """Return some free pages to the disk, or empty the log; return whether there is more to do.

        Without incremental vacuum a file keeps its free pages, which secure_delete has zeroed.
        """
        async with self._turn():
            ((before,),) = await self._run(FREE_PAGES, {})
            if before:
                await self._database.executescript(GIVE_BACK)  # to its end: `execute` stops after the first page
                ((after,),) = await self._run(FREE_PAGES, {})
                if after < before:
                    return True
            return not await self._database.empty_log()

    async def last_message(self) -> int:
        """Return the highest number that a web page's message ever had."""
        ((last,),) = await self._read(LAST_MESSAGE, {})
        return int(last)

    async def go_on_after(self, message: int) -> None:
        """Set the number of the next web page message to follow `message`; other counters follow by themselves."""

        def work() -> Steps[None]:
            for statement in GO_ON_AFTER:
                yield statement, {"message": message}

        await self._atomically(work)

    # one operation at a time ----------------------------------------------------------------------------------------

    def _turn(self) -> _Turn:
        """Return the context of one operation, which raises StoreError once the store is closed."""
        return _Turn(self._lock, self._is_closed)

    def _is_closed(self) -> bool:
        return self._closed

    async def _atomically(self, work: Work[T], *alone: str) -> T:  # noqa: ARG002 - here all of them are alone
        """Run several statements as one transaction."""
        async with self._turn():
            return await self._database.atomically(work)

    async def _run(self, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
        log_statement(statement)
        return await self._database.listed(statement, values)

    async def _write(self, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
        """Run one statement as a transaction; raises ValueError for values that cannot be stored."""
        values = checked(values)
        async with self._turn():
            return await self._run(statement, values)

    async def _note_down(self, statement: str, values: Mapping[str, Value]) -> None:
        """Run one statement as a transaction that is on the disk with the next one; waiting for it costs most."""
        values = checked(values)
        async with self._turn():
            log_statement(statement)
            await self._database.noted(statement, values)

    async def _read(self, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
        """Run one statement on one snapshot; returns no rows if a value cannot be stored."""
        try:
            checked(values)
        except ValueError:
            return []  # nothing of that name can have been stored
        async with self._turn():
            return await self._run(statement, values)

    async def _look_up(self, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
        """Run a statement that reads a few rows by their keys.

        An idle connection runs it in this thread: a few microseconds, where two switches of threads take a hundred.
        """
        if self._closed or self._lock.locked() or not self._database.is_idle:
            return await self._read(statement, values)
        try:
            checked(values)
        except ValueError:
            return []
        log_statement(statement)
        with translated():
            return self._database.looked_up(statement, values)


class _Turn:
    """One operation's turn on the connection: a class, since each press needs several and a generator is slower."""

    __slots__ = ("_is_closed", "_lock")

    def __init__(self, lock: asyncio.Lock, is_closed: Callable[[], bool]) -> None:
        self._lock, self._is_closed = lock, is_closed

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        if self._is_closed():
            self._lock.release()
            raise StoreError("the store is closed")

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._lock.release()
        if isinstance(error, sqlite3.Error):
            raise translation(error) from error


@contextmanager
def translated() -> Iterator[None]:
    """Convert the driver's errors."""
    try:
        yield
    except sqlite3.Error as error:
        raise translation(error) from error


def translation(error: sqlite3.Error) -> Exception:
    """Return what a driver's error is here: an invalid value is a ValueError, the rest StoreFailed."""
    if not isinstance(error, sqlite3.IntegrityError):
        return StoreFailed(f"the database failed: {error}")
    if error.sqlite_errorcode == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
        return BrokenReference(str(error))
    return ValueError(f"this cannot be stored: {error}")
