"""Discord's Activity in a browser: framed as Discord's client frames it, and played by taps on the board."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, FrameLocator, expect

from bot.core.messages.requests import Outcome, Person, Press, Request
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

        async def typed(command: str, **options: str) -> Outcome:
            return await house.room.core.dispatcher.command(Request(here, person, command, options), deliver)

        code = (await typed("play", game="palma", rolls="each", pace="none")).table
        assert code is not None
        page = await browser.new_page(viewport=WINDOW)
        await side.show(page.context)
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
        question = (await typed("resign")).screen
        assert question is not None
        yes = Press(here, person, "1", question.rows[0][0].token, carried=True)
        await house.room.core.dispatcher.press(yes, deliver)
        await replayed(app)
        await page.close()


async def replayed(app: FrameLocator) -> None:
    """Replay the game in the Activity, try a position, and go back to the table by the page's own link."""
    steps = app.locator(".button.steps")
    await steps.click()
    replay = app.frame_locator(".within")
    await replay.locator("#forward").click()
    await expect(replay.locator("#picture")).to_have_attribute("data-ply", "1")
    await expect(replay.locator("#share")).to_be_hidden()  # an app has no address to share
    await replay.locator("#try").click()
    await replay.locator("#choices button").first.click()
    await expect(replay.locator("#tried-turns li")).not_to_have_count(0)
    await replay.locator("#leave").click()
    await expect(replay.locator("#controls")).to_be_visible()
    await replay.locator("#to-chat").click()
    await expect(app.locator(".within")).to_have_count(0)
    await expect(steps).to_be_focused()
