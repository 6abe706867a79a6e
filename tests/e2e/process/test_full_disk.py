"""The real program where its files cannot grow: not ready, plain words for people, and all well with room again."""

from __future__ import annotations

import resource
import sys
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.core.dispatch.middleware import NOT_SAVED
from tests.fakes.bot_process import ended, line_of, started
from tests.fakes.http_client import asked
from tests.fakes.page_client import Page, begun, opened

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="another process's limits are set by prlimit")


async def told(page: Page, **wish: object) -> str:
    """Wish for something; return what is said of it."""
    name = f"w{next(page.ids)}"
    await page.socket.send_json({"id": name, "as": 1, **wish})
    notice: list[Any] | None = (await page.until("done", id=name))["notice"]
    return "" if notice is None else "".join(part[0] for part in notice[0])


async def test_not_one_byte_more(tmp_path: Path) -> None:
    process = await started(
        tmp_path, "web", "--port", "0", "--database", "sqlite:///games.sqlite3", PALMARES_HEALTH_PORT="0"
    )
    found = {}
    for what, pattern in (("health", r"http://127\.0\.0\.1:\d+/"), ("page", r"http://127\.0\.0\.1:\d+/")):
        found[what] = await line_of(process, pattern)
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        page = await opened(client, found["page"], count())
        await begun(page)
        assert (await asked(f"{found['health']}readyz"))[0] == 200
        unlimited = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, unlimited[1]))
        assert await asked(f"{found['health']}readyz") == (503, "nothing can be stored\n")
        assert await told(page, do="say", text="/notify") == NOT_SAVED
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, unlimited)
        assert await asked(f"{found['health']}readyz") == (200, "ok\n")
        assert await told(page, do="say", text="/notify") != NOT_SAVED
        assert "palmares_disk_free_bytes" in (await asked(f"{found['health']}metrics"))[1]
    await ended(process)
