"""Keep the most recently used tables in memory, within a limit of bytes.

The size of a table is estimated. A game keeps a position for each ply in memory: some dozen when resumed from its
anchor, all of them after somebody looked back.
"""

from __future__ import annotations

from collections import OrderedDict

from bot.core.domain.table import StartedTable, Table
from engine.plies import Resumed

MOST_BYTES = 64 * 2**20
"""Room for some 2,000 games of 300 plies."""
TABLE, ENTRY, PACKED, PLY = 6_000, 200, 40, 800
"""Estimated bytes of a table with seats and options, a log entry, an unread entry, and a ply with its position."""


class TableCache:
    """A bounded cache of tables by code; reading an entry renews it."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Keep tables of about `most` bytes in total, and always the last used one."""
        self._most = most
        self._tables = OrderedDict[str, tuple[Table, int]]()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def bytes(self) -> int:
        """Return the estimated bytes of all tables, each as of its last use."""
        return self._bytes

    def get(self, code: str) -> Table | None:
        """Return a cached table; None if it isn't cached."""
        kept = self._tables.get(code)
        if kept is None:
            return None
        table, bytes_ = kept
        if bytes_ == weight(table):
            self._tables.move_to_end(code)
        else:
            self.keep(table)  # it has grown since: somebody has looked back
        return table

    def keep(self, table: Table) -> None:
        self.drop(table.id)
        self._tables[table.id] = table, weight(table)
        self._bytes += self._tables[table.id][1]
        while self._bytes > self._most and len(self._tables) > 1:
            self._bytes -= self._tables.popitem(last=False)[1][1]

    def clear(self) -> None:
        self._tables.clear()
        self._bytes = 0

    def drop(self, code: str) -> None:
        kept = self._tables.pop(code, None)
        if kept is not None:
            self._bytes -= kept[1]


def weight(table: Table) -> int:
    """Estimate the bytes of a table in memory."""
    if not isinstance(table, StartedTable):
        return TABLE
    entries = table.log.in_memory if isinstance(table.log, Resumed) else len(table.log)
    return TABLE + ENTRY * entries + PACKED * (len(table.log) - entries) + PLY * table.match.in_memory
