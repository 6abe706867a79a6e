"""Move the logs of old games to compressed files, which the store still reads: `palmares admin archive DIR`.

A log leaves the database only after its file was written and read back. If the command is interrupted, every log is
in the database or in a file that the database names; run it again to continue.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from filelock import FileLock, Timeout

from data.errors import StoreError
from data.records import TouchedRecord
from data.roles.log_files import LogFile, read_log
from data.store import Store

NAME = "archive"
OLD = 90 * 86400.0
"""Seconds since its last change from which a game is old."""
PAGE = 200
MOST = 100_000
"""Maximum games in a file."""
AT_ONCE = 50
"""How many logs one transaction removes."""


class CannotArchive(StoreError):
    """Why nothing, or nothing more, can be archived."""


async def archive(store: Store, folder: Path, until: float) -> tuple[int, int]:
    """Archive the games that ended before a moment, a file a month; return the numbers of games and files.

    Raises CannotArchive, StoreError and OSError.
    """
    await asyncio.to_thread(folder.mkdir, mode=0o700, parents=True, exist_ok=True)
    lock = FileLock(folder / ".lock", mode=0o600)
    try:
        with lock.acquire(timeout=0):
            return await _archived(store, folder, until)
    except Timeout:
        raise CannotArchive(f"another process is archiving into {folder}") from None


async def _archived(store: Store, folder: Path, until: float) -> tuple[int, int]:
    games = files = 0
    async for month, tables in _months(store, until):
        file = LogFile(_free(folder, month))
        try:
            for table in tables:
                if log := await store.moves(table.table):
                    await asyncio.to_thread(file.add, table.table, log)
            if not file.logs:
                continue
            await asyncio.to_thread(file.finish)
        finally:
            file.give_up()
        files += 1
        games += await _taken_out(store, file)
    return games, files


async def _taken_out(store: Store, file: LogFile) -> int:
    """Remove a file's logs from the database after reading them back from the file."""
    taken = 0
    for first in range(0, len(file.logs), AT_ONCE):
        logs = file.logs[first : first + AT_ONCE]
        for log in logs:
            if await asyncio.to_thread(read_log, log) != await store.moves(log.table):
                raise CannotArchive(f"the log of table {log.table} differs in {log.file}")
        taken += await store.archive(logs)
    return taken


async def _months(store: Store, until: float) -> AsyncIterator[tuple[str, list[TouchedRecord]]]:
    """Yield the old games by the month of their end, the oldest month first."""
    month, tables, last = "", list[TouchedRecord](), None
    while page := await store.old_games(until, PAGE, last):
        for table in page:
            its = f"{datetime.fromtimestamp(table.moment, UTC):%Y-%m}"
            if tables and (its != month or len(tables) == MOST):
                yield month, tables
                tables = []
            month = its
            tables.append(table)
        last = page[-1]
    if tables:
        yield month, tables


def _free(folder: Path, month: str) -> Path:
    """Return an unused path; no file is ever overwritten."""
    names = (f"{month}.gz" if number == 1 else f"{month}-{number}.gz" for number in count(1))
    return next(path for name in names if not (path := folder / name).exists())
