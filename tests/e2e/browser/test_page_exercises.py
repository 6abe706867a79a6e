"""Lessons and puzzles are played on a board shown whole next to their words; pictures have the page's room."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import add_person, hurry, offered, open_table, play, resign, write
from tests.fakes.page_visit import MODEST, Visit

pytestmark = pytest.mark.browser

DESKTOPS = [(1280, 720), (1920, 1080), (1000, 620)]
SPOTS = ".table .spot:not(.seat)"


async def expect_whole(page: Page) -> None:
    """The board, its words and its buttons are in view, and the words do not lie over the board."""
    await expect(page.locator(".table .picture")).to_be_in_viewport(ratio=1)
    await expect(page.locator(".table .text")).to_be_in_viewport(ratio=1)
    await expect(page.locator(".table .rows")).to_be_in_viewport(ratio=1)
    picture = await page.locator(".table .picture").bounding_box()
    words = await page.locator(".table .text").bounding_box()
    assert picture is not None
    assert words is not None
    assert picture["x"] + picture["width"] <= words["x"] or picture["y"] + picture["height"] <= words["y"]


async def test_a_lesson_lies_on_the_table_and_its_pieces_are_tapped(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    for width, height in (*DESKTOPS, (390, 844)):
        await page.set_viewport_size({"width": width, "height": height})
        await write(page, "/learn parchis")
        await expect(page.locator(".table .text")).to_contain_text("1/8")
        await expect_whole(page)
        await page.locator(SPOTS).first.click()
        await expect(page.locator(".table .text")).to_contain_text("2/8")
        await offered(page, "Next").click()
        await expect(page.locator(".table .text")).to_contain_text("3/8")
        await expect(page.locator(SPOTS)).not_to_have_count(0)
        await expect(page).not_to_have_title(re.compile("Your turn"))


async def test_a_lesson_is_its_pupils_and_lies_before_nobody_else(visit: Visit, shared_bot: Bot) -> None:
    ana, bea = await visit(shared_bot), await visit(shared_bot)
    await write(ana, "/learn palma")
    await expect(ana.locator(".table [data-token*='.learn:']")).not_to_have_count(0)
    await expect(bea.locator("#log .picture")).to_be_visible()
    assert await bea.locator("[data-token*='.learn:']").count() == 0
    assert await bea.locator(".table .picture").count() == 0
    await add_person(ana, "Second")
    await offered(ana, "Roll").or_(offered(ana, "Throw")).first.click()  # pressed for the pupil in any case
    await expect(ana.locator(".table .text")).to_contain_text("2/6")
    assert await ana.locator(".notice").count() == 0


async def test_a_puzzle_is_answered_on_its_board(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await write(page, "/puzzle")
    await expect(page.locator(".table .text")).to_contain_text("Puzzle of the day")
    for width, height in DESKTOPS:
        await page.set_viewport_size({"width": width, "height": height})
        await expect_whole(page)
    await page.locator(".table [data-token*='.guess:']").first.click()
    await expect(page.locator(".notice .text")).to_contain_text(re.compile("[✅❌]"))


async def test_after_a_game_what_follows_has_room_on_the_page(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, viewport={"width": 1280, "height": 720})
    await hurry(page)
    await open_table(page)
    await offered(page, "Start with bots").click()
    await play(page, 12)
    await resign(page)
    await expect(page.locator("body.playing")).to_have_count(1)
    await write(page, "/palmares")
    for width, height in ((390, 844), (844, 390), (1280, 720)):
        await page.set_viewport_size({"width": width, "height": height})
        await expect(page.get_by_text("No champions yet")).to_be_in_viewport(ratio=0.9)
        await expect(page.locator("#table [data-token$='.again']")).to_be_in_viewport(ratio=1)
    await write(page, "/leaderboard")
    await expect(page.locator("body.playing")).to_have_count(0)
    box = await page.locator("#log .picture").last.bounding_box()
    room = await page.locator("#scroller").bounding_box()
    assert box is not None
    assert room is not None
    assert box["width"] >= 560
    assert room["height"] >= 560
    await expect(page.locator("#log [data-token$='.again']")).to_be_attached()
    await page.locator("#log [data-token$='.analyse']").click()
    await expect(page.locator("#log .message").last).to_contain_text("What decided the game", timeout=MODEST)
    await expect(page.get_by_text("What decided the game")).to_be_in_viewport(ratio=1)
    await expect(page.locator("#newest")).to_be_hidden()
    await write(page, "/puzzle")
    await expect(page.locator(".table .text")).to_contain_text("Puzzle of the day")
    await write(page, "/play palma")
    await expect(offered(page, "Start with bots")).to_be_visible()
