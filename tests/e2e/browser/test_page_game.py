"""A past game step by step, from the front's list: by buttons, keys and the scrubber, on a phone too."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import offered, open_table, play, write
from tests.fakes.page_visit import MODEST, Visit
from tests.fakes.stored_games import stored

pytestmark = pytest.mark.browser

CHAT, CODE = "replayed", "abc234"
ORDERED, FRESH = "ordered", "abc235"
"""Another chat: after an analysis the front page is not shown any more."""


LOADED = "performance.getEntries().reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0)"


async def at(page: Page, ply: int) -> None:
    """Check that the board, the scrubber and the address show the position after this ply."""
    await expect(page.locator("#picture")).to_have_attribute("data-ply", str(ply))
    await expect(page.locator("#place")).to_have_value(str(ply))
    await expect(page).to_have_url(re.compile(rf"#{ply}$"))


async def test_a_past_game_is_gone_through_step_by_step(visit: Visit, shared_bot: Bot) -> None:
    last = await stored(shared_bot, CHAT, CODE)
    page = await visit(shared_bot, chat=CHAT)
    await page.locator("#front-list a").first.click()
    await expect(page.get_by_role("heading", name=CODE)).to_be_visible()
    await at(page, 0)
    await page.get_by_role("button", name="One step forward").click()
    await at(page, 1)
    for key, ply in (("ArrowRight", 2), ("End", last), ("ArrowLeft", last - 1), ("Home", 0)):
        await page.keyboard.press(key)
        await at(page, ply)
    await page.get_by_role("slider", name="Place in the game").fill("40")
    await at(page, 40)
    await expect(page.locator("#picture")).to_have_attribute("aria-label", re.compile("^Palma board."))
    current = page.locator("#turns [aria-current=step]")
    await expect(current).to_have_count(1)
    await page.get_by_role("list", name="Turns").get_by_role("button").nth(5).click()
    await expect(current).to_contain_text("6.")
    await expect(page.locator("#turn")).to_contain_text("Turn 6 of")
    await expect(page.get_by_role("region", name="Win chances").get_by_role("listitem")).to_have_count(2)
    await page.get_by_role("region", name="Key moments").get_by_role("button").first.click()
    await expect(page.locator("#caption")).not_to_be_empty()


async def test_pieces_move_forwards_and_backwards_and_jump_elsewhere(visit: Visit, shared_bot: Bot) -> None:
    chat, code = "moved", "abc238"
    last = await stored(shared_bot, chat, code, analysed=False)
    page = await visit(shared_bot, chat=chat)
    await page.goto(f"{shared_bot.url}c/{chat}/game/{code}#40")
    board = page.locator("#picture")
    await expect(board).to_have_attribute("data-at", "rest")
    await page.evaluate(
        """() => {
          window.states = [];
          const note = () => window.states.push(document.getElementById("picture").dataset.at);
          new MutationObserver(note).observe(document.getElementById("picture"), { attributes: true });
        }"""
    )
    for key, ply, moves in (("ArrowRight", 41, True), ("ArrowLeft", 40, True), ("End", last, False)):
        await page.evaluate("window.states.length = 0")
        await page.keyboard.press(key)
        await at(page, ply)
        await expect(board).to_have_attribute("data-at", "rest")
        assert ("film" in await page.evaluate("window.states")) == moves


async def test_a_mistake_tells_its_cost_and_the_list_can_be_sifted(visit: Visit, shared_bot: Bot) -> None:
    chat, code = "sifted", "abc239"
    await stored(shared_bot, chat, code)
    page = await visit(shared_bot, chat=chat)
    await page.goto(f"{shared_bot.url}c/{chat}/game/{code}")
    turns = page.locator("#turns li:visible")
    choose = page.get_by_role("combobox", name="Turns to show")
    await expect(choose).to_be_visible()
    whole = await turns.count()
    await choose.select_option("Mistakes only")
    marked = await turns.count()
    assert 0 < marked < whole
    assert await turns.locator(".marks").count() >= marked
    await expect(page.locator("#better")).to_be_empty()
    await turns.first.get_by_role("button").click()
    told = re.compile(r"points of win chance; better: .+ \(\d+% → \d+%\)$")
    await expect(page.locator("#better")).to_have_text(told)
    await expect(page.locator("#signs")).to_contain_text("!? 3 points or more")
    await choose.select_option("Ana")
    assert marked < await turns.count() < whole
    await choose.select_option("Key moments only")
    assert 0 < await turns.count() <= 3


async def test_a_code_in_the_answer_of_games_leads_to_its_game(visit: Visit, shared_bot: Bot) -> None:
    chat, code = "listed", "abc237"
    await stored(shared_bot, chat, code, analysed=False)
    page = await visit(shared_bot, chat=chat)
    await write(page, "/games")
    link = page.locator("#log .message a", has_text=code)
    await expect(link).to_have_text(code)
    await link.click()
    await expect(page.get_by_role("heading", name=code)).to_be_visible()
    await at(page, 0)
    assert f"/c/{chat}/game/{code}" in page.url
    await page.get_by_role("link", name="Back to the chat").click()
    await expect(link).to_be_visible()


async def test_it_plays_when_asked_and_stops_at_the_end(visit: Visit, shared_bot: Bot) -> None:
    last = await stored(shared_bot, CHAT, CODE)
    page = await visit(shared_bot, chat=CHAT, locale="es-ES", reduced_motion="reduce")
    await page.goto(f"{shared_bot.url}c/{CHAT}/game/{CODE}#{last - 2}")
    await at(page, last - 2)
    assert await page.evaluate(LOADED) <= 150_000
    await page.get_by_label("Velocidad").select_option("Lenta")  # so that a busy machine sees it play
    await page.locator("body").press("Space")
    await expect(page.get_by_role("button", name="Pausar")).to_be_visible()
    await page.get_by_label("Velocidad").select_option("Rápida")
    await at(page, last)
    await expect(page.get_by_role("button", name="Reproducir")).to_be_visible()


async def test_board_and_buttons_are_whole_in_view(visit: Visit, shared_bot: Bot) -> None:
    await stored(shared_bot, CHAT, CODE)
    page = await visit(shared_bot, chat=CHAT)
    for width, height in ((320, 640), (390, 844), (844, 390), (1280, 800)):
        await page.set_viewport_size({"width": width, "height": height})
        await page.goto(f"{shared_bot.url}c/{CHAT}/game/{CODE}?turn=9")
        await whole_in_view(page, width, height)
        line = "new Set([...document.querySelectorAll('.keys > *')].map((key) => key.getBoundingClientRect().y)).size"
        assert await page.evaluate(line) == 1, width


async def whole_in_view(page: Page, width: int, height: int) -> None:
    """The turn is shown, and nothing of the board and its buttons lies outside the window."""
    await expect(page.locator("#turn")).to_contain_text("Turn 9 of")
    await expect(page.locator("#picture")).to_have_attribute("data-ply", re.compile("^[1-9]"))
    assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    for selector in ("#picture", "#first", "#play", "#share", "#place"):
        box = await page.locator(selector).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        assert selector == "#place" or min(box["width"], box["height"]) >= 40


@pytest.mark.timeout(400)
async def test_an_analysis_is_made_when_somebody_orders_it(visit: Visit, shared_bot: Bot) -> None:
    await stored(shared_bot, ORDERED, FRESH, analysed=False)
    page = await visit(shared_bot, chat=ORDERED)
    await page.goto(f"{shared_bot.url}c/{ORDERED}/game/{FRESH}")
    await expect(page.get_by_role("region", name="Win chances")).to_be_hidden()
    await page.get_by_role("button", name="Analyse this game").click()
    await expect(page.get_by_role("region", name="Win chances")).to_be_visible(timeout=MODEST)
    await expect(page.get_by_role("button", name="Analyse this game")).to_be_hidden()


async def test_whoever_comes_back_to_a_game_under_way_sees_what_was_played(visit: Visit, shared_bot: Bot) -> None:
    table = await visit(shared_bot)
    await open_table(table, "/play palma auto=yes")
    await offered(table, "Start with bots").click()
    await play(table, 1)
    await write(table, "/replay")
    link = table.locator("#log a.steps")
    await expect(link).to_be_visible()
    page = await table.context.new_page()
    await page.goto(f"{shared_bot.url.rstrip('/')}{await link.get_attribute('href')}")
    await expect(page.get_by_text("So far: the game isn't over.")).to_be_visible()
    plies = int(await page.locator("#place").get_attribute("max") or 0)
    await play(table, 2)
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(page.locator("#place")).not_to_have_attribute("max", str(plies))
