"""Going back to a copy: never while a bot runs, never over the old log, whole at whatever moment the power goes."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli import admin
from data.errors import StoreError, UnusableDatabase
from data.open_store import open_store
from data.records import Status
from data.sqlite.maintenance import backup, restore
from tests.fakes.bot_process import ROOT, ended, killed, running
from tests.fakes.room import ANA, BEA, room
from tests.fakes.store_samples import table

NAME = "games.sqlite3"


async def stored(folder: Path, *names: str) -> None:
    """Adds tables to the folder's database."""
    store = await open_store(f"sqlite:///{folder / NAME}")
    for name in names:
        await store.create(table(name), limit=99)
    await store.close()


async def tables(path: Path) -> list[str]:
    store = await open_store(f"sqlite:///{path}")
    try:
        return [record.id for record in await store.all_tables(tuple(Status))]
    finally:
        await store.close()


def torn(folder: Path) -> None:
    """Leaves the database as a killed process does: what is newest is in the -wal, which nobody has tidied up."""
    work = folder / "work"
    work.mkdir()
    shutil.copy(folder / NAME, work / NAME)
    with closing(sqlite3.connect(work / NAME, isolation_level=None)) as connection:
        connection.execute("UPDATE tables SET game = 'newest'")
        for end in ("", "-wal", "-shm"):
            shutil.copy(f"{work / NAME}{end}", f"{folder / NAME}{end}")
    shutil.rmtree(work)
    assert (folder / f"{NAME}-wal").stat().st_size


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


def files(path: Path) -> dict[str, bytes]:
    """The three files of a database that nobody has tidied up."""
    return {end: Path(f"{path}{end}").read_bytes() for end in ("", "-wal", "-shm")}


def asides(folder: Path) -> list[Path]:
    """The databases that were kept aside."""
    found = sorted(folder.glob(f"{NAME}.before-*"))
    return [each for each in found if not each.name.endswith(("-wal", "-shm", "-journal"))]


async def test_played_on_killed_and_restored_it_is_the_copy_and_the_old_files_are_kept_as_they_were(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await stored(tmp_path, "t1", "t2")
    backup(str(tmp_path / NAME), tmp_path / "copy")
    await stored(tmp_path, "t3")
    torn(tmp_path)
    before = files(tmp_path / NAME)
    assert await admin.run(f"sqlite:///{tmp_path / NAME}", "restore", str(tmp_path / "copy")) == 0
    (aside,) = asides(tmp_path)
    assert str(aside) in capsys.readouterr().out
    assert files(aside) == before
    assert await admin.run(f"sqlite:///{tmp_path / NAME}", "check") == 0
    assert await tables(tmp_path / NAME) == ["t1", "t2"]
    assert await tables(aside) == ["t1", "t2", "t3"], "and one can change one's mind"
    assert (tmp_path / "copy").exists()
    assert not [name for name in contents(tmp_path) if name.endswith((".restored", ".restoring", ".part", ".lock"))]


async def test_a_game_goes_on_from_a_restored_copy(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / NAME}"
    store = await open_store(address, alone=True)
    async with room(store) as place:
        code = await place.started("/play palma", BEA)
        assert await admin.run(address, "backup", str(tmp_path / "copy")) == 0
        await place.play_out(code, [ANA, BEA])
        assert await admin.run(address, "restore", str(tmp_path / "copy")) == 2, "the bot is there"
    await store.close()
    assert await admin.run(address, "restore", str(tmp_path / "copy")) == 0
    store = await open_store(address, alone=True)
    async with room(store) as place:
        assert (await place.table(code)).status is Status.PLAYING
        await place.say(ANA, f"/board {code}")
        await place.play_out(code, [ANA, BEA])
    await store.close()


async def test_it_is_refused_while_a_bot_runs_and_works_once_that_was_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await stored(tmp_path, "t1")
    backup(str(tmp_path / NAME), tmp_path / "copy")
    bot = await running(tmp_path)
    inode = (tmp_path / NAME).stat().st_ino

    task = (f"sqlite:///{tmp_path / NAME}", "restore", str(tmp_path / "copy"))
    assert await admin.run(*task) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "another process is using the database" in told
    assert (tmp_path / NAME).stat().st_ino == inode
    assert asides(tmp_path) == []
    await killed(bot)
    assert await admin.run(*task) == 0
    (aside,) = asides(tmp_path)
    assert (tmp_path / NAME).stat().st_ino != inode == aside.stat().st_ino
    assert await ended(await running(tmp_path)) == ""


OPEN = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT count(*) FROM tables").fetchone()
print("open", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX locks")
async def test_it_is_refused_while_a_program_that_knows_no_lock_of_ours_has_the_database_open(tmp_path: Path) -> None:
    await stored(tmp_path, "t1")
    backup(str(tmp_path / NAME), tmp_path / "copy")
    other = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        OPEN,
        str(tmp_path / NAME),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert other.stdout is not None
    assert await asyncio.wait_for(other.stdout.readline(), 30) == b"open\n"
    with pytest.raises(UnusableDatabase, match="another program has the database"):
        restore(str(tmp_path / NAME), tmp_path / "copy")
    await asyncio.wait_for(other.communicate(b""), 30)
    assert restore(str(tmp_path / NAME), tmp_path / "copy") is not None


def spoilt(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[3 * 4096 : 3 * 4096 + 512] = b"\xa5" * 512
    path.write_bytes(content)


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA user_version = 99")


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE theirs (a);")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (spoilt, "damaged|malformed"),
        (newer, "newer version"),
        (foreign, "not a database of this program"),
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.write_bytes(b"Dear diary, " * 1000), "not a database"),
        (Path.unlink, "there is no file"),
    ],
)
async def test_a_copy_that_is_none_is_refused_and_nothing_has_changed(
    tmp_path: Path, change: object, words: str
) -> None:
    await stored(tmp_path, *(f"t{number}" for number in range(40)))
    backup(str(tmp_path / NAME), tmp_path / "copy")
    change(tmp_path / "copy")  # type: ignore[operator]
    before = contents(tmp_path)
    with pytest.raises((StoreError, OSError), match=words):
        restore(str(tmp_path / NAME), tmp_path / "copy")
    assert contents(tmp_path) == before
    with pytest.raises(FileExistsError, match="the database itself"):
        restore(str(tmp_path / NAME), tmp_path / NAME)


async def test_a_copy_is_restored_where_nothing_was_with_the_folders_owner_and_nobody_elses_eyes(
    tmp_path: Path,
) -> None:
    await stored(tmp_path, "t1")
    assert await admin.run(f"sqlite:///{tmp_path}/new/folder/{NAME}", "restore", str(tmp_path / NAME)) == 0
    new = tmp_path / "new" / "folder"
    assert await tables(new / NAME) == ["t1"]
    assert asides(new) == []
    assert (new / NAME).stat().st_mode & 0o777 == 0o600


KILLED_AT = """
import os, signal, sys
from pathlib import Path
from data.sqlite.maintenance import restore
left = int(sys.argv[1])

def mortal(change):
    def changing(*arguments, **options):
        global left
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1
        return change(*arguments, **options)
    return changing

for name in ("rename", "replace"):
    setattr(Path, name, mortal(getattr(Path, name)))
restore(sys.argv[2], Path("copy"))
"""


async def test_killed_at_any_step_it_leaves_the_old_games_or_the_copy_and_the_next_start_goes_on(
    tmp_path: Path,
) -> None:
    await stored(tmp_path, "t1", "t2")
    backup(str(tmp_path / NAME), tmp_path / "copy")
    await stored(tmp_path, "t3")
    torn(tmp_path)
    results = []
    for step in range(20):
        folder = tmp_path / str(step)
        folder.mkdir()
        for name in (NAME, f"{NAME}-wal", f"{NAME}-shm", "copy"):
            shutil.copy(tmp_path / name, folder / name)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", KILLED_AT, str(step), NAME, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        status = await asyncio.wait_for(process.wait(), 30)
        store = await open_store(f"sqlite:///{folder / NAME}", alone=True)
        records = await store.all_tables(tuple(Status))
        await store.close()
        found = {record.id: record.game for record in records}
        results.append("".join(sorted(found)))
        if len(found) == 3:
            assert set(found.values()) == {"newest"}, "the old games, with what was last stored"
        else:
            assert "newest" not in found.values(), "the copy, and nothing of the old log"
            (aside,) = asides(folder)
            assert await tables(aside) == ["t1", "t2", "t3"]
        if status == 0:
            break
        assert status == -signal.SIGKILL
    assert results == sorted(results, reverse=True), "old up to one moment, new from then on"
    assert len(results) > 5
    assert (results[0], results[-1]) == ("t1t2t3", "t1t2")
