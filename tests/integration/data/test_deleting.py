"""Deleting somebody keeps nobody else waiting: what is done in one go does not grow with the file or with the person.

Nor does the file keep what was deleted: it is filled with zeros, the log is emptied and free pages are given back.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.cli import serve
from data.errors import StoreFailed
from data.migrations import migrations as steps
from data.records import ChatKey, PersonKey, SeatRecord
from data.roles import forgetting
from data.sqlite import migrations, rewriting
from data.sqlite.store import SqliteStore, open_sqlite
from tests.fakes import store_samples as samples

BEA, ALIAS = PersonKey("web", "bea-1"), PersonKey("former", "x")
SLACK, CAP = 1.2, 60
"""An index is a little deeper with ten times the rows."""
LARGE = re.compile(r"SCAN (?!one\b|met\b|ladders\b|json_each|CONSTANT|mixer|quarantine\b)(\w+)")
"""What is no JSON list, nor the few rows that were set aside as damaged."""


async def played(store: SqliteStore, tables: int, of_bea: int) -> None:
    """Store `tables` games with messages; Bea plays in the last of them, and messages of each of these name her."""
    for number in range(tables):
        who = BEA if number >= tables - of_bea else PersonKey("web", f"p{number}-1")
        name, chat = f"t{number:05}", ChatKey("web", f"c{number}")
        seats = (SeatRecord("Y", who, "Somebody"), SeatRecord("R", None, "Bot", "greedy"))
        options = json.dumps({"mixers": [["web", who.user, "Somebody"]]})
        made = samples.table(name, chat=chat, host=who, seats=seats, options=options, updated=float(number))
        await store.create(made, limit=9)
        await store.save_board(samples.board(name))
        await store.post_message(chat, f"bot:{name}:1", '{"lines":[]}', b"x" * 9000, 1.0, people=[who])


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[SqliteStore]:
    store = await open_sqlite(str(path))
    try:
        yield store
    finally:
        await store.close()


async def longest_turn(path: Path, tables: int, of_bea: int) -> tuple[int, int]:
    """Delete Bea; return the most steps of SQLite's machine in one turn, and the number of turns."""
    async with opened(path) as store:
        await store._database.execute("PRAGMA synchronous = OFF")
        await played(store, tables, of_bea)
        turns, taken, real = [0], 0, store._turn

        def step() -> None:
            turns[-1] += 1

        @asynccontextmanager
        async def turn() -> AsyncIterator[None]:
            async with real():
                turns.append(0)
                yield

        await store._database.set_progress_handler(step, 20)
        store._turn = turn  # type: ignore[method-assign]
        found = await store.tables_of(BEA)
        assert len(found) == of_bea
        forgotten = await store.forget(BEA, ALIAS, dict.fromkeys(found, "{}"))
        taken = len(turns)
        assert len(forgotten.tables) == len(forgotten.messages) == of_bea
        assert await store.tables_of(BEA) == []
        about = await store.about(BEA)
        assert not any(about.values()), about
        return max(turns[:taken]), taken


async def test_what_one_deletion_does_in_one_go_does_not_grow_with_the_file(tmp_path: Path) -> None:
    (few, _), (many, _) = [await longest_turn(tmp_path / str(tables), tables, 20) for tables in (60, 1200)]
    assert 0 < many <= SLACK * few + CAP


async def test_nor_with_the_games_and_messages_of_the_person(tmp_path: Path) -> None:
    full = forgetting.TABLES_AT_ONCE
    (few, turns), (many, more) = [await longest_turn(tmp_path / str(of), 8 * full, of) for of in (full, 8 * full)]
    assert many <= SLACK * few + CAP
    assert more > turns, "others get their turn in between"


def test_every_statement_of_it_finds_its_rows_by_an_index() -> None:
    inside = (
        *(forgetting.NEWEST, forgetting.NEWEST_MESSAGE, forgetting.NAMES_OF, forgetting.TABLES_SINCE),
        *(forgetting.BLANK, forgetting.DROP_NONCE, forgetting.UNNAME, forgetting.SAVE_OPTIONS),
        *(*forgetting.NEXT_VERSION, *forgetting.FORGET),
    )
    with closing(migrations.open_database(":memory:")) as connection:
        values = dict.fromkeys(re.findall(r":(\w+)", " ".join(inside)), "[]")
        for statement in inside:
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
            assert not [line for line in plan if LARGE.search(line)], (statement, plan)


def found_in(folder: Path, words: bytes) -> int:
    return sum(file.read_bytes().count(words) for file in folder.iterdir())


async def test_nothing_deleted_can_be_read_in_the_files_after_a_clean_up(tmp_path: Path) -> None:
    path, words = tmp_path / "g", b"Xanthippe of the plaza"
    async with opened(path) as store:
        for number in range(80):
            await store.post_message(
                samples.CHAT, f"n{number}", json.dumps({"lines": words.decode() * 400}), None, 1.0
            )
        await store._database.empty_log()
        assert path.read_bytes().count(words) > 80 * 390, "some of them stand on two pages"
        before = path.stat().st_size
        assert len(await store.prune_messages(samples.CHAT, keep=0)) == 80
        rounds = 1
        while await store.clean():
            rounds += 1
            assert rounds < 99
        assert rounds > 1, "it is given back some pages at a time"
        assert found_in(tmp_path, words) == 0
        assert path.stat().st_size < before / 2
        assert not await store.clean(), "nothing is left to do"


async def test_a_step_gives_back_a_bounded_number_of_pages(tmp_path: Path) -> None:
    async with opened(tmp_path / "g") as store:
        await store.post_message(samples.CHAT, "n", "{}", b"x" * 900_000, 1.0)
        await store.prune_messages(samples.CHAT, keep=0)
        free = [row[0] for row in [(await store._read("PRAGMA freelist_count", {}))[0]]]
        while await store.clean():
            free.append((await store._read("PRAGMA freelist_count", {}))[0][0])
        given = [before - now for before, now in pairwise(free)]
        assert free[0] > 200
        assert (max(given), free[-1]) == (64, 0)


async def test_a_program_that_reads_the_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    async with opened(tmp_path / "g") as store:
        while await store.clean():
            pass  # the migrations have left free pages
        with closing(sqlite3.connect(tmp_path / "g", isolation_level=None)) as reader:
            await store.create(samples.table(), limit=9)
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM tables").fetchall()
            await store.create(samples.table("t2"), limit=9)
            waited: list[str] = []
            await store._database.set_trace_callback(waited.append)
            assert await store.clean(), "the log is still needed"
            assert waited.index("PRAGMA busy_timeout = 0") < waited.index("PRAGMA wal_checkpoint(TRUNCATE)")
            reader.execute("COMMIT")
        assert not await store.clean()
        assert await store._read("PRAGMA busy_timeout", {}) == [(10_000,)]


# files of older versions --------------------------------------------------------------------------------------------


def mode(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA auto_vacuum").fetchone()[0])


def of_an_older_version(path: Path) -> None:
    """Make a database as it was before: free pages stay in it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        migrations._migrate(connection, str(path), steps())


async def start(path: Path) -> None:
    """Open the database as a bot does at its start."""
    await (await serve._opened(f"sqlite:///{path}", asyncio.Event())).close()


async def test_an_older_file_is_rewritten_at_the_next_start(tmp_path: Path) -> None:
    of_an_older_version(tmp_path / "g")
    async with opened(tmp_path / "g"):
        assert mode(tmp_path / "g") == 0, "a tool that works beside a bot leaves it as it is"
    await start(tmp_path / "g")
    assert mode(tmp_path / "g") == rewriting.INCREMENTAL


@pytest.mark.parametrize("reason", ["large", "disk", "broken"])
async def test_where_that_cannot_be_the_bot_starts_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, reason: str
) -> None:
    of_an_older_version(tmp_path / "g")
    if reason == "large":
        monkeypatch.setattr(rewriting, "REWRITTEN", 4096)
    elif reason == "disk":
        monkeypatch.setattr(rewriting.shutil, "disk_usage", lambda _: type("Usage", (), {"free": 9999}))
    else:

        def broken(*_: Any) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        monkeypatch.setattr(rewriting, "rewrite", broken)
    with caplog.at_level(logging.WARNING):
        await start(tmp_path / "g")
    store = await open_sqlite(str(tmp_path / "g"))
    await store.create(samples.table(), limit=9)
    await store.close()
    assert mode(tmp_path / "g") == 0
    (line,) = [record.getMessage() for record in caplog.records]
    assert {"large": "admin compact", "disk": "no room", "broken": "is full"}[reason] in line


async def test_a_deletion_has_the_next_start_rewrite_the_file(tmp_path: Path) -> None:
    mark = tmp_path / "g.rewrite"
    store = await open_sqlite(str(tmp_path / "g"), alone=True)
    await store.create(samples.table(), limit=9)
    assert not mark.exists()
    await store.forget(samples.ANA, ALIAS, {})
    await store.close()
    assert mark.exists()
    await start(tmp_path / "g")
    assert not mark.exists()


async def test_a_deletion_that_cannot_be_noted_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    async with opened(tmp_path / "g") as store:
        await store.create(samples.table(), limit=9)
        monkeypatch.setattr(Path, "touch", full)
        with pytest.raises(StoreFailed, match="No space left"):
            await store.forget(samples.ANA, ALIAS, {})
        assert await store.tables_of(samples.ANA) == ["t1"]
