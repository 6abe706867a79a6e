"""One byte that is no UTF-8, in any text column of the database: everything starts, and everybody else plays on."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path

import pytest

from bot.cli import admin
from bot.core.domain.table import begun
from bot.core.messages.requests import Outcome
from data.open_store import open_store
from data.records import Status, TableSubscription
from data.sqlite import migrations
from engine.match import ANCHOR_BEHIND, ANCHOR_EVERY
from tests.fakes.filled_store import ELSEWHERE, fill
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import ANA, BEA, CAI, CHAT, room, taken_up
from tests.fakes.thinking import remembered


def text_columns() -> list[tuple[str, str]]:
    """Every table and text column that the newest form of the database has."""
    with closing(migrations.open_database(":memory:")) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return [
            (name, column)
            for name in names
            if not name.startswith("sqlite_")
            for (column,) in connection.execute(
                "SELECT name FROM pragma_table_info(?) WHERE type = 'TEXT'", (name,)
            ).fetchall()
        ]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A database with something in every table; the codes of a game to be spoilt and of another that goes on."""
    return asyncio.run(filled(tmp_path_factory.mktemp("sample") / "games.sqlite3"))


async def filled(path: Path) -> tuple[Path, str, str]:
    """Makes it."""
    store = await open_store(f"sqlite:///{path}")
    async with room(store) as place:
        await place.say(CAI, "/play palma", ELSEWHERE)
        await place.click(CAI, "Start with bots", ELSEWHERE)
        over, bad, good = [await place.started("/play palma", BEA) for _ in range(3)]
        await place.play_until_counted(over, [ANA, BEA])
        while begun(await place.table(over)).plies < ANCHOR_BEHIND + ANCHOR_EVERY:
            await place.press(await place.acting(over, [ANA, BEA]), place.board(over).tokens[0])
        await place.end(over, "resign", [BEA])
        for code in (bad, good):
            who = await place.acting(code, [ANA, BEA])
            await place.say(who, f"/roll {code}")
        await fill(place, over, bad, path.with_suffix(".gz"))
        await store.save_place(TableSubscription(bad, ELSEWHERE))
        await store.post_message(CHAT, "n1", '{"author":{"user":"ana"},"text":"hola"}', None, 5.0, people=[ANA.key])
        await store.post_message(CHAT, "n2", '{"text":"hello"}', None, 6.0)
    await store.close()
    return path, bad, good


OF_THE_BAD_TABLE = {"tables": "id"} | dict.fromkeys(("seats", "moves", "boards", "places"), "table_id")
OF_A_CHAT = ("/games", "/leaderboard palma", "/dice", "/settings", "/puzzle")
OF_A_PERSON = ("/stats", "/profile", "/mydata")


def spoil(path: Path, table: str, column: str, bad: str, good: str, *, inside: bool) -> bool:
    """Puts a byte that is no UTF-8 into one row, of the bad table if it has any; False if no row has a text."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")  # as a disk does
        connection.execute("PRAGMA synchronous = OFF")
        connection.executescript("DROP TRIGGER moves_never_change")
        keys = connection.execute("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", (table,)).fetchall()
        columns = ", ".join(f"CAST({name} AS BLOB)" for (name,) in keys)  # a key may have been spoilt before
        key, of = f"({columns})", OF_THE_BAD_TABLE.get(table, "'none'")
        some = f"{column} IS NOT NULL AND {of} <> '{good}' ORDER BY {of} <> '{bad}' LIMIT 1"
        found = connection.execute(f"SELECT {columns} FROM {table} WHERE {some}").fetchone()  # noqa: S608
        if found is None:
            return False
        marks = f"({', '.join('?' for _ in found)})"
        old: bytes = connection.execute(
            f"SELECT CAST({column} AS BLOB) FROM {table} WHERE {key} = {marks}",  # noqa: S608
            found,
        ).fetchone()[0]
        half = len(old) // 2
        new = old[:half] + b"\xff" + old[half:] if inside else b"\xc3" + old[1:]
        value = (new, *found)
        connection.execute(f"UPDATE {table} SET {column} = CAST(? AS TEXT) WHERE {key} = {marks}", value)  # noqa: S608
        connection.execute(migrations.migrations()[0].sql[slice(*trigger())])
    return True


def trigger() -> Iterator[int]:
    """Where the trigger stands that keeps the log from changing: the database is put back as it was made."""
    sql = migrations.migrations()[0].sql
    start = sql.index("CREATE TRIGGER moves_never_change")
    yield start
    yield sql.index("END;", start) + len("END;")


def said(outcome: Outcome) -> str:
    """Return all that a person reads of an outcome; it can be sent."""
    notes = [outcome.notice, outcome.screen.text if outcome.screen is not None else None]
    text = "".join(note.plain for note in notes if note is not None)
    text.encode()
    return text


JSON = ("rules", "teams", "options", "result", "settings", "body")
"""In these the first byte is a bracket, without which the rest is no JSON either."""


CASES = [
    (table, column, inside)
    for table, column in text_columns()
    for inside in (True, False)
    if inside or column in JSON
]
PLAYED = CASES if "PALMARES_DAMAGES" in os.environ else CASES[::24]
"""After which damages the whole room is used; `make test-long` has all of them."""


@pytest.mark.parametrize(("table", "column", "inside"), PLAYED)
async def test_it_harms_its_own_table_or_person_only(
    sample: tuple[Path, str, str],
    tmp_path: Path,
    table: str,
    column: str,
    inside: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    source, bad, good = sample
    path = tmp_path / "games.sqlite3"
    shutil.copy(source, path)
    assert spoil(path, table, column, bad, good, inside=inside), "the sample has a row for every column"
    caplog.set_level(logging.WARNING)
    store = await open_store(f"sqlite:///{path}", alone=True)
    try:
        async with room(store, FakeMessenger(), thinking=remembered()) as place:
            await taken_up(place.core)
            await place.core.publisher.idle()
            await place.core.scheduler.look()
            said(await place.say(ANA, f"/board {good}"))
            for _ in range(3):
                who = await place.acting(good, [ANA, BEA])
                (board,) = place.live(good)
                answer = await place.press(who, board.tokens[0], board.id)
                assert answer.notice is None
            for line in OF_A_CHAT:
                said(await place.say(ANA, line))
            for who in (ANA, BEA, CAI):
                for line in OF_A_PERSON:
                    said(await place.say(who, line))
            said(await place.say(CAI, "/play parchis"))
            await store.messages(CHAT, limit=9)
            await store.about(BEA.key)
            await store.forget(BEA.key, BEA.key._replace(user="former"), {})
        failures = [each for each in caplog.records if each.levelno > logging.WARNING]
        assert len({re.findall(r"table (\w+)", each.getMessage())[0] for each in failures}) <= 1, "one and no other"
        assert not [each for each in failures if good in each.getMessage()]
    finally:
        await store.close()


@pytest.mark.parametrize("inside", [True, False])
async def test_admin_check_names_every_column_of_a_row(
    sample: tuple[Path, str, str], tmp_path: Path, inside: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    source, bad, good = sample
    path = tmp_path / "games.sqlite3"
    unnamed = []
    for table, cases in groupby((case for case in CASES if case[2] is inside), lambda case: case[0]):
        columns = [column for _, column, _ in cases]
        shutil.copy(source, path)
        for column in columns:
            assert spoil(path, table, column, bad, good, inside=inside), "the sample has a row for every column"
        assert await admin.run(f"sqlite:///{path}", "check") == 1
        told = [line for line in capsys.readouterr().out.splitlines() if line.startswith(f"{table}, row ")]
        "".join(told).encode()
        unnamed += [(table, one) for one in columns if not any(f"column {one} " in line for line in told)]
    assert not unnamed


@pytest.mark.parametrize(("table", "column"), [("seats", "name"), ("moves", "move"), ("tables", "rules")])
async def test_such_a_table_says_that_it_is_damaged_and_can_be_closed(
    sample: tuple[Path, str, str], tmp_path: Path, table: str, column: str
) -> None:
    source, bad, good = sample
    path = tmp_path / "games.sqlite3"
    shutil.copy(source, path)
    spoil(path, table, column, bad, good, inside=True)
    store = await open_store(f"sqlite:///{path}")
    async with room(store) as place:
        assert "damaged" in said(await place.say(ANA, f"/board {bad}"))
        assert "closed the table" in said(await place.say(ANA, f"/close {bad}"))
        assert bad not in [one.id for one in await store.all_tables()]
    await store.close()
    again = tmp_path / "again.sqlite3"
    shutil.copy(source, again)
    spoil(again, table, column, bad, good, inside=True)
    assert await admin.run(f"sqlite:///{again}", "end", bad) == 0
    store = await open_store(f"sqlite:///{again}")
    assert bad not in [one.id for one in await store.all_tables((Status.PLAYING,))]
    await store.close()
