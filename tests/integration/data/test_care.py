"""Looking after the database: checks name damage by row and column, and create nothing where nothing was."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from data.records import PersonRecord
from data.roles.columns import SERVER_TABLES, TABLES
from data.sqlite.maintenance import structure
from data.sqlite.migrations import open_database
from data.sqlite.store import open_sqlite
from data.store import Store
from tests.fakes.store_samples import ANA, after, board, table


async def sound(path: Path) -> str:
    """A database with a table, its seats, a move and a board."""
    store = await open_sqlite(str(path))
    await store.create(table(), limit=9)
    now, log = after(table())
    await store.update(now, expected=0, moves=log)
    await store.save_board(board())
    await store.close()
    return str(path)


def look(_: str, __: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    return iter(())


async def faults(path: str) -> list[str]:
    store = await open_sqlite(path)
    try:
        return [str(fault) for fault in await store.faults(look)]
    finally:
        await store.close()


async def test_a_sound_database_has_no_faults(tmp_path: Path) -> None:
    path = await sound(tmp_path / "g")
    assert await faults(path) == []
    assert structure(path) == []


async def test_rows_whose_table_is_gone_are_named(tmp_path: Path) -> None:
    path = await sound(tmp_path / "g")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM tables")
        connection.commit()
    gone = ": column table_id names a row of tables that is not there"
    assert sorted(await faults(path)) == [
        f"boards, row id '1'{gone}",
        f"moves, row table_id 't1', ply '0'{gone}",
        *(f"seats, row table_id 't1', seat '{seat}'{gone}" for seat in range(3)),
    ]


def test_what_is_no_database_is_told_and_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"once upon a time " * 100)
    assert structure(str(tmp_path / "text")) == ["file is not a database"]
    assert structure(str(tmp_path / "none")) == ["unable to open database file"]
    assert not (tmp_path / "none").exists()


def test_every_column_of_a_file_says_what_it_may_hold() -> None:
    with closing(open_database(":memory:")) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        form = {
            name: {row[1] for row in connection.execute(f"PRAGMA table_info({name})")}
            for name in names
            if not name.startswith("sqlite_")
        }
    assert {name: set(columns) for name, columns in TABLES.items()} == form


async def test_what_cannot_be_read_is_set_aside_once(store: Store) -> None:
    for held in ("[1]", "[1]", "[2]"):
        await store.set_aside("chats", {"chat": "a"}, "settings", "is no JSON object", held)
    (damage,) = await store.quarantine()
    assert (damage.source, damage.place, damage.part) == ("chats", '{"chat": "a"}', "settings")
    assert (damage.held, damage.why) == ("[1]", "is no JSON object")


async def test_what_was_set_aside_of_somebody_is_forgotten_with_them(store: Store) -> None:
    await store.save_person(PersonRecord(ANA, "Ana Maria"))
    await store.set_aside(
        "people", {"platform": ANA.platform, "user": ANA.user}, "settings", "is no JSON object", "[1]"
    )
    await store.set_aside("callers", {"id": 1}, "name", "is no text", "Ana Maria\ufffd")
    await store.set_aside("chats", {"chat": "other"}, "settings", "is no JSON object", "[2]")
    assert len((await store.about(ANA))["set_aside"]) == 2
    await store.forget(ANA, type(ANA)("former", "1"), {})
    assert [damage.source for damage in await store.quarantine()] == ["chats"]


def test_server_tables_are_named_too() -> None:
    assert set(SERVER_TABLES) == {"discord_homes", "discord_sessions", "inbox"}
