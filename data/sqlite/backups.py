"""Copy a database file, and replace a database by a copy.

A database is up to three files, so no single rename can replace it. The new files are complete and synced under
temporary names before any is moved. From then on the exchange is decided: if the process is killed, the next one
that opens the database completes it.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from data.errors import StoreFailed
from data.sqlite.lock import BUSY_SECONDS

_READY = ".restored"
FILES = ("-wal", "-shm", "-journal", "")
"""What a database consists of, itself last: without it, nothing would be there to be opened."""


def address(path: str | Path, mode: str) -> str:
    """Return the URI of an existing database; a plain path would let SQLite create one."""
    return f"{Path(path).absolute().as_uri()}?mode={mode}"


def copy(source: str | Path, target: Path) -> None:
    """Copy one state of a database into a new file, synced, even while others write.

    Blocks. Raises OSError or StoreFailed, and then leaves nothing behind.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        reading = sqlite3.connect(address(source, "ro"), uri=True, timeout=BUSY_SECONDS)
        with closing(reading), closing(sqlite3.connect(part)) as writing:
            reading.backup(writing)
            writing.execute("PRAGMA journal_mode = DELETE")  # one file, to be carried elsewhere
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.replace(target)
        _sync_folder(target)
    except sqlite3.Error as error:
        raise StoreFailed(f"the copy failed: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def exchange(path: str, successor: Path) -> Path | None:
    """Replace a database by a file in the same folder; return where the old one is now, None if there was none.

    If killed, it leaves the old database, or an exchange that `settle` completes.
    """
    successor.replace(f"{Path(path).resolve()}{_READY}")
    return settle(path)


def exchanging(path: str) -> bool:
    """Tell whether an exchange was decided but not completed."""
    return Path(f"{Path(path).resolve()}{_READY}").exists()


def settle(path: str) -> Path | None:
    """Complete a decided exchange; return where the old files are now, None if there were none."""
    place = str(Path(path).resolve())
    ready = Path(f"{place}{_READY}")
    _sync_folder(ready)
    decided = datetime.fromtimestamp(ready.stat().st_mtime_ns / 1e9, UTC)
    aside = f"{place}.before-{decided:%Y%m%d-%H%M%S-%f}"  # the same name, whichever process ends it
    for suffix in FILES:
        with suppress(FileNotFoundError):
            Path(f"{place}{suffix}").rename(f"{aside}{suffix}")
    ready.rename(place)
    _sync_folder(ready)
    return Path(aside) if Path(aside).exists() else None


def _sync_folder(path: Path) -> None:
    """Sync a folder, so that renames survive a power failure."""
    if sys.platform == "win32":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
