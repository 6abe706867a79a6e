"""The part of the SQLite store that knows when the program last ran."""

from __future__ import annotations

from data.sqlite import statements
from data.sqlite.connection import SqliteConnection


class Pulse(SqliteConnection):
    """One moment."""

    async def beat(self, at: float) -> None:
        """Notes that the program runs now, in Unix seconds."""
        await self._write(statements.BEAT, {"at": float(at)})

    async def last_beat(self) -> float | None:
        """When that was noted last, in Unix seconds; None if it never was."""
        found = await self._read(statements.LAST_BEAT, {})
        return found[0][0] if found else None
