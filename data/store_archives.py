"""Say what every store promises of the logs of old games, which lie in files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from data.records import ArchivedLogRecord, TouchedRecord


class ArchiveStore(Protocol):
    """Which logs of old games lie in files, by `data.log_files`, and no longer in the database."""

    async def archived_log(self, table: str) -> ArchivedLogRecord | None:
        """Return where a table's log lies if that is in a file."""

    async def old_games(self, until: float, limit: int, after: TouchedRecord | None = None) -> list[TouchedRecord]:
        """Return a page of the games that ended before a moment and are in no file, the oldest first.

        It costs what it finds, and what was archived or never played before that.
        """

    async def archive(self, logs: Sequence[ArchivedLogRecord]) -> int:
        """Note where these logs lie and take their moves out, all at once; return how many.

        Left as they are: those of tables that have changed since, or are archived.
        """
