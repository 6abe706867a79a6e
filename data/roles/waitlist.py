"""Keep who wants to be called when the next table opens."""

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
    """Those who wait for a game, by chat."""

    async def save_caller(self, caller: CallerRecord) -> None:
        """Note that somebody wants to be called; asking twice is asking once."""
        await self._write(SAVE_CALLER, {**_values(caller.chat, caller.person), "name": caller.name})

    async def drop_caller(self, chat: ChatKey, person: PersonKey) -> bool:
        """Forget that somebody wants to be called; return whether they did."""
        return bool(await self._write(DROP_CALLER, _values(chat, person)))

    async def callers(self, chat: ChatKey, *, limit: int) -> list[CallerRecord]:
        """Return who wants to be called in a chat, who asked first first."""
        values = chat_values(chat)
        rows = await self._sound(_FORM, await self._read(CALLERS, {**values, "limit": bounded(limit)}), **values)
        return [CallerRecord(chat, PersonKey(chat.platform, user), name) for user, name in rows]


def _values(chat: ChatKey, person: PersonKey) -> dict[str, Value]:
    return {**chat_values(chat), "user": person.user}
