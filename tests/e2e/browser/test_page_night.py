"""By night the boards of tables are dark, moving ones too, also after a restart of the bot."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import hurry, offered, open_table, play
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

PICTURE = "#table img.picture"
MOST = 12
"""Boards that are looked at: a busy machine lets boards rest from moving, so that all of them may stand still."""

# Whether two addresses serve other bytes.
DIFFER = """async ([one, other]) => {
  const bytes = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());
  const [first, second] = await Promise.all([bytes(one), bytes(other)]);
  return first.length !== second.length || first.some((byte, at) => byte !== second[at]);
}"""


async def looked_at(page: Page, chat: str) -> str:
    """Return where the board on the table is, once it is seen that it is not as by day."""
    await expect(page.locator(PICTURE)).to_have_attribute("src", re.compile(rf"[?&]dark={chat}$"))
    await expect(page.locator(PICTURE)).to_have_js_property("complete", True)
    address = await page.locator(PICTURE).get_attribute("src") or ""
    by_day, _, _ = address.partition("?")
    assert await page.evaluate(DIFFER, [address, by_day])
    return by_day


async def test_a_table_has_dark_boards_by_night_before_its_game_and_in_it_moving_or_not(
    visit: Visit, shared_bot: Bot
) -> None:
    chat = "by-night"
    page = await visit(shared_bot, chat=chat, color_scheme="dark")
    await hurry(page)
    await open_table(page, "/play palma auto=yes")
    await looked_at(page, chat)
    await offered(page, "Start with bots").click()
    await expect(page.locator(".turn.mine")).to_be_visible()
    for _ in range(MOST):
        await play(page, 1)
        by_day = await looked_at(page, chat)
        if by_day.endswith(".gif"):
            break
    await page.emulate_media(color_scheme="light")
    # by now an animation may have replaced the picture that was looked at
    await expect(page.locator(PICTURE)).to_have_attribute("src", re.compile(r"^/picture/[^?]+$"))


async def test_the_board_is_dark_too_once_the_bot_has_been_started_anew(visit: Visit, own_bot: Bot) -> None:
    chat = "anew"
    page = await visit(own_bot, chat=chat, color_scheme="dark")
    await open_table(page, "/play palma first=D rolls=each")
    await looked_at(page, chat)
    own_bot.restart()
    await page.reload()
    await looked_at(page, chat)
    await offered(page, "Start with bots").click()
    await expect(page.locator(".turn.mine")).to_be_visible()
    await looked_at(page, chat)
    own_bot.restart()
    await page.reload()
    await looked_at(page, chat)
