"""Who has a browser that is too old, or runs no scripts, reads that in their language and sees no empty page."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, BrowserContext, Page, Route, expect

from tests.fakes.long_run import pairs
from tests.fakes.page_process import Bot
from tests.fakes.page_visit import PATIENCE

pytestmark = pytest.mark.browser

OLD = {"en-GB": "This browser is too old", "es-ES": "Este navegador es demasiado antiguo", "it-IT": "Questo browser"}
PAGES = ["", "c/salon/game/abc234"]


async def opened(context: BrowserContext, bot: Bot, path: str = "") -> Page:
    """Open a page, whatever it may say about itself."""
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    await page.goto(bot.url + path)
    return page


@pytest.mark.parametrize(("locale", "path"), pairs(list(OLD), PAGES))
async def test_a_browser_that_lacks_something_is_told_so(
    browser: Browser, shared_bot: Bot, locale: str, path: str
) -> None:
    context = await browser.new_context(locale=locale)
    await context.add_init_script("delete Array.prototype.findLast;")
    page = await opened(context, shared_bot, path)
    note = page.locator("#too-old")
    await expect(note).to_contain_text(OLD[locale])
    await expect(note).to_have_attribute("lang", locale[:2])
    await expect(note).to_be_in_viewport(ratio=1)
    await context.close()


async def test_one_that_cannot_read_the_script_is_told_so_and_one_that_did_not_get_it_is_not(
    browser: Browser, shared_bot: Bot
) -> None:
    async def broken(route: Route) -> None:
        await route.fulfill(body="const later = class { accessor x = 1 }; @new;", content_type="text/javascript")

    context = await browser.new_context(locale="en-GB")
    await context.route("**/app.js", broken)
    await expect((await opened(context, shared_bot)).locator("#too-old")).to_be_visible()
    await context.unroute("**/app.js")
    await context.route("**/app.js", lambda route: route.abort())
    page = await opened(context, shared_bot)
    assert await page.evaluate("document.readyState") == "complete"
    await expect(page.locator("#too-old")).to_have_count(0)
    await context.close()


async def test_one_that_is_young_enough_is_told_nothing(browser: Browser, shared_bot: Bot) -> None:
    context = await browser.new_context(locale="en-GB")
    page = await opened(context, shared_bot)
    await expect(page.locator("#people > *")).not_to_have_count(0)
    assert await page.evaluate("document.readyState") == "complete"
    await expect(page.locator("#too-old")).to_have_count(0)
    await context.close()


async def test_without_scripts_there_is_a_sentence_in_each_language(browser: Browser, shared_bot: Bot) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await opened(context, shared_bot)
    for language, words in (("en", "needs JavaScript"), ("es", "necesita JavaScript"), ("it", "JavaScript")):
        await expect(page.locator(f"noscript p[lang={language}]")).to_contain_text(words)
    await context.close()
