"""Tables in memory: those that were used last, as many as there is room for.

What a table takes is estimated by what it consists of. A game has a position for each ply that has been played in
memory: some dozen where it was taken up from its anchor, all where somebody has looked back.
"""

from __future__ import annotations

from collections import OrderedDict

from bot.core.domain.table import StartedTable, Table
from engine.plies import Resumed

MOST_BYTES = 64 * 2**20
"""Room for some 2,000 games of 300 plies."""
TABLE, ENTRY, PACKED, PLY = 6_000, 200, 40, 800
"""Bytes of a table with its seats and options, of an entry of its log, of one that nobody has looked at, and of a ply
with its position and events."""


class TableCache:
    """A bounded memory of tables by their codes; whatever is asked for is there for longer."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Keep tables of about `most` bytes in all; the one that was used last is kept whatever it takes."""
        self._most = most
        self._tables = OrderedDict[str, tuple[Table, int]]()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def bytes(self) -> int:
        """Return what all of them take, as estimated when each was used last."""
        return self._bytes

    def get(self, code: str) -> Table | None:
        """Return a table as it was kept; None if it was not, or is no more."""
        kept = self._tables.get(code)
        if kept is None:
            return None
        self.keep(kept[0])  # it may have grown since: somebody has looked back
        return kept[0]

    def keep(self, table: Table) -> None:
        """Keep a table, in the place of what is known of it."""
        self.drop(table.id)
        self._tables[table.id] = table, weight(table)
        self._bytes += self._tables[table.id][1]
        while self._bytes > self._most and len(self._tables) > 1:
            self._bytes -= self._tables.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Forget all tables."""
        self._tables.clear()
        self._bytes = 0

    def drop(self, code: str) -> None:
        """Forget a table."""
        kept = self._tables.pop(code, None)
        if kept is not None:
            self._bytes -= kept[1]


def weight(table: Table) -> int:
    """Estimate how many bytes a table takes in memory."""
    if not isinstance(table, StartedTable):
        return TABLE
    entries = table.log.in_memory if isinstance(table.log, Resumed) else len(table.log)
    return TABLE + ENTRY * entries + PACKED * (len(table.log) - entries) + PLY * table.match.in_memory
