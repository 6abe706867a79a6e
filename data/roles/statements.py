"""Run statements on a database: what every role of a store stands on, whichever database it is.

A role says what it wants in SQL with named parameters, as SQLite understands it; nothing is ever pasted into a
statement. Another database has wordings of its own for those that it would not understand.
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
    """A row names another that is not there."""


class Statements(ABC):
    """A database that runs statements: a single one commits by itself, several are one transaction."""

    @abstractmethod
    async def _read(self, statement: str, values: Values) -> Sequence[Row]:
        """Run one statement, which sees one state of the database; no row for what could not be stored."""

    async def _scan(self, statement: str, values: Values) -> Sequence[Row]:
        """Run a statement, as `_read` does, that reads whole tables: where others would wait for it, beside them."""
        return await self._read(statement, values)

    @abstractmethod
    async def _write(self, statement: str, values: Values) -> Sequence[Row]:
        """Run one statement, which is one transaction; raises ValueError for what cannot be stored."""

    @abstractmethod
    async def _atomically(self, work: Work[T], *alone: str) -> T:
        """Run several statements, which are one transaction.

        No other transaction with the same words in `alone` runs at the same time, in any process: what one of them
        has counted or found missing is still so when it writes.
        """


def log_statement(statement: str) -> None:
    """Log a statement, in one line, where statements are wanted; its values never are."""
    if _log.isEnabledFor(SQL):
        _log.log(SQL, "%s", " ".join(statement.split()))


def bounded(count: int) -> int:
    """Return a count as a database takes it; below nothing is nothing, where SQLite would take it for everything."""
    return min(max(count, 0), _MOST)
