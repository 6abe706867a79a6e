"""The store on one machine: an SQLite file, through aiosqlite.

aiosqlite does what it was handed in order, even for a caller who was cancelled: so a cancelled write is whole or
nothing.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress

from filelock import BaseFileLock

from data.records import (
    OPEN,
    BoardRecord,
    ChatKey,
    ChatRecord,
    MessageRecord,
    MoveRecord,
    PersonKey,
    PersonRecord,
    Status,
    TableRecord,
    TableSubscription,
)
from data.sqlite import rows, statements
from data.sqlite.connection import BrokenReference, Database, Work, bounded
from data.sqlite.damage import is_damaged, is_json
from data.sqlite.history import History
from data.sqlite.lock import acquire, release
from data.sqlite.migrations import MEMORY, open_database
from data.sqlite.people import People
from data.sqlite.places import Places
from data.sqlite.pulse import Pulse
from data.sqlite.results import Results
from data.sqlite.rows import Row, Value, checked
from data.sqlite.secrets import Secrets
from data.sqlite.waitlist import Callers
from data.store import ChannelFull, NoTable, StaleTable, TableExists, UnusableDatabase


async def open_sqlite(path: str, *, alone: bool = False) -> SqliteStore:
    """Opens the database at `path`, or one in memory for `:memory:`; UnusableDatabase if that cannot be done.

    `alone` keeps everybody else who asks for that out until the store is closed: DatabaseInUse if somebody is in.
    """
    opening = asyncio.ensure_future(_open(path, alone=alone))
    try:
        return await asyncio.shield(opening)
    except asyncio.CancelledError:
        with suppress(UnusableDatabase):
            await (await opening).close()
        raise


async def _open(path: str, *, alone: bool) -> SqliteStore:
    # What may fail is done before aiosqlite starts its thread, which does not end well after a failed start.
    connection, lock = await asyncio.to_thread(_opened, path, alone=alone)
    database = Database(lambda: connection, iter_chunk_size=64)
    await database
    return SqliteStore(database, lock)


def _opened(path: str, *, alone: bool) -> tuple[sqlite3.Connection, BaseFileLock | None]:
    lock = acquire(path) if alone and path != MEMORY else None
    try:
        return open_database(path, locked=lock is not None), lock
    except BaseException:
        if lock is not None:
            release(lock)
        raise


class SqliteStore(Callers, History, People, Places, Pulse, Results, Secrets):
    """The store in an SQLite file; make one with `open_sqlite`."""

    # people and chats -----------------------------------------------------------------------------------------------

    async def person(self, key: PersonKey) -> PersonRecord | None:
        """A person, if ever saved."""
        found = await self._read(statements.PERSON, {"platform": key.platform, "user": key.user})
        return rows.person_record(key, found[0]) if found else None

    async def save_person(self, person: PersonRecord) -> None:
        """Adds or replaces a person."""
        values = {"platform": person.key.platform, "user": person.key.user, "name": person.name}
        chosen = {"language": person.language, "settings": person.settings}
        await self._write(statements.SAVE_PERSON, {**values, **chosen})

    async def chat(self, key: ChatKey) -> ChatRecord | None:
        """A chat's settings, if ever saved."""
        found = await self._read(statements.CHAT, rows.chat_values(key))
        return rows.chat_record(key, found[0]) if found else None

    async def save_chat(self, chat: ChatRecord) -> None:
        """Adds or replaces a chat's settings."""
        values = rows.chat_values(chat.key)
        await self._write(statements.SAVE_CHAT, {**values, "language": chat.language, "settings": chat.settings})

    async def move_chat(self, old: ChatKey, new: ChatKey) -> list[str]:
        """A chat goes on under another key; its tables move along and are named, oldest first, then those shown."""
        moving = {f"new_{name}": value for name, value in rows.chat_values(new).items()}
        values = checked({**rows.chat_values(old), **moving})
        if old == new:
            return []

        def move(connection: sqlite3.Connection) -> list[str]:
            chat = (statements.MOVE_CHAT, statements.DROP_CHAT)
            callers = (statements.MOVE_CALLERS, statements.DROP_CALLERS)
            for statement in (*chat, *callers, statements.DROP_BOARDS):
                connection.execute(statement, values)
            moved = sorted(connection.execute(statements.MOVE_TABLES, values).fetchall())
            shown = connection.execute(statements.MOVE_PLACES, values).fetchall()
            return list(dict.fromkeys((*(row[1] for row in moved), *(row[0] for row in shown))))

        return await self._atomically(move)

    # tables ---------------------------------------------------------------------------------------------------------

    async def create(
        self,
        table: TableRecord,
        *,
        limit: int,
        places: Sequence[TableSubscription] = (),
        linked: TableRecord | None = None,
    ) -> None:
        """Adds a table with its seats and places, and brings `linked` up to date; raises ChannelFull when the chat
        has `limit` open ones of its own, TableExists, or what `update` raises.
        """
        if table.plies:
            raise ValueError("a new table's log is empty")
        values = {**rows.table_values(table), **checked({"limit": limit})}
        seats = rows.seat_values(table)
        shown = [rows.place_values(place) for place in places]
        link = None if linked is None else self._updating(linked, linked.version - 1)

        def create(connection: sqlite3.Connection) -> None:
            if not connection.execute(statements.CREATE, values).fetchall():
                ((in_use,),) = connection.execute(statements.OPEN_COUNT, values).fetchall()
                if in_use >= limit:
                    raise ChannelFull(f"this chat has {in_use} open tables and may have {limit}")
                raise TableExists(f"there is a table {table.id!r} already")
            connection.executemany(statements.SAVE_SEAT, seats)
            connection.executemany(statements.SAVE_PLACE, shown)
            if link is not None:
                link(connection)

        await self._atomically(create)

    async def table(self, table: str) -> TableRecord | None:
        """A table by its id."""
        found = await self._read(statements.TABLE, {"id": table})
        return rows.table_record(found[0]) if found else None

    async def tables(self, chat: ChatKey, statuses: Iterable[Status] = OPEN) -> list[TableRecord]:
        """The tables that a chat shows, its own and others, oldest first."""
        values = {**rows.chat_values(chat), "statuses": _listed(statuses)}
        return [rows.table_record(row) for row in await self._read(statements.TABLES, values)]

    async def all_tables(self, statuses: Iterable[Status] = OPEN) -> list[TableRecord]:
        """Every table in one of these states, oldest first: what a restart takes up again."""
        values = {"statuses": _listed(statuses)}
        return [rows.table_record(row) for row in await self._read(statements.ALL_TABLES, values)]

    async def count_tables(self, statuses: Iterable[Status] = OPEN) -> dict[Status, int]:
        """How many tables are in each of these states."""
        wanted = list(statuses)
        counted = await self._read(statements.COUNT_TABLES, {"statuses": _listed(wanted)})
        found: dict[str, int] = {row[0]: row[1] for row in counted}
        return {status: found.get(status.value, 0) for status in wanted}

    async def due_tables(self, now: float, limit: int) -> list[tuple[str, int]]:
        """The ids and versions of the tables that are due, the longest due first."""
        found = await self._read(statements.DUE_TABLES, {"now": float(now), "limit": bounded(limit)})
        return [(row[0], row[1]) for row in found]

    async def update(
        self,
        table: TableRecord,
        *,
        expected: int,
        moves: Sequence[MoveRecord] = (),
        place: TableSubscription | None = None,
    ) -> None:
        """Writes a table with its seats, appends moves to its log and notes a place, in one transaction.

        Raises ValueError, NoTable or StaleTable, and then has written nothing.
        """
        await self._atomically(self._updating(table, expected, moves, place))

    def _updating(
        self,
        table: TableRecord,
        expected: int,
        moves: Sequence[MoveRecord] = (),
        place: TableSubscription | None = None,
    ) -> Work[None]:
        log_end = table.plies - len(moves)
        appended = rows.move_values(table, expected, moves)
        values = {**rows.table_values(table), **checked({"expected": expected, "log_end": log_end})}
        seats = rows.seat_values(table)
        played = [] if place is None else [rows.place_values(place)]

        def update(connection: sqlite3.Connection) -> None:
            updated = connection.execute(statements.UPDATE, values).fetchall()
            if not updated:
                progress = connection.execute(statements.PROGRESS, values).fetchall()
                self._explain(table, expected, log_end, progress)
            if rows.seats_differ(updated[0][0], seats):
                connection.executemany(statements.SAVE_SEAT, seats)
                connection.execute(statements.DROP_SEATS, {"table": table.id, "count": len(seats)})
            connection.executemany(statements.ADD_MOVE, appended)
            connection.executemany(statements.LEAVE_PLACE, played)
            connection.executemany(statements.SAVE_PLACE, played)

        return update

    @staticmethod
    def _explain(table: TableRecord, expected: int, log_end: int, progress: Sequence[Row]) -> None:
        """Raises for the reason why an update found no row to write on."""
        if not progress:
            raise NoTable(f"there is no table {table.id!r}")
        version, plies = progress[0]
        if version != expected:
            raise StaleTable(f"table {table.id!r} is at version {version}, not {expected}")
        raise ValueError(f"the log of table {table.id!r} ends at {plies} plies, not {log_end}")

    async def cancel(self, table: str, *, expected: int, at: float) -> None:
        """Closes a table without touching what else is in its row; raises NoTable or StaleTable."""
        values = checked({"id": table, "expected": expected, "at": float(at)})

        def cancel(connection: sqlite3.Connection) -> None:
            if connection.execute(statements.CANCEL, values).fetchall():
                return
            progress = connection.execute(statements.PROGRESS, values).fetchall()
            if not progress:
                raise NoTable(f"there is no table {table!r}")
            raise StaleTable(f"table {table!r} is at version {progress[0][0]}, not {expected}")

        await self._atomically(cancel)

    async def moves(self, table: str, *, since: int = 0) -> list[MoveRecord]:
        """The log from ply `since` on, in order."""
        found = await self._read(statements.MOVES, {"table": table, "since": bounded(since)})
        return [rows.move_record(row) for row in found]

    # board messages -------------------------------------------------------------------------------------------------

    async def save_board(self, board: BoardRecord) -> None:
        """Adds a board message or brings it up to date; an older write is ignored. NoTable without its table."""
        values = {**rows.board_values(board), "version": board.version, "live": int(board.live)}
        values |= {"called": int(board.call), "face": board.face}
        try:
            await self._write(statements.SAVE_BOARD, values)
        except BrokenReference:
            raise NoTable(f"there is no table {board.table!r}") from None

    async def drop_board(self, board: BoardRecord) -> None:
        """Forgets a board message, which is gone from its chat."""
        await self._write(statements.DROP_BOARD, rows.board_values(board))

    async def boards(self, table: str) -> list[BoardRecord]:
        """The messages that show a table, oldest first."""
        found = await self._read(statements.BOARDS, {"table": table})
        return [rows.board_record(row) for row in found if not is_damaged(row)]

    async def dirty_boards(self, limit: int) -> list[BoardRecord]:
        """Live board messages whose version is behind their table's."""
        found = await self._read(statements.DIRTY_BOARDS, {"limit": bounded(limit)})
        return [rows.board_record(row) for row in found if not is_damaged(row)]

    # messages of the local web chat ---------------------------------------------------------------------------------

    async def post_message(
        self,
        chat: ChatKey,
        nonce: str,
        body: str,
        picture: bytes | None,
        at: float,
        *,
        people: Collection[PersonKey] = (),
    ) -> MessageRecord:
        """Adds a message, or gives the one already posted with this nonce."""
        values = {**rows.chat_values(chat), "nonce": nonce, "body": body, "picture": picture, "at": float(at)}
        found = await self._atomically(_naming(statements.POST_MESSAGE, checked(values), people, keep=True))
        return rows.message_record(found[0])

    async def edit_message(
        self,
        message: int,
        body: str,
        picture: bytes | None,
        *,
        keep_picture: bool = False,
        people: Collection[PersonKey] | None = None,
    ) -> MessageRecord | None:
        """Replaces a message's body and picture (or keeps the picture), one revision up; None if it is gone."""
        values: dict[str, Value] = {
            "id": message,
            "body": body,
            "picture": picture,
            "keep_picture": int(keep_picture),
        }
        work = _naming(statements.EDIT_MESSAGE, checked(values), people or (), keep=people is None)
        edited = await self._atomically(work)
        return rows.message_record(edited[0]) if edited else None

    async def messages(self, chat: ChatKey, *, limit: int) -> list[MessageRecord]:
        """A chat's newest messages and older ones on which its open tables live, oldest first."""
        found = await self._read(statements.MESSAGES, {**rows.chat_values(chat), "limit": bounded(limit)})
        return [rows.message_record(row) for row in found if is_json(row[5])]

    async def message(self, chat: ChatKey, message: int) -> MessageRecord | None:
        """Return a message of the chat; None if it is not there."""
        found = await self._read(statements.MESSAGE, {**rows.chat_values(chat), "id": message})
        return rows.message_record(found[0]) if found and is_json(found[0][5]) else None

    async def picture(self, message: int) -> bytes | None:
        """A message's picture."""
        found = await self._read(statements.PICTURE, {"id": message})
        return found[0][0] if found else None

    async def drop_message(self, chat: ChatKey, message: int) -> bool:
        """Takes a message away; whether it was there."""
        return bool(await self._write(statements.DROP_MESSAGE, {**rows.chat_values(chat), "id": message}))

    async def prune_messages(self, chat: ChatKey, *, keep: int) -> list[int]:
        """Forget all but a chat's newest messages and those on which its open tables live; gives who had to go."""
        gone = await self._write(statements.PRUNE_MESSAGES, {**rows.chat_values(chat), "keep": bounded(keep)})
        return [row[0] for row in gone]


def _naming(
    statement: str, values: Mapping[str, Value], people: Collection[PersonKey], *, keep: bool
) -> Work[Sequence[Row]]:
    """Writes a message, and whom it names; `keep` leaves those whom it named already."""
    named = [checked({"platform": person.platform, "user": person.user}) for person in people]

    def write(connection: sqlite3.Connection) -> Sequence[Row]:
        found = connection.execute(statement, values).fetchall()
        for message in (row[0] for row in found):
            if not keep:
                connection.execute(statements.UNNAME, {"message": message})
            connection.executemany(statements.NAME, [{"message": message, **each} for each in named])
        return found

    return write


def _listed(statuses: Iterable[Status]) -> str:
    return json.dumps([status.value for status in statuses])
