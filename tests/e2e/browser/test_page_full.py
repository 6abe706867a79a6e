"""A page for which there is no room says so, and goes on by itself once there is."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar
from playwright.async_api import expect

from bot.platforms.web.rate_limits import WebLimits
from tests.fakes.page_process import Bot
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser


async def read(socket: ClientWebSocketResponse) -> None:
    """Read what comes, for a page that does not answer a heartbeat is closed."""
    async for _ in socket:
        pass


async def test_a_page_too_many_says_so_and_goes_on_once_another_is_closed(visit: Visit, own_bot: Bot) -> None:
    page = await visit(own_bot)
    headers = {"Origin": own_bot.url.rstrip("/")}
    async with (
        ClientSession(headers=headers, cookie_jar=CookieJar(unsafe=True)) as session,
        AsyncExitStack() as others,
    ):
        await (await session.post(f"{own_bot.url}session")).read()
        for _ in range(WebLimits().pages_each - 1):
            socket = await others.enter_async_context(session.ws_connect(f"{own_bot.url}socket"))
            reading = asyncio.create_task(read(socket))
            others.callback(reading.cancel)
        again = await page.context.new_page()
        await again.goto(own_bot.url)
        await expect(again.locator("#state")).to_contain_text("Too many pages are open")
        await others.aclose()
        await expect(again.locator("#state")).not_to_contain_text("Too many")
        await expect(again.locator("#people > *")).not_to_have_count(0)
