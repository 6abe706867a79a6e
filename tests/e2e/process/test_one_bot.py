"""One database bears one bot: a second one is refused in words, and the lock dies with its holder, in any way."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot.cli import admin
from data.errors import UnusableDatabase
from data.sqlite.lock import DatabaseInUse, acquire, release
from data.sqlite.store import open_sqlite
from tests.fakes.bot_process import DATABASE, ended, failed, killed, running, started


def names_in(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="needs symbolic links")
async def test_a_second_bot_is_refused_in_one_line_and_the_first_plays_on(tmp_path: Path) -> None:
    first = await running(tmp_path)
    told = await failed(await started(tmp_path, "web", "--port", "0", *DATABASE))
    assert told.startswith("--database: ")
    assert "another process is using the database games.sqlite3" in told
    assert len(told.splitlines()) == 1
    (tmp_path / "alias.sqlite3").symlink_to("games.sqlite3")  # another name of the file opens no second door
    with pytest.raises(DatabaseInUse):
        await open_sqlite(str(tmp_path / "alias.sqlite3"), alone=True)
    assert await ended(first) == ""
    assert names_in(tmp_path) == ["alias.sqlite3", "games.sqlite3"], "nothing is left lying about"


async def test_after_kill_nine_the_next_bot_starts_at_once(tmp_path: Path) -> None:
    await killed(await running(tmp_path))
    assert (tmp_path / "games.sqlite3.lock").exists(), "the file stays, the lock does not"
    assert await ended(await running(tmp_path)) == ""


async def test_admin_commands_work_beside_a_running_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = await running(tmp_path)
    address, copy = f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path / "copy.sqlite3"
    for task, words in [("tables", ""), ("check", "0 tables, 0 faults\n")]:
        assert await admin.run(address, task) == 0
        assert words in capsys.readouterr().out
    assert await admin.run(address, "compact") == 2
    assert "another process is using the database" in capsys.readouterr().err
    assert await admin.run(address, "backup", str(copy)) == 0
    assert copy.exists()
    assert f"admin restore {copy}" in capsys.readouterr().out
    with pytest.raises(DatabaseInUse):  # none of them dropped the lock
        await open_sqlite(str(tmp_path / "games.sqlite3"), alone=True)
    assert await ended(bot) == ""
    assert await admin.run(address, "compact") == 0
    assert " MB" in capsys.readouterr().out


async def test_a_store_that_is_open_alone_bears_no_other_but_many_that_only_look(tmp_path: Path) -> None:
    path = str(tmp_path / "g")
    alone = await open_sqlite(path, alone=True)
    with pytest.raises(DatabaseInUse):
        await open_sqlite(path, alone=True)
    looking = await open_sqlite(path)
    await looking.close()  # SQLite's own locks, and ours, outlive somebody else's
    with pytest.raises(DatabaseInUse):
        await open_sqlite(path, alone=True)
    await alone.close()
    await alone.close()
    await (await open_sqlite(path, alone=True)).close()
    memory = [await open_sqlite(":memory:", alone=True) for _ in range(2)]
    for each in memory:
        await each.close()


async def test_what_cannot_be_opened_leaves_neither_lock_nor_file(tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("Dear diary, " * 100)
    for _ in range(2):
        with pytest.raises(UnusableDatabase, match="not a database"):
            await open_sqlite(str(tmp_path / "diary"), alone=True)
    assert names_in(tmp_path) == ["diary"]


def test_a_lock_that_was_given_back_is_not_given_back_for_somebody_else(tmp_path: Path) -> None:
    path = str(tmp_path / "g")
    first = acquire(path)
    release(first)
    second = acquire(path)
    release(first)
    with pytest.raises(DatabaseInUse):
        acquire(path)
    release(second)
