"""Read a chat's games in pages, and the counts of their moves."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from data.errors import TableExists
from data.records import ChatKey, MoveRecord, TableRecord
from data.roles.reading import Form
from data.roles.rows import IN_CHANNEL, IN_CHAT, chat_values, move_values, seat_values, table_values
from data.roles.statements import Steps, bounded
from data.roles.tables import ADD_MOVE, CREATE, ID_FORM, SAVE_SEAT, SELECT_TABLES, Tables

_NO_LIMIT = 2**31


# A table in a thread is of the chat above it too, from which its people play.
_HERE = f"""
id IN (SELECT id FROM tables WHERE {IN_CHANNEL}
       UNION SELECT table_id FROM places WHERE {IN_CHANNEL} AND person_user <> '')
"""

# Which ones is decided first: the seats of all the others are never read.
_PAGE = f"""
SELECT seq FROM tables WHERE {_HERE}
  AND (status IN ('lobby', 'playing') OR snapshot IS NOT NULL)
ORDER BY status NOT IN ('lobby', 'playing'), updated DESC, seq DESC
LIMIT :limit OFFSET :skip
"""

GAMES = SELECT_TABLES + f"WHERE seq IN ({_PAGE}) ORDER BY status NOT IN ('lobby', 'playing'), updated DESC, seq DESC"

# `0 +`: not through all tables in the order of their last changes, until one is of the chat.
LAST_GAME = f"""
SELECT id FROM tables
WHERE id IN (SELECT id FROM tables WHERE {IN_CHANNEL} UNION SELECT table_id FROM places WHERE {IN_CHANNEL})
  AND snapshot IS NOT NULL ORDER BY 0 + updated DESC, created, seq LIMIT 1
"""

# Read from the index alone: a channel with many games costs no more than a new thread.
FIRST_TABLE = f"SELECT id FROM tables WHERE seq = (SELECT min(seq) FROM tables WHERE {IN_CHAT})"

# Games that came from elsewhere say nothing of the dice here.
_NEWEST = f"""
     (SELECT id, game FROM tables
      WHERE {_HERE}
        AND coalesce(json_extract(CASE WHEN json_valid(options) THEN options END, '$.imported'), 0) = 0
      ORDER BY 0 + seq DESC LIMIT :tables) AS newest
"""

LOG_COUNTS = f"""
SELECT newest.game, moves.move, count(*) FROM {_NEWEST} JOIN moves ON moves.table_id = newest.id
GROUP BY newest.game, moves.move
"""

ARCHIVED_LOGS = f"""
SELECT table_id, file, start, size, plies, newest.game
FROM {_NEWEST} JOIN archived_logs ON archived_logs.table_id = newest.id
"""


_COUNT_FORM = Form("moves", "tables.game move -", key="tables.game move")


class History(Tables):
    """The games of a chat, past and present."""

    async def games(self, chat: ChatKey, *, limit: int, skip: int = 0) -> list[TableRecord]:
        """Return a page of the tables of a chat and of its threads.

        Open tables come first, then games that had begun, newest first.
        """
        values = {**chat_values(chat), "limit": bounded(limit), "skip": bounded(skip)}
        return await self._tables(await self._read(GAMES, values))

    async def last_game(self, chat: ChatKey) -> str | None:
        """Return the id of the game with the latest activity in a chat and its threads; None without one."""
        rows = await self._sound(ID_FORM, await self._read(LAST_GAME, chat_values(chat)))
        return rows[0][0] if rows else None

    async def first_table(self, chat: ChatKey) -> str | None:
        """Return the id of the oldest table that was opened in a chat; None without one."""
        rows = await self._sound(ID_FORM, await self._read(FIRST_TABLE, chat_values(chat)))
        return rows[0][0] if rows else None

    async def add_past(self, table: TableRecord, moves: Sequence[MoveRecord]) -> None:
        """Add a finished table with its whole log; raises TableExists."""
        if len(moves) != table.plies:
            raise ValueError(f"the log of {table.plies} plies has {len(moves)} moves")
        values = {**table_values(table), "limit": _NO_LIMIT}
        seats, log = seat_values(table), move_values(table, table.version - 1, moves)

        def work() -> Steps[None]:
            if not (yield CREATE, values):
                raise TableExists(f"there is a table {table.id!r} already")
            yield SAVE_SEAT, seats
            yield ADD_MOVE, log

        await self._atomically(work)

    async def log_counts(self, chat: ChatKey, *, tables: int) -> dict[str, dict[str, int]]:
        """Count each move in the newest tables of a chat and its threads, by game and move.

        Imported games are not counted.
        """
        values = {**chat_values(chat), "tables": bounded(tables)}
        counts = defaultdict[str, Counter[str]](Counter)
        for game, move, count in await self._sound(_COUNT_FORM, await self._read(LOG_COUNTS, values)):
            counts[game][move] += count
        async for (game,), log in self._logs(await self._read(ARCHIVED_LOGS, values)):
            counts[game].update(move.move for move in log)
        return {game: dict(moves) for game, moves in counts.items()}
