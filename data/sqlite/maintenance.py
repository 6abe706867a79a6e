"""Do what whoever runs the bot wants of its database file: copy it while in use, restore it, look for damage."""

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
    """Copy a database, also while others write to it, into a file that must not exist yet.

    The copy is one state of the database, and has its name only once it is whole and on the disk. It blocks.
    Raises FileExistsError, OSError, StoreFailed.
    """
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    copy(path, target)


def restore(path: str, source: Path) -> Path | None:
    """Put a copy of the database `source` in the place of the one at `path`; return where the old files are now.

    Nobody may have the database open meanwhile. The copy is judged as at a start before anything is changed; killed
    at any moment, the old database is there or the new one. It blocks.
    Raises DatabaseInUse, UnusableDatabase, StoreFailed, OSError.
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
    """Give a file to whom the old one, or else its folder, belongs: root restores what the bot's own user reads."""
    model = (place if place.exists() else place.parent).stat()
    if place.exists():
        successor.chmod(model.st_mode & 0o777)
    with suppress(AttributeError, PermissionError):  # Windows; somebody else's
        os.chown(successor, model.st_uid, model.st_gid)


def size(path: str) -> int:
    """Tell how many bytes a database takes on the disk, all of its files together."""
    files = (Path(f"{path}{suffix}") for suffix in FILES)
    return sum(file.stat().st_size for file in files if file.exists())


def structure(path: str) -> list[str]:
    """Find what is wrong with a database's structure; what is wrong with a row is found by looking through all."""
    try:
        with closing(sqlite3.connect(address(path, "rw"), uri=True, timeout=BUSY_SECONDS)) as connection:
            lines = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
    except sqlite3.Error as error:
        return [str(error)]
    return [line for line in lines if line != "ok" and not OF_ONE_ROW.match(line)]
