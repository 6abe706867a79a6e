"""Addresses of databases."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

import data
from data.errors import UnusableDatabase
from data.open_store import open_store, sqlite_path


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


@pytest.mark.parametrize("scheme", ["postgresql", "postgres", "PostgreSQL+asyncpg"])
async def test_a_server_that_is_not_there_is_told_without_the_password(scheme: str) -> None:
    with pytest.raises(UnusableDatabase, match="the PostgreSQL server cannot be used") as refusal:
        await open_store(f"{scheme}://user:secret@127.0.0.1:9/games")
    assert "secret" not in str(refusal.value)


@pytest.mark.parametrize("rest", ["user:sec:ret@[host/games", "user:p@host:secret/games"])
async def test_an_address_of_a_server_that_cannot_be_read_is_not_repeated(rest: str) -> None:
    with pytest.raises(UnusableDatabase) as refusal:
        await open_store(f"postgresql://{rest}")
    assert "ret" not in str(refusal.value)


async def test_without_its_library_a_server_is_refused_with_the_way_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    if hasattr(data, "postgres"):
        monkeypatch.setattr(data, "postgres", data.postgres)  # the import below would leave another module there
    for name in [name for name in sys.modules if name.partition(".")[0] == "asyncpg" or "data.postgres" in name]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(UnusableDatabase, match=r"pip install 'palmares\[postgres\]'"):
        await open_store("postgresql://user:secret@host/games")


def test_a_file_needs_none_of_it() -> None:
    script = (
        "import bot.cli.main, sys; print([name for name in sys.modules if 'postgres' in name or name == 'asyncpg'])"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)  # noqa: S603
    assert told.stdout == "[]\n"


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
