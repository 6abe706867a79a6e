"""kill -9 at random moments of a game: nothing that was acknowledged is lost, and the buttons still work."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import sqlite3
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path

import aiohttp
import pytest

from tests.fakes.page_client import Page, begun, opened

ROOT = Path(__file__).parents[3]


KILLS = 6
PATIENCE = 60.0


class Bot:
    """The real process, over one database."""

    def __init__(self, folder: Path, address: str = "") -> None:
        self.folder = folder
        self.database = folder / "games.sqlite3"
        self.address = address or f"sqlite:///{self.database}"
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

    def stored(self) -> tuple[int, int]:
        """How many moves of people are stored, and how many tables; the lot was drawn for them."""
        with sqlite3.connect(self.database) as database:
            (moves,) = database.execute("SELECT count(*) FROM moves WHERE automation IS NULL").fetchone()
            (tables,) = database.execute("SELECT count(*) FROM tables").fetchone()
        database.close()
        return moves, tables


async def play(page: Page, going: asyncio.Event) -> int:
    """Presses what the board offers for as long as the connection lasts; how many presses were acknowledged."""
    done = 0
    with suppress(ConnectionError):
        while True:
            done += await page.press(r"\.(throw|move)")
            if done:
                going.set()
    return done


@pytest.mark.timeout(400)
async def test_killed_again_and_again_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    bot, rng, ids, acknowledged = Bot(tmp_path), random.Random(20), count(), 0
    client = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))  # one browser all the time
    try:
        for kills in range(1, KILLS + 1):
            page, going = await opened(client, await bot.start(), ids), asyncio.Event()
            if kills == 1:
                await begun(page)
            playing = asyncio.create_task(play(page, going))
            await asyncio.wait_for(going.wait(), PATIENCE)
            await asyncio.sleep(rng.uniform(0.0, 0.3))
            await bot.kill()
            acknowledged += await playing
            moves, tables = bot.stored()
            # a press may have been stored without having been acknowledged, once for each kill
            assert acknowledged <= moves <= acknowledged + kills
            assert tables == 1
    finally:
        await client.close()
        await bot.kill()
