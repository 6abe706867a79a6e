"""Keep a database to one process at a time, by a lock that the system drops when its holder dies, however it dies.

The lock is on a file beside the database, never on the database itself: SQLite's own locks are POSIX locks, which a
process loses as soon as it closes any other descriptor of the same file. On Linux and macOS it is `flock`, on Windows
the system's lock on a byte of the file, both by `filelock`.
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
    """Take the lock of the database at `path`, whichever name leads there; `release` gives it back.

    Waits up to `wait` seconds. Raises DatabaseInUse, or UnusableDatabase where nothing can be locked.
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
    """Give a lock back and take its file away; may be called again."""
    if lock.is_locked:
        with suppress(OSError):  # Windows keeps a file that is open
            Path(lock.lock_file).unlink()  # while it is held: whoever waits for it then asks for the name anew
        lock.release()


@contextmanager
def held(path: str, *, wait: float = 0.0) -> Iterator[None]:
    """Hold the lock of a database during a block; raises what `acquire` does."""
    lock = acquire(path, wait=wait)
    try:
        yield
    finally:
        release(lock)


@contextmanager
def unopened(path: str) -> Iterator[None]:
    """Make sure during a block that nobody has the database open, be it a program that knows nothing of our lock.

    Must not be called by a process that has the database open itself. On Windows, where a file in use cannot be
    renamed anyway, it does nothing. Raises DatabaseInUse.
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
