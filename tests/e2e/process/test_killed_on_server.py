"""A bot over a PostgreSQL server: neither `kill -9` nor a restart of the server loses what was acknowledged."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import aclosing
from itertools import count
from pathlib import Path

import aiohttp
import pytest

from bot.cli.serve import BROKEN
from tests.fakes.bot_process import ended, failed, line_of, started
from tests.fakes.killed_process import PATIENCE, Bot, killed_at, play
from tests.fakes.page_client import begun, opened
from tests.fakes.postgres_server import PostgresServer, missing

pytestmark = [pytest.mark.skipif(missing() is not None, reason=missing() or ""), pytest.mark.timeout(400)]
KILLS = 3


@pytest.fixture
async def server() -> AsyncIterator[PostgresServer]:
    """A server of this test's own, which may be stopped."""
    own = PostgresServer()
    await asyncio.to_thread(own.start)
    yield own
    await asyncio.to_thread(own.remove)


async def stored(server: PostgresServer) -> int:
    """How many moves of people are stored."""
    ((moves,),) = await server.tell("SELECT count(*) FROM moves WHERE automation IS NULL")
    return int(moves)


async def test_killed_again_and_again_nothing_acknowledged_is_lost(tmp_path: Path, server: PostgresServer) -> None:
    async with aclosing(killed_at(Bot(tmp_path, server.url()), KILLS)) as game:
        async for kills, acknowledged in game:
            # a press may have been stored without having been acknowledged, once for each kill
            assert acknowledged <= await stored(server) <= acknowledged + kills
            assert await server.tell("SELECT count(*) FROM tables") == [(1,)]


async def test_a_server_that_is_restarted_loses_no_press_and_the_game_goes_on(
    tmp_path: Path, server: PostgresServer
) -> None:
    bot, ids, going = Bot(tmp_path, server.url()), count(), asyncio.Event()
    client = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
    try:
        page = await opened(client, await bot.start(), ids)
        await begun(page)
        playing = asyncio.create_task(play(page, going))
        await asyncio.wait_for(going.wait(), PATIENCE)
        for how in (signal.SIGINT, signal.SIGQUIT):
            await asyncio.to_thread(server.stop, how)
            await asyncio.to_thread(server.start)
            before = await stored(server)
            async with asyncio.timeout(PATIENCE):
                while await stored(server) <= before:  # noqa: ASYNC110 - the same bot plays on by itself
                    await asyncio.sleep(0.1)
        assert bot.process is not None
        assert bot.process.returncode is None
        await bot.kill()
        acknowledged = await playing
        assert acknowledged <= await stored(server) <= acknowledged + 3
    finally:
        await client.close()
        await bot.kill()


async def test_a_server_that_is_away_at_the_start_is_waited_for(tmp_path: Path, server: PostgresServer) -> None:
    await asyncio.to_thread(server.stop)
    process = await started(tmp_path, "web", "--port", "0", "--database", server.url())
    assert process.stderr is not None
    told = await asyncio.wait_for(process.stderr.readline(), PATIENCE)
    assert b"DATABASE_URL: the PostgreSQL server cannot be used" in told
    assert b"waiting for it" in told
    await asyncio.to_thread(server.start)
    await line_of(process, r"Palmar\S+ is at", PATIENCE)
    await ended(process)


async def test_a_bot_that_waits_for_its_server_ends_when_told_to(tmp_path: Path, server: PostgresServer) -> None:
    await asyncio.to_thread(server.stop)
    process = await started(tmp_path, "web", "--port", "0", "--database", server.url())
    assert process.stderr is not None
    await asyncio.wait_for(process.stderr.readline(), PATIENCE)
    process.send_signal(signal.SIGTERM)
    assert "--database" in await failed(process, BROKEN), "another start may find it"
