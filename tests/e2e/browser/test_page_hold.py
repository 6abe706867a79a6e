"""A finger that holds a piece before the roll sees where each value may bring it."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import hurry, offered, open_table
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

PHONE = {"width": 390, "height": 844}


async def test_a_piece_that_is_held_shows_where_it_may_go_with_each_value(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, viewport=PHONE, has_touch=True, is_mobile=True)
    await hurry(page)
    await open_table(page, "/play palma first=D auto=no rolls=each")
    await offered(page, "Start with bots").click()
    await expect(offered(page, "Throw")).to_be_visible()
    board = page.locator("#table canvas.picture")
    await expect(board).to_have_attribute("data-at", "rest")
    box = await board.bounding_box()
    assert box is not None
    session = await page.context.new_cdp_session(page)
    home = {"x": box["x"] + 0.88 * box["width"], "y": box["y"] + 0.3 * box["height"]}
    await session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [home]})
    mark = page.locator("#table .reach:not(.held)")
    await expect(mark).to_have_text("5")  # what brings a piece in
    where = await mark.bounding_box()
    assert where is not None
    assert min(where["width"], where["height"]) >= 26
    assert where["y"] < box["y"] + 0.2 * box["height"]  # to the top of the palm
    await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    await expect(page.locator("#table .reach")).to_have_count(0)
    await expect(offered(page, "Throw")).to_be_visible()  # nothing was played
