"""By night the boards of tables are dark, moving ones too, also after a restart of the bot."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import hurry, offered, open_table, play, write
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

# The address of the board on the table, once all of it is there and it is dark, or light.
BOARD = """(dark) => {
  const picture = document.querySelector("#table .picture");
  const { at, src = picture?.getAttribute("src") ?? "" } = picture?.dataset ?? {};
  return (at ? at === "rest" : picture?.complete) && src.endsWith('?dark') === dark && src;
}"""

# Whether two addresses serve other bytes.
DIFFER = """async ([one, other]) => {
  const bytes = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());
  const [first, second] = await Promise.all([bytes(one), bytes(other)]);
  return first.length !== second.length || first.some((byte, at) => byte !== second[at]);
}"""


async def looked_at(page: Page) -> str:
    """Return where the board on the table is, once it is seen that it is not as by day."""
    address = await (await page.wait_for_function(BOARD, arg=True)).json_value()
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
    await looked_at(page)
    await offered(page, "Start with bots").click()
    await expect(page.locator(".turn.mine")).to_be_visible()
    await play(page, 2)
    await looked_at(page)
    await page.emulate_media(color_scheme="light")
    await page.wait_for_function(BOARD, arg=False)


async def test_lessons_and_puzzles_are_dark_by_night(visit: Visit, shared_bot: Bot) -> None:
    chat = "studies"
    page = await visit(shared_bot, chat=chat, color_scheme="dark")
    for line in ("/learn parchis", "/puzzle"):
        await write(page, line)
        await looked_at(page)


async def test_the_board_is_dark_too_once_the_bot_has_been_started_anew(visit: Visit, mortal_bot: Bot) -> None:
    chat = "anew"
    page = await visit(mortal_bot, chat=chat, color_scheme="dark")
    await open_table(page, "/play palma first=D rolls=each")
    await looked_at(page)
    mortal_bot.restart()
    await page.reload()
    assert ".board" in await looked_at(page)  # from its table
    await offered(page, "Start with bots").click()
    await expect(page.locator(".turn.mine")).to_be_visible()
    assert ".board" in await looked_at(page)
    mortal_bot.restart()
    await page.reload()
    await looked_at(page)
