"""Store where archived logs are, and delete their moves from the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence

from data.errors import LogLost
from data.records import ArchivedLogRecord, MoveRecord, TouchedRecord
from data.roles.log_files import read_log
from data.roles.reading import Form, Reading
from data.roles.rows import Row, Value, checked
from data.roles.statements import Steps, bounded

_log = logging.getLogger(__name__)

ARCHIVED_LOG = "SELECT table_id, file, start, size, plies FROM archived_logs WHERE table_id = :table"

FILES = "SELECT DISTINCT file FROM archived_logs ORDER BY file"

# From an index, page by page; a log that has gone on since it was archived is left as it is.
OLD_GAMES = """
SELECT id, version, updated, seq FROM tables
WHERE updated < :until AND updated >= :moment AND (updated > :moment OR seq > :seq)
  AND status IN ('over', 'cancelled') AND plies > 0
  AND NOT EXISTS (SELECT 1 FROM archived_logs WHERE table_id = tables.id)
ORDER BY updated, seq LIMIT :limit
"""

# Only what is still as it was read: a game that is over may be taken up again.
ADD_ARCHIVED_LOG = """
INSERT INTO archived_logs (table_id, file, start, size, plies)
SELECT id, :file, CAST(:start AS BIGINT), CAST(:size AS BIGINT), plies FROM tables
WHERE id = :table AND plies = :plies AND status IN ('over', 'cancelled')
ON CONFLICT (table_id) DO NOTHING
RETURNING table_id
"""

DROP_MOVES = "DELETE FROM moves WHERE table_id = :table AND ply < :plies"


ARCHIVE_FORM = Form("archived_logs", "table_id file start size plies", key="table_id")
_FILE_FORM = Form("archived_logs", "file")
_OLD_FORM = Form("tables", "id version updated seq", key="id")


class Archives(Reading):
    """The logs of old games that were moved to files (`data.roles.log_files`)."""

    async def archived_log(self, table: str) -> ArchivedLogRecord | None:
        """Return where a table's archived log is; None if it is in the database."""
        rows = await self._sound(ARCHIVE_FORM, await self._read(ARCHIVED_LOG, {"table": table}))
        return ArchivedLogRecord(*rows[0]) if rows else None

    async def archive_files(self) -> list[str]:
        """Return the files that hold logs; for tools, as it reads the place of every archived log."""
        return [row[0] for row in await self._sound(_FILE_FORM, await self._read(FILES, {}))]

    async def _logs(self, rows: Sequence[Row]) -> AsyncIterator[tuple[Row, list[MoveRecord]]]:
        """Read the logs named by the first columns of rows; yield each with the rest of its row.

        A log that cannot be read is skipped.
        """
        for table, file, start, size, plies, *rest in rows:
            if not ARCHIVE_FORM.fits((table, file, start, size, plies)):
                continue
            try:
                log = await asyncio.to_thread(read_log, ArchivedLogRecord(table, file, start, size, plies))
            except LogLost as error:
                _log.warning("%s", error)
                continue
            yield rest, log

    async def old_games(self, until: float, limit: int, after: TouchedRecord | None = None) -> list[TouchedRecord]:
        """Return a page of the games that ended before `until` and are not archived, oldest first.

        The cost grows with the rows found, and with games that were archived or never played before them.
        """
        moment, seq = (after.moment, after.seq) if after is not None else (-1e300, 0)
        values = checked({"until": float(until), "moment": moment, "seq": seq, "limit": bounded(limit)})
        return [TouchedRecord(*row) for row in await self._sound(_OLD_FORM, await self._read(OLD_GAMES, values))]

    async def archive(self, logs: Sequence[ArchivedLogRecord]) -> int:
        """Store where these logs are and delete their moves, all at once; return how many.

        Tables that changed in the meantime, or are archived already, are skipped.
        """
        values: list[dict[str, Value]] = [
            checked({"table": log.table, "file": log.file, "start": log.start, "size": log.size, "plies": log.plies})
            for log in logs
        ]

        def work() -> Steps[int]:
            count = 0
            for log in values:
                if (yield ADD_ARCHIVED_LOG, log):
                    yield DROP_MOVES, log
                    count += 1
            return count

        return await self._atomically(work)
