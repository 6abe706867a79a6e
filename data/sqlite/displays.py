"""Keep how tables are shown: only this process writes to its file, and each press asks twice.

What a press writes changes what is kept. After any other write that may change it, it is read again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from data.records import BoardRecord, ChatKey, MoveRecord, Status, TableDisplayRecord, TableRecord, TableSubscription
from data.roles.boards import Boards
from data.roles.places import Places
from data.roles.rows import Row, Value
from data.roles.statements import Work
from data.roles.tables import Tables
from data.sqlite.connection import SqliteConnection

T = TypeVar("T")
KNOWN = 2000
"""The most tables kept; beyond that, all are read again."""
_SHOWN = re.compile(r"\b(?:INTO|UPDATE|FROM)\s+(?:boards|chats|people|places|seats|tables)\b")


class SqliteDisplays(SqliteConnection, Boards, Places, Tables):
    """How tables are shown. What is kept is changed in the order of the writes, right after each of them."""

    _displays: dict[str, TableDisplayRecord] | None = None
    _writes = 0
    """How many writes have begun or ended: what was read meanwhile may be older than one of them."""

    async def display(self, table: str) -> TableDisplayRecord | None:
        """Return how a table is shown; None if no table has this id."""
        known, before = self._known(table), self._writes
        if known is None:
            known = await super().display(table)
            if known is not None and before == self._writes:
                self._keep(table, known)
        return known

    async def update(
        self,
        table: TableRecord,
        *,
        expected: int,
        moves: Sequence[MoveRecord] = (),
        place: TableSubscription | None = None,
        reseated: bool = True,
    ) -> None:
        """Write a table with its seats, append moves to its log and note a player's place: all or nothing."""
        work = self._updating(table, expected, moves, place, reseated=reseated)
        if reseated or place is not None or table.status is not Status.PLAYING:
            await self._atomically(work)
            return
        with self._writing():
            await super()._atomically(work)
        if (known := self._known(table.id)) is not None:
            self._keep(table.id, replace(known, version=table.version))

    async def save_board(self, board: BoardRecord) -> None:
        """Add or update a board message; ignored if the stored version is newer. Raises NoTable."""
        with self._writing():
            await super().save_board(board)
        self._show(board.table, lambda boards: _with(board, boards))

    async def drop_board(self, board: BoardRecord) -> None:
        """Delete the entry of a board message that no longer exists."""
        with self._writing():
            await super().drop_board(board)
        gone = board.chat, board.message
        self._show(board.table, lambda boards: tuple(one for one in boards if (one.chat, one.message) != gone))

    async def _atomically(self, work: Work[T], *alone: str) -> T:
        with self._writing():
            result = await super()._atomically(work, *alone)
        self._displays = None
        return result

    async def _write(self, statement: str, values: Mapping[str, Value]) -> Sequence[Row]:
        if not _may_change(statement):
            return await super()._write(statement, values)
        with self._writing():
            rows = await super()._write(statement, values)
        self._displays = None
        return rows

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Forget everything if a write fails: it may be done all the same."""
        self._writes += 1
        try:
            yield
        except BaseException:
            self._displays = None
            raise
        finally:
            self._writes += 1

    def _known(self, table: str) -> TableDisplayRecord | None:
        return None if self._displays is None else self._displays.get(table)

    def _keep(self, table: str, display: TableDisplayRecord) -> None:
        if self._displays is None or len(self._displays) >= KNOWN:
            self._displays = {}
        self._displays[table] = display

    def _show(self, table: str, change: Callable[[tuple[BoardRecord, ...]], tuple[BoardRecord, ...]]) -> None:
        """Change a table's messages; they may crowd the other tables of a chat where they come or go."""
        if (known := self._known(table)) is None:
            self._displays = None
            return
        boards = change(known.boards)
        if _live(boards) != _live(known.boards):
            self._displays = None
        self._keep(table, replace(known, boards=boards))


@lru_cache
def _may_change(statement: str) -> bool:
    """Return whether a statement that writes may change how a table is shown."""
    return _SHOWN.search(statement) is not None


def _with(board: BoardRecord, boards: tuple[BoardRecord, ...]) -> tuple[BoardRecord, ...]:
    """Return messages with a new one, or a newer version of one."""
    for at, one in enumerate(boards):
        if (one.chat, one.message) == (board.chat, board.message):
            is_newer = board.version >= one.version
            if not is_newer:
                return boards
            return (
                *boards[:at],
                board if board.call == one.call else replace(board, call=one.call),
                *boards[at + 1 :],
            )
    return (*boards, board)


def _live(boards: tuple[BoardRecord, ...]) -> set[ChatKey]:
    return {board.chat for board in boards if board.live}
