"""The part of the SQLite store that knows who wants to be called when the next table opens."""

from __future__ import annotations

from data.records import CallerRecord, ChatKey, PersonKey
from data.sqlite import rows, statements
from data.sqlite.connection import SqliteConnection, bounded
from data.sqlite.damage import is_damaged
from data.sqlite.rows import Value


class Callers(SqliteConnection):
    """Who waits for a game, by chat."""

    async def save_caller(self, caller: CallerRecord) -> None:
        """Notes that somebody wants to be called; asking twice is asking once."""
        await self._write(statements.SAVE_CALLER, {**_values(caller.chat, caller.person), "name": caller.name})

    async def drop_caller(self, chat: ChatKey, person: PersonKey) -> bool:
        """Forgets it; whether there was anything to forget."""
        return bool(await self._write(statements.DROP_CALLER, _values(chat, person)))

    async def callers(self, chat: ChatKey, *, limit: int) -> list[CallerRecord]:
        """Who wants to be called in a chat, who asked first first."""
        found = await self._read(statements.CALLERS, {**rows.chat_values(chat), "limit": bounded(limit)})
        sound = [row for row in found if not is_damaged(row[:1])]
        return [CallerRecord(chat, PersonKey(chat.platform, row[0]), str(row[1])) for row in sound]


def _values(chat: ChatKey, person: PersonKey) -> dict[str, Value]:
    return {**rows.chat_values(chat), "user": person.user}
