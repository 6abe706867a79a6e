"""Open a database file: check that it is ours and sound, and migrate it.

A file is checked on a read-only connection and refused with UnusableDatabase before anything changes. Missing
migrations run in one exclusive transaction, so a kill leaves the old state or the new one. Before that the file is
backed up, and no other process may use it.
"""

from __future__ import annotations

import logging
import re
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from os import O_CREAT, O_EXCL, O_RDWR, R_OK, W_OK, X_OK, access, close
from os import open as os_open
from pathlib import Path

from data.errors import StoreFailed, UnusableDatabase
from data.migrations import Migration, migrations
from data.roles.damage import Damaged, decode
from data.sqlite.backups import address, copy, exchanging, settle
from data.sqlite.lock import BUSY_SECONDS, held
from data.sqlite.rewriting import INCREMENTAL

MEMORY = ":memory:"
_OLDEST_SQLITE = (3, 37, 0)  # STRICT tables
_SMALLEST_PAGE = 512
OF_ONE_ROW = re.compile("CHECK constraint failed|[A-Za-z-]+ value in ")
"""How SQLite's checks of itself tell of a value that its column may not hold."""
LOOKED_THROUGH = 64 * 2**20
"""Bytes of a file that is looked through for damage whenever it is opened; `admin check` does that with any."""
_MAGIC = b"SQLite format 3\0"
_REPAIR = "restore a backup, by `admin restore FILE`"

# One file of ours says so in its header: "PLMS".
APPLICATION_ID = 0x504C4D53

CREATE_MIGRATIONS = """
CREATE TABLE IF NOT EXISTS migrations (
    version  INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied  INTEGER NOT NULL
) STRICT
"""

ADD_MIGRATION = """
INSERT INTO migrations (version, name, checksum, applied)
VALUES (:version, :name, :checksum, CAST(strftime('%s', 'now') AS INTEGER))
"""

HAS_MIGRATIONS = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'migrations'"

MIGRATIONS = "SELECT version, name, checksum FROM migrations ORDER BY version"

# Reading a file's header and closing it drops the locks that this process's other connections hold on that file, as
# POSIX wants it. So a process opens its databases one after another. It reads a header only if there is a rollback
# journal, which no open store has.
_opening = threading.Lock()
_log = logging.getLogger(__name__)


def statements(step: Migration) -> Iterator[str]:
    """Split a migration into statements; `executescript` would commit between them."""
    statement = ""
    for line in step.sql.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def open_database(path: str, steps: Sequence[Migration] | None = None, *, locked: bool = False) -> sqlite3.Connection:
    """Connect to a sound, migrated database; creates a missing one.

    Blocks; the connection may move to another thread. `locked`: the caller has the database's lock, which is
    otherwise taken while the file changes.

    Raises UnusableDatabase, having changed nothing, if the database is foreign, corrupt, from a newer version, or
    to be changed while another process has it.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise UnusableDatabase(f"SQLite 3.37 or newer is needed; this is {sqlite3.sqlite_version}")
    steps = migrations() if steps is None else steps
    with _opening, _explained(path):
        if path == MEMORY:
            return _connect(path, steps, locked=True)
        if exchanging(path):
            with nullcontext() if locked else held(path, wait=BUSY_SECONDS):
                if exchanging(path):
                    settle(path)
        _check_place(path)
        _check_journal(path)
        inspect(path, steps, whole=Path(path).stat().st_size <= LOOKED_THROUGH)
        return _connect(path, steps, locked=locked)


@contextmanager
def _explained(path: str) -> Iterator[None]:
    """Convert errors to UnusableDatabase with the reason."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise UnusableDatabase(f"the database {path} cannot be opened: {error}") from error
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB:
            raise UnusableDatabase(f"{path} is not a database") from error
        raise UnusableDatabase(f"the database {path} is damaged ({error}); {_REPAIR}") from error
    except (OSError, ValueError) as error:
        raise UnusableDatabase(f"the database {path!r} cannot be opened: {error}") from error


# looking, without touching ------------------------------------------------------------------------------------------


def _check_place(path: str) -> None:
    """Refuse paths that cannot be a database; create an empty file, readable only by us, if it is missing."""
    if not path:
        raise UnusableDatabase("the database's path is empty")
    file = Path(path)
    try:
        status = file.stat()
    except FileNotFoundError:
        if not file.parent.is_dir():
            raise UnusableDatabase(f"the database {path} has no folder: {file.parent} does not exist") from None
        with suppress(FileExistsError):  # another process was faster
            close(os_open(path, O_CREAT | O_EXCL | O_RDWR, 0o600))
        return
    kind = status.st_mode
    if stat.S_ISDIR(kind):
        raise UnusableDatabase(f"{path} is a folder, not a database")
    if not stat.S_ISREG(kind):
        raise UnusableDatabase(f"{path} is not a file")
    if 0 < status.st_size < _SMALLEST_PAGE:  # SQLite would take it for an empty database, and write over it
        raise UnusableDatabase(f"{path} is not a database")
    if not access(path, R_OK | W_OK):
        raise UnusableDatabase(f"the database {path} must be readable and writable")
    if not access(file.parent, W_OK | X_OK):
        raise UnusableDatabase(f"the folder of the database {path} must be writable")


def _check_journal(path: str) -> None:
    """Refuse a foreign file with a rollback journal: opening it could write to it."""
    journal = Path(path + "-journal")
    if not journal.exists() or not journal.stat().st_size:
        return
    with Path(path).open("rb") as file:
        header = file.read(100)
    ours = header[:16] == _MAGIC and int.from_bytes(header[68:72], "big") == APPLICATION_ID
    if header.strip(b"\0") and not ours:
        raise UnusableDatabase(f"{path} is not a database of this program")


def inspect(
    path: str, steps: Sequence[Migration] | None = None, told: str | None = None, *, whole: bool = True
) -> int:
    """Check a file without changing it; return how many migrations it has.

    A connection that may write removes its own -wal and -shm on closing, but would also checkpoint an older -wal;
    a file that has one is opened read-only. `told` is the path for messages. Without `whole`, corrupt pages are
    only found when they are read. Raises UnusableDatabase.
    """
    steps, told = migrations() if steps is None else steps, told or path
    wal = Path(path + "-wal")
    uri = address(path, "ro" if wal.exists() and wal.stat().st_size else "rw")
    with (
        _explained(told),
        closing(sqlite3.connect(uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS)) as connection,
    ):
        connection.text_factory = decode
        connection.execute("PRAGMA query_only = ON")
        # What a single row may not hold is that row's own damage, and none of the file.
        connection.execute("PRAGMA ignore_check_constraints = ON")
        version = _applied(connection, told, steps)
        # SQLite 3.40 takes a sound row of `places` for one with a NULL, but only in its quick check.
        fault = _fault(connection, "quick_check") and _fault(connection, "integrity_check") if whole else None
        if fault is not None:
            raise UnusableDatabase(f"the database {told} is damaged ({fault}); {_REPAIR}")
    return version


def _fault(connection: sqlite3.Connection, check: str) -> str | None:
    """Return the first fault that one of SQLite's own checks finds; None if there is none.

    A value that its column may not hold only affects its row and is not a fault of the file.
    """
    verdicts = (str(line) for (line,) in connection.execute(f"PRAGMA {check}"))
    return next((line for line in verdicts if line != "ok" and not OF_ONE_ROW.match(line)), None)


def _applied(connection: sqlite3.Connection, path: str, steps: Sequence[Migration]) -> int:
    """Count the applied migrations; raises UnusableDatabase unless they are the first of ours."""
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    objects: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if (application, version, objects) == (0, 0, 0):
        return 0
    if application != APPLICATION_ID or not connection.execute(HAS_MIGRATIONS).fetchone()[0]:
        raise UnusableDatabase(f"{path} is not a database of this program")
    done: list[tuple[int, str, str]] = connection.execute(MIGRATIONS).fetchall()
    newest = max([version, *(number for number, _, _ in done)])
    if newest > len(steps):
        raise UnusableDatabase(
            f"the database {path} is from a newer version of this program: it has form {newest}, "
            f"this version knows {len(steps)}"
        )
    if [number for number, _, _ in done] != list(range(1, version + 1)):
        raise UnusableDatabase(f"the database {path} says form {version}, but its list of migrations does not")
    for step, (_, name, checksum) in zip(steps, done, strict=False):
        if step.checksum != checksum and not isinstance(checksum, Damaged):  # one that is no text says nothing
            raise UnusableDatabase(
                f"the database {path} was made by another text of migration {step.version:04d} ({name})"
            )
    return version


# opening ------------------------------------------------------------------------------------------------------------


def _connect(path: str, steps: Sequence[Migration], *, locked: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False)
    connection.text_factory = decode
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA synchronous = FULL")
        applied = _applied(connection, path, steps)
        if applied and applied < len(steps):
            with nullcontext() if locked else held(path, wait=BUSY_SECONDS), _copied(connection, path, steps):
                _migrate(connection, path, steps)
        elif not applied:
            connection.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
            _migrate(connection, path, steps)
        if path != MEMORY:
            _use_wal(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def _copied(connection: sqlite3.Connection, path: str, steps: Sequence[Migration]) -> Iterator[None]:
    """Back the database up before it is migrated; an unneeded backup is deleted.

    One backup per schema: a program that fails here at every start must not fill the disk.
    """
    applied = _applied(connection, path, steps)
    if applied == len(steps):  # another process was faster
        yield
        return
    target = Path(f"{Path(path).resolve()}.before-form-{applied + 1}")
    try:
        copy(path, target)
    except (OSError, StoreFailed) as error:
        reason = f"no copy of the database {path} can be made before its form changes: {error}"
        raise UnusableDatabase(reason) from error
    try:
        yield
    except BaseException:
        target.unlink()
        raise
    _log.warning("the database has a new form now; a copy of it as it was is in %s", target)


def _migrate(connection: sqlite3.Connection, path: str, steps: Sequence[Migration]) -> None:
    connection.execute("BEGIN EXCLUSIVE")
    try:
        # Asked again inside the lock: another process may have been doing the same.
        for step in steps[_applied(connection, path, steps) :]:
            connection.execute(CREATE_MIGRATIONS)
            for statement in statements(step):
                connection.execute(statement)
            values = {"version": step.version, "name": step.name, "checksum": step.checksum}
            connection.execute(ADD_MIGRATION, values)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID:d}")
            connection.execute(f"PRAGMA user_version = {step.version:d}")
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def _use_wal(connection: sqlite3.Connection, path: str) -> None:
    """Turn on the write-ahead log after the first migration, so that the file's header says whose it is.

    SQLite does not wait for another process that does the same.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
            continue
        if mode != "wal":
            raise UnusableDatabase(f"the file system of {path} has no shared memory for SQLite's write-ahead log")
        return
