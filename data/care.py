"""What whoever runs the bot does with the database file: copy it while it is in use, and look for damage."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from data.migrate import BUSY_SECONDS
from data.store import StoreFailed


def backup(path: str, target: Path) -> None:
    """Copies a database, also while others write to it, into a file that must not exist yet.

    The copy is one state of the database, and has its name only once it is whole and on the disk. It blocks.
    Raises FileExistsError, OSError, StoreFailed.
    """
    if target.exists():
        raise FileExistsError(f"{target} exists already")
    part = target.with_name(f"{target.name}.part")
    try:
        part.touch(mode=0o600)
        source = sqlite3.connect(_uri(path, "ro"), uri=True, timeout=BUSY_SECONDS)
        with closing(source), closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, to be carried elsewhere
        with part.open("rb") as file:
            os.fsync(file.fileno())
        os.link(part, target)
    except sqlite3.Error as error:
        raise StoreFailed(f"the copy failed: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def faults(path: str) -> list[str]:
    """What SQLite finds wrong in a database: its structure, and rows that name others which are not there."""
    try:
        with closing(sqlite3.connect(_uri(path, "rw"), uri=True, timeout=BUSY_SECONDS)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
            broken = connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.Error as error:
        return [str(error)]
    places = ((table if row is None else f"{table}, row {row}", other) for table, row, other, _ in broken)
    lost = [f"{place}: names a row of {other} that is not there" for place, other in places]
    return [each for each in found if each != "ok"] + lost


def _uri(path: str, mode: str) -> str:
    """A database that must be there already: SQLite would make one."""
    return f"{Path(path).absolute().as_uri()}?mode={mode}"
