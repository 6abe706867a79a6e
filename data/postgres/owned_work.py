"""Find due work in the chats of one process, if several share the database.

The indexes hold only what is due or behind, of all processes: that is little, and is scanned.
"""

from __future__ import annotations

import json

from data.coordination import ChatScope
from data.postgres.connection import PostgresConnection
from data.postgres.homes import gateway_shard
from data.postgres.shards import shard
from data.records import APP_ROOM, BoardRecord
from data.roles.boards import BOARD_FORM, DIRTY_BOARDS, UNSHOWN_TABLES
from data.roles.deadlines import DUE_FORM, DUE_TABLES
from data.roles.reading import Reading
from data.roles.rows import Value, board_record
from data.roles.statements import bounded
from data.roles.tables import ID_FORM


def _lease(table: str) -> str:
    """Return the SQL for the lease of a chat from a table with its columns; `bot.cluster` computes the same."""
    sharded = shard(f"{table}.platform", f"{table}.chat")
    return f"""
        CASE {table}.platform
            WHEN 'telegram' THEN 'telegram/' || ({sharded})
            WHEN 'discord' THEN 'discord/' || {gateway_shard(f"{table}.chat", "CAST(:connections AS BIGINT)")}
            WHEN 'web' THEN CASE substr({table}.chat, 1, {len(APP_ROOM)}) WHEN '{APP_ROOM}'
                THEN 'apps/' || (strpos('0123456789abcdef', substr({table}.chat, {len(APP_ROOM) + 1}, 1)) - 1)
                ELSE 'web/0' END
            ELSE {table}.platform || '/0'
        END
    """


def _scoped(statement: str, table: str, order: str) -> str:
    """Return a statement limited to the scope's chats."""
    mine = f"""
        AND ({_lease(table)} IN (SELECT json_array_elements_text(CAST(:leases AS JSON)))
             OR (:others = 1 AND platform NOT IN (SELECT json_array_elements_text(CAST(:served AS JSON)))))
    """
    before, ordered, after = statement.partition(order)
    if not ordered:
        raise ValueError(f"{order!r} is no phrase of {statement!r}")
    return before + mine + ordered + after


DUE_TABLES_OF = _scoped(DUE_TABLES, "tables", "ORDER BY due")
DIRTY_BOARDS_OF = _scoped(DIRTY_BOARDS, "boards", "ORDER BY id")
UNSHOWN_TABLES_OF = _scoped(UNSHOWN_TABLES, "tables", "ORDER BY created")


class OwnedWork(PostgresConnection, Reading):
    """Due work in some chats."""

    async def due_tables_of(self, scope: ChatScope, now: float, limit: int) -> list[tuple[str, int]]:
        """Return the ids and versions of due tables, longest overdue first."""
        values = {**_values(scope), "now": float(now), "limit": bounded(limit)}
        rows = await self._read(DUE_TABLES_OF, values)
        return [(row[0], row[1]) for row in await self._sound(DUE_FORM, rows)]

    async def dirty_boards_of(self, scope: ChatScope, limit: int) -> list[BoardRecord]:
        """Return live board messages whose version is behind their table's, oldest first."""
        rows = await self._read(DIRTY_BOARDS_OF, {**_values(scope), "limit": bounded(limit)})
        return [board_record(row) for row in await self._sound(BOARD_FORM, rows)]

    async def unshown_tables_of(self, scope: ChatScope, since: float, limit: int) -> list[str]:
        """Return open tables without a message that were created since a moment, oldest first."""
        values = {**_values(scope), "since": float(since), "limit": bounded(limit)}
        return [row[0] for row in await self._sound(ID_FORM, await self._read(UNSHOWN_TABLES_OF, values))]


def _values(scope: ChatScope) -> dict[str, Value]:
    return {
        "leases": json.dumps(sorted(scope.leases)),
        "served": json.dumps(sorted(scope.served)),
        "connections": scope.connections,
        "others": int(scope.others),
    }
