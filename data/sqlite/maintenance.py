"""Back up, restore and check a database file."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from data.errors import UnusableDatabase
from data.sqlite.backups import FILES, address, copy, exchange, exchanging, settle
from data.sqlite.lock import BUSY_SECONDS, held, unopened
from data.sqlite.migrations import OF_ONE_ROW, inspect


def backup(path: str, target: Path) -> None:
    """Copy a database into a new file, even while others write.

    The copy is one state of the database, and gets its name once complete and synced. Blocks. Raises
    FileExistsError, OSError, StoreFailed.
    """
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    copy(path, target)


def restore(path: str, source: Path) -> Path | None:
    """Replace the database at `path` by the copy `source`; return where the old files are now.

    No process may have it open. The copy is checked first as at a start. If killed, either the old or the new
    database is there. Blocks. Raises DatabaseInUse, UnusableDatabase, StoreFailed, OSError.
    """
    place = Path(path).resolve()
    if not source.is_file():
        raise FileNotFoundError(f"there is no file {source}")
    if place.exists() and source.samefile(place):
        raise FileExistsError(f"{source} is the database itself")
    with held(path):
        if exchanging(path):
            settle(path)
        with unopened(path):
            successor = place.with_name(f"{place.name}.restoring")
            try:
                copy(source, successor)
                if not inspect(str(successor), told=str(source)):
                    raise UnusableDatabase(f"{source} is empty")
                _inherit(successor, place)
                return exchange(path, successor)
            finally:
                successor.unlink(missing_ok=True)


def _inherit(successor: Path, place: Path) -> None:
    """Give a file the owner of the old one, or of the folder: root may restore for the bot's user."""
    model = (place if place.exists() else place.parent).stat()
    if place.exists():
        successor.chmod(model.st_mode & 0o777)
    with suppress(AttributeError, PermissionError):  # Windows; somebody else's
        os.chown(successor, model.st_uid, model.st_gid)


def size(path: str) -> int:
    """Return the bytes of all files of a database."""
    files = (Path(f"{path}{suffix}") for suffix in FILES)
    return sum(file.stat().st_size for file in files if file.exists())


def structure(path: str) -> list[str]:
    """Return the faults in a database's structure; those of rows are found by `Checking`."""
    try:
        with closing(sqlite3.connect(address(path, "rw"), uri=True, timeout=BUSY_SECONDS)) as connection:
            lines = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    except sqlite3.Error as error:
        return [str(error)]
    return [line for line in lines if line != "ok" and not OF_ONE_ROW.match(line)]
