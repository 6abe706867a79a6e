"""Write and read files of archived logs: one compressed part per game.

A part is a gzip member with JSON: the table's id and its moves as lists. `zcat` reads the whole file; a game is read
by the place of its part. Files hold no names or chats, and never change once they have their final name.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from data.errors import LogLost
from data.records import ArchivedLogRecord, MoveRecord


class LogFile:
    """A file being written under a temporary name; `finish` renames it."""

    def __init__(self, path: Path) -> None:
        """Create a file that will be at `path`; raises FileExistsError, OSError."""
        if path.exists():
            raise FileExistsError(f"{path} exists already")
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        self._file: IO[bytes] = self._part.open("wb")
        self._part.chmod(0o600)
        self.logs: list[ArchivedLogRecord] = []
        """What is in it."""

    def add(self, table: str, moves: Sequence[MoveRecord]) -> None:
        """Add a game's log; raises OSError."""
        part = gzip.compress(_written(table, moves), mtime=0)
        start = self._file.tell()
        self._file.write(part)
        self.logs.append(ArchivedLogRecord(table, str(self._path), start, len(part), len(moves)))

    def finish(self) -> None:
        """Sync the file and rename it; raises OSError."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._part.rename(self._path)
        if sys.platform != "win32":
            folder = os.open(self._path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def give_up(self) -> None:
        """Delete an unfinished file."""
        self._file.close()
        self._part.unlink(missing_ok=True)


def read_log(place: ArchivedLogRecord) -> list[MoveRecord]:
    """Return a game's log from its file; raises LogLost if it is missing or corrupt."""
    try:
        with Path(place.file).open("rb") as file:
            file.seek(place.start)
            text = gzip.decompress(file.read(place.size))
        found = json.loads(text)
        moves = [MoveRecord(*move) for move in found["moves"]]
    except (OSError, EOFError, zlib.error, ValueError, LookupError, TypeError, MemoryError) as error:
        raise LogLost(f"the log of table {place.table} cannot be read from {place.file}: {error}") from error
    if found["table"] != place.table or [move.ply for move in moves] != list(range(place.plies)):
        raise LogLost(f"where the log of table {place.table} was, {place.file} holds another")
    return moves


def _written(table: str, moves: Sequence[MoveRecord]) -> bytes:
    return json.dumps({"table": table, "moves": moves}, separators=(",", ":")).encode() + b"\n"
