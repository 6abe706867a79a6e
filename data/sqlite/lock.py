"""Limit a database to one process, with a lock that the system releases when the process dies.

The lock is on a separate file: SQLite's own are POSIX locks, which a process loses when it closes any other
descriptor of the same file. `filelock` uses `flock` on Linux and macOS, and a byte-range lock on Windows.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import BaseFileLock, FileLock, Timeout

from data.errors import DatabaseInUse, UnusableDatabase

BUSY_SECONDS = 10.0
"""How long another process that is using the database for a moment is waited for."""
_SUFFIX = ".lock"
_SHARED_FIRST, _SHARED_SIZE = 0x40000002, 510
"""The bytes on which SQLite's connections hold a read lock: "File Locking And Concurrency" in its documentation."""


def acquire(path: str, *, wait: float = 0.0) -> BaseFileLock:
    """Lock the database at `path`, by whatever name; `release` unlocks it.

    Waits up to `wait` seconds. Raises DatabaseInUse, or UnusableDatabase if locking fails.
    """
    try:
        name = f"{Path(path).resolve()}{_SUFFIX}"
        lock = FileLock(name, wait, 0o600, thread_local=False, fallback_to_soft=False)
        lock.acquire()
    except Timeout:
        raise DatabaseInUse(
            f"another process is using the database {path}: is a bot running already? Stop it first, or give this "
            "one a database of its own"
        ) from None
    except (OSError, ValueError) as error:
        raise UnusableDatabase(f"the database {path!r} cannot be locked: {error}") from error
    return lock


def release(lock: BaseFileLock) -> None:
    """Release a lock and delete its file; safe to call again."""
    if lock.is_locked:
        with suppress(OSError):  # Windows keeps a file that is open
            Path(lock.lock_file).unlink()  # while it is held: a waiting process then looks for the name again
        lock.release()


@contextmanager
def held(path: str, *, wait: float = 0.0) -> Iterator[None]:
    """Hold the lock of a database during a block; raises as `acquire` does."""
    lock = acquire(path, wait=wait)
    try:
        yield
    finally:
        release(lock)


@contextmanager
def unopened(path: str) -> Iterator[None]:
    """Ensure during a block that no program has the database open, even one that ignores our lock.

    Do not call it in a process that has the database open. Does nothing on Windows, where files in use cannot be
    renamed. Raises DatabaseInUse.
    """
    if sys.platform == "win32" or not Path(path).exists():
        yield
        return
    import fcntl

    with Path(path).open("rb+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED_SIZE, _SHARED_FIRST)
        except OSError:
            raise DatabaseInUse(f"another program has the database {path} open; end it first") from None
        yield
