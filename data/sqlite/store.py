"""Keep the store on one machine: in an SQLite file, through aiosqlite.

aiosqlite does what it was handed in order, even for a caller who was cancelled: so a cancelled write is whole or
nothing.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import suppress

from filelock import BaseFileLock

from data.roles.analyses import Analyses
from data.roles.boards import Boards
from data.roles.chats import Chats
from data.roles.copying import Copying
from data.roles.history import History
from data.roles.messages import Messages
from data.roles.people import People
from data.roles.places import Places
from data.roles.privacy import Privacy
from data.roles.pulse import Pulse
from data.roles.puzzles import Puzzles
from data.roles.results import Results
from data.roles.secrets import Secrets
from data.roles.standings import Standings
from data.roles.tables import Tables
from data.roles.waitlist import Waitlist
from data.sqlite.connection import Database, SqliteConnection
from data.sqlite.lock import acquire, release
from data.sqlite.migrations import MEMORY, open_database
from data.store import UnusableDatabase


async def open_sqlite(path: str, *, alone: bool = False) -> SqliteStore:
    """Open the database at `path`, or one in memory for `:memory:`; raises UnusableDatabase where it cannot be used.

    `alone` keeps everybody else who asks for that out until the store is closed; raises DatabaseInUse if somebody is
    in.
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
    return SqliteStore(database, lock)


def _opened(path: str, *, alone: bool) -> tuple[sqlite3.Connection, BaseFileLock | None]:
    lock = acquire(path) if alone and path != MEMORY else None
    try:
        return open_database(path, locked=lock is not None), lock
    except BaseException:
        if lock is not None:
            release(lock)
        raise


class SqliteStore(
    SqliteConnection,
    Analyses,
    Boards,
    Chats,
    Copying,
    History,
    Messages,
    People,
    Places,
    Privacy,
    Pulse,
    Puzzles,
    Results,
    Secrets,
    Standings,
    Tables,
    Waitlist,
):
    """The store in an SQLite file, put together from a class for each role; make one with `open_sqlite`."""
