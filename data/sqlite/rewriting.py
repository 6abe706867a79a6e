"""Rewrite a database file whose unused parts may still hold deleted rows.

`secure_delete` zeroes deleted rows. But when SQLite moves rows to another page, it leaves copies in unused bytes that
it never zeroes; only rewriting drops these. That takes seconds per 100 MB, so it happens at a start.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
from contextlib import suppress
from pathlib import Path

INCREMENTAL = 2
"""The mode in which a file gives free pages back some at a time."""
REWRITTEN = 256 * 2**20
"""Bytes up to which a file is rewritten at a start: about three seconds. `admin compact` rewrites any."""
_MARK = ".rewrite"
_log = logging.getLogger(__name__)


def note(path: str) -> None:
    """Note in a separate file that rows were deleted and a rewrite is due; raises OSError."""
    Path(f"{path}{_MARK}").touch(mode=0o600)


def rewrite(connection: sqlite3.Connection, path: str | None) -> None:
    """Rewrite the file with incremental vacuum on; raises sqlite3.Error and then changes nothing.

    `path` is None for a database in memory.
    """
    connection.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    if path is not None:
        with suppress(FileNotFoundError):
            Path(f"{path}{_MARK}").unlink()


def rewrite_if_due(connection: sqlite3.Connection, path: str) -> None:
    """Rewrite the file if that is due and takes only seconds; otherwise log how to do it."""
    (mode,) = connection.execute("PRAGMA auto_vacuum").fetchone()
    if mode == INCREMENTAL and not Path(f"{path}{_MARK}").exists():
        return
    size = Path(path).stat().st_size
    if size > REWRITTEN:
        _log.warning("the database may hold deleted rows in unused parts: stop the bot and call `admin compact`")
        return
    if shutil.disk_usage(Path(path).resolve().parent).free < 3 * size:  # the new file, and the log it goes through
        _log.warning("the disk has no room to rewrite the database, which may hold deleted rows in unused parts")
        return
    try:
        rewrite(connection, path)
    except (OSError, sqlite3.Error) as error:
        _log.warning("the database cannot be rewritten, and may hold deleted rows in unused parts: %s", error)
