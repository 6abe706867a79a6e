"""Files that an earlier version of this program has written: opened, they lose nothing and learn what is new."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from data.errors import StoreFailed, UnusableDatabase
from data.records import (
    BoardRecord,
    ChatKey,
    ChatRecord,
    PersonKey,
    PersonRecord,
    Status,
    TableRecord,
    TableSubscription,
)
from data.sqlite import migrations
from data.sqlite.lock import DatabaseInUse, acquire, release
from data.sqlite.maintenance import restore
from data.sqlite.store import SqliteStore, open_sqlite
from tests.fakes.long_run import some
from tests.fakes.store_samples import ANA, CHAT, after, board, table

STEPS = migrations.migrations()
PARK, LAKE = ChatKey("other", "park"), ChatKey("web", "plaza", "8")
OVER = replace(after(table("t2"), 40)[0], status=Status.OVER, result='{"places":[1,2,3]}')
BOARDS = [
    board("t1", "m1", 1),
    BoardRecord("t1", PARK, "m2", 0),
    BoardRecord("t1", PARK, "m3", 1),
    BoardRecord("t1", LAKE, "m4", 1, live=False),
    board("t2", "m5", 1),
    BoardRecord("t3", CHAT, "m6", 0),
]

AT_ONCE = 0.0
"""When open tables are due of a form that knew no deadlines."""


async def filled(path: Path) -> None:
    """A file of today's form with a game under way, one that is over and a lobby, shown here and there."""
    store = await open_sqlite(str(path))
    for name in ("t1", "t2", "t3"):
        await store.create(table(name, due=AT_ONCE), limit=9)
    now, log = after(table("t1", due=AT_ONCE), 3)
    await store.update(now, expected=0, moves=log)
    await store.update(OVER, expected=0, moves=after(table("t2"), 40)[1])
    for each in BOARDS:
        await store.save_board(each)
    await store.save_person(PersonRecord(ANA, "Ana", "es"))
    await store.save_chat(ChatRecord(CHAT, "it", '{"theme":"dark"}'))
    await store.post_message(CHAT, "n1", "{}", b"picture", 5.0)
    await store.close()


def aged(path: Path, source: Path, form: int) -> None:
    """A file of an earlier form with all of what is in another one that this form can hold."""
    with closing(migrations.open_database(str(path), STEPS[:form])) as connection:
        connection.execute("ATTACH ? AS new", (str(source),))
        for name in names(connection):
            old, new = (columns(connection, schema, name) for schema in ("main", "new"))
            shared = ", ".join(column for column in old if column in new)
            connection.execute(f"INSERT INTO main.{name} ({shared}) SELECT {shared} FROM new.{name}")  # noqa: S608
        connection.commit()


def names(connection: sqlite3.Connection) -> list[str]:
    """The tables of a file in an order in which rows may be added; its list of migrations left out."""
    found = connection.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY rowid").fetchall()
    return [name for (name,) in found if name != "migrations" and not name.startswith("sqlite_")]


def columns(connection: sqlite3.Connection, schema: str, name: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA {schema}.table_info({name})").fetchall()]


async def everything(store: SqliteStore) -> list[Any]:
    """All that the sample holds."""
    tables: list[TableRecord] = await store.all_tables(tuple(Status))
    return [
        tables,
        [await store.moves(record.id) for record in tables],
        [sorted(await store.boards(record.id), key=repr) for record in tables],
        await store.dirty_boards(99),
        await store.person(ANA),
        await store.chat(CHAT),
        await store.messages(CHAT, limit=9),
    ]


@pytest.mark.parametrize("form", some(range(1, len(STEPS)), 5))  # each goes through all steps after it
async def test_a_file_of_any_earlier_form_loses_nothing(tmp_path: Path, form: int) -> None:
    await filled(tmp_path / "today")
    aged(tmp_path / "old", tmp_path / "today", form)
    with closing(sqlite3.connect(tmp_path / "old")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (form,)
    today, old = await open_sqlite(str(tmp_path / "today")), await open_sqlite(str(tmp_path / "old"))
    wanted = await everything(today)
    assert [record.id for record in wanted[0]] == ["t1", "t2", "t3"]
    assert await everything(old) == wanted
    now, log = after(wanted[0][0])
    await old.update(now, expected=1, moves=log)  # and it can go on
    await old.close()
    await today.close()
    with closing(sqlite3.connect(tmp_path / "old")) as connection:
        assert connection.execute(migrations.MIGRATIONS).fetchall() == [
            (step.version, step.name, step.checksum) for step in STEPS
        ]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


@pytest.mark.parametrize("form", range(1, 6))
async def test_before_places_the_boards_alone_said_where_a_table_is_shown(tmp_path: Path, form: int) -> None:
    await filled(tmp_path / "today")
    aged(tmp_path / "old", tmp_path / "today", form)
    assert STEPS[5].name == "places"
    store = await open_sqlite(str(tmp_path / "old"))
    found = {}
    for name in ("t1", "t2", "t3"):
        display = await store.display(name)
        assert display is not None
        found[name] = sorted(display.places, key=repr)
    assert found == {
        "t1": sorted([TableSubscription("t1", PARK), TableSubscription("t1", LAKE)], key=repr),
        "t2": [],
        "t3": [],
    }
    assert [record.id for record in await store.tables(PARK)] == ["t1"]
    await store.close()
    again = await open_sqlite(str(tmp_path / "old"))
    display = await again.display("t1")
    assert display is not None
    assert sorted(display.places, key=repr) == found["t1"]
    await again.close()


async def test_before_its_form_changes_a_file_is_copied_once_and_the_copy_can_be_restored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await filled(tmp_path / "today")
    aged(tmp_path / "old", tmp_path / "today", 6)
    copy = tmp_path / "old.before-form-7"
    for _ in range(2):
        store = await open_sqlite(str(tmp_path / "old"), alone=True)
        wanted = await everything(store)
        await store.create(table("t9"), limit=99)
        await store.close()
        assert caplog.text.count(str(copy)) == 1
        assert copy.stat().st_mode & 0o777 == 0o600
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (6,)
            assert connection.execute("SELECT count(*) FROM tables").fetchone() == (3,)
        restore(str(tmp_path / "old"), copy)
        store = await open_sqlite(str(tmp_path / "old"))
        assert await everything(store) == wanted
        await store.close()
        restore(str(tmp_path / "old"), copy)
        caplog.clear()


async def test_a_form_is_not_changed_under_a_bot_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await filled(tmp_path / "today")
    aged(tmp_path / "old", tmp_path / "today", 6)
    monkeypatch.setattr(migrations, "BUSY_SECONDS", 0.0)
    lock = acquire(str(tmp_path / "old"))
    with pytest.raises(DatabaseInUse):
        await open_sqlite(str(tmp_path / "old"))
    release(lock)
    with closing(sqlite3.connect(tmp_path / "old")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (6,)
    await (await open_sqlite(str(tmp_path / "old"))).close()


async def test_without_room_for_the_copy_nothing_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await filled(tmp_path / "today")
    aged(tmp_path / "old", tmp_path / "today", 6)

    def full(*_: object) -> None:
        raise StoreFailed("the copy failed: database or disk is full")

    monkeypatch.setattr(migrations, "copy", full)
    with pytest.raises(UnusableDatabase, match="disk is full"):
        await open_sqlite(str(tmp_path / "old"))
    with closing(sqlite3.connect(tmp_path / "old")) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (6,)


async def test_messages_of_an_older_form_are_known_by_author_call_and_table(tmp_path: Path) -> None:
    """What names nobody for certain is nobody's to take away."""
    path = tmp_path / "old.sqlite3"
    older = next(index for index, step in enumerate(STEPS) if step.name == "message_people")
    said = '{"author":{"user":"ana","name":"Ana"},"lines":[[["hi","plain",null]]],"rows":[]}'
    calls = '{"author":null,"lines":[[["Ana","strong","ana"],[", your turn","plain",null]]],"rows":[]}'
    shows = '{"author":null,"lines":[[["Ana throws 5","plain",null]]],"rows":[]}'
    with closing(migrations.open_database(str(path), STEPS[:older])) as connection:
        for number, (nonce, body) in enumerate(
            [("said:1", said), ("answer:1", calls), ("bot:abc234:7", shows), ("bot:zzz234:1", shows), ("x", shows)]
        ):
            connection.execute(
                "INSERT INTO messages (id, platform, chat, thread, nonce, body, at)"
                " VALUES (?, 'web', 'a', '', ?, ?, 0)",
                (number, nonce, body),
            )
        connection.execute(
            "INSERT INTO tables (id, platform, chat, thread, game, host_platform, host_user, seed, rules, teams,"
            " options, status, version, plies, created, updated)"
            " VALUES ('abc234', 'web', 'a', '', 'palma', 'web', 'bea', ?, '{}', 'null', '{}', 'over', 7, 0, 0, 0)",
            (bytes(32),),
        )
        connection.execute(
            "INSERT INTO seats (table_id, seat, colours, person_platform, person_user, name)"
            " VALUES ('abc234', 0, 'D', 'web', 'ana', 'Ana')"
        )
        connection.commit()
    store = await open_sqlite(str(path))
    gone = await store.forget(PersonKey("web", "ana"), PersonKey("former", "1"), {})
    assert [(each.message, each.table, each.version) for each in gone.messages] == [
        ("0", None, 0),
        ("1", None, 0),
        ("2", "abc234", 7),
    ]
    left = await store.messages(ChatKey("web", "a"), limit=9)
    assert ["Ana" in message.body for message in left] == [False, False, False, True, True]
    await store.close()


async def test_commands_that_were_taken_before_are_still_known(tmp_path: Path) -> None:
    with closing(migrations.open_database(str(tmp_path / "old"), STEPS[:20])) as connection:
        connection.execute(
            "INSERT INTO chats (platform, chat, thread, settings) VALUES (?, ?, ?, ?)",
            ("telegram", "bot 7", "commands", '{"taken":["ab","cd"]}'),
        )
        connection.commit()
    store = await open_sqlite(str(tmp_path / "old"))
    assert [await store.take_command("7", name, 1.0) for name in ("ab", "cd", "ef")] == [False, False, True]
    assert await store.take_command("8", "ab", 1.0)
    assert await store.chat(ChatKey("telegram", "bot 7", "commands")) is None
    await store.close()
