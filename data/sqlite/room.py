"""Check whether a file can grow, within the database's limit and the disk's."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

from data.roles.statements import Steps

ROOM = 2**20
"""Bytes of disk that must be free for anything to be stored: a press writes some 50 KB, a board's picture 100."""
_UNSUPPORTED = (errno.EOPNOTSUPP, errno.ENOSYS, errno.EINVAL)

# Undone at once: the new pages are only in memory, but must be allowed.
_GROWTH = (
    "SAVEPOINT growth",
    "INSERT INTO chats (platform, chat, thread, settings) "
    "VALUES ('', 'growth', '', json_quote(hex(zeroblob(65536))))",
    "ROLLBACK TO growth",
    "RELEASE growth",
)


def grown() -> Steps[None]:
    """Allocate pages in the database, and free them."""
    for statement in _GROWTH:
        yield statement, {}


def allocate(path: str) -> None:
    """Allocate space next to a file, and free it. Blocks. Raises OSError."""
    with tempfile.TemporaryFile(dir=Path(path).resolve().parent, buffering=0) as file:
        try:
            os.posix_fallocate(file.fileno(), 0, ROOM)  # writes nothing: it may be asked every few seconds
        except AttributeError:  # macOS, Windows
            file.write(os.urandom(ROOM))
        except OSError as error:
            if error.errno not in _UNSUPPORTED:
                raise
            file.write(os.urandom(ROOM))
