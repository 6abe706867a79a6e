"""The part of the SQLite store that says where tables are shown."""

from __future__ import annotations

import sqlite3

from data.records import ChatKey, TableDisplayRecord, TableSubscription
from data.sqlite import rows, statements
from data.sqlite.connection import SqliteConnection


class Places(SqliteConnection):
    """In which chats a table is shown, and how."""

    async def showing(self, table: str) -> TableDisplayRecord | None:
        """How a table is shown."""
        found = await self._read(statements.SHOWING, {"table": table})
        return rows.showing_record(table, found[0]) if found else None

    async def save_place(self, place: TableSubscription) -> None:
        """Shows a table in one chat more, or notes from where a person plays now."""
        values = rows.place_values(place)

        def save(connection: sqlite3.Connection) -> None:
            connection.execute(statements.LEAVE_PLACE, values)
            connection.execute(statements.SAVE_PLACE, values)

        await self._atomically(save)

    async def drop_places(self, table: str, chat: ChatKey) -> None:
        """Shows a table no more in this chat, unless it is the table's own."""
        await self._write(statements.DROP_PLACES, {"table": table, **rows.chat_values(chat)})
