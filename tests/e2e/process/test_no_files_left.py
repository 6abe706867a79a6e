"""A process without a file descriptor left: one line in the log, what is open goes on, and it recovers."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

import aiohttp

from tests.fakes.bot_process import DATABASE, PATIENCE, ended, line_of, started
from tests.fakes.http_client import asked
from tests.fakes.page_client import opened

FILES, HELD, FLOOD = 90, 30, 150
STARVED = f"""
import os, resource, sys
held = [os.open(os.devnull, os.O_RDONLY) for _ in range({HELD})]
resource.setrlimit(resource.RLIMIT_NOFILE, ({FILES}, {FILES}))
from bot.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


async def test_accepting_pauses_and_what_is_open_goes_on(tmp_path: Path) -> None:
    process = await started(tmp_path, "web", "--port", "0", *DATABASE, run=("-c", STARVED), PALMARES_HEALTH_PORT="0")
    health = await line_of(process, r"http://127\.0\.0\.1:\d+/")
    address = await line_of(process, r"http://127\.0\.0\.1:\d+/")
    assert process.stderr is not None
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        page = await opened(client, address, count())
        flood = [await _connected(each) for each in (address, health) for _ in range(FLOOD // 2)]
        said = (await asyncio.wait_for(process.stderr.readline(), PATIENCE)).decode()
        for number in range(20):
            assert await page.do(do="say", text=f"still here {number}")
        for writer in flood:
            writer.close()
        async with asyncio.timeout(PATIENCE):
            while await _status(f"{health}healthz") != 200 or await _status(address) != 200:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        await page.socket.close()
    lines = [said, *(await ended(process)).splitlines()]
    assert "no_resources" in "".join(lines)
    assert len(lines) <= 4, lines  # of each port: no resources, and full


async def _connected(address: str) -> asyncio.StreamWriter:
    _, writer = await asyncio.open_connection("127.0.0.1", int(address.rstrip("/").rpartition(":")[2]))
    return writer


async def _status(address: str) -> int:
    try:
        return (await asked(address))[0]
    except OSError:
        return 0
