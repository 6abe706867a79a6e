"""Whole games, by clicking what the page offers, with the server killed on the way."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, expect

from engine.players import levels
from tests.fakes.page_process import Bot
from tests.fakes.page_steps import (
    EVERY_KIND,
    PLAYS,
    away,
    back,
    hurry,
    join,
    last_text,
    offered,
    open_table,
    play,
    press,
    resign,
    whose_turn,
    write,
)
from tests.fakes.page_visit import Visit

pytestmark = [pytest.mark.browser, pytest.mark.timeout(400)]  # a whole game on a busy machine

WORDS = """() => {
  window.words = [];
  const state = document.getElementById("state");
  new MutationObserver(() => window.words.push(state.textContent)).observe(state, { childList: true });
}"""
THROW = ".live .rows [data-token$='.throw']"


async def test_a_game_against_a_computer_goes_on_where_it_was_when_the_server_was_killed(
    visit: Visit, mortal_bot: Bot
) -> None:
    page = await visit(mortal_bot)
    loaded = await page.evaluate("performance.timeOrigin")
    await hurry(page)
    await open_table(page, "/play palma classic")
    await offered(page, "Start with bots").click()
    began = await play(page, 6)
    assert (began["presses"], began["over"]) == (6, False)
    messages = await page.locator("#log .message").count()

    mortal_bot.kill()
    await away(page)
    await write(page, "are you there?")
    mortal_bot.start()
    await back(page)
    await expect(page.locator("#log .message", has_text="are you there?")).to_have_count(1)
    assert await page.locator("#log .message").count() >= messages + 1

    later = await play(page, 6)
    assert (later["presses"], later["over"]) == (6, False)
    await expect(page.locator(".notice")).to_have_count(0)
    await resign(page)
    assert await page.evaluate("performance.timeOrigin") == loaded, "the page was loaded again"
    await expect(page.locator(".live img.picture")).to_have_js_property("complete", True)
    await press(page, "Rematch")
    await expect(page.locator(THROW)).to_be_visible()


async def test_a_game_of_two_browsers_ends_in_both(visit: Visit, shared_bot: Bot) -> None:
    host, guest = await visit(shared_bot), await visit(shared_bot)
    await open_table(host, "/play parchis diceless seats=Y,R")
    await join(guest, host, "red")
    await offered(host, "Start").click()

    async def until_it_is_given_up() -> None:
        assert not (await play(host, 12))["over"]
        await resign(host)

    await asyncio.gather(until_it_is_given_up(), to_the_end(guest))
    card = await host.locator(".live .text").inner_text()
    assert "🥇" in card
    await expect(guest.locator(".live .text")).to_have_text(card, use_inner_text=True)
    await expect(host.locator("#log .message .text").last).not_to_contain_text("your turn")  # its old question
    await expect(guest.locator("#log .message .text").last).to_have_text(await last_text(host), use_inner_text=True)


async def to_the_end(page: Page) -> None:
    """Plays until the game is over; nobody may be refused anything."""
    end = await play(page)
    assert end["over"]
    assert end["presses"] > 0
    await expect(page.locator(".notice")).to_have_count(0)


async def test_every_kind_of_button_works_after_a_restart(visit: Visit, mortal_bot: Bot) -> None:
    page = await visit(mortal_bot)
    await hurry(page)
    await write(page, "/profile rolls=each")  # whatever the buttons say of rolls: a game asks for one at once
    await page.locator(".notice .close").click()
    await open_table(page)
    await again(page, mortal_bot)
    left_alone = ["fill", "start", "cancel", "page:people"]
    fewer = ["page:colours", "game"]  # fewer colours, fewer seatings; and the other game has none of these
    in_lobby = set(await page.evaluate(EVERY_KIND, [*left_alone, *fewer]))
    assert in_lobby >= {"sit", "leave", "preset", "switch", "colours", "seating", "auto", "free", "pace"}
    assert in_lobby >= {f"computer:{level}" for level in levels()}
    assert in_lobby >= {
        f"page:{page}" for page in ("main", "options", "computers", "seating", "rules", "rules2", "shelters")
    }
    for others in (["game"], []):
        in_lobby |= set(await page.evaluate(EVERY_KIND, [*left_alone, *others]))
    assert {"hue", "shelter", "game"} <= in_lobby
    await page.evaluate(EVERY_KIND, ["page:options", "leave", "cancel", "start"])
    await expect(page.locator(THROW)).to_be_visible()
    await again(page, mortal_bot)
    kinds: set[str] = set()
    while kinds != {"move", "throw"}:
        played = await play(page, 4)
        assert not played["over"]
        kinds.update(played["kinds"])
    await again(page, mortal_bot)
    await resign(page)
    await press(page, "Rematch")
    await expect(page.locator(THROW)).to_be_visible()
    await again(page, mortal_bot)
    await expect(page.locator(THROW)).to_be_visible()
    await expect(page.locator(".notice")).to_have_count(0)


async def again(page: Page, bot: Bot) -> None:
    """kill -9, a new start, and the page is back."""
    bot.kill()
    await away(page)
    bot.start()
    await back(page)


async def test_after_a_graceful_restart_the_page_says_so_and_a_command_on_its_way_comes_back(
    visit: Visit, mortal_bot: Bot
) -> None:
    page = await visit(mortal_bot)
    await open_table(page)
    await page.evaluate(WORDS)
    mortal_bot.stop()
    await away(page)
    await write(page, "/play palma")
    mortal_bot.start()
    await expect(page.get_by_role("combobox")).to_have_value("/play palma")
    await expect(page.locator(".notice")).to_contain_text("didn't get through")
    await back(page)
    assert "Back online" in await page.evaluate("window.words")
    await offered(page, "Start with bots").click()
    await expect(offered(page, "Roll")).to_be_visible()


async def test_two_browsers_share_a_table_and_nobody_presses_for_the_other(visit: Visit, shared_bot: Bot) -> None:
    host, guest = await visit(shared_bot), await visit(shared_bot)
    await open_table(host, "/play parchis rolls=each")
    await join(guest, host, "blue")
    await offered(host, "Start with bots").click()
    for _ in range(6):
        mine, other = await whose_turn(host, guest)
        await expect(other.locator(PLAYS)).to_have_count(0)
        await expect(other.locator(".live .waiting")).to_be_visible()
        token = await mine.locator(PLAYS).first.get_attribute("data-token")
        await mine.locator(PLAYS).first.click()
        for page in (mine, other):
            await expect(page.locator(f'[data-token="{token}"]')).to_have_count(0)
            await expect(page.locator(".notice")).to_have_count(0)
