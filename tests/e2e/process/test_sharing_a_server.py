"""Real processes over one server: one serves the page, and the next takes it over when that one stops."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from time import monotonic

import aiohttp
import pytest

from tests.fakes.bot_process import ended, failed, line_of, started
from tests.fakes.page_client import begun, opened
from tests.fakes.postgres_server import missing, shared

pytestmark = [pytest.mark.skipif(missing() is not None, reason=missing() or ""), pytest.mark.timeout(240)]
AT = r"http://127\.0\.0\.1:\d+/"


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """The address of a database of this test's own."""
    address = await shared().empty()
    yield address
    await shared().drop(address)


async def begin(folder: Path, url: str) -> asyncio.subprocess.Process:
    """Start a process that serves the page as soon as that is for it to do."""
    told = {"PALMARES_LOG": "info", "PALMARES_LOG_FORMAT": "json"}
    return await started(folder, "web", "--port", "0", "--database", url, **told)


async def joined(url: str, wanted: int) -> None:
    """Wait until this number of processes live."""
    async with asyncio.timeout(60):
        while True:
            rows = await shared().tell(
                "SELECT count(*) FROM information_schema.tables WHERE table_name = 'leases'", url
            )
            if rows == [(1,)] and await shared().tell("SELECT count(*) FROM processes", url) == [(wanted,)]:
                return
            await asyncio.sleep(0.1)


async def test_a_page_goes_on_in_the_next_process_when_its_own_is_told_to_stop(tmp_path: Path, url: str) -> None:
    client = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
    first = await begin(tmp_path, url)
    second = None
    try:
        page = await opened(client, await line_of(first, AT), count())
        await begun(page)
        second = await begin(tmp_path, url)
        await joined(url, 2)
        assert await page.press(r"\.(throw|move)")
        asked = monotonic()
        told, address = await asyncio.gather(ended(first), line_of(second, AT))
        assert monotonic() - asked < 20.0
        again = await opened(client, address, count(1000))
        assert await again.press(r"\.(throw|move)")
        names = {json.loads(line).get("process") for line in told.splitlines()}
        assert any(name and f"-{first.pid}-" in name for name in names)
        assert await shared().tell("SELECT count(*) FROM processes", url) == [(1,)]
    finally:
        await client.close()
        for process in (first, second):
            if process is not None and process.returncode is None:
                await ended(process)
    assert await shared().tell("SELECT count(*) FROM processes", url) == [(0,)]
    assert await shared().tell("SELECT count(*) FROM leases WHERE holder IS NOT NULL", url) == [(0,)]


async def test_a_database_that_is_being_copied_bears_no_bot(tmp_path: Path, url: str) -> None:
    from data.open_store import open_coordination, open_store

    await (await open_store(url)).close()
    copy = open_coordination(url)
    await copy.join("copy", {}, lasts=120.0, alone=True)
    assert "another process is using this database" in await failed(await begin(tmp_path, url))
    await copy.leave("copy")
    await copy.close()
