"""Discord's Activity in a browser: framed as Discord's client frames it, and played by taps on the board."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from bot.core.messages.requests import Outcome, Person, Request
from data.records import ChatKey, PersonKey
from tests.fakes.activity import CHANNEL, discord_side
from tests.fakes.messenger import FakeMessenger
from tests.fakes.mini_app import app_house

pytestmark = pytest.mark.browser
DORA = PersonKey("discord", "170000000000000001")
WINDOW = {"width": 844, "height": 390}


async def test_a_game_is_begun_in_the_channel_and_played_in_the_activity(browser: Browser) -> None:
    async with discord_side() as side, app_house(discord=side, beside={"discord": FakeMessenger()}) as house:
        person, here = Person(DORA, "Dora"), ChatKey("discord", CHANNEL)

        async def deliver(outcome: Outcome) -> Outcome:
            return outcome

        asked = Request(here, person, "play", {"game": "palma", "rolls": "each", "pace": "none"})
        code = (await house.room.core.dispatcher.command(asked, deliver)).table
        assert code is not None
        page = await browser.new_page(viewport=WINDOW)
        await page.goto(side.client("dora", house.site.address, DORA.user, side.enter(DORA.user)))
        app = page.frame_locator("#app")
        await app.locator("[data-token$='.fill']").click()  # bots take the free seats, and the game starts
        for _ in range(4):
            step = app.locator(".table [data-token$='.throw'], .table [data-token*='.move:']").first
            await expect(step).to_be_visible()
            token = await step.get_attribute("data-token")
            await step.click()
            await expect(app.locator(f"[data-token='{token}']")).to_have_count(0)
            await house.room.settle()
        assert (await house.room.table(code)).version > 4
        await page.close()
