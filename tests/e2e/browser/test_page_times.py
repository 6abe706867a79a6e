"""Times on the page are those of the reader's clock, in the reader's words."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.async_api import Locator, Page, expect

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


async def shown(time: Locator) -> tuple[str, datetime]:
    """Return a time as it is read, and what it is where the reader lives."""
    text, told = await time.evaluate("(time) => [time.innerText, time.dateTime]")  # at once: a throw moves both
    return text, datetime.fromisoformat(told).astimezone(ZoneInfo(FAR))


async def test_a_deadline_is_told_in_the_reader_s_zone(visit: Visit, shared_bot: Bot) -> None:
    page = await begin(visit, shared_bot, "live:300")
    time = page.locator(".live .text time")
    await expect(time).to_have_count(1)
    text, there = await shown(time)
    assert text.endswith(f"{there:%H:%M:%S}")
    await expect(page.locator(".live .text")).not_to_contain_text("UTC")


async def test_another_language_tells_the_same_time_in_its_own_way(visit: Visit, shared_bot: Bot) -> None:
    page = await begin(visit, shared_bot, "live:300")
    time = page.locator(".live .text time")
    await expect(time).to_have_count(1)
    english = await page.locator(".live .text").inner_text()
    await page.locator("#people [aria-checked=true]").click()
    await page.locator("#person-language").select_option("es")
    await page.locator("#person-form [type=submit]").click()
    await expect(page.locator(".live .text")).not_to_have_text(english)
    await expect(page.locator(".live .text")).to_contain_text("Se acaba")
    _, there = await shown(time)
    await expect(time).to_contain_text(f"{there:%H:%M}")
