"""Two browsers at one table: each reads in its own language, and only who is to act has something to press."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import add_person, offered, open_table
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser


async def test_each_browser_reads_board_buttons_and_frame_in_its_own_language(visit: Visit, shared_bot: Bot) -> None:
    ana, bea = await visit(shared_bot), await visit(shared_bot, locale="it-IT")
    await open_table(ana)
    await expect(offered(bea, "Comincia con i bot")).to_be_visible()
    await expect(offered(ana, "Start with bots")).to_be_visible()
    await offered(ana, "Start with bots").click()
    await expect(offered(ana, "Roll")).to_be_visible()
    await expect(bea.locator(".live .text")).to_contain_text(re.compile("tira", re.IGNORECASE))
    await expect(ana.locator(".live .text")).not_to_contain_text("tira")
    english = await ana.locator(".live .picture").get_attribute("alt") or ""
    await expect(bea.locator(".live .picture")).not_to_have_attribute("alt", english)
    name = await ana.locator(".who").inner_text()
    await add_person(ana, "Luz", "es", speaks=False)
    await expect(ana.locator("#people [aria-checked=true] .who")).to_have_text(name)  # whose turn it is speaks next
    await ana.get_by_role("radio", name="Luz").click()  # who speaks now reads otherwise, on the same page
    await expect(ana.locator(".live .text")).to_contain_text(re.compile("tira", re.IGNORECASE))


async def test_only_who_can_press_has_live_buttons_and_others_see_whose_turn_it_is(
    visit: Visit, shared_bot: Bot
) -> None:
    ana, bea = await visit(shared_bot), await visit(shared_bot)
    name = await ana.locator(".who").inner_text()
    await open_table(ana)
    await offered(ana, "Start with bots").click()
    await expect(offered(ana, "Roll")).to_be_visible()
    await expect(bea.locator(".live .waiting")).to_have_text(f"It's {name}'s turn.")
    await expect(bea.locator(".live .rows button")).to_have_count(0)
    await expect(ana.locator(".live .waiting")).to_have_count(0)


async def test_a_press_is_made_for_whoever_is_to_act_though_somebody_else_of_the_page_speaks(
    visit: Visit, shared_bot: Bot
) -> None:
    page = await visit(shared_bot)
    await open_table(page)
    await offered(page, "Start with bots").click()
    await expect(offered(page, "Roll")).to_be_visible()
    await add_person(page, "Luz", speaks=False)
    token = await offered(page, "Roll").get_attribute("data-token")
    await offered(page, "Roll").click()
    await expect(page.locator(f'[data-token="{token}"]')).to_have_count(0)
    await expect(page.locator(".notice")).to_have_count(0)
