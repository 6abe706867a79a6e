"""What `admin check` names, `admin repair` fixes or drops, and what stood there is kept aside."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli import admin, checking
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.message_soundness import LOST
from data.open_store import open_store
from tests.fakes.damages import PAGE, Damage, Sample, SpoiltServer, carried, damages, sample, spoil_file
from tests.fakes.long_run import some
from tests.fakes.postgres_server import missing, shared
from tests.fakes.room import ANA, CHAT, room

HARD = (
    "seats.colours moves.move tables.rules messages.body results.table_id puzzles.body boards.table_id "
    "chats.settings people.settings archived_logs.file analyses.body secrets.value ratings.mu places.table_id"
)
"""What is repaired in different ways."""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    return asyncio.run(sample(tmp_path_factory.mktemp("sample") / "games.sqlite3"))


def hard() -> list[Damage]:
    each = {f"{one.table}.{one.column.name}": one for one in damages(400, server=False)}
    return [
        Damage(each[name].table, each[name].column, seed, one_byte=False) for name in HARD.split() for seed in (1, 2)
    ]


@pytest.mark.parametrize("damage", some(hard(), 2), ids=str)
async def test_after_a_repair_nothing_is_named_any_more(
    damage: Damage, filled: Sample, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite3"
    shutil.copy(filled.path, path)
    spoil_file(path, damage, filled)
    url = f"sqlite:///{path}"
    named = await admin.run(url, "check")
    assert await admin.run(url, "repair") == 0
    capsys.readouterr()
    assert await admin.run(url, "check") == 0, capsys.readouterr().out
    copies = await asyncio.to_thread(lambda: list(tmp_path.glob("*.before-repair-*")))
    assert bool(copies) == bool(named), "a copy is made where something is changed"
    store = await open_store(url)
    try:
        assert bool(len(await store.quarantine()) > 1) == bool(named)
        assert await store.table(filled.elsewhere) is not None
        async with room(store) as place:
            assert (await place.say(ANA, "/play palma")).notice is None
    finally:
        await store.close()


@pytest.mark.parametrize("body", ["{}", "[1]", "null", '{"author":5}', "no JSON", '{"lines":[[5]]}'])
async def test_a_damaged_message_has_a_stand_in_and_the_others_are_as_they_were(
    body: str, filled: Sample, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.sqlite3"
    shutil.copy(filled.path, path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("UPDATE messages SET body = ? WHERE id = 2", (body,))
        connection.commit()
    store = await open_store(f"sqlite:///{path}")
    try:
        for _ in range(2):  # at each hello
            frame = await WebMessenger(store, lambda: 9.0).missed(PAGE, {}, ())
            lines = [message["body"]["lines"][0][0][0] for message in frame["messages"]]
            assert lines == ["hola", LOST, "hola"]
        assert len(caplog.records) == 1, "it is told once"
        await store.set_aside("messages", {"id": 2}, "body", "again", body)
        assert [damage.source for damage in await store.quarantine()] == ["chats", "messages"]
    finally:
        await store.close()


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [("tables", "options", '{"pace":5}'), ("chats", "settings", "[1]"), ("people", "settings", "7")],
)
async def test_a_wrong_shape_is_logged_once_without_a_traceback(
    table: str, column: str, value: str, filled: Sample, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.sqlite3"
    shutil.copy(filled.path, path)
    with closing(sqlite3.connect(path)) as connection:
        where = f"id = '{filled.bad}'" if table == "tables" else "1 = 1 LIMIT 1"
        keys = "id" if table == "tables" else "platform, chat" if table == "chats" else "platform, user"
        some = f"({keys}) = (SELECT {keys} FROM {table} WHERE {where})"  # noqa: S608
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {some}", (value,))  # noqa: S608
        connection.commit()
    store = await open_store(f"sqlite:///{path}")
    try:
        async with room(store) as place:
            for _ in range(3):
                for line in (f"/board {filled.bad}", "/settings", "/games", "/stats"):
                    await place.say(ANA, line, CHAT)
        told = [record.getMessage() for record in caplog.records if record.name.startswith("data.")]
        assert len(told) <= 1, told  # a busy machine also logs what took too long
        assert not any(record.exc_info for record in caplog.records)
    finally:
        await store.close()
    assert await admin.run(f"sqlite:///{path}", "check") == 1


@pytest.mark.skipif(missing() is not None, reason=missing() or "")
async def test_a_server_s_rows_are_repaired_too(filled: Sample) -> None:
    import asyncpg

    from data.postgres.store import open_postgres

    url = await carried(filled)
    connection, store = await asyncpg.connect(url), await open_postgres(url)
    server = SpoiltServer(connection)
    try:
        await server.prepare()
        for damage in some(reversed(hard()), 2):
            await server.spoil(damage, filled)
            told: list[str] = []
            assert await checking.repair(store, url, told.append) == 0, told
            assert (await checking.found(store))[1] == []
            assert await store.table(filled.elsewhere) is not None
    finally:
        await store.close()
        await connection.close()
        await shared().drop(url)
