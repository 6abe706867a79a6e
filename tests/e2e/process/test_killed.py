"""kill -9 at random moments of a game: nothing that was acknowledged is lost, and the buttons still work."""

from __future__ import annotations

import asyncio
import random
from itertools import count
from pathlib import Path

import aiohttp
import pytest

from tests.fakes.killed_process import PATIENCE, Bot, play
from tests.fakes.page_client import begun, opened

KILLS = 6


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
