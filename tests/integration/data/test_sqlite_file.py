"""The SQLite file: made, brought up to date, or refused with every byte left as it was."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from data.errors import StoreError, StoreFailed, UnusableDatabase
from data.records import ChatKey, TableSubscription
from data.roles import boards, deadlines, messages, places, standings, tables
from data.sqlite import maintenance, migrations
from data.sqlite.store import SqliteStore, open_sqlite
from tests.fakes.store_samples import ANA, after, board, table

STEPS = migrations.migrations()
PLAIN = b"once upon a time " * 1000


def written(path: Path, *scripts: str) -> Path:
    """An SQLite file that scripts have been run on."""
    with closing(sqlite3.connect(path)) as connection:
        for script in scripts:
            connection.executescript(script)
    return path


async def ours(path: Path) -> Path:
    """A database of ours with something in it."""
    store = await open_sqlite(str(path))
    for number in range(40):
        await store.create(table(f"t{number}", snapshot="x" * 2000), limit=99)
    await store.close()
    return path


def picture_of(folder: Path) -> dict[str, str]:
    """Every file of a folder, by its content."""
    if not folder.is_dir():
        return {}
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.is_file()}


async def refused(path: Path, message: str) -> None:
    """Opening says why it cannot, and leaves the folder as it was."""
    before = picture_of(path.parent)
    with pytest.raises(UnusableDatabase, match=message):
        await (await open_sqlite(str(path))).close()
    assert picture_of(path.parent) == before


class TestMaking:
    async def test_fresh_and_again(self, tmp_path: Path) -> None:
        path = await ours(tmp_path / "g.sqlite3")
        assert list(picture_of(tmp_path)) == ["g.sqlite3"]
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        before = picture_of(tmp_path)
        await (await open_sqlite(str(path))).close()
        assert picture_of(tmp_path) == before
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA application_id").fetchone() == (migrations.APPLICATION_ID,)
            assert connection.execute("PRAGMA user_version").fetchone() == (len(STEPS),)
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            found = connection.execute(migrations.MIGRATIONS).fetchall()
        assert found == [(step.version, step.name, step.checksum) for step in STEPS]

    async def test_a_table_that_is_shown_elsewhere_does_not_look_like_damage(self, tmp_path: Path) -> None:
        path = str(await ours(tmp_path / "g"))
        found = []
        for chat in (ChatKey("web", "one"), ChatKey("web", "two", "3")):
            store = await open_sqlite(path)
            for place in (TableSubscription("t1", chat), TableSubscription("t2", chat, ANA)):
                await store.save_place(place)
            await store.close()
            found.append(TableSubscription("t1", chat))
        store = await open_sqlite(path)
        display = await store.display("t1")
        assert display is not None
        assert sorted(display.places, key=repr) == found
        await store.close()

    def test_the_connection_is_as_durable_as_it_gets(self, tmp_path: Path) -> None:
        with closing(migrations.open_database(str(tmp_path / "g"))) as connection:
            asked = ("synchronous", "foreign_keys", "journal_mode", "busy_timeout")
            found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in asked]
        assert found == [2, 1, "wal", 10_000]

    async def test_an_empty_file_will_do(self, tmp_path: Path) -> None:
        (tmp_path / "g").touch()
        await ours(tmp_path / "g")

    async def test_many_openings_at_once(self, tmp_path: Path) -> None:
        stores = await asyncio.gather(*(open_sqlite(str(tmp_path / "g")) for _ in range(6)))
        await stores[0].create(table(), limit=9)
        for store in stores:
            assert await store.table("t1") == table()
            await store.close()

    async def test_an_opening_that_is_cancelled_leaves_nothing_open(self, tmp_path: Path) -> None:
        for turns in range(4):
            opening = asyncio.create_task(open_sqlite(str(tmp_path / "g")))
            for _ in range(turns):
                await asyncio.sleep(0)
            opening.cancel()
            await asyncio.wait([opening])
            assert not (tmp_path / "g-wal").exists()
        await ours(tmp_path / "g")

    def test_every_migration_gives_its_reason(self) -> None:
        for step in STEPS:
            assert step.sql.startswith("-- Reason: ")
            assert "".join(migrations.statements(step)).strip() == step.sql.strip()

    def test_misnumbered_migrations_are_noticed(self, tmp_path: Path) -> None:
        (tmp_path / "0002__second.sql").write_text("SELECT 1;")
        with pytest.raises(ValueError, match="0001"):
            migrations.migrations(tmp_path)


class TestMigrating:
    NEXT = (
        *STEPS,
        migrations.Migration(len(STEPS) + 1, "more", "CREATE TABLE more (a);\nINSERT INTO more VALUES (1);\n"),
    )
    BROKEN = (
        *STEPS,
        migrations.Migration(len(STEPS) + 1, "bad", "CREATE TABLE more (a);\nINSERT INTO nowhere VALUES (1);\n"),
    )

    async def test_only_what_is_missing_runs(self, tmp_path: Path) -> None:
        path = await ours(tmp_path / "g")
        for _ in range(2):
            with closing(migrations.open_database(str(path), self.NEXT)) as connection:
                assert connection.execute("SELECT count(*) FROM more").fetchone() == (1,)
                assert connection.execute("SELECT count(*) FROM tables").fetchone() == (40,)
        await refused(path, f"newer version of this program: it has form {len(STEPS) + 1}, this version knows ")

    async def test_a_step_that_fails_undoes_all(self, tmp_path: Path) -> None:
        path = await ours(tmp_path / "g")
        before = picture_of(tmp_path)
        with pytest.raises(UnusableDatabase, match="nowhere"):
            migrations.open_database(str(path), self.BROKEN)
        assert picture_of(tmp_path) == before
        with pytest.raises(UnusableDatabase, match="nowhere"):
            migrations.open_database(str(tmp_path / "fresh"), self.BROKEN)
        with closing(sqlite3.connect(tmp_path / "fresh")) as connection:
            assert connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,)

    async def test_a_changed_step_is_refused(self, tmp_path: Path) -> None:
        path = await ours(tmp_path / "g")
        written(path, "UPDATE migrations SET checksum = 'other'")
        await refused(path, "another text of migration 0001")

    async def test_a_list_with_holes_is_refused(self, tmp_path: Path) -> None:
        path = await ours(tmp_path / "g")
        written(path, "DELETE FROM migrations")
        await refused(path, "list of migrations")


class TestRefusing:
    @pytest.mark.parametrize("content", [b"x", b"hello", PLAIN, b"\0" * 4096, b"SQLite format 3\0", b"\xff" * 100])
    async def test_no_database(self, tmp_path: Path, content: bytes) -> None:
        (tmp_path / "g").write_bytes(content)
        await refused(tmp_path / "g", "not a database|damaged")

    @pytest.mark.parametrize("script", ["", "PRAGMA journal_mode = WAL;", "PRAGMA application_id = 7;"])
    async def test_somebody_elses(self, tmp_path: Path, script: str) -> None:
        path = written(tmp_path / "g", script, "CREATE TABLE tables (a); INSERT INTO tables VALUES (1);")
        await refused(path, "not a database of this program")

    async def test_somebody_elses_with_a_journal_to_play_back(self, tmp_path: Path) -> None:
        path = written(tmp_path / "made", "CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1);")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA cache_size = 1")
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("UPDATE theirs SET a = 2")
            connection.execute("CREATE TABLE big AS SELECT randomblob(9000)")
            (tmp_path / "killed").mkdir()
            shutil.copy(path, tmp_path / "killed" / "g")
            shutil.copy(f"{path}-journal", tmp_path / "killed" / "g-journal")
            connection.execute("ROLLBACK")
        assert "g-journal" in picture_of(tmp_path / "killed")
        assert os.stat(tmp_path / "killed" / "g-journal").st_size  # noqa: PTH116
        await refused(tmp_path / "killed" / "g", "not a database of this program")

    @pytest.mark.parametrize("script", ["PRAGMA user_version = 99", "UPDATE migrations SET checksum = 'x'"])
    async def test_what_a_killed_process_left_stays_too(self, tmp_path: Path, script: str) -> None:
        path = await ours(tmp_path / "made")
        (tmp_path / "killed").mkdir()
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(script)
            for end in ("", "-wal", "-shm"):
                shutil.copy(f"{path}{end}", tmp_path / "killed" / f"g{end}")
        before = picture_of(tmp_path / "killed")
        with pytest.raises(UnusableDatabase, match=r"newer|another text"):
            await open_sqlite(str(tmp_path / "killed" / "g"))
        now = picture_of(tmp_path / "killed")
        assert (now["g"], now["g-wal"], set(now)) == (before["g"], before["g-wal"], set(before))

    @pytest.mark.parametrize("at", [4096, 3 * 4096, 10 * 4096])
    async def test_damaged(self, tmp_path: Path, at: int) -> None:
        path = await ours(tmp_path / "g")
        content = bytearray(path.read_bytes())
        content[at : at + 512] = b"\xa5" * 512
        path.write_bytes(content)
        await refused(path, "damaged")

    async def test_cut_short(self, tmp_path: Path) -> None:
        path = await ours(tmp_path / "g")
        path.write_bytes(path.read_bytes()[: 5 * 4096 + 100])
        await refused(path, "damaged")

    async def test_places_that_hold_no_database(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_bytes(PLAIN)
        os.mkfifo(tmp_path / "pipe")
        for path, message in [
            (tmp_path, "is a folder"),
            (tmp_path / "pipe", "is not a file"),
            (tmp_path / "none" / "g", "has no folder"),
            (tmp_path / "file" / "g", "cannot be opened"),
            (tmp_path / ("x" * 300), "cannot be opened"),
            (tmp_path / "a\0b", "cannot be opened"),
            (tmp_path / "\ud800", "cannot be opened"),
        ]:
            await refused(path, message)
        with pytest.raises(UnusableDatabase, match="empty"):
            await open_sqlite("")

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
    async def test_no_right_to_it(self, tmp_path: Path) -> None:
        path = await ours(tmp_path / "g")
        os.chmod(path, 0o400)  # noqa: PTH101 - as the linter sees it, pathlib blocks
        await refused(path, "readable and writable")
        os.chmod(path, 0o600)  # noqa: PTH101
        os.chmod(tmp_path, 0o500)  # noqa: PTH101
        await refused(path, "must be writable")


class TestRunning:
    async def test_a_table_is_looked_up_after_what_was_stored_before(self, tmp_path: Path) -> None:
        store = await open_sqlite(str(tmp_path / "g"))
        await store.create(table(), limit=9)
        for version in (1, 2):
            writing = asyncio.create_task(store.update(table(version=version), expected=version - 1))
            await asyncio.sleep(0)  # the write has been given to the database's thread
            if version == 2:
                writing.cancel()  # it goes on there
            found = await store.display("t1")
            assert found is not None
            assert found.version == version
            await asyncio.gather(writing, return_exceptions=True)
        await store.close()

    async def test_only_notes_of_boards_do_not_wait_for_the_disk(self, tmp_path: Path) -> None:
        store = await open_sqlite(str(tmp_path / "g"))
        await store.create(table(), limit=9)
        told: list[str] = []
        await store._database.set_trace_callback(told.append)
        await store.save_board(board())
        await store.update(table(version=1), expected=0)
        await store.close()
        said = [line.split()[0] if "synchronous" not in line else line for line in told]
        assert said == ["PRAGMA synchronous = NORMAL", "INSERT", "PRAGMA synchronous = FULL", *said[3:]]
        assert {"UPDATE", "COMMIT"} <= set(said[3:])

    async def test_what_is_behind_is_read_off_an_index(self, tmp_path: Path) -> None:
        with closing(migrations.open_database(":memory:")) as connection:

            def plan(statement: str, **values: object) -> str:
                found = connection.execute(f"EXPLAIN QUERY PLAN {statement}", values).fetchall()
                return "; ".join(row[3] for row in found)

            assert plan(boards.DIRTY_BOARDS, limit=1) == "SCAN boards USING INDEX boards_behind"
            chat = {"platform": "", "chat": "", "thread": ""}
            assert "tables_by_chat" in plan(tables.TABLES, **chat, statuses="[]")
            assert "tables_by_chat" in plan(tables.OPEN_COUNT, **chat)
            due = plan(deadlines.DUE_TABLES, now=1.0, limit=1)
            assert due == "SEARCH tables USING INDEX tables_due (due>? AND due<?)"
            threads = plan(tables.OPEN_IN_ALL_THREADS, platform="", chat="")
            assert "tables_by_chat" in threads
            assert "places_by_chat" in threads
            assert "SCAN tables" not in threads
            assert "tables_by_status" in plan(tables.ALL_TABLES, statuses="[]")
            display = plan(places.SHOWING, table="")
            for name in ("tables", "boards", "places", "chats"):
                assert f"SEARCH {name} USING" in display
                assert f"SCAN {name}" not in display
            met = {"platform": "", "user": "", "other_platform": "", "other": "", "limit": 1}
            for statement in (standings.ENCOUNTERS, standings.ENCOUNTERS_OF_TWO):
                assert "SCAN results" not in plan(statement, **met)
                assert "result_seats_by_player" in plan(statement, **met)
                assert "SCAN seats" not in plan(statement, **met)
            assert "messages_by_chat" in plan(messages.MESSAGES, **chat, limit=1)
            assert "TEMP B-TREE" not in plan(messages.MESSAGES, **chat, limit=1)

    async def test_an_early_log_is_read_beside_a_writer_and_not_once_the_store_is_closed(
        self, tmp_path: Path
    ) -> None:
        store = await open_sqlite(str(tmp_path / "games.sqlite3"))
        await store.create(table(), limit=9)
        played, moves = after(table(), 9)
        await store.update(played, expected=0, moves=moves)
        parts = [await store.log("t1", since=5) for _ in range(2)]
        with closing(sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert parts[0].early() == moves[:5]
            other.execute("ROLLBACK")
        await store.close()
        assert list(picture_of(tmp_path)) == ["games.sqlite3"], "all of it is in the one file"
        with pytest.raises(StoreError):
            parts[1].early()

    async def test_the_log_cannot_be_rewritten(self, tmp_path: Path) -> None:
        path = str(tmp_path / "g")
        store = await open_sqlite(path)
        now, log = after(table())
        await store.create(table(), limit=9)
        await store.update(now, expected=0, moves=log)
        with closing(sqlite3.connect(path)) as connection:
            for statement in ("UPDATE moves SET move = 'x'", "DELETE FROM moves"):
                with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                    connection.execute(statement)
        await store.close()

    async def test_a_seed_reaches_no_log(self, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.DEBUG), caplog.at_level(logging.DEBUG, "aiosqlite"):
            store = await open_sqlite(":memory:")
            await store.create(table(seed=b"secret-" * 4 + b"seed"), limit=9)
            await store.close()
        assert caplog.records
        assert "secret" not in caplog.text

    async def test_a_database_that_fails_says_so_and_goes_on(self, tmp_path: Path) -> None:
        path = str(tmp_path / "g")
        store: SqliteStore = await open_sqlite(path)
        await store.create(table(), limit=9)
        await store.save_board(board())
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("ALTER TABLE seats RENAME TO gone")
            now, log = after(table())
            with pytest.raises(StoreFailed):
                await store.update(now, expected=0, moves=log)
            connection.execute("ALTER TABLE gone RENAME TO seats")
        assert await store.table("t1") == table()
        await store.update(now, expected=0, moves=log)
        await store.close()


async def test_a_large_file_is_not_looked_through_at_each_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite3"
    await (await open_sqlite(str(path))).close()
    with closing(sqlite3.connect(path)) as connection:
        asked = "SELECT rootpage FROM sqlite_schema WHERE name = 'puzzles_by_day'"
        ((page,),) = connection.execute(asked).fetchall()
    content = bytearray(path.read_bytes())
    content[4096 * (page - 1) : 4096 * page] = bytes(4096)  # an index that nobody asks for at a start
    path.write_bytes(content)
    with pytest.raises(UnusableDatabase):
        await open_sqlite(str(path))
    monkeypatch.setattr(migrations, "LOOKED_THROUGH", len(content) - 1)
    store = await open_sqlite(str(path))
    await store.close()
    assert maintenance.structure(str(path))
