"""What only a server has: its form, its locks, and that it may go away and come back."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import signal
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from bot.cli.database import NoDatabase, database
from data import roles
from data.errors import DatabaseInUse, StoreFailed, UnusableDatabase
from data.migrations import POSTGRES, Migration, migrations
from data.open_store import open_coordination
from data.postgres import server as server_module
from data.postgres.dialect import numbered
from data.postgres.migrations import _applied, migrate
from data.postgres.server import Server
from data.postgres.store import WORDINGS, PostgresStore, open_postgres
from data.records import ChatKey, PersonKey, Status, TableRecord, TableSubscription
from data.result_records import ResultRecord, ResultSeat
from data.sqlite.migrations import MEMORY, open_database
from tests.fakes.postgres_server import PostgresServer, missing, shared
from tests.fakes.store_samples import ANA, CHAT, after, table

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")
STEPS = migrations(POSTGRES)
SERVERS_OWN = {
    "processes",
    "leases",
    "inbox",
    *(f"discord_{name}" for name in ("homes", "shards", "turns", "sessions")),
}
"""Tables by which processes share a database, as they cannot share a file."""
KINDS = {
    "TEXT": {"text", "json"},
    "INTEGER": {"bigint"},
    "REAL": {"double precision"},
    "BLOB": {"bytea"},
}


@pytest.fixture
async def games() -> str:
    """The address of a database with all tables."""
    return await shared().cleared()


@pytest.fixture
async def empty() -> AsyncIterator[str]:
    """The address of a database with nothing in it."""
    address = await shared().empty()
    yield address
    await shared().drop(address)


def statements() -> dict[str, str]:
    """Each statement of a role, by the name of the constant that has it."""

    def texts(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple | dict):
            for part in value.values() if isinstance(value, dict) else value:
                yield from texts(part)

    return {
        f"{module.name}.{name} {number}": text
        for module in pkgutil.iter_modules(roles.__path__)
        for name, value in vars(importlib.import_module(f"data.roles.{module.name}")).items()
        if name.isupper() and not name.startswith("_") and name != "SELECT_TABLES"  # the beginning of others
        for number, text in enumerate(texts(value))
        if text.split(maxsplit=1)[:1] in (["SELECT"], ["INSERT"], ["UPDATE"], ["DELETE"], ["WITH"])
    }


async def test_the_server_understands_every_statement_of_every_role(games: str) -> None:
    import asyncpg

    asked, refused = statements(), {}
    connection = await asyncpg.connect(games)
    try:
        for name, statement in asked.items():
            try:
                await connection.prepare(numbered(WORDINGS.get(statement, statement))[0])
            except asyncpg.PostgresError as error:
                refused[name] = str(error)
    finally:
        await connection.close()
    assert refused == {}
    assert WORDINGS.keys() <= set(asked.values())


class TestForm:
    async def test_both_stores_have_the_same_tables_and_columns(self, games: str) -> None:
        ours = await shared().tell(
            "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns "
            "WHERE table_schema = 'public' AND is_generated = 'NEVER'",
            games,
        )
        file = open_database(MEMORY)
        theirs = [
            (name, column, kind, "NO" if bound or key else "YES")
            for (name,) in file.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'sqlite_sequence'"
            )
            for _, column, kind, bound, _, key in file.execute(f"PRAGMA table_info({name})")
        ]
        file.close()
        # a row number of SQLite's own is never NULL either
        assert {row[:2] for row in ours if row[0] not in SERVERS_OWN} == {row[:2] for row in theirs}
        kinds = {row[:2]: row[2:] for row in ours}
        for name, column, kind, nullable in theirs:
            assert kinds[name, column][0] in KINDS[kind], (name, column)
            assert kinds[name, column][1] == nullable, (name, column)

    async def test_both_have_the_same_indexes_and_a_few_that_keys_are_elsewhere(self, games: str) -> None:
        ours = {
            row[0]
            for row in await shared().tell("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'", games)
        }
        file = open_database(MEMORY)
        theirs = {
            row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        }
        file.close()
        assert theirs <= ours

    async def test_one_that_looks_just_while_another_makes_it_does_not_take_it_for_a_stranger_s(
        self, games: str
    ) -> None:
        connection = await Server(games).connect()
        answers = [False]

        class Looking:
            """Sees no migrations at first."""

            fetch = connection.fetch

            async def fetchval(self, statement: str) -> object:
                return answers.pop() if answers else await connection.fetchval(statement)

        try:
            looking: Any = Looking()
            assert await _applied(looking, STEPS, create=False) == len(STEPS)
        finally:
            await connection.close()

    async def test_processes_that_start_at_once_make_it_once(self, empty: str) -> None:
        stores = await asyncio.gather(*(open_postgres(empty) for _ in range(3)))
        await asyncio.gather(*(store.close() for store in stores))
        done = await shared().tell("SELECT version, checksum FROM migrations", empty)
        assert done == [(step.version, step.checksum) for step in STEPS]

    async def test_commands_that_were_taken_before_are_still_known(self, empty: str) -> None:
        await migrate(Server(empty), STEPS[:1])
        for row in ('\'bot 7\', \'{"taken":["ab","cd"]}\'', "'bot 8', '{\"taken\":5}'", "'bot 9', '[]'"):
            add = "INSERT INTO chats (platform, thread, chat, settings) VALUES ('telegram', 'commands', "
            await shared().run(f"{add}{row})", empty)
        store = await open_postgres(empty)
        assert [await store.take_command("7", name, 1.0) for name in ("ab", "cd", "ef")] == [False, False, True]
        assert await store.chat(ChatKey("telegram", "bot 7", "commands")) is None
        await store.close()

    async def test_a_step_that_fails_leaves_nothing(self, empty: str) -> None:
        broken = Migration(len(STEPS) + 1, "bad", "CREATE TABLE more (a INT); INSERT INTO nowhere VALUES (1);")
        with pytest.raises(Exception, match="nowhere"):
            await migrate(Server(empty), (*STEPS, broken))
        assert (
            await shared().tell("SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'", empty) == []
        )
        await (await open_postgres(empty)).close()

    @pytest.mark.parametrize(
        ("change", "told"),
        [
            ("CREATE TABLE bills (id INT)", "other tables in it"),
            ("CREATE TABLE migrations (id INT)", "another's"),
        ],
    )
    async def test_another_program_s_database_is_left_alone(self, empty: str, change: str, told: str) -> None:
        await shared().run(change, empty)
        with pytest.raises(UnusableDatabase, match=told):
            await open_postgres(empty)

    @pytest.mark.parametrize(
        ("change", "told"),
        [
            ("INSERT INTO migrations VALUES (99, 'x', 'x', 0)", "newer version"),
            ("UPDATE migrations SET checksum = 'x'", "another text of migration 0001"),
        ],
    )
    async def test_a_form_that_is_not_ours_is_refused(self, empty: str, change: str, told: str) -> None:
        await (await open_postgres(empty)).close()
        await shared().run(change, empty)
        with pytest.raises(UnusableDatabase, match=told):
            await open_postgres(empty)

    async def test_tools_make_no_tables(self, empty: str) -> None:
        with pytest.raises(UnusableDatabase, match="no game"):
            await open_postgres(empty, create=False)
        assert (
            await shared().tell("SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'", empty) == []
        )

    async def test_two_bots_may_have_a_schema_each(self, empty: str) -> None:
        await shared().run("CREATE SCHEMA other", empty)
        other = f"{empty}&options=-csearch_path%3Dother"
        first, second = await open_postgres(empty), await open_postgres(other)
        await first.create(table(), limit=9)
        assert await second.table("t1") is None
        await asyncio.gather(first.close(), second.close())

    def test_every_migration_gives_its_reason(self) -> None:
        assert all(step.sql.startswith("-- Reason: ") for step in STEPS)


class TestRoundTrips:
    async def test_a_table_is_read_and_a_press_stored_by_one_statement_each(
        self, games: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store, sent = await open_postgres(games), []
        await store.create(table(), limit=9)
        pool = store._server._pool
        real = PostgresStore._rows

        async def counted(self: PostgresStore, connection: object, statement: str, values: object) -> object:
            sent.append(statement)
            return await real(self, connection, statement, values)  # type: ignore[arg-type]

        monkeypatch.setattr(PostgresStore, "_rows", counted)
        monkeypatch.setattr(PostgresStore, "_atomically", None)
        now, log = after(table(), 2)
        place = TableSubscription("t1", CHAT._replace(chat="elsewhere"), PersonKey("web", "ana"))
        await store.update(now, expected=0, moves=log, place=place)
        assert len(sent) == 1
        assert await store.table("t1") == now
        assert len(sent) == 2
        shown = await store.display("t1")
        assert shown is not None
        assert shown.places == (place,)
        assert len(sent) == 3
        assert pool.get_size() == 1, "one after another they need one connection"
        await store.close()

    async def test_no_error_repeats_a_row(self, games: str) -> None:
        store = await open_postgres(games)
        with pytest.raises(ValueError, match="cannot be stored") as caught:
            await store.create(table(version=-1, seed=b"hiddenhiddenhiddenhiddenhiddenhi"), limit=9)
        assert b"hidden".hex() not in str(caught.value)
        assert caught.value.__cause__ is None
        await store.close()


class TestAlone:
    async def test_whoever_wants_a_database_alone_is_refused_beside_a_bot_and_keeps_bots_out(
        self, games: str
    ) -> None:
        bot = open_coordination(games)
        await bot.join("bot", {"web": 1}, lasts=60.0)
        with pytest.raises(NoDatabase, match="another process is using"):
            async with database(games, alone=True):
                pass
        await bot.leave("bot")
        async with database(games, alone=True):
            with pytest.raises(DatabaseInUse):
                await bot.join("bot", {"web": 1}, lasts=60.0)
        await bot.join("bot", {"web": 1}, lasts=60.0)
        await bot.leave("bot")
        await bot.close()


class TestLost:
    async def test_a_server_that_is_restarted_is_told_once_and_nothing_acknowledged_is_lost(
        self, own: PostgresServer, caplog: pytest.LogCaptureFixture
    ) -> None:
        store, now = await open_postgres(own.url()), table()
        await store.create(now, limit=9)
        for how in (signal.SIGINT, signal.SIGQUIT):
            begun = [table(f"p{how}{n}", chat=CHAT._replace(chat=f"p{how}{n}")) for n in range(6)]
            for each in begun:
                await store.create(each, limit=9)
            playing = [asyncio.create_task(_counting(store, each)) for each in begun]
            await asyncio.sleep(0.1)
            await asyncio.to_thread(own.stop, how)
            await asyncio.sleep(0.3)
            await asyncio.to_thread(own.start)
            for name, stored in await asyncio.gather(*playing):
                found = await store.table(name)
                assert found is not None
                assert found.version == stored == len(await store.moves(name))
        lines = [record.getMessage() for record in caplog.records if record.name == server_module.__name__]
        assert [line.partition(",")[0] for line in lines] == [
            "the database's server does not answer",
            "the database's server answers again",
        ] * 2
        await store.close()

    async def test_what_the_server_has_undone_is_done_again(self, games: str) -> None:
        store = await open_postgres(games)
        await store.create(table(), limit=9)
        now, log = after(table())
        async with shared()._connected(games) as other:
            held = other.transaction()
            await held.start()
            await other.execute("SELECT 1 FROM tables FOR UPDATE")
            writing = asyncio.create_task(store.update(now, expected=0, moves=log))
            waiting = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            while not await shared().tell(waiting):  # noqa: ASYNC110 - of another process
                await asyncio.sleep(0.01)
            await held.rollback()
        await writing
        assert await store.table("t1") == now
        assert await store.moves("t1") == log
        await store.close()

    @pytest.mark.parametrize("done", [True, False])
    async def test_a_press_of_which_nobody_knows_is_stored_once(self, games: str, done: bool) -> None:
        store = await open_postgres(games)
        await store.create(table(), limit=9)
        real, now, log = store._server.do, *after(table())

        async def cut(work: object) -> None:
            if done:
                await real(work)  # type: ignore[arg-type]
            store._server.do = real  # type: ignore[method-assign]
            raise server_module.Unknown("lost before it answered")

        store._server.do = cut  # type: ignore[assignment,method-assign]
        await store.update(now, expected=0, moves=log)
        assert await store.table("t1") == now
        assert await store.moves("t1") == log
        await store.close()

    async def test_who_waits_too_long_is_told(self, own: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(server_module, "PATIENCE", 0.5)
        store = await open_postgres(own.url())
        own.stop()
        with pytest.raises(StoreFailed):
            await store.table("t1")
        with pytest.raises(StoreFailed):
            await store.probe()
        await store.close()


async def _counting(store: PostgresStore, now: TableRecord) -> tuple[str, int]:
    """Play at a table for as long as the server is away and a little more; how many moves are surely stored."""
    for _ in range(60):
        then, log = after(now)
        await store.update(then, expected=now.version, moves=log)
        now = then
        await asyncio.sleep(0.01)
    return now.id, now.version


async def test_a_result_that_two_processes_add_at_once_is_there_once() -> None:
    """Each looks before the other has written: both find none, and both have the rows to add."""
    address = await shared().cleared()
    first, second = await open_postgres(address), await open_postgres(address)
    try:
        for number in range(20):
            name = f"t{number:05}"
            await first.create(table(name, status=Status.OVER), limit=99)
            seats = (ResultSeat(ANA, 0, 1), ResultSeat(PersonKey("web", "bea"), 1, 2))
            result = ResultRecord(name, "parchis", "dice", 5.0 + number, False, 3, seats)
            added = await asyncio.gather(first.add_result(result), second.add_result(result))
            assert sorted(added) == [False, True]
            assert await first.result(name) == result
    finally:
        await asyncio.gather(first.close(), second.close())
