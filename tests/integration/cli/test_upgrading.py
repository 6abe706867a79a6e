"""From the first release on: what it has stored opens, plays on and ends, and goes back to where it came from."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.cli import admin
from data.open_store import open_store
from data.records import Status
from data.sqlite.migrations import migrations
from engine.verify import verify
from tests.fakes.bot_process import ROOT, ended, line_of, started
from tests.fakes.room import ANA, BEA, CAI, room, taken_up

DUMP = ROOT / "tests" / "integration" / "data" / "first_release.sql"
NAME = "games.sqlite3"


def first_release(folder: Path) -> Path:
    """A database as the first release has left it, closed in the middle of everything."""
    path = folder / NAME
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(DUMP.read_text("utf-8"))
        connection.execute("PRAGMA journal_mode = WAL")
    return path


def dumped(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


async def test_the_first_releases_games_are_there_and_go_on_to_their_end(tmp_path: Path) -> None:
    path = first_release(tmp_path)
    store = await open_store(f"sqlite:///{path}", alone=True)
    records = {record.status: record for record in await store.all_tables(tuple(Status))}
    assert set(records) == {Status.OVER, Status.PLAYING, Status.LOBBY}
    going, lobby, over = (records[status].id for status in (Status.PLAYING, Status.LOBBY, Status.OVER))
    async with room(store) as place:
        await taken_up(place.core)
        await place.core.publisher.idle()
        people = [ANA, BEA, CAI]
        await place.say(ANA, f"/board {going}")
        await place.play_out(going, people)
        assert (await place.table(going)).status is Status.OVER
        await place.say(ANA, f"/join {lobby}")
        assert ANA.key in [seat.person for seat in (await place.table(lobby)).seats]
        assert (await place.say(BEA, "/games")).screen is not None
        assert (await place.say(BEA, "/stats")).screen is not None
    standings = await store.standings("palma", "classic", None, 0.0)
    assert {standing.player for standing in standings} == {ANA.key, BEA.key}, "the old game counts"
    await store.close()
    assert await admin.run(f"sqlite:///{path}", "check") == 0
    assert await admin.run(f"sqlite:///{path}", "export-all", str(tmp_path / "texts")) == 0
    for code in (over, going):
        checks = verify((tmp_path / "texts" / f"palmares-{code}.txt").read_text("utf-8"))
        assert all(check.passed for check in checks), [str(check) for check in checks]


async def test_an_upgrade_that_was_not_liked_is_undone_by_the_copy_it_has_made(tmp_path: Path) -> None:
    path = first_release(tmp_path)
    before = dumped(path)
    store = await open_store(f"sqlite:///{path}", alone=True)
    await store.close()
    copy = path.with_name(f"{NAME}.before-form-2")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (len(migrations()),)
    assert dumped(copy) == before
    assert await admin.run(f"sqlite:///{path}", "restore", str(copy)) == 0, "by the version that has made it"
    assert dumped(path) == before, "so that the older one starts on it, which has no such command"


async def test_the_real_program_starts_on_it_and_says_so_once(tmp_path: Path) -> None:
    first_release(tmp_path)
    for start in range(2):
        process = await started(tmp_path, "web", "--port", "0", "--database", f"sqlite:///{NAME}")
        await line_of(process, r"Palmarés is at")
        told = await ended(process)
        assert told.count("before-form-2") == (start == 0)
        assert len(told.splitlines()) == (start == 0)
