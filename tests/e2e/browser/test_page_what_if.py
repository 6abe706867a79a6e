"""A position of a past game is tried out by taps, against bots, and left again."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_visit import Visit
from tests.fakes.stored_games import stored

pytestmark = pytest.mark.browser

SAME_PLACE = """(() => {
  const [layer, picture] = [".spots", "#picture"].map((name) => document.querySelector(name).getBoundingClientRect());
  const { width, height } = document.getElementById("picture");
  const whole = Math.abs(picture.width / picture.height - width / height) < 0.02;
  return whole && ["x", "y", "width", "height"].every((side) => Math.abs(layer[side] - picture[side]) < 1.5);
})()"""
"""Whether what can be tapped lies over the board, which fills its box."""
CHAT, CODE, PLY = "tried", "abc240", 41


async def test_a_position_is_tried_by_taps_and_left_at_the_same_ply(visit: Visit, shared_bot: Bot) -> None:
    await stored(shared_bot, CHAT, CODE)
    page = await visit(shared_bot, chat=CHAT, has_touch=True, viewport={"width": 390, "height": 844})
    await page.goto(f"{shared_bot.url}c/{CHAT}/game/{CODE}#{PLY}")
    board, trial = page.locator("#picture"), page.locator("#trial")
    await expect(board).to_have_attribute("data-ply", str(PLY))
    await page.get_by_role("button", name="Try from here").click()
    lines = page.get_by_role("list", name="Turns").get_by_role("listitem")
    for _ in range(6):
        await expect(page.locator("#choices button")).not_to_have_count(0)
        spot = page.locator(".spot.landing, .spot.deed").first
        await expect(spot).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        box = await spot.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert await page.evaluate(SAME_PLACE)
        held = await trial.get_attribute("data-at") or ""
        await page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        await expect(trial).not_to_have_attribute("data-at", held)
    await expect(lines).not_to_have_count(0)
    await expect(board).to_have_attribute("data-at", "rest")
    await page.get_by_role("button", name="Back to the game").click()
    await expect(board).to_have_attribute("data-ply", str(PLY))
    await expect(page.locator(".spots")).to_have_count(0)
    await expect(page.get_by_role("button", name="Try from here")).to_be_focused()
    await page.keyboard.press("ArrowRight")
    await expect(board).to_have_attribute("data-ply", str(PLY + 1))


async def test_the_keyboard_plays_too_and_a_lost_connection_is_told(visit: Visit, shared_bot: Bot) -> None:
    await stored(shared_bot, CHAT, CODE)
    page = await visit(shared_bot, chat=CHAT)
    routes: list[WebSocketRoute] = []

    def pass_on(route: WebSocketRoute) -> None:
        route.connect_to_server()
        routes.append(route)

    await page.route_web_socket(re.compile("/game/.*/socket"), pass_on)
    await page.goto(f"{shared_bot.url}c/{CHAT}/game/{CODE}#{PLY}")
    await page.get_by_role("button", name="Try from here").press("Enter")
    await page.locator("#choices button").first.press("Enter")
    await expect(page.locator("#tried-turns li")).not_to_have_count(0)
    await expect(page.locator("#choices button").first).to_be_focused()
    await routes[0].close()
    await expect(page.locator("#said")).to_contain_text("The connection was lost")
    await expect(page.locator("#picture")).to_have_attribute("data-ply", str(PLY))
