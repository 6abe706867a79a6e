"""Ask a database in memory where one stands: there is no disk to wait for, and handing it to a thread costs more.

A fifth of what whole games in tests cost goes into waking the thread of aiosqlite and being woken by it. The tests of
the store itself do without this, and so does whatever is kept in a file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

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
