"""Store the last heartbeat and the last outage."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.records import OutageRecord
from data.roles.reading import Form, Reading

_SEEN = "CASE WHEN :seen > pulse.at THEN :seen ELSE pulse.at END"

# One that follows before the last was made good goes on with it.
BEAT = f"""
INSERT INTO pulse (id, at) VALUES (1, :at) ON CONFLICT (id) DO UPDATE
SET at = excluded.at,
    began = CASE WHEN excluded.at - {_SEEN} < :noticed OR pulse.made_good = 0 THEN pulse.began ELSE {_SEEN} END,
    ended = CASE WHEN excluded.at - {_SEEN} < :noticed THEN pulse.ended ELSE excluded.at END,
    made_good = CASE WHEN excluded.at - {_SEEN} < :noticed THEN pulse.made_good ELSE 0 END
RETURNING began, ended, made_good
"""

LAST_BEAT = "SELECT at FROM pulse"

MADE_GOOD = "UPDATE pulse SET made_good = 1 WHERE ended = :ended"


FORGET_OUTAGE = "UPDATE pulse SET began = NULL, ended = NULL, made_good = 1 WHERE id = 1"

_FORM = Form("pulse", "began ended made_good", key="id")
_BEAT_FORM = Form("pulse", "at")


class Uptime(Reading):
    """The heartbeat of the program, and its last outage."""

    async def beat(self, at: float, *, seen: float, noticed: float) -> OutageRecord | None:
        """Store a heartbeat at `at` (Unix seconds) and return the last outage; None if there was none.

        An outage is `noticed` seconds or more without a heartbeat; `seen` counts as one. An outage that begins
        before the last was made good extends it.
        """
        values = {"at": float(at), "seen": float(seen), "noticed": float(noticed)}
        try:
            beats = await self._write(BEAT, values)
        except ValueError:  # the stored outage holds a type that its columns refuse, so the row cannot be updated
            await self._write(FORGET_OUTAGE, {})
            beats = await self._write(BEAT, values)
        rows = await self._sound(_FORM, beats, id=1)
        began, ended, made_good = rows[0] if rows else (None, at, 1)
        if ended is None:
            return None
        if began is None or not began <= ended <= at:  # no outage of ours
            await self._write(FORGET_OUTAGE, {})
            return None
        return OutageRecord(began, ended, bool(made_good))

    async def last_beat(self) -> float | None:
        """Return the last heartbeat in Unix seconds; None if there was none."""
        rows = await self._sound(_BEAT_FORM, await self._read(LAST_BEAT, {}))
        return rows[0][0] if rows else None

    async def made_good(self, outage: OutageRecord) -> None:
        """Mark an outage as made good, unless a later one has replaced it."""
        await self._write(MADE_GOOD, {"ended": outage.ended})
