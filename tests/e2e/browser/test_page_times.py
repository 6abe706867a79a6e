"""Times on the page are those of the reader's clock, in the reader's words."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.async_api import Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import join, offered, open_table, whose_turn
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

FAR = "Asia/Kathmandu"  # not a whole number of hours from UTC


async def begin(visit: Visit, bot: Bot, pace: str) -> Page:
    """Begin a game of two people, since days run for nobody who plays alone; the page of who is to act."""
    host, guest = await visit(bot, timezone_id=FAR), await visit(bot, timezone_id=FAR)
    await open_table(host, f"/play parchis pace={pace}")
    await join(guest, host, "blue")
    await offered(host, "Start with bots").click()
    page, _ = await whose_turn(host, guest)
    return page


async def shown(page: Page) -> tuple[str, datetime]:
    """The time beside the board as it is read, and what it is where the reader lives."""
    time = page.locator(".live .text time")
    text, told = await time.evaluate("(time) => [time.innerText, time.dateTime]")  # at once: a throw moves both
    return text, datetime.fromisoformat(told).astimezone(ZoneInfo(FAR))


@pytest.mark.parametrize(("pace", "seconds"), [("live:300", True), ("daily:24", False)])
async def test_a_deadline_is_told_in_the_reader_s_zone(
    visit: Visit, shared_bot: Bot, *, pace: str, seconds: bool
) -> None:
    page = await begin(visit, shared_bot, pace)
    await expect(page.locator(".live .text time")).to_have_count(1)
    text, there = await shown(page)
    assert text.endswith(f"{there:%H:%M:%S}" if seconds else f"{there:%H:%M}")
    assert seconds or f"{there.day} {there:%b}" in text
    await expect(page.locator(".live .text")).not_to_contain_text("UTC")


async def test_another_language_tells_the_same_time_in_its_own_way(visit: Visit, shared_bot: Bot) -> None:
    page = await begin(visit, shared_bot, "daily:48")
    time = page.locator(".live .text time")
    await expect(time).to_have_count(1)
    english = await time.inner_text()
    await page.locator("#people [aria-checked=true]").click()
    await page.locator("#person-language").select_option("es")
    await page.locator("#person-form [type=submit]").click()
    await expect(time).not_to_have_text(english)
    _, there = await shown(page)
    await expect(time).to_contain_text(f"{there:%H:%M}")
