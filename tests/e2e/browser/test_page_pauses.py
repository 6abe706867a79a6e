"""How quickly bots play is chosen among the page's preferences, for all of a chat, and nothing is said of it."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import back, write
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser


async def opened(page: Page) -> None:
    """Open the preferences, and wait until the page knows which speed holds."""
    await page.get_by_role("button", name="Preferences").click()
    await expect(
        page.get_by_role("radiogroup", name="Bots' turns in this chat").locator("[aria-checked=true]")
    ).to_have_count(1)


async def test_a_speed_is_chosen_by_click_or_keys_and_holds_for_all_of_the_chat(
    visit: Visit, shared_bot: Bot
) -> None:
    page, other = await visit(shared_bot), await visit(shared_bot)
    await opened(page)
    await expect(page.get_by_role("radio", name="Calm")).to_be_checked()
    await page.get_by_role("radio", name="No pause").click()
    await expect(page.get_by_role("radio", name="No pause")).to_be_checked()
    await expect(page.get_by_role("radio", name="Calm")).not_to_be_checked()
    await page.keyboard.press("Escape")
    await opened(other)
    await expect(other.get_by_role("radio", name="No pause")).to_be_checked()
    await other.get_by_role("radio", name="No pause").focus()
    await other.keyboard.press("ArrowLeft")
    await expect(other.get_by_role("radio", name="Quick")).to_be_focused()
    await other.keyboard.press("Enter")
    await expect(other.get_by_role("radio", name="Quick")).to_be_checked()
    await opened(page)
    await expect(page.get_by_role("radio", name="Quick")).to_be_checked()
    await page.keyboard.press("Escape")
    await expect(page.locator("#log .message")).to_have_count(0)
    await write(page, "/settings")
    await expect(page.locator("#log .message .text").last).to_contain_text("Bots play quickly: the board shows each")


async def test_without_a_connection_nothing_is_said_to_be_chosen(visit: Visit, mortal_bot: Bot) -> None:
    page = await visit(mortal_bot)
    await opened(page)
    mortal_bot.kill()
    await page.get_by_role("radio", name="Quick").click()
    await expect(page.locator("#state")).to_have_text("Reconnecting…")
    await expect(page.get_by_role("radio", name="Calm")).to_be_checked()
    mortal_bot.start()
    await back(page)
    await page.get_by_role("radio", name="Quick").click()
    await expect(page.get_by_role("radio", name="Quick")).to_be_checked()
