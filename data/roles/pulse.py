"""Keep the moment when the program was last seen running."""

from __future__ import annotations

from data.roles.statements import Statements

BEAT = "INSERT INTO pulse (id, at) VALUES (1, :at) ON CONFLICT (id) DO UPDATE SET at = excluded.at"

LAST_BEAT = "SELECT at FROM pulse"


class Pulse(Statements):
    """One moment of a store."""

    async def beat(self, at: float) -> None:
        """Note that the program runs now, in Unix seconds."""
        await self._write(BEAT, {"at": float(at)})

    async def last_beat(self) -> float | None:
        """Return when that was noted last, in Unix seconds; None if it never was."""
        rows = await self._read(LAST_BEAT, {})
        return rows[0][0] if rows else None
