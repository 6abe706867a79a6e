"""A running page over a core that only counts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, CookieJar

from tests.fakes.web_site import Browser, Page, Site, counting_site


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """A server on a free port."""
    async with counting_site(tmp_path) as found:
        yield found


@pytest.fixture
async def browser(site: Site) -> AsyncIterator[Browser]:
    """Open pages, each in a new browser, or in that of another page."""
    pages: list[Page] = []

    async def visit(like: Page | None = None, *, hello: bool = True, **greeting: Any) -> Page:
        headers = {"Origin": site.origin}
        session = like.session if like else ClientSession(headers=headers, cookie_jar=CookieJar(unsafe=True))
        async with session.post(f"{site.url}session") as answer:
            assert answer.status == 204
        page = Page(session, await session.ws_connect(f"{site.url}socket"))
        pages.append(page)
        if hello:
            await page.hello(**greeting)
        return page

    yield visit
    for page in pages:
        await page.socket.close()
        await page.session.close()
    await asyncio.sleep(0)
