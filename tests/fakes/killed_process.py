"""The real process over one database, played at until it is killed."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import aiohttp

from tests.fakes.page_client import Page, begun, opened

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


class Bot:
    """The real process, over one database."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder
        self.address = address
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> str:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "--port", "0", "--database", self.address,
            cwd=self.folder, env={"PYTHONPATH": str(ROOT)}, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = (await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)).decode()
        found = re.search(r"http://\S+/", line)
        assert found, line
        return found[0]

    async def kill(self) -> None:
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
            await self.process.wait()


async def play(page: Page, going: asyncio.Event) -> int:
    """Presses what the board offers for as long as the connection lasts; how many presses were acknowledged."""
    done = 0
    with suppress(ConnectionError):
        while True:
            done += await page.press(r"\.(throw|move)")
            if done:
                going.set()
    return done


async def killed_at(bot: Bot, times: int) -> AsyncIterator[tuple[int, int]]:
    """Play one game while the bot is killed so often, at any moment; yield kills and acknowledged presses so far."""
    rng, ids, acknowledged = random.Random(20), count(), 0
    client = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))  # one browser all the time
    try:
        for kills in range(1, times + 1):
            page, going = await opened(client, await bot.start(), ids), asyncio.Event()
            if kills == 1:
                await begun(page)
            playing = asyncio.create_task(play(page, going))
            await asyncio.wait_for(going.wait(), PATIENCE)
            await asyncio.sleep(rng.uniform(0.0, 0.3))
            await bot.kill()
            acknowledged += await playing
            yield kills, acknowledged
    finally:
        await client.close()
        await bot.kill()
