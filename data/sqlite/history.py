"""The part of the SQLite store that looks back: a chat's games in pages, and all that was thrown in them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from data.records import ChatKey, MoveRecord, TableRecord
from data.sqlite import rows, statements
from data.sqlite.connection import SqliteConnection, bounded
from data.store import TableExists

_NO_LIMIT = 2**31


class History(SqliteConnection):
    """What was played."""

    async def games(self, chat: ChatKey, *, limit: int, skip: int = 0) -> list[TableRecord]:
        """A chat's tables: those that are open, then those whose game had begun, the newest first."""
        values = {**rows.chat_values(chat), "limit": bounded(limit), "skip": bounded(skip)}
        found = await self._read(statements.GAMES, values)
        return [rows.table_record(row) for row in found]

    async def last_game(self, chat: ChatKey) -> str | None:
        """Where something happened last, of the tables that a chat shows and whose game has begun: its id."""
        found = await self._read(statements.LAST_GAME, rows.chat_values(chat))
        return found[0][0] if found else None

    async def add_past(self, table: TableRecord, moves: Sequence[MoveRecord]) -> None:
        """Adds a table that is over, with its whole log; raises TableExists."""
        if len(moves) != table.plies:
            raise ValueError(f"the log of {table.plies} plies has {len(moves)} moves")
        values = {**rows.table_values(table), "limit": _NO_LIMIT}
        seats, log = rows.seat_values(table), rows.move_values(table, table.version - 1, moves)

        def work(connection: sqlite3.Connection) -> None:
            if not connection.execute(statements.CREATE, values).fetchall():
                raise TableExists(f"there is a table {table.id!r} already")
            connection.executemany(statements.SAVE_SEAT, seats)
            connection.executemany(statements.ADD_MOVE, log)

        await self._atomically(work)

    async def log_counts(self, chat: ChatKey, *, tables: int) -> dict[str, dict[str, int]]:
        """How often each move was made in a chat's newest tables, by game and move."""
        found = await self._read(statements.LOG_COUNTS, {**rows.chat_values(chat), "tables": bounded(tables)})
        counts: dict[str, dict[str, int]] = {}
        for game, move, count in found:
            counts.setdefault(game, {})[move] = count
        return counts
