"""The part of the SQLite store that keeps the program's own secrets."""

from __future__ import annotations

import sqlite3

from data.sqlite import statements
from data.sqlite.connection import SqliteConnection
from data.sqlite.rows import checked


class Secrets(SqliteConnection):
    """Secrets of 32 bytes by purpose, made once and never changed."""

    async def secret(self, purpose: str, fresh: bytes) -> bytes:
        """Return the secret of a purpose; `fresh` is kept as it if there was none."""
        values = checked({"purpose": purpose, "value": fresh})

        def work(connection: sqlite3.Connection) -> bytes:
            connection.execute(statements.MAKE_SECRET, values)
            ((value,),) = connection.execute(statements.SECRET, values).fetchall()
            return bytes(value)

        return await self._atomically(work)
