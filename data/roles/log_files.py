"""Files of old games' logs: a compressed part for each game, one after the other.

A part is a gzip member with JSON: the table's code, and its moves as lists. So the whole file can be read by `zcat`
too, and a game by where its part lies. There is no name in it and no chat: whose moves they were, the database knows.
A file is never changed once it has its name.
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
    """A file that is being written, under a name that says so; `finish` gives it its own."""

    def __init__(self, path: Path) -> None:
        """Begin a file that is to be at `path`; raises FileExistsError, OSError."""
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
        """Give the file its name once all of it is on the disk; raises OSError."""
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
        """Leave nothing behind of a file that has no name yet."""
        self._file.close()
        self._part.unlink(missing_ok=True)


def read_log(place: ArchivedLogRecord) -> list[MoveRecord]:
    """Return a game's log from its file; raises LogLost where it is not there, or damaged."""
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
