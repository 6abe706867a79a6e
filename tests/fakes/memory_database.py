"""Ask a database in memory where one stands: there is no disk to wait for, and handing it to a thread costs more.

A fifth of what whole games in tests cost goes into waking the thread of aiosqlite and being woken by it. The tests of
the store itself do without this, and so does whatever is kept in a file.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import cache
from typing import Any

from data.migrations import Migration
from data.sqlite import migrations
from data.sqlite.connection import Database

handed_over = Database._execute
"""How it is done otherwise."""


async def at_once(self: Database, work: Callable[..., Any], *values: Any, **named: Any) -> Any:
    """Do a piece of work on a connection, letting others go first as the thread would."""
    if not self._running or self._connection is None or not _is_in_memory(self):
        return await handed_over(self, work, *values, **named)
    await asyncio.sleep(0)
    return work(*values, **named)


def _is_in_memory(database: Database) -> bool:
    found: bool | None = vars(database).get("in_memory")
    if found is None:
        ((_, _, file),) = database._conn.execute("PRAGMA database_list").fetchall()
        found = vars(database)["in_memory"] = not file
    return found


migrated = migrations._migrate
"""How a database comes to its form otherwise."""


def copied(connection: sqlite3.Connection, path: str, steps: Sequence[Migration]) -> None:
    """Bring a database in memory to its form by copying one that has it: all steps cost ten times as much."""
    if path != migrations.MEMORY:
        migrated(connection, path, steps)
        return
    with closing(sqlite3.connect(migrations.MEMORY)) as source:
        source.deserialize(_with_all(tuple(steps)))
        source.backup(connection)


@cache
def _with_all(steps: tuple[Migration, ...]) -> bytes:
    """Return a database that has seen these steps, and nothing else."""
    with closing(sqlite3.connect(migrations.MEMORY, isolation_level=None)) as connection:
        migrated(connection, migrations.MEMORY, steps)
        return connection.serialize()
