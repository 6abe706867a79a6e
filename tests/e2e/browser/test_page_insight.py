"""What the page tells of how well one plays: hints, analyses, and bots of a chosen level."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from bot.core.games.palma.bots import BOTS
from tests.fakes.page_process import Bot
from tests.fakes.page_steps import PLAYS, offered, open_table, press, write
from tests.fakes.page_visit import MODEST, Visit
from tests.fakes.stored_games import stored

pytestmark = pytest.mark.browser


async def test_a_hint_is_told_to_whoever_asks_and_to_nobody_else(visit: Visit, shared_bot: Bot) -> None:
    """Without dice somebody on turn has always numbers to choose from."""
    page, other = await visit(shared_bot), await visit(shared_bot)
    await open_table(page, "/play diceless seats=Y,R rated=no")
    await press(page, "Start with bots")
    numbers = page.locator(PLAYS)
    await expect(numbers).not_to_have_count(0)
    await write(page, "/hint")
    hint = page.locator(".notice .text")
    await expect(hint).to_contain_text(re.compile(r"💡 .+\. Win chance: \d+%\."))
    await expect(hint).to_contain_text(re.compile(r"Second best: .+ \(\d+%\)"))
    await expect(page.locator(".notice .label")).to_have_text("Only you can see this")
    await numbers.first.click()
    await expect(hint).to_have_count(0)
    await write(page, "That was a good one.")
    await expect(other.locator("#log")).to_contain_text("That was a good one.")
    await expect(other.locator("body")).not_to_contain_text("💡")


@pytest.mark.timeout(400)
async def test_an_analysis_comes_with_a_card_and_at_once_when_it_is_known(visit: Visit, shared_bot: Bot) -> None:
    chat, code = "looked-at", "abc236"
    await stored(shared_bot, chat, code, analysed=False)
    page = await visit(shared_bot, chat=chat)
    await write(page, f"/analysis {code}")
    await expect(page.locator(".notice .text")).to_contain_text(code)
    reports = page.locator("#log .message", has=page.locator("img.picture"), has_text="luck")
    await expect(reports).to_have_count(1, timeout=MODEST)
    await write(page, f"/analysis {code}")
    await expect(reports).to_have_count(2)
    await expect(page.locator(".notice")).to_have_count(0)
    first, second = await shown(page, 0), await shown(page, 1)
    assert first == second
    assert "Ana" in first[0]


async def shown(page: Page, place: int) -> tuple[str, str | None]:
    """Return the words and the picture's description of one of a chat's reports."""
    report = page.locator("#log .message", has=page.locator("img.picture")).nth(place)
    return await report.locator(".text").inner_text(), await report.locator("img.picture").get_attribute("alt")


async def test_bots_are_of_the_level_that_was_chosen(visit: Visit, shared_bot: Bot) -> None:
    names = (*BOTS["D"]["master"], *BOTS["J"]["master"])
    page = await visit(shared_bot)
    await open_table(page, "/play palma")
    await press(page, "Options")
    await press(page, "Bots")
    for level in ("Beginner bot", "Master bot"):
        await offered(page, level).click()
        await expect(page.locator(".live").get_by_role("radio", name=level)).to_be_checked()
    for _ in range(2):
        await press(page, "Back")
    await press(page, "Start with bots")
    board = page.locator("#table canvas.picture")
    await expect(board).to_have_attribute("aria-label", re.compile(rf"({'|'.join(names)}) \(master bot\)"))
