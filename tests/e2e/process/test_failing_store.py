"""A store that fails: the operator gets a warning, and the log is not buried under it."""

from __future__ import annotations

import asyncio
import io
import logging
import re
import sqlite3
import sys
from contextlib import closing
from itertools import count
from pathlib import Path

import aiohttp
import pytest

from bot.observability import log_setup
from bot.observability.health import Health
from bot.observability.log_limits import StoreFailureLimit
from bot.observability.metrics import Metrics
from data.errors import StaleTable, StoreFailed
from data.sqlite.store import open_sqlite
from tests.fakes.bot_process import PATIENCE, ended, line_of, started
from tests.fakes.http_client import asked
from tests.fakes.page_client import begun, opened


def caused(error: Exception, cause: Exception) -> Exception:
    """An error that another one has led to."""
    error.__cause__ = cause
    return error


def test_whoever_logs_a_failing_store_and_however_it_is_one_line_a_minute() -> None:
    stream, times = io.StringIO(), [0.0]
    log_setup.set_up(logging.INFO, to=stream)
    limit = next(each for each in logging.getLogger().handlers[-1].filters if isinstance(each, StoreFailureLimit))
    limit._now = lambda: times[0]
    full = StoreFailed("the database failed: database or disk is full")
    for _ in range(50):
        logging.getLogger("bot.core").warning("the store does not answer: %s", full)
        for error in (full, caused(RuntimeError("a command failed"), full)):
            logging.getLogger("bot.platforms").error("it failed", exc_info=error, stack_info=True)
    (line,) = stream.getvalue().splitlines()
    assert "the store fails, nothing can be played: the database failed: database or disk is full" in line
    logging.getLogger("bot.core").warning("table %s is stale: %s", "abc234", StaleTable("version 3"))
    logging.getLogger("bot.core").error("something else", exc_info=KeyError("x"))
    assert "abc234 is stale" in stream.getvalue()
    assert "KeyError" in stream.getvalue(), "whatever else goes wrong is told in full"
    stream.truncate(0)
    times[0] = 60.0
    logging.getLogger("bot.core").warning("the store does not answer: %s", full)
    assert "(and 149 times before this)" in stream.getvalue()


async def test_health_tells_that_nothing_can_be_written_though_all_can_be_read(tmp_path: Path) -> None:
    store = await open_sqlite(str(tmp_path / "g"))
    health = Health(store, Metrics().text)
    address = await health.start(0)
    try:
        assert await asked(f"{address}readyz") == (200, "ok\n")
        await store._database.execute("PRAGMA query_only = ON")  # as on a disk that was remounted read-only
        assert await store.all_tables() == []
        assert await asked(f"{address}readyz") == (503, "nothing can be stored\n")
        await store._database.execute("PRAGMA query_only = OFF")
        assert await asked(f"{address}readyz") == (200, "ok\n")
    finally:
        await health.stop()
        await store.close()


async def test_the_probe_reaches_the_disk_and_changes_nothing(tmp_path: Path) -> None:
    store = await open_sqlite(str(tmp_path / "g"))
    wal = tmp_path / "g-wal"
    with closing(sqlite3.connect(tmp_path / "g")) as connection:
        before = list(connection.iterdump())
        form = connection.execute("PRAGMA user_version").fetchone()
        size = wal.stat().st_size
        await store.probe()
        assert wal.stat().st_size > size
        assert list(connection.iterdump()) == before
        assert connection.execute("PRAGMA user_version").fetchone() == form
    await store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM")
async def test_presses_on_a_failing_store_leave_one_line_in_the_log_of_the_real_program(tmp_path: Path) -> None:
    process = await started(tmp_path, "web", "--port", "0", "--database", "sqlite:///games.sqlite3")
    address = await line_of(process, r"http://127\.0\.0\.1:\d+/")
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        page = await opened(client, address, count())
        await begun(page)
        with closing(sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)) as connection:
            connection.execute("ALTER TABLE tables RENAME TO gone")
        for _ in range(4):
            assert not await asyncio.wait_for(page.do(do="say", text="/games"), PATIENCE)
        with closing(sqlite3.connect(tmp_path / "games.sqlite3", isolation_level=None)) as connection:
            connection.execute("ALTER TABLE gone RENAME TO tables")
    told = await ended(process)
    assert re.findall("the store fails", told) == ["the store fails"]
    assert len(told.splitlines()) == 1, told
