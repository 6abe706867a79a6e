"""Two browsers at one table: each reads in its own language, and only who is to act has something to press."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import add_person, hurry, offered, open_table, play
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser
LOOKS = 40
"""How often a reader opens the moves until they are in their language, four times a second."""


async def test_each_browser_reads_board_buttons_and_frame_in_its_own_language(visit: Visit, shared_bot: Bot) -> None:
    ana, bea = await visit(shared_bot), await visit(shared_bot, locale="it-IT")
    await open_table(ana)
    await expect(offered(bea, "Rosso")).to_be_visible()  # she may sit down; only the host starts
    await expect(offered(ana, "Start with bots")).to_be_visible()
    await offered(ana, "Start with bots").click()
    await expect(offered(ana, "Roll")).to_be_visible()
    await expect(bea.locator(".live .text")).to_contain_text(re.compile("tira", re.IGNORECASE))
    await expect(ana.locator(".live .text")).not_to_contain_text("tira")
    english = await ana.locator(".live .picture").get_attribute("aria-label") or ""
    await expect(bea.locator(".live .picture")).not_to_have_attribute("aria-label", english)
    name = await ana.locator(".who").inner_text()
    await add_person(ana, "Luz", "es", speaks=False)
    await expect(ana.locator("#people [aria-checked=true] .who")).to_have_text(name)  # whose turn it is speaks next
    await ana.get_by_role("radio", name="Luz").click()  # who speaks now reads otherwise, on the same page
    await expect(ana.locator(".live .text")).to_contain_text(re.compile("tira", re.IGNORECASE))


async def test_the_moves_and_what_is_behind_the_i_are_told_in_each_readers_language(
    visit: Visit, shared_bot: Bot
) -> None:
    narrow = {"width": 900, "height": 760}  # wider pages have the moves in view, and no button for them
    ana, bea = await visit(shared_bot, viewport=narrow), await visit(shared_bot, viewport=narrow, locale="it-IT")
    await hurry(ana)
    await open_table(ana, "/play parchis auto=yes rated=no rolls=each")
    await offered(ana, "Start with bots").click()
    await play(ana, 2)
    await opened(ana, "Moves so far", "Who starts?")
    await opened(ana, "About this table", "Spanish rules")
    await opened(bea, "Mosse finora", "Chi comincia?")
    await opened(bea, "Questo tavolo", "regole spagnole")
    await add_person(bea, "Luz", "es")  # who speaks now reads otherwise
    await opened(bea, "Jugadas hasta ahora", "¿Quién empieza?")
    await opened(bea, "Sobre esta mesa", "reglas españolas")


async def opened(page: Page, name: str, wanted: str) -> None:
    """Open what a button of the board stands for until it says what is `wanted`.

    A board gets the words of a new language some time after somebody who reads it has come.
    """
    for _ in range(LOOKS):
        await page.locator(".live").get_by_role("button", name=name).click()
        words = await page.get_by_role("dialog", name=name).locator("#sheet-text").inner_text()
        await page.keyboard.press("Escape")
        if wanted in words:
            return
        await asyncio.sleep(0.25)
    raise AssertionError(f"{wanted!r} is not in {words!r}")


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
