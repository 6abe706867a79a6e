"""Store who wants to be called when the next table opens."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.records import CallerRecord, ChatKey, PersonKey
from data.roles.reading import Form, Reading
from data.roles.rows import IN_CHAT, Value, chat_values
from data.roles.statements import bounded

SAVE_CALLER = """
INSERT INTO callers (platform, chat, thread, user, name) VALUES (:platform, :chat, :thread, :user, :name)
ON CONFLICT (platform, chat, thread, user) DO UPDATE SET name = excluded.name
"""

DROP_CALLER = f"DELETE FROM callers WHERE {IN_CHAT} AND user = :user RETURNING id"

CALLERS = f"SELECT user, name FROM callers WHERE {IN_CHAT} ORDER BY id LIMIT :limit"


_FORM = Form("callers", "user ~name", key="platform chat thread user")


class Waitlist(Reading):
    """The people to call when the next table opens, by chat."""

    async def save_caller(self, caller: CallerRecord) -> None:
        """Add a person to a chat's waitlist; a second time only updates the name."""
        await self._write(SAVE_CALLER, {**_values(caller.chat, caller.person), "name": caller.name})

    async def drop_caller(self, chat: ChatKey, person: PersonKey) -> bool:
        """Remove a person from a chat's waitlist; return whether they were on it."""
        return bool(await self._write(DROP_CALLER, _values(chat, person)))

    async def callers(self, chat: ChatKey, *, limit: int) -> list[CallerRecord]:
        """Return at most `limit` people of a chat's waitlist, the first to ask first."""
        values = chat_values(chat)
        rows = await self._sound(_FORM, await self._read(CALLERS, {**values, "limit": bounded(limit)}), **values)
        return [CallerRecord(chat, PersonKey(chat.platform, user), name) for user, name in rows]


def _values(chat: ChatKey, person: PersonKey) -> dict[str, Value]:
    return {**chat_values(chat), "user": person.user}
