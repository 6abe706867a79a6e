"""The front of the page: a board at play, and one press to be at one."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import LIVE, write
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser


async def test_one_press_begins_a_game_against_bots(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    name = await page.locator(".who").inner_text()
    await expect(page.get_by_role("heading", name="Fancy a game?")).to_be_visible()
    await expect(page.locator("#front-board")).to_have_js_property("naturalWidth", 320)
    await page.get_by_role("radio", name="Palma").click()
    await page.get_by_role("button", name="Play against bots").click()
    await expect(page.locator(".turn")).to_contain_text(f"Your turn, {name}")
    await expect(page.locator("#front")).to_be_hidden()
    await expect(page).to_have_title(re.compile("^● Your turn"))
    await expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")


async def test_whoever_wants_less_motion_sees_a_still_and_nothing_falls(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, reduced_motion="reduce")
    await expect(page.locator("#front-board")).to_have_attribute("src", "/front.gif?still")
    await page.get_by_role("button", name="Play with others here").click()
    await expect(page.locator(LIVE).first).to_be_visible()
    await expect(page.locator("#front")).to_be_hidden()


async def test_the_board_of_the_front_is_dark_while_it_is_night(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, color_scheme="dark")
    board = page.locator("#front-board")
    await expect(board).to_have_attribute("src", "/front.gif?dark")
    await expect(board).to_have_js_property("naturalWidth", 320)
    await page.emulate_media(color_scheme="light")
    await expect(board).to_have_attribute("src", "/front.gif")


async def test_a_cold_load_is_small(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await expect(page.locator("#front-board")).to_have_js_property("complete", True)
    loaded = await page.evaluate(
        """() => performance.getEntries().filter(({ transferSize }) => transferSize !== undefined)
          .map(({ name, transferSize }) => [name, transferSize])"""
    )
    assert len(loaded) + 1 <= 12  # and the socket
    assert sum(size for _, size in loaded) <= 150_000
    manifest = await page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    assert {icon["sizes"] for icon in manifest["icons"]} == {"192x192", "512x512"}
    for icon in manifest["icons"]:
        size = f"{(await page.evaluate(SIZE, icon['src']))}"
        assert icon["sizes"] == f"{size}x{size}"


SIZE = """async (src) => {
  const image = new Image();
  image.src = src;
  await image.decode();
  return image.naturalWidth;
}"""


async def test_the_front_leads_to_the_tournaments_which_follow_what_happens(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    cups = page.get_by_role("link", name="Tournaments")
    await expect(cups).to_be_hidden()
    await write(page, "/tournament roundrobin palma start=30 name=Copa")
    await expect(page.locator("#log").get_by_role("link", name="Leaderboard")).to_be_visible()
    await page.reload()
    await expect(page.locator("#log")).to_contain_text("Nobody has entered yet")  # which closes the front
    await page.locator("#home").click()
    shown = await page.context.new_page()
    await shown.goto(await cups.evaluate("link => link.href"))
    await expect(shown.get_by_role("heading", name="Copa")).to_be_visible()
    await expect(shown.locator("#about")).to_contain_text("Nobody has entered yet")
    await expect(shown.locator("#list")).to_contain_text("in progress")
    await page.locator("#home").click()
    await page.get_by_role("button", name="Enter", exact=True).click()
    await expect(shown.locator("#about")).to_contain_text("1 entrant")
    for width, height in ((320, 640), (390, 844), (800, 600), (1280, 800)):
        await shown.set_viewport_size({"width": width, "height": height})
        assert await shown.evaluate("document.querySelector('#page').scrollWidth <= innerWidth")
    await shown.get_by_role("link", name="Back to the chat").click()
    await expect(shown.locator("#log")).to_contain_text("1 entrant")
