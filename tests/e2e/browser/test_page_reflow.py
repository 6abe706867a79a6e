"""Nothing is cut on small and zoomed screens (WCAG 1.4.10), and all that is pressed is large enough for a finger."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import PLAYS, add_person, hurry, offered, open_table, write
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

SIZES = [(320, 256), (320, 568), (360, 640), (390, 844), (640, 400), (667, 375), (800, 600), (1280, 720)]
"""640 × 400 is 1280 × 800 at 200 %, 320 × 256 is 1280 × 1024 at 400 %."""
CUT = """() => {
  const shortened = ".spots, .seats, .people, .unseen, .chat > *, .who, .turn > *"; // by an ellipsis, or scrolled
  const cut = [...document.querySelectorAll("body *")].filter((element) => {
    const box = element.getBoundingClientRect();
    if (!element.checkVisibility() || box.width <= 1 || element.closest(shortened)) return false;
    return box.right > innerWidth + 1 || box.left < -1;
  });
  return [document.documentElement.scrollWidth - innerWidth, cut.map((element) => element.outerHTML.slice(0, 90))];
}"""
SMALL = """() => [...document.querySelectorAll("button, summary, select, [role=option], a.button, dialog[open] a")]
  .filter((element) => element.checkVisibility() && !element.matches(".typed"))
  .map((element) => [element.getBoundingClientRect(), element.outerHTML.slice(0, 120)])
  .filter(([{ width, height }]) => width && (width < 43.9 || height < 43.9))
  .map(([{ width, height }, html]) => `${width}x${height} ${html}`)"""


async def expect_whole(page: Page) -> None:
    """At every size all is within the width, and the panel's buttons can be reached."""
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        await expect(page.locator("#scroller")).to_be_visible()
        found: Any = await page.evaluate(CUT)
        assert found == [0, []], (width, height)
        assert await page.evaluate(SMALL) == [], (width, height)
        button = page.locator(".table .rows .button").last
        if await button.count():
            await button.scroll_into_view_if_needed()
            await expect(button).to_be_in_viewport(ratio=0.9)
        await page.locator("#line").scroll_into_view_if_needed()
        await expect(page.locator("#line")).to_be_in_viewport(ratio=0.99)


async def test_nothing_is_cut_and_nothing_is_too_small(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await expect_whole(page)
    await hurry(page)
    for name in ("Maximiliana", "Bea", "Cai"):
        await add_person(page, name)
    await page.set_viewport_size({"width": 1280, "height": 720})
    await open_table(page)
    await expect_whole(page)
    await page.set_viewport_size({"width": 1280, "height": 720})
    await offered(page, "Start with bots").click()
    await expect(page.locator(PLAYS)).not_to_have_count(0)
    await expect_whole(page)
    await page.set_viewport_size({"width": 1280, "height": 720})
    await write(page, "/learn palma")
    await expect(page.locator(".table .text")).to_contain_text("1/6")
    await expect_whole(page)
    await page.locator("#slash").click()
    await expect(page.locator("#completion")).to_be_visible()
    assert await page.evaluate(SMALL) == []
    await page.keyboard.press("Escape")
    await page.locator("#chat").click()
    await expect(page.locator("#chat-dialog")).to_be_visible()
    assert await page.evaluate(SMALL) == []


@pytest.mark.parametrize("game", ["parchis", "palma"])
async def test_what_is_asked_stands_at_the_buttons_and_nothing_lies_over_it(
    visit: Visit, shared_bot: Bot, game: str
) -> None:
    page = await visit(shared_bot, viewport={"width": 1280, "height": 720})
    await hurry(page)
    await open_table(page, f"/play {game}")
    await offered(page, "Start with bots").click()
    await expect(page.locator(PLAYS)).not_to_have_count(0)
    shown = await page.evaluate(
        """() => {
          const lines = [...document.querySelectorAll(".table .text > p")].filter((line) => line.checkVisibility());
          const story = document.querySelector(".table .story").getBoundingClientRect();
          const boxes = lines.map((line) => line.getBoundingClientRect());
          return {
            told: lines.filter((line) => line.matches(".told")).length,
            over: boxes.filter((box) => box.bottom > story.top + 1).length,
            asked: lines.length,
            story: document.querySelectorAll(".table .story li").length,
          };
        }"""
    )
    assert shown["told"] == shown["over"] == 0, shown
    assert shown["asked"] >= 1
    assert shown["story"] >= 1
    await page.set_viewport_size({"width": 390, "height": 844})
    await expect(page.locator(".table .story")).to_be_hidden()
    told = await page.evaluate("document.querySelectorAll('.table .text > .told').length")
    assert told == await page.locator(".table .text > .told:visible").count()


async def test_a_roll_is_read_once_its_picture_is_at_rest(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, viewport={"width": 390, "height": 844})
    await hurry(page)
    await open_table(page)
    await offered(page, "Start with bots").click()
    await expect(page.locator(PLAYS)).not_to_have_count(0)
    delay = """(time) => {
      const message = document.querySelector(".table > .message");
      message.style.setProperty("--moves", time);
      const button = message.querySelector(".rows button");
      button.dataset.token = "abc234.1.move:Y1+5"; // which tells what was rolled, as the words do
      const told = [message.querySelector(".text > p"), button.firstChild];
      return told.map((one) => getComputedStyle(one).animationDelay);
    }"""
    assert await page.evaluate(delay, "900ms") == ["0.9s", "0.9s"]
    assert await page.evaluate(delay, "0ms") == ["0s", "0s"]
