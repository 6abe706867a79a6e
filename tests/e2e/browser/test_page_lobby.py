"""Before its game a table has switches that are on or off, choices of which one is on, and seats on the board."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.fakes.long_run import some
from tests.fakes.page_process import Bot
from tests.fakes.page_steps import add_person, offered, open_table, write
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

CHOSEN = ".live .rows [role=radio][aria-checked=true]"
LANGUAGES = [("en-GB", 0), ("es", 1), ("it", 2)]


async def turn(page: Page, name: str) -> None:
    """Turn to a page of the lobby."""
    await page.locator(f".live .rows [data-token$='page:{name}']").click()


@pytest.mark.parametrize(("locale", "at"), some(LANGUAGES, 3))
async def test_switches_are_on_or_off_and_one_variant_is_chosen(
    visit: Visit, shared_bot: Bot, locale: str, at: int
) -> None:
    page = await visit(shared_bot, locale=locale)
    await write(page, "/play parchis")
    await turn(page, "options")
    names = (
        ("Rated", "Auto-moves", "Hints"),
        ("Por puntos", "Automáticas", "Pistas"),
        ("Classificata", "Automatiche", "Suggerimenti"),
    )[at]
    states = ("true", "true", "true")
    for name, state in zip(names, states, strict=True):
        await expect(page.get_by_role("switch", name=name, exact=True)).to_have_attribute("aria-checked", state)
    rated = page.get_by_role("switch", name=names[0], exact=True)
    await rated.click()
    await expect(rated).to_have_attribute("aria-checked", "false")
    await expect(rated).to_have_text(names[0])  # whether it is on is shown, not written
    await turn(page, "rules")
    variants = ("Spanish rules", "Reglas españolas", "Regole spagnole")
    await expect(page.locator(CHOSEN)).to_have_text(["Parchís", variants[at]])
    group = page.get_by_role("radiogroup", name=("Variant", "Variante", "Variante")[at], exact=True)
    await expect(group.get_by_role("radio")).to_have_count(4)
    await group.get_by_role("radio").nth(1).click()
    others = ("Italian rules", "Reglas italianas", "Regole italiane")
    await expect(page.locator(CHOSEN)).to_have_text(["Parchís", others[at]])


async def test_arrow_keys_go_from_choice_to_choice_and_tab_past_them(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page)
    await turn(page, "options")
    await turn(page, "rules")
    chosen = page.get_by_role("radio", name="Spanish rules")
    await chosen.focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("radio", name="Italian rules")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("radio", name="Italian rules")).to_have_attribute("aria-checked", "true")
    await expect(page.get_by_role("radio", name="Italian rules")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Rules in detail")).to_be_focused()


async def test_a_rule_that_is_not_as_in_the_variant_is_marked(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page)
    await turn(page, "options")
    await turn(page, "rules")
    await turn(page, "rules2")
    odd = page.locator(".live .rows .odd")
    await expect(page.get_by_role("switch", name="Play to the end")).to_be_visible()
    await expect(odd).to_have_count(0)
    await page.get_by_role("switch", name="Play to the end").click()
    await expect(odd).to_have_text("Play to the end")
    await expect(odd).to_have_attribute("title", "Changed from the variant")
    await expect(page.locator(".live .text")).to_contain_text("In bold: changed from Spanish rules.")


async def test_seats_are_taken_and_left_on_the_board(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, viewport={"width": 1280, "height": 800})
    await open_table(page)
    board = page.get_by_role("group", name="Seats")
    for width, height in ((1280, 800), (844, 390), (390, 844), (320, 640)):
        await page.set_viewport_size({"width": width, "height": height})
        await page.evaluate("scrollTo(0, 0)")
        await expect(board.get_by_role("button", name="Leave seat: 🟡 Yellow")).to_be_in_viewport(ratio=1)
        for colour in ("🔵 Blue", "🔴 Red", "🟢 Green"):
            seat = board.get_by_role("button", name=f"Sit down: {colour}")
            await expect(seat).to_be_in_viewport(ratio=1)
            box = await seat.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 40
        await expect(offered(page, "Start with bots")).to_be_in_viewport(ratio=1)
    await board.get_by_role("button", name="Leave seat: 🟡 Yellow").click()
    await expect(board.get_by_role("button", name="Sit down: 🟡 Yellow")).to_be_visible()
    await board.get_by_role("button", name="Sit down: 🔴 Red").click()
    await expect(board.get_by_role("button", name="Leave seat: 🔴 Red")).to_be_focused()
    await expect(page.locator(".live .text")).to_contain_text("Yellow: free")
    await expect(page.locator(".notice")).to_have_count(0)


async def test_everyone_of_a_page_leaves_their_own_seat_and_nobody_elses(visit: Visit, shared_bot: Bot) -> None:
    ana, guest = await visit(shared_bot), await visit(shared_bot)
    await open_table(ana)
    await add_person(ana, "Bea")
    board = ana.get_by_role("group", name="Seats")
    await board.get_by_role("button", name="Sit down: 🔵 Blue").click()
    await expect(board.get_by_role("button", name="Leave seat: 🔵 Blue")).to_be_visible()
    await board.get_by_role("button", name="Leave seat: 🟡 Yellow").click()  # Bea speaks, but it is Ana's seat
    await expect(board.get_by_role("button", name="Sit down: 🟡 Yellow")).to_be_visible()
    others = guest.get_by_role("group", name="Seats")
    await expect(others.get_by_role("button", name="Sit down")).to_have_count(3)
    await expect(others.get_by_role("button")).to_have_count(3)


async def test_a_bot_on_the_board_has_its_name_and_level_and_its_host_chooses(visit: Visit, shared_bot: Bot) -> None:
    ana, guest = await visit(shared_bot), await visit(shared_bot)
    await open_table(ana)
    await turn(ana, "options")
    await turn(ana, "computers")
    await ana.locator(".live .rows [data-token*='.computer:1:']").click()
    bot = ana.get_by_role("group", name="Seats").get_by_role("button", name="🔵 Blue: 🤖")
    await expect(bot).to_have_text("Beginner")
    await expect(guest.locator(".seat .mark")).to_have_text("Beginner")
    await expect(guest.locator("button.seat.bot")).to_have_count(0)
    await bot.click()
    levels = ana.get_by_role("dialog").get_by_role("radio")
    await expect(levels).to_have_text(["Beginner bot", "Normal bot", "Strong bot", "Master bot", "Nobody"])
    await levels.nth(3).click()
    await expect(bot).to_have_text("Master")
    await expect(bot).to_have_accessible_name(re.compile(r"\(master bot\)$"))
    await bot.click()
    await levels.nth(4).click()
    board = ana.get_by_role("group", name="Seats")
    await expect(board.get_by_role("button", name="Sit down: 🔵 Blue")).to_be_visible()


async def test_a_table_of_one_person_and_bots_is_not_offered_to_be_rated(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page, "/play palma first=D rolls=each")
    await expect(page.locator(".live .text")).to_contain_text("rated once two people play")
    await turn(page, "options")
    await expect(page.get_by_role("switch", name="Rated")).to_be_visible()
    await turn(page, "computers")
    await page.locator(".live .rows [data-token*='.computer:1:']").click()
    await turn(page, "options")
    await expect(page.locator(".live .text")).to_contain_text("a rated one needs two people")
    await expect(page.get_by_role("switch", name="Rated")).to_have_count(0)
