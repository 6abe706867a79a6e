"""Looking after the file: what is damaged is told, and nothing is made where nothing was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from data.sqlite.maintenance import faults
from data.sqlite.store import open_sqlite
from tests.fakes.store_samples import after, board, table


async def sound(path: Path) -> str:
    """A database with a table, its seats, a move and a board."""
    store = await open_sqlite(str(path))
    await store.create(table(), limit=9)
    now, log = after(table())
    await store.update(now, expected=0, moves=log)
    await store.save_board(board())
    await store.close()
    return str(path)


async def test_a_sound_database_has_no_faults(tmp_path: Path) -> None:
    assert faults(await sound(tmp_path / "g")) == []


async def test_rows_whose_table_is_gone_are_named(tmp_path: Path) -> None:
    path = await sound(tmp_path / "g")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DELETE FROM tables")
        connection.commit()
    gone = ": names a row of tables that is not there"
    assert sorted(faults(path)) == [f"boards, row 1{gone}", f"moves{gone}", *[f"seats{gone}"] * 3]


def test_what_is_no_database_is_told_and_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"once upon a time " * 100)
    assert faults(str(tmp_path / "text")) == ["file is not a database"]
    assert faults(str(tmp_path / "none")) == ["unable to open database file"]
    assert not (tmp_path / "none").exists()
