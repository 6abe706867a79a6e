"""/replay on the page: a private note, and then the film for all, which plays by itself."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import offered, open_table, play, write
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser


async def test_a_game_can_be_watched_again(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page, "/play palma auto=yes")
    await offered(page, "Start with bots").click()
    await play(page, 5)
    await write(page, "/replay")
    await expect(page.locator(".notice")).to_contain_text("Making the replay")
    film = page.locator('img.picture[src$=".gif"][alt^="Replay of a game of Palma"]')
    await expect(film).to_be_visible()
    await expect(film).to_have_js_property("complete", True)
    await expect(film).to_have_js_property("naturalWidth", 480)
    await expect(page.locator("#log .message .text").last).to_contain_text("🎬 Palma")
    await expect(page.locator("#log a.steps")).to_have_attribute("href", re.compile(r"^/c/[^/]+/game/\w+$"))
    await play(page, 2)  # play goes on meanwhile
