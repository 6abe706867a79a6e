"""Addresses of databases."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from data.open_store import open_store, sqlite_path
from data.store import UnusableDatabase


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("sqlite:///games.db", "games.db"),
        ("sqlite:///var/games.db", "var/games.db"),
        ("sqlite:////srv/games.db", "/srv/games.db"),
        ("SQLite:////srv/my%20games.db ", "/srv/my games.db"),
        ("sqlite:///:memory:", ":memory:"),
    ],
)
def test_paths(url: str, path: str) -> None:
    assert sqlite_path(url) == path


@pytest.mark.parametrize(
    "url",
    ["", "games.db", "/srv/games.db", "sqlite:", "sqlite://", "sqlite:///", "sqlite://host/games.db", "sqlite:////srv/",
     "sqlite:///g.db?mode=ro", "mysql://u:secret@h/d"],
)  # fmt: skip
def test_what_is_no_address_is_refused_with_an_example(url: str) -> None:
    with pytest.raises(ValueError, match="sqlite:///games") as refusal:
        sqlite_path(url)
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "postgresql+asyncpg"])
async def test_postgresql_is_not_there_yet(scheme: str) -> None:
    with pytest.raises(UnusableDatabase, match="not supported by this version") as refusal:
        await open_store(f"{scheme}://user:secret@host/games")
    assert "secret" not in str(refusal.value)


async def test_the_folder_is_made_for_its_owner_only(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/new/deep/games.db")
    await store.close()
    assert stat.S_IMODE((tmp_path / "new" / "deep").stat().st_mode) == 0o700
    assert (tmp_path / "new" / "deep" / "games.db").is_file()


async def test_relative_to_where_the_program_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    await (await open_store("sqlite:///here/games.db")).close()
    assert (tmp_path / "here" / "games.db").is_file()


async def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UnusableDatabase, match="cannot be made"):
        await open_store(f"sqlite:///{tmp_path}/file/deep/games.db")
