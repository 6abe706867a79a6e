"""What the commands say where something is wrong: the cause, and who or what is to blame, by name."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.cli import admin, database, export, import_
from bot.core.features.export.game_export import export as text_of
from data.open_store import open_store
from tests.fakes.room import BEA, room


async def a_game(path: Path) -> tuple[str, str]:
    """Store a game that is over; return its code and its text."""
    store = await open_store(f"sqlite:///{path}")
    async with room(store) as place:
        code = await place.started("/play palma", BEA)
        await place.end(code, "resign", [BEA])
        text = text_of(await place.table(code))
    await store.close()
    return code, text


async def test_a_database_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.sqlite3"
    assert await admin.run(f"sqlite:///{path}", "tables") == 2
    assert capsys.readouterr().err == (
        f"DATABASE_URL: there is no database {path}; start the bot once, or name another file\n"
    )
    assert not path.exists()


async def test_one_that_may_not_be_looked_at_is_not_called_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def closed(_: str) -> bool:
        raise PermissionError(13, "Permission denied", str(tmp_path))

    monkeypatch.setattr(database, "_is_there", closed)
    for run in (admin.run(f"sqlite:///{tmp_path}/g", "tables"), export.run(f"sqlite:///{tmp_path}/g", "abc234")):
        assert await run == 2
        told = capsys.readouterr().err
        assert told.startswith("DATABASE_URL: ")
        assert "Permission denied" in told
        assert "no database" not in told


async def test_a_game_that_cannot_be_read_is_not_one_that_has_not_started(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = await a_game(tmp_path / "g")
    with closing(sqlite3.connect(tmp_path / "g", isolation_level=None)) as connection:
        connection.execute("UPDATE tables SET rules = '[]'")
    assert await export.run(f"sqlite:///{tmp_path}/g", code) == 2
    told = capsys.readouterr().err
    assert f"table {code} cannot be read" in told
    assert "started" not in told


async def test_a_database_is_not_blamed_on_the_file_that_is_imported_nor_the_other_way_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, text = await a_game(tmp_path / "g")
    game, diary = tmp_path / "game.txt", tmp_path / "diary"
    game.write_text(text)
    diary.write_bytes(b"Dear diary, " * 100)
    told: list[Any] = []
    for url, file in (
        (f"sqlite:///{diary}", game),
        ("mysql://x", game),
        (f"sqlite:///{tmp_path}/g", diary),
        (f"sqlite:///{tmp_path}/g", tmp_path / "missing"),
    ):
        assert await import_.run(url, str(file)) == 2
        told.append(capsys.readouterr().err)
    assert [line.partition(": ")[0] for line in told] == [
        *("DATABASE_URL", "DATABASE_URL", str(diary), str(tmp_path / "missing")),
    ]
    assert told[-1] == f"{tmp_path / 'missing'}: No such file or directory\n"
