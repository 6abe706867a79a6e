"""A page that is open to friends: what is missing without the link, and a game between two who have it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import PLAYS, join, offered, open_table
from tests.fakes.page_visit import PATIENCE

pytestmark = pytest.mark.browser


@pytest.fixture
def open_bot(tmp_path: Path) -> Iterator[Bot]:
    """A bot whose page others can reach, if they are invited."""
    bot = Bot(tmp_path, settings={"PALMARES_OPEN": "yes"}).start()
    yield bot
    bot.close()
    assert bot.complaints() == ""


@pytest_asyncio.fixture(loop_scope="session")
async def anybody(browser: Browser) -> AsyncIterator[list[Page]]:
    """Three browsers of their own: of a host, a friend, and somebody who reads Italian."""
    contexts = [await browser.new_context(locale=locale) for locale in ("en-GB", "en-GB", "it-IT")]
    for context in contexts:
        context.set_default_timeout(PATIENCE)
    yield [await context.new_page() for context in contexts]
    for context in contexts:
        await context.close()


async def named(page: Page, name: str) -> None:
    """Answer what a friend is asked who is here for the first time."""
    await expect(page.get_by_role("dialog", name="What's your name?")).to_be_visible()
    await page.get_by_label("Name", exact=True).fill(name)
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator(".who")).to_have_text(name)


async def play_until_both_have(host: Page, friend: Page) -> None:
    """Press for both until each has pressed once, in any order: only the player to act has a button."""
    pressed = set[Page]()
    async with asyncio.timeout(PATIENCE / 1000):
        while len(pressed) < 2:
            for page in (host, friend):
                button = page.locator(PLAYS).first
                if await button.is_visible():
                    token = await button.get_attribute("data-token")
                    await button.click()
                    await expect(page.locator(f"[data-token='{token}']")).to_have_count(0)
                    pressed.add(page)
            await asyncio.sleep(0.05)


async def test_friends_come_in_by_the_link_and_play_and_nobody_else_does(open_bot: Bot, anybody: list[Page]) -> None:
    host, friend, stranger = anybody
    invitation = open_bot.invitation()
    assert invitation.startswith(open_bot.url)
    await host.goto(invitation)
    await named(host, "Ana")
    await expect(host).to_have_url(open_bot.url)

    await host.get_by_role("button", name="Invite friends").click()
    link = await host.get_by_label("Invitation link").input_value()
    await host.get_by_role("button", name="Copy the link").click()
    await expect(host.get_by_role("dialog").get_by_role("status")).to_have_text("Link copied")
    await host.get_by_role("button", name="Close", exact=True).click()
    assert link.startswith(f"{open_bot.url}#/c/salon?")

    await stranger.goto(open_bot.url)
    await expect(stranger.locator("html")).to_have_attribute("lang", "it")
    await expect(stranger.locator("main")).to_contain_text("Per entrare serve un invito")
    assert await stranger.context.cookies() == []
    field, enter = stranger.get_by_label("Link d’invito"), stranger.get_by_role("button", name="Entra")
    for wrong, told in (
        ("ciao", "Questo non è un link d’invito."),
        (link[:-8] + "00000000", "Questo link non vale più. Chiedi quello nuovo."),
    ):
        await field.fill(wrong)
        await enter.click()
        await expect(stranger.get_by_role("alert")).to_have_text(told)
    assert await stranger.context.cookies() == []

    await friend.goto(link)
    await named(friend, "Bea")
    await expect(friend).to_have_url(f"{open_bot.url}#/c/salon")
    cookies = {cookie["name"]: cookie for cookie in await friend.context.cookies()}
    assert set(cookies) == {"palmares", "palmares_guest"}
    assert all(cookie["httpOnly"] and cookie["sameSite"] in ("Lax", "Strict") for cookie in cookies.values())
    assert await friend.evaluate("document.cookie") == ""

    await open_table(host, "/play parchis rated=no rolls=each")
    await join(friend, host, "Red")
    await offered(host, "Start with bots").click()
    await play_until_both_have(host, friend)
    await friend.reload()  # the name and the seat are kept by the browser
    await expect(friend.locator(".who")).to_have_text("Bea")
    await play_until_both_have(host, friend)

    await field.fill(link)  # pasted at the door it is as good
    await enter.click()
    await expect(stranger.locator("#people > *")).not_to_have_count(0)
