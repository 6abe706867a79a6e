"""The part of the SQLite store that looks back: a chat's games in pages, and all that was thrown in them."""

from __future__ import annotations

from data import rows, statements
from data.records import ChatKey, TableRecord
from data.sqlite_base import Base


class History(Base):
    """What was played."""

    async def games(self, chat: ChatKey, *, limit: int, skip: int = 0) -> list[TableRecord]:
        """A chat's tables: those that are open, then those whose game had begun, the newest first."""
        found = await self._read(statements.GAMES, {**rows.chat_values(chat), "limit": limit, "skip": skip})
        return [rows.table_record(row) for row in found]

    async def log_counts(self, chat: ChatKey, *, tables: int) -> dict[str, dict[str, int]]:
        """How often each move was made in a chat's newest tables, by game and move."""
        found = await self._read(statements.LOG_COUNTS, {**rows.chat_values(chat), "tables": tables})
        counts: dict[str, dict[str, int]] = {}
        for game, move, count in found:
            counts.setdefault(game, {})[move] = count
        return counts
