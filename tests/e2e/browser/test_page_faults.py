"""Nothing keeps anybody from the page: axe finds no fault in any of its states, by day and by night."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.fakes.page_access import COLOURS, faults
from tests.fakes.page_process import Bot
from tests.fakes.page_steps import offered, open_table, press, resign, write
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser


async def no_faults(page: Page, state: str) -> None:
    """By day nothing is wrong, and by night no colour."""
    for scheme, rules in (("light", ()), ("dark", COLOURS)):
        await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = await faults(page, *rules)
        assert found == [], f"{state}, {scheme}"


async def test_on_the_front_and_in_a_chat_in_which_nothing_was_said(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await expect(page.get_by_role("button", name="Play against bots")).to_be_visible()
    await no_faults(page, "front")
    await page.locator("#home").click()
    await expect(page.locator("#front")).to_be_hidden()
    await no_faults(page, "empty chat")
    await page.keyboard.press("/")
    await expect(page.get_by_role("option").first).to_be_visible()
    await no_faults(page, "commands")


async def test_what_is_wrong_is_found(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await page.evaluate(
        """() => {
          document.getElementById("against").style.color = "color-mix(in oklab, var(--accent), white 30%)";
          document.getElementById("add").removeAttribute("aria-label");
          document.getElementById("add").removeAttribute("title");
        }"""
    )
    found = await faults(page)
    assert any(re.match(r"button-name: .*id=.add", fault) for fault in found), found
    assert any(fault.endswith("Play against bots") for fault in found), found


async def test_at_a_table_before_its_game(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page)
    await no_faults(page, "lobby")
    await press(page, "Options")
    await expect(page.get_by_role("switch").first).to_be_visible()
    await no_faults(page, "options")
    await page.locator(".live .rows [data-token$='page:computers']").click()
    await page.locator(".live .rows [data-token*='.computer:1:']").click()
    await page.locator("button.seat.bot").click()
    await expect(page.get_by_role("dialog").get_by_role("radio")).to_have_count(5)
    await no_faults(page, "how a bot plays")
    await page.keyboard.press("Escape")
    for name in ("options", "rules", "rules2"):
        await page.locator(f".live .rows [data-token$='page:{name}']").click()
    await page.get_by_role("switch", name="Play to the end").click()
    await expect(page.locator(".live .odd")).to_be_visible()
    await no_faults(page, "rules in detail")


async def test_at_a_game_for_who_is_to_act_and_who_is_not_and_at_its_end(visit: Visit, shared_bot: Bot) -> None:
    page, other = await visit(shared_bot), await visit(shared_bot)
    await open_table(page, "/play palma rolls=each")
    await offered(page, "Start with bots").click()
    await expect(page.locator(".turn.mine")).to_be_visible()
    await no_faults(page, "own turn")
    await expect(other.locator(".live .waiting")).to_be_visible()
    await no_faults(other, "another's turn")
    await resign(page)
    await expect(page.locator("#table img.picture")).to_have_attribute(
        "alt", re.compile("result|wins|won", re.IGNORECASE)
    )
    await expect(page.locator("#table .rows button").first).to_be_visible()
    await no_faults(page, "end")


async def test_in_lessons_puzzles_and_pictures_that_nothing_is_played_on(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await write(page, "/leaderboard")
    await expect(page.locator("#log .picture")).to_be_visible()
    await no_faults(page, "leaderboard")
    await write(page, "/puzzle")
    await expect(page.locator(".table [data-token*='.guess:']")).not_to_have_count(0)
    await no_faults(page, "puzzle")
    await write(page, "/learn palma")
    await expect(page.locator(".table [data-token*='.learn:']")).not_to_have_count(0)
    await no_faults(page, "lesson")
    await open_table(page)
    await offered(page, "Red").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await no_faults(page, "second colour")


async def test_in_what_opens_over_the_page(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page)
    await offered(page, "Start with bots").click()
    await expect(page.locator(".turn")).to_be_visible()
    for name in ("About this table", "Preferences", "Add a person", "Chats"):
        await page.get_by_role("button", name=name).click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        await no_faults(page, name)
        await page.keyboard.press("Escape")
    await write(page, "/rules")
    await expect(page.locator(".notice, #log .message:last-child")).not_to_have_count(0)
    await no_faults(page, "rules")


async def test_in_a_game_step_by_step(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page, "/play palma rolls=each")
    await offered(page, "Start with bots").click()
    await write(page, "/replay")
    await page.locator("#log a.steps").click()
    await expect(page.get_by_role("slider")).to_be_visible()
    await expect(page.locator("#picture")).to_have_attribute("data-ply", "0")
    await no_faults(page, "replay")
