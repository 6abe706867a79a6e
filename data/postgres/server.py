"""Keep a pool of connections to a server.

A lost server is logged once and retried. Work that was not yet sent, or that the server rolled back, runs again once
it is back, as long as a caller waits. Of work that was under way, only reads run again.
"""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

import asyncpg

from data.errors import DatabaseAway, StoreError, StoreFailed, UnusableDatabase
from data.postgres.address import COMMAND, CONNECTING, Address, forgiving
from data.roles.statements import BrokenReference

T = TypeVar("T")
CONNECTIONS = 8
"""The most that a process has to the server at once, with one more by which it tells others that it lives."""
PATIENCE = 8.0
"""Seconds for which a caller waits until a lost server is back."""
_AGAIN = (0.02, 0.05, 0.1, 0.2, 0.5)
_log = logging.getLogger(__name__)

UNDONE = (
    asyncpg.DeadlockDetectedError,
    asyncpg.SerializationError,
    asyncpg.AdminShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.InterfaceError,  # said by the driver itself, on a connection that is no more: nothing was sent
    asyncpg.InternalClientError,
)
"""What is said where a transaction was undone, or never begun, so that it may be begun again."""
LOST = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""How it shows that the server is not there."""


class Unknown(StoreFailed):
    """The server was lost before it answered: the write may have happened."""


class Doing:
    """Work on a connection: whether repeating it could write twice."""

    def __init__(self) -> None:
        self.sent = False


class Server:
    """A server, and this process's connections to it."""

    def __init__(self, url: str) -> None:
        """Name the server by a `postgresql://…` address; nothing connects yet."""
        self._address = Address(url)
        self._pool: asyncpg.Pool | None = None
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False
        self._lost: float | None = None
        self._back = 0.0

    async def connect(self) -> asyncpg.Connection:
        """Open a separate connection; raises as asyncpg does, and UnusableDatabase."""
        return await self._address.connect()

    async def is_pooled(self) -> bool:
        """Tell whether a pooler answers, which keeps nothing between transactions; raises as `connect`."""
        return await self._address.is_pooled()

    async def open(self) -> None:
        """Open the pool, waiting for a server that is starting; raises as `connect`."""
        deadline = time.monotonic() + PATIENCE
        while self._pool is None:
            try:
                self._pool = await asyncpg.create_pool(
                    self._address.url,
                    min_size=0,
                    max_size=CONNECTIONS,
                    max_inactive_connection_lifetime=300,
                    max_cached_statement_lifetime=0,
                    reset=_unchanged,
                    init=forgiving,
                    **await self._address.options(),
                )
            except asyncpg.CannotConnectNowError:
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(_AGAIN[-1])

    async def close(self) -> None:
        """Wait for running work, then disconnect; safe to call again."""
        self._closed = True
        await self._idle.wait()
        if self._pool is not None:
            try:
                await asyncio.wait_for(self._pool.close(), CONNECTING)
            except (TimeoutError, *LOST):
                self._pool.terminate()

    # one piece of work -------------------------------------------------------------------------------------------

    async def do(self, work: Callable[[asyncpg.Connection, Doing], Awaitable[T]]) -> T:
        """Run work on a connection, and repeat it as long as none of it can have been written.

        Raises StoreError when closed, ValueError for values that cannot be stored, otherwise Unknown or StoreFailed.
        """
        if self._closed:
            raise StoreError("the store is closed")
        self._busy += 1
        self._idle.clear()
        try:
            with _translated():
                return await self._persistently(work)
        finally:
            self._busy -= 1
            if not self._busy:
                self._idle.set()

    async def _persistently(self, work: Callable[[asyncpg.Connection, Doing], Awaitable[T]]) -> T:
        deadline, attempt = time.monotonic() + PATIENCE, 0
        while True:
            doing, began = Doing(), time.monotonic()
            try:
                done = await self._once(work, doing)
            except (ValueError, *UNDONE, *LOST) as error:
                if isinstance(error, ValueError) and not _is_certificate(error):
                    raise  # of what no column can hold the driver itself says so, by an error of the connection
                undone = isinstance(error, UNDONE) or isinstance(error.__cause__, UNDONE)  # it said so, and went
                if isinstance(error, LOST):
                    self._tell(error, began)
                if doing.sent and not undone:
                    raise Unknown(f"the database's server was lost before it answered: {_word(error)}") from error
                if time.monotonic() > deadline:
                    raise
            else:
                if self._lost is not None and began > self._lost:
                    self._lost, self._back = None, time.monotonic()
                    _log.warning("the database's server answers again")
                return done
            await asyncio.sleep(_AGAIN[min(attempt, len(_AGAIN) - 1)])
            attempt += 1

    async def _once(self, work: Callable[[asyncpg.Connection, Doing], Awaitable[T]], doing: Doing) -> T:
        if self._pool is None:
            raise StoreError("no server is open")
        async with self._pool.acquire(timeout=COMMAND) as connection:
            try:
                return await work(connection, doing)
            except LOST:
                with suppress(asyncpg.InterfaceError):  # it is gone already
                    connection.terminate()  # whatever state it is in
                raise

    def _tell(self, error: BaseException, began: float) -> None:
        """Log that the server was lost, unless that is logged, or the work began before it was back."""
        if self._lost is None and began > self._back:
            self._lost = time.monotonic()
            _log.warning("the database's server does not answer, it is tried again: %s", _word(error))


async def _unchanged(_: asyncpg.Connection) -> None:
    """Return a connection without a reset: no statement changes its settings."""


@contextmanager
def _translated() -> Iterator[None]:
    """Convert the driver's errors: an invalid value is a ValueError, the rest StoreFailed.

    Their details quote rows, which may hold seeds: they go into no message and no cause.
    """
    try:
        yield
    except asyncpg.ForeignKeyViolationError as error:
        raise BrokenReference(_word(error)) from None
    except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError, ValueError) as error:
        if _is_certificate(error):
            raise StoreFailed(f"the database failed: {_word(error)}") from None
        raise ValueError(f"this cannot be stored: {_word(error)}") from None
    except (TimeoutError, asyncpg.PostgresError, *LOST) as error:
        raise StoreFailed(f"the database failed: {_word(error)}") from None


def _word(error: BaseException) -> str:
    """Return an error's name without its details."""
    return str(error.args[0]) if error.args and isinstance(error, asyncpg.PostgresError) else _plain(error)


def _plain(error: BaseException) -> str:
    return str(error) or type(error).__name__


def _is_certificate(error: BaseException) -> bool:
    """Tell whether the server's certificate is wrong, which Python reports as a ValueError too."""
    return isinstance(error, ssl.SSLError)


def unusable(error: BaseException) -> UnusableDatabase:
    """Return why connecting failed, without the address, which may have a password."""
    is_refusal = isinstance(error, asyncpg.InterfaceError) or _is_certificate(error)
    if isinstance(error, ValueError) and not is_refusal:
        return UnusableDatabase("the address of the PostgreSQL database cannot be read")
    kind = DatabaseAway if isinstance(error, LOST) and not is_refusal else UnusableDatabase
    return kind(f"the PostgreSQL server cannot be used: {_word(error)}")
