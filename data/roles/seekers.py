"""Store people who look for a game with people in other chats."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from collections.abc import Sequence

from data.event_records import SeekerRecord, SeekerState
from data.records import ChatKey, PersonKey
from data.roles.reading import Form, Reading
from data.roles.rows import Row, Value, checked
from data.roles.statements import Steps, bounded

_COLUMNS = """
platform, user, name, at_platform, at_chat, at_thread, wish, points, since, due, state, table_id, message, version,
private_chat
"""
_PERSON = "platform = :platform AND user = :user"

SEEKER = f"SELECT {_COLUMNS} FROM seekers WHERE {_PERSON}"

# Patience is kept while the wish stays; a person who is called, or missed a call just now, waits.
SEEK = f"""
INSERT INTO seekers ({_COLUMNS})
VALUES (:platform, :user, :name, :at_platform, :at_chat, :at_thread, :wish, :points, :since, :due, :state, :table_id,
        :message, :version, :private_chat)
ON CONFLICT (platform, user) DO UPDATE SET
    name = excluded.name, at_platform = excluded.at_platform, at_chat = excluded.at_chat,
    at_thread = excluded.at_thread, wish = excluded.wish, points = excluded.points,
    since = CASE WHEN seekers.state = 'waiting' AND seekers.wish = excluded.wish
                 THEN seekers.since ELSE excluded.since END,
    due = excluded.due, state = excluded.state, table_id = '', message = '', private_chat = '',
    version = seekers.version + 1
WHERE seekers.state = 'waiting' OR seekers.due <= excluded.since
RETURNING user
"""

STOP_SEEKING = f"DELETE FROM seekers WHERE {_PERSON} AND state = 'waiting' RETURNING user"

WAITING = f"SELECT {_COLUMNS} FROM seekers WHERE state = 'waiting' AND due > :now ORDER BY since, user LIMIT :limit"

CALLED_TO = f"SELECT {_COLUMNS} FROM seekers WHERE table_id = :table_id AND table_id <> '' ORDER BY since, user"

CHANGE_SEEKER = f"""
UPDATE seekers SET due = :due, state = :state, table_id = :table_id, message = :message,
    private_chat = :private_chat, version = version + 1
WHERE {_PERSON} AND version = :version
RETURNING user
"""

DUE_SEEKERS = f"SELECT {_COLUMNS} FROM seekers WHERE due <= :now ORDER BY due, user LIMIT :limit"

DROP_SEEKER = f"DELETE FROM seekers WHERE {_PERSON} AND version = :version RETURNING user"

MOVE_SEEKERS = """
UPDATE seekers SET at_platform = :new_platform, at_chat = :new_chat, at_thread = :new_thread
WHERE at_platform = :platform AND at_chat = :chat AND at_thread = :thread
"""

_FORM = Form(
    "seekers",
    "platform user ~name at_platform at_chat at_thread wish points since due state table_id message version "
    "private_chat",
    key="platform user",
)


class _Moved(Exception):
    """Somebody has changed meanwhile."""


class Seekers(Reading):
    """People who look for a game. Each change is guarded by the version that its caller has seen."""

    async def seek(self, seeker: SeekerRecord) -> bool:
        """Let a person wait, or wish for something else; return False if a call of theirs is not over."""
        return bool(await self._write(SEEK, _values(seeker)))

    async def seeker(self, person: PersonKey) -> SeekerRecord | None:
        """Return a person's search, None if there is none."""
        values = {"platform": person.platform, "user": person.user}
        rows = await self._sound(_FORM, await self._read(SEEKER, values))
        return _record(rows[0]) if rows else None

    async def stop_seeking(self, person: PersonKey) -> bool:
        """End a person's search unless they are called; return whether there was one."""
        return bool(await self._write(STOP_SEEKING, {"platform": person.platform, "user": person.user}))

    async def waiting_seekers(self, now: float, limit: int) -> list[SeekerRecord]:
        """Return at most `limit` people who wait, the most patient first."""
        return await self._seekers(WAITING, {"now": float(now), "limit": bounded(limit)})

    async def seekers_of(self, table: str) -> list[SeekerRecord]:
        """Return the people who are called to a table, the most patient first."""
        return await self._seekers(CALLED_TO, {"table_id": table})

    async def due_seekers(self, now: float, limit: int) -> list[SeekerRecord]:
        """Return at most `limit` people to look at by now, longest overdue first."""
        return await self._seekers(DUE_SEEKERS, {"now": float(now), "limit": bounded(limit)})

    async def call_seekers(self, seekers: Sequence[SeekerRecord]) -> bool:
        """Store these changed people all together, if each still has their version; return whether it was done."""

        def call() -> Steps[bool]:
            for seeker in sorted(seekers, key=lambda one: (one.person.platform, one.person.user)):
                if not (yield CHANGE_SEEKER, _values(seeker)):
                    raise _Moved
            return True

        try:
            return await self._atomically(call)
        except _Moved:
            return False

    async def change_seeker(self, seeker: SeekerRecord) -> SeekerRecord | None:
        """Store a changed person if they still have their version; return them one version up, else None."""
        if not await self._write(CHANGE_SEEKER, _values(seeker)):
            return None
        return seeker.after(version=seeker.version + 1)

    async def drop_seeker(self, seeker: SeekerRecord) -> bool:
        """Delete a search that still has its version; return whether it had."""
        return bool(await self._write(DROP_SEEKER, _values(seeker)))

    async def _seekers(self, statement: str, values: dict[str, Value]) -> list[SeekerRecord]:
        return [_record(row) for row in await self._sound(_FORM, await self._read(statement, values))]


def _values(one: SeekerRecord) -> dict[str, Value]:
    return checked(
        {
            "platform": one.person.platform,
            "user": one.person.user,
            "name": one.name,
            "at_platform": one.chat.platform,
            "at_chat": one.chat.chat,
            "at_thread": one.chat.thread,
            "wish": one.wish,
            "points": one.points,
            "since": float(one.since),
            "due": float(one.due),
            "state": one.state.value,
            "table_id": one.table,
            "message": one.message,
            "version": one.version,
            "private_chat": one.private_chat,
        }
    )


def _record(row: Row) -> SeekerRecord:
    platform, user, name, at_platform, at_chat, at_thread, wish, points, since, due, state, table, *rest = row
    message, version, private_chat = rest
    return SeekerRecord(
        PersonKey(platform, user),
        name,
        ChatKey(at_platform, at_chat, at_thread),
        wish,
        points,
        since,
        due,
        SeekerState(state) if state in tuple(SeekerState) else SeekerState.MISSED,
        table,
        message,
        version,
        private_chat,
    )
