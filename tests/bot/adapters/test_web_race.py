"""Two pages after the same thing, over the real core: one has it, and the other is told so in private."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar

from bot.adapters.web_adapter import House, WebAdapter, WebMessenger
from bot.core.clock import SystemClock
from bot.wiring import house
from data.sqlite import open_sqlite
from tests.bot.adapters.conftest import Page, words


@pytest.fixture
async def pages(tmp_path: Path) -> AsyncIterator[tuple[Page, Page]]:
    """Two browsers at one chat."""
    store, clock = await open_sqlite(str(tmp_path / "race.db")), SystemClock()
    messenger = WebMessenger(store, clock.now)
    async with house(store, {"web": messenger}, clock, lambda scene: b"") as core:
        adapter = WebAdapter(House(store, messenger, core.service, core.publisher, core.desk.registry))
        url = await adapter.start("127.0.0.1", 0)
        visitors = []
        for _ in range(2):
            session = ClientSession(headers={"Origin": url.rstrip("/")}, cookie_jar=CookieJar(unsafe=True))
            async with session.post(f"{url}session"):
                visitors.append(Page(session, await session.ws_connect(f"{url}socket")))
            await visitors[-1].hello()
        yield visitors[0], visitors[1]
        for page in visitors:
            await page.socket.close()
            await page.session.close()
        await adapter.stop()
    await store.close()


async def settled(page: Page, verb: str) -> tuple[str, str]:
    """The newest board's first button of a kind, as message and token."""
    while not any(message["body"]["rows"] for message in page.messages.values()):
        await page.frame()
    board = page.board()
    tokens = [token for row in board["body"]["rows"] for _, token, _ in row]
    return str(board["id"]), next(token for token in tokens if verb in token)


@pytest.mark.parametrize("pause", [0, 0.002, 0.02])
async def test_one_of_two_has_the_seat_and_the_other_is_told(pages: tuple[Page, Page], pause: float) -> None:
    async def after(page: Page, seconds: float) -> str | None:
        await asyncio.sleep(seconds)  # how close the race is
        return words(await page.do("press", message=message, token=token))

    await pages[0].say("/play parchis")
    for first, second in (pages, pages[::-1], pages):
        message, token = await settled(pages[0], ".sit:")
        told = await asyncio.gather(after(first, 0), after(second, pause))
        assert [notice for notice in told if notice] != []
        assert told.count(None) == 1
        assert any("sits there already" in notice for notice in told if notice)
        version = int(token.split(".")[1])
        while f".{version}." in str(pages[0].board()["body"]["rows"]):
            await pages[0].frame()


async def test_a_press_on_a_board_that_has_gone_is_told_so(pages: tuple[Page, Page]) -> None:
    ana, bruno = pages
    await ana.say("/play palma")
    message, token = await settled(ana, ".sit:")
    await bruno.hello()
    filling = await settled(ana, ".fill")
    assert await ana.press(message=filling[0], token=filling[1]) is None
    assert await bruno.do("press", message=message, token=token)
