"""Whole games, by clicking what the page offers, with the server killed on the way."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Visit
from tests.browser.process import Bot
from tests.browser.steps import offered, open_table, play, write

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", ["Parchís", "Palma"])
async def test_a_whole_game_against_computers_with_the_server_killed_on_the_way(
    visit: Visit, own_bot: Bot, game: str
) -> None:
    page = await visit(own_bot)
    loaded = await page.evaluate("performance.timeOrigin")
    await page.get_by_role("button", name=f"Play {game}").click()
    await offered(page, "Fill with computers").click()
    began = await play(page, 6)
    assert began == {"presses": 6, "over": False}
    messages = await page.locator("#log .message").count()

    own_bot.kill()
    await expect(page.locator("#state")).to_have_text("Reconnecting…")
    await write(page, "are you there?")
    own_bot.start()
    await expect(page.locator("#state")).to_have_text("Connected again")
    await expect(page.locator("#log .message", has_text="are you there?")).to_have_count(1)
    assert await page.locator("#log .message").count() >= messages + 1

    end = await play(page)
    assert end["over"]
    assert await page.evaluate("performance.timeOrigin") == loaded, "the page was loaded again"
    await expect(page.locator(".notice")).to_have_count(0)
    await expect(page.locator("#log img.picture").last).to_have_js_property("complete", True)
    await offered(page, "Play again").click()
    await expect(offered(page, "Start")).to_be_visible()


async def test_a_graceful_restart_closes_the_page_politely(visit: Visit, own_bot: Bot) -> None:
    page = await visit(own_bot)
    await open_table(page)
    own_bot.stop()
    await expect(page.locator("#state")).to_have_text("Reconnecting…")
    own_bot.start()
    await expect(page.locator("#state")).to_have_text("Connected again")
    await offered(page, "Fill with computers").click()
    await expect(offered(page, "Throw")).to_be_visible()


async def test_a_command_that_got_no_answer_comes_back_to_its_writer(visit: Visit, own_bot: Bot) -> None:
    page = await visit(own_bot)
    own_bot.kill()
    await expect(page.locator("#state")).to_have_text("Reconnecting…")
    await write(page, "/play palma")
    own_bot.start()
    await expect(page.get_by_role("combobox")).to_have_value("/play palma")
    await expect(page.locator(".notice")).to_contain_text("did not get through")


async def test_two_browsers_share_a_table_and_nobody_presses_for_the_other(visit: Visit, shared_bot: Bot) -> None:
    host, guest = await visit(shared_bot), await visit(shared_bot)
    await open_table(host)
    await offered(guest, "blue").click()
    await expect(host.locator("#log .live .text")).to_contain_text(await guest.locator(".who").inner_text())
    await offered(host, "Fill with computers").click()
    await expect(offered(host, "Throw")).to_be_visible()
    for _ in range(6):
        await expect(offered(guest, "")).not_to_have_count(0)
        mine, other = host, guest
        if await guest.locator(".live .mention.mine").count():
            mine, other = guest, host
        picture = mine.locator(".live img.picture")
        source = await picture.get_attribute("src")
        await expect(other.locator(".live img.picture")).to_have_attribute("src", source or "")
        token = await mine.locator(".live .rows button").first.get_attribute("data-token")
        await other.locator(".live .rows button").first.click()
        await expect(other.locator(".notice")).to_be_visible()
        await expect(mine.locator(".notice")).to_have_count(0)
        await expect(mine.locator(".live .rows button").first).to_have_attribute("data-token", token or "")
        await mine.locator(".live .rows button").first.click()
        for page in (mine, other):
            await expect(page.locator(f'[data-token="{token}"]')).to_have_count(0)
            await expect(page.locator(".live .rows button")).not_to_have_count(0)
