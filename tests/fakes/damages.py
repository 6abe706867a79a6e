"""Damage stored values as a disk or an editor does, past all that the databases check; and say which harm is none.

The sample has a chat with a game that is over, one under way and a lobby, with everything that is kept about them.
It also has another chat with another game.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import struct
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.cli.copying import copy
from bot.platforms.web.message_format import dump, person_body
from data.coordination import GatewaySession
from data.inbox import UpdateRecord
from data.open_store import open_store
from data.records import ChatKey
from data.roles.columns import SERVER_TABLES, TABLES, Column
from data.sqlite.store import open_sqlite
from tests.fakes.filled_store import ELSEWHERE, fill
from tests.fakes.postgres_server import shared
from tests.fakes.room import ANA, BEA, CAI, DAN, room

PAGE = ChatKey("web", "room")

OPAQUE = {
    "analysis_orders": "chat message platform thread user",
    "appointment_guests": "appointment platform user",
    "appointments": "chat message options platform state table_id thread user version",
    "archived_logs": "size",
    "blocks": "other platform user",
    "boards": "chat face message platform thread",
    "callers": "chat platform thread user",
    "challenges": "chat guest message options platform state table_id thread user version",
    "chat_records": "chat platform",
    "chats": "chat language platform thread",
    "closed_seasons": "chat platform",
    "discord_homes": "chat",
    "discord_sessions": "address session shard",
    "honours": "chat event kind platform player_platform player_user",
    "inbox": "number payload shard",
    "insight": "chat family platform player_platform player_user",
    "meetings": "family other_platform other_user platform table_id user",
    "message_people": "platform user",
    "messages": "chat nonce picture platform thread",
    "moves": "automation seat version",
    "people": "language name platform user",
    "places": "chat person_platform person_user platform thread",
    "puzzle_answers": "move user",
    "puzzle_posts": "chat platform thread",
    "day_games": "chat platform thread",
    "puzzle_streaks": "chat day platform thread user",
    "puzzles": "chat day platform table_id thread",
    "quarantine": "part source",
    "rating_changes": "family platform user",
    "rating_corrections": "family table_id",
    "rating_tallies": "family points",
    "ratings": "family latest_table platform points sorted_by user",
    "refolds": "family table_id",
    "restrictions": "platform user",
    "result_seats": "platform user",
    "results": "family plies",
    "seasons": "chat platform",
    "seats": "person_platform person_user",
    "secrets": "purpose value",
    "tables": "chat host_platform host_user platform seed seq thread version",
    "seekers": "at_chat at_platform at_thread table_id message platform points private_chat state user version wish",
    "sent_pictures": "file platform shows version",
    "taken_commands": "bot digest",
    "tournament_people": "at_chat at_platform at_thread number platform tournament user",
    "tournament_posts": "chat claimed face mark message platform thread tournament",
    "tournament_tables": "tournament",
    "tournaments": "chat host_platform host_user id platform seed thread version",
}
"""Columns of which any readable value may have been stored: names, ids that others gave, words of other versions."""
_FREE = ("flag", "count", "whole", "first", "tally", "figure", "moment", "deviation", "text", "object")
"""Kinds of columns of which any value that fits may have been stored."""
_WORDS: tuple[Any, ...] = ("", "x", "[1]", "{}", "null", '{"a":1', '{"pace":5}', '{"body":[]}', '"', "ñ\u2028")
_VALUES: dict[type, tuple[Any, ...]] = {
    str: (None, 7, 1.5, b"\xff\xfe", b"ab", *_WORDS),
    int: (None, -1, 2**62, 99, "x", 1.5, b"\x00"),
    float: (None, -1.0, 1e300, float("inf"), 7e9, "x", 3, b"\x00"),
    bytes: (None, b"", b"\x00" * 40, "x", 5),
}
"""By what stood there, what a column may come to hold: nothing, another type, another shape, what is out of range."""


@dataclass(frozen=True)
class Damage:
    """What is done to a column: one byte of a value becomes another, or the whole value does."""

    table: str
    column: Column
    seed: int
    one_byte: bool

    def __str__(self) -> str:
        return f"{self.table}.{self.column.name}, {'byte' if self.one_byte else 'value'} {self.seed}"

    def of(self, old: Any) -> Any:
        """Return what a value becomes."""
        rng = random.Random(f"{self.table} {self.column.name} {self.seed}")
        if old is None:
            return rng.choice([value for values in _VALUES.values() for value in values if value is not None])
        if not self.one_byte:
            return rng.choice([value for value in _VALUES[type(old)] if value != old])
        if isinstance(old, int):
            return struct.unpack(">q", _flipped(struct.pack(">q", old), rng))[0]
        if isinstance(old, float):
            return struct.unpack(">d", _flipped(struct.pack(">d", old), rng))[0]
        return Garbled(_flipped(old.encode(), rng)) if isinstance(old, str) else _flipped(old, rng)

    def is_harmless(self, old: Any, new: Any) -> bool:
        """Tell whether what stands there now might as well have been stored, so that nobody can know."""
        if new == old or not self.column.fits(new):
            return new == old
        kind = next(name for name, known in _kinds().items() if known is self.column.kind)
        if self.column.name in OPAQUE.get(self.table, "").split() or kind in _FREE or new is None:
            return True
        return kind in ("document", "bytes") and _same_shape(old, new)


class Garbled(bytes):
    """The bytes of a text, which may be none any more."""


def _kinds() -> dict[str, Any]:
    from data.roles import columns

    return columns._KINDS


def _flipped(old: bytes, rng: random.Random) -> bytes:
    if not old:
        return b"\xff"
    place = rng.randrange(len(old))
    return old[:place] + bytes([(old[place] + rng.randrange(1, 256)) % 256]) + old[place + 1 :]


def _same_shape(old: Any, new: Any) -> bool:
    """Tell whether two JSON texts say values of the same types under the names that they share."""
    try:
        return isinstance(old, str) and _like(json.loads(old), json.loads(new))
    except ValueError:
        return False


def _like(old: Any, new: Any) -> bool:
    if isinstance(old, dict) and isinstance(new, dict):
        return all(_like(value, new[name]) for name, value in old.items() if name in new)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(_like, old, new))
    return isinstance(old, (int, float)) == isinstance(new, (int, float)) and isinstance(old, str) == isinstance(
        new, str
    )


def damages(count: int, *, server: bool, seed: int = 0) -> list[Damage]:
    """Return this number of damages, at least one of each column if there are enough."""
    tables = {**TABLES, **(SERVER_TABLES if server else {})}
    columns = [(table, column) for table, named in tables.items() for column in named.values()]
    rounds = [(table, column, turn) for turn in range(count // len(columns) + 1) for table, column in columns]
    return [Damage(table, column, seed + turn, (number + turn) % 2 == 0)
            for number, (table, column, turn) in enumerate(rounds[:count])]  # fmt: skip


# the sample ---------------------------------------------------------------------------------------------------------


async def sample(path: Path) -> Sample:
    """Fill a file with something in every table."""
    store = await open_store(f"sqlite:///{path}")
    async with room(store) as place:
        await place.say(CAI, "/play palma", ELSEWHERE)
        elsewhere = (await place.table()).id
        await place.say(DAN, "/join", ELSEWHERE)
        await place.say(CAI, f"/start {elsewhere}", ELSEWHERE)
        over, bad, _ = [await place.opened("/play palma", BEA) for _ in range(3)]
        for code in (over, bad):
            await place.say(ANA, f"/start {code}")
        await place.play_until_counted(over, [ANA, BEA])
        await place.end(over, "resign", [BEA])
        who = await place.acting(bad, [ANA, BEA])
        await place.say(who, f"/roll {bad}")
        await fill(place, over, bad, path.with_suffix(".gz"))
        said = dump(person_body(ANA.key, "Ana", "hola"))
        for number in range(3):
            await store.post_message(PAGE, f"said:ana:{number}", said, b"picture", 5.0, people=[ANA.key])
        await store.secret("signing", b"k" * 32)
        await store.beat(9.0, seen=0.0, noticed=60.0)
        await store.beat(90.0, seen=0.0, noticed=60.0)
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    return Sample(path, elsewhere, bad)


@dataclass(frozen=True)
class Sample:
    """A file, the table of the chat that nothing happens to, and one of the other chat."""

    path: Path
    elsewhere: str
    bad: str

    def where(self, table: str) -> str:
        """Return the condition of the rows of a table that may be damaged: none of the other chat's own."""
        of_table = {"tables": "id"} | dict.fromkeys(("seats", "moves", "boards", "places"), "table_id")
        if table in of_table:
            return f"{of_table[table]} <> '{self.elsewhere}'"
        return "chat <> 'elsewhere'" if table == "chats" else "1 = 1"


# in a file ----------------------------------------------------------------------------------------------------------


def spoil_file(path: Path, damage: Damage, sample: Sample) -> tuple[Any, Any]:
    """Damage a value in a file as no statement may; return what stood there and what stands there now."""
    table, column = damage.table, damage.column.name
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        triggers = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        (sql,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
        _rewritten(connection, table, _lenient(sql))
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        old, new, key, values = _chosen(connection, damage, sample)
        bound = new if not isinstance(new, Garbled) else bytes(new)
        put = "CAST(? AS TEXT)" if isinstance(new, Garbled) else "?"
        changing = f"UPDATE {table} SET {column} = {put} WHERE ({key}) = ({values})"  # noqa: S608
        try:
            connection.execute(changing, (bound,))
        except sqlite3.IntegrityError:  # a key that a file cannot hold at all
            new = old
        _rewritten(connection, table, sql)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for _, trigger in triggers:
            connection.execute(trigger)
    return old, readable(new)


def readable(value: Any) -> Any:
    """Return the text that stands there, or bytes that are none."""
    if not isinstance(value, Garbled):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def _rewritten(connection: sqlite3.Connection, table: str, sql: str) -> None:
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (sql, table))
    connection.execute("PRAGMA writable_schema = OFF")


def _lenient(sql: str) -> str:
    """Return the form of a table that takes any value."""
    sql = re.sub(r"\bINTEGER PRIMARY KEY\b", "%", sql)
    sql = re.sub(r"\b(TEXT|INTEGER|REAL|NOT NULL)\b", "", sql)
    return sql.replace("%", "INTEGER PRIMARY KEY").replace(") STRICT, WITHOUT", ") WITHOUT").replace(") STRICT", ")")


def _chosen(connection: sqlite3.Connection, damage: Damage, sample: Sample) -> tuple[Any, Any, str, str]:
    """Choose a row; return its value, what that becomes, and the key by which it is found."""
    column = damage.column.name
    names = [name for name, _ in connection.execute("SELECT name, pk FROM pragma_table_info(?) WHERE pk ORDER BY pk",
                                                    (damage.table,)).fetchall()]  # fmt: skip
    key, quoted = ", ".join(names), ", ".join(f"quote({name})" for name in names)
    statement = f"SELECT {column}, {quoted} FROM {damage.table} WHERE {sample.where(damage.table)} ORDER BY {key}"  # noqa: S608
    rows = connection.execute(statement).fetchall()
    assert rows, f"the sample has no row for {damage}"
    told = [row for row in rows if row[0] is not None] or rows
    old, *values = told[damage.seed * 7 % len(told)]
    return old, damage.of(old), key, ", ".join(values)


# on a server --------------------------------------------------------------------------------------------------------

_TYPES = {"bigint": int, "text": str, "json": str, "double precision": float, "bytea": bytes}
_CASTS = """
DO $$ BEGIN
    CREATE CAST (bytea AS text) WITHOUT FUNCTION;
    CREATE CAST (bytea AS json) WITHOUT FUNCTION;
EXCEPTION WHEN duplicate_object THEN NULL;
END $$;
"""
_FORMS = """
SELECT table_name, column_name, data_type FROM information_schema.columns
WHERE table_schema = 'public' AND is_generated = 'NEVER' ORDER BY table_name, ordinal_position
"""
_CHECKS = """
SELECT conrelid::regclass::text, conname FROM pg_constraint
WHERE contype = 'c' AND connamespace = 'public'::regnamespace
"""
_KEYS = """
SELECT a.attname FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
WHERE i.indrelid = $1::text::regclass AND i.indisprimary
"""


class SpoiltServer:
    """A database on a server that holds the sample, and has one value damaged again and again."""

    def __init__(self, connection: Any) -> None:
        """Use a connection of somebody who may do anything there."""
        self._connection = connection
        self._kinds: dict[tuple[str, str], str] = {}
        self._again = ""

    async def prepare(self) -> None:
        """Remember all rows, and let values be damaged as a disk does."""
        import asyncpg

        ask = self._connection
        rows = [tuple(row) for row in await ask.fetch(_FORMS)]
        self._kinds = {(table, column): kind for table, column, kind in rows}
        tables = sorted({table for table, _, _ in rows})
        await ask.execute(_CASTS)
        for table, name in await ask.fetch(_CHECKS):
            await ask.execute(f"ALTER TABLE {table} DROP CONSTRAINT {name}")
        for table, column, _ in rows:
            if column not in {row[0] for row in await ask.fetch(_KEYS, table)}:
                with suppress(asyncpg.PostgresSyntaxError):  # a column that the server numbers
                    await ask.execute(f'ALTER TABLE {table} ALTER COLUMN "{column}" DROP NOT NULL')
        await ask.execute("CREATE SCHEMA kept")
        for table in tables:
            await ask.execute(f"CREATE TABLE kept.{table} AS TABLE public.{table}")
        again = []
        for name in tables:
            names = ", ".join(f'"{column}"' for table, column, _ in rows if table == name)
            again.append(f"DELETE FROM {name}; INSERT INTO {name} ({names}) SELECT {names} FROM kept.{name}")  # noqa: S608
        self._again = f"SET session_replication_role = replica; {'; '.join(again)}"

    async def restore(self) -> None:
        """Put all rows back."""
        await self._connection.execute(self._again)

    async def spoil(self, damage: Damage, sample: Sample) -> tuple[Any, Any]:
        """Put all rows back and damage one; return what stood there and what stands there now."""
        import asyncpg

        ask, table, column = self._connection, damage.table, f'"{damage.column.name}"'
        await self.restore()
        kind = self._kinds[table, damage.column.name]
        shown = f"{column}::text" if kind == "json" else column
        rows = await ask.fetch(f"SELECT {shown}, ctid::text FROM {table} WHERE {sample.where(table)} ORDER BY ctid")  # noqa: S608
        assert rows, f"the sample has no row for {damage}"
        told = [row for row in rows if row[0] is not None] or rows
        old, place = told[damage.seed * 7 % len(told)]
        new = damage.of(old)
        if new is not None and not isinstance(new, (_TYPES[kind], bytes if _TYPES[kind] is str else _TYPES[kind])):
            new = None  # a server keeps no value of another type
        as_bytes = _TYPES[kind] is str and new is not None
        put = f"$1::bytea::{kind}" if as_bytes else "$1"
        bound = new.encode() if as_bytes and isinstance(new, str) else None if new is None else new
        bound = bytes(bound) if isinstance(bound, Garbled) else bound
        try:
            await ask.execute(f"UPDATE {table} SET {column} = {put} WHERE ctid = '{place}'", bound)  # noqa: S608
        except (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError):  # not even a damaged key can be so
            new = old
        return old, readable(Garbled(bound)) if as_bytes and new is not old else new


async def carried(filled: Sample) -> str:
    """Carry the sample to a database on the server of the tests; return its address."""
    from data.postgres.store import open_postgres

    url = await shared().empty()
    source, target = await open_sqlite(str(filled.path)), await open_postgres(url)
    await copy(source, target)
    await target.note_home("room", 7)
    await target.leave_session(GatewaySession(0, 1, "session", 9, "wss://gateway"))
    await target.put_in([UpdateRecord(3, 7, '{"update_id":7}', 0.0)], most=9)
    for store in (source, target):
        await store.close()
    return url
