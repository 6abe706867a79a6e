"""A real bot and a real browser."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from zlib import crc32

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

from tests.fakes import firefox
from tests.fakes.page_process import Bot
from tests.fakes.page_visit import HARMLESS, NAMES, PATIENCE, QUIET, Visit
from tests.fakes.postgres_server import LASTING

expect.set_options(timeout=PATIENCE)


def pytest_configure(config: pytest.Config) -> None:
    """Names the marker."""
    config.addinivalue_line("markers", "browser: needs a chromium on this machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One browser, and so one loop, for all; without a browser there is nothing to drive."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
    if any(map(shutil.which, NAMES)):
        return
    missing = pytest.mark.skip(reason=f"no browser found: none of {', '.join(NAMES)} is installed")
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(missing)


@pytest.fixture(scope="session")
def shared_bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """A bot for the tests that leave it alone; each uses its own chat."""
    bot = Bot(tmp_path_factory.mktemp("bot")).start()
    yield bot
    bot.stop()
    bot.close()
    assert bot.complaints() == ""


@pytest.fixture
def own_bot(tmp_path: Path) -> Iterator[Bot]:
    """A bot that no other test has."""
    bot = Bot(tmp_path).start()
    yield bot
    bot.close()
    assert bot.complaints() == ""


@pytest.fixture(scope="session")
def lasting_bot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """The bot of `mortal_bot`."""
    bot = Bot(tmp_path_factory.mktemp("mortal")).start()
    yield bot
    bot.close()


@pytest.fixture
def mortal_bot(lasting_bot: Bot) -> Iterator[Bot]:
    """A bot for the tests that kill it and start it again; each uses its own chat."""
    if lasting_bot.process is None:
        lasting_bot.start()
    yield lasting_bot
    if lasting_bot.process is not None:
        LASTING.add(lasting_bot.process.pid)
    assert lasting_bot.complaints() == ""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def second_browser(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[firefox.Firefox]:
    """A Firefox, where there is one."""
    if not firefox.found():
        pytest.skip(f"no second browser found: none of {', '.join(firefox.NAMES)} is installed")
    async with firefox.firefox(tmp_path_factory.mktemp("firefox")) as browser:
        yield browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The browser."""
    executable = next(filter(None, map(shutil.which, NAMES)))
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=list(QUIET))
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser, request: pytest.FixtureRequest) -> AsyncIterator[Visit]:
    """Opens a chat in a new browser profile; at the end no page may have complained."""
    complaints: list[str] = []
    pages: list[Page] = []
    # no two tests share a chat, where names may be taken; long names are cut
    name = f"{request.node.originalname[:29]}-{crc32(request.node.name.encode()):08x}"

    async def open_page(bot: Bot, context: BrowserContext | None = None, chat: str = name, **options: object) -> Page:
        options = {"locale": "en-GB", "viewport": {"width": 1000, "height": 760}, **options}
        context = context or await browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        page = await context.new_page()
        pages.append(page)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
        await page.goto(f"{bot.url}#/c/{chat}")
        await expect(page.locator("#people > *")).not_to_have_count(0)
        return page

    yield open_page
    for context in {page.context for page in pages}:
        await context.close()
    assert [words for words in complaints if not any(harmless in words for harmless in HARMLESS)] == []
