"""Define how roles run statements on a database.

Roles write SQL with named parameters in SQLite's dialect; values are never pasted into a statement. Another database
maps statements that it needs in other words.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import TypeVar

from data.roles.rows import Row, Value

T = TypeVar("T")
SQL = 5
"""The level on which statements are logged, below DEBUG."""
_log = logging.getLogger("data.sql")
Values = Mapping[str, Value]
Steps = Generator[tuple[str, Values | Sequence[Values]], Sequence[Row], T]
"""A transaction: it yields statements with their values, is sent the rows of each, and returns what came of it.

A sequence of values runs the statement once for each, and has no rows.
"""
Work = Callable[[], Steps[T]]
"""Begins the transaction; it may be begun again where it was undone as a whole."""
_MOST = 2**63 - 1


class BrokenReference(ValueError):
    """A row refers to one that does not exist."""


class Statements(ABC):
    """A database that runs statements; a single one commits by itself."""

    @abstractmethod
    async def _read(self, statement: str, values: Values) -> Sequence[Row]:
        """Run one statement on one snapshot; returns no rows if a value cannot be stored."""

    async def _look_up(self, statement: str, values: Values) -> Sequence[Row]:
        """Run a statement that reads a few rows by their keys, as `_read` does."""
        return await self._read(statement, values)

    async def _scan(self, statement: str, values: Values) -> Sequence[Row]:
        """Run a statement that reads whole tables, as `_read` does, without blocking other statements."""
        return await self._read(statement, values)

    @abstractmethod
    async def _write(self, statement: str, values: Values) -> Sequence[Row]:
        """Run one statement as a transaction; raises ValueError for values that cannot be stored."""

    async def _note_down(self, statement: str, values: Values) -> None:
        """Run one statement as `_write` does. After a power cut it may be missing, which its reader copes with."""
        await self._write(statement, values)

    @abstractmethod
    async def _atomically(self, work: Work[T], *alone: str) -> T:
        """Run several statements as one transaction.

        Transactions that share a word in `alone` never overlap, in any process: what one has counted, or found
        missing, still holds when it writes.
        """


def log_statement(statement: str) -> None:
    """Log a statement on one line, without its values, if statements are logged."""
    if _log.isEnabledFor(SQL):
        _log.log(SQL, "%s", " ".join(statement.split()))


def bounded(count: int) -> int:
    """Return a count clamped to what a database takes: SQLite reads a negative limit as none."""
    return min(max(count, 0), _MOST)
