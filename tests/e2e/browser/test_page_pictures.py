"""The board's picture: large on request, and never next to the words of another move."""

from __future__ import annotations

import asyncio
import json
import re

import pytest
from playwright.async_api import Page, Route, WebSocketRoute, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import offered, open_table, play
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

LONGEST = 8000
"""Milliseconds after which the page shows words whose picture does not come."""

# Presses, and gives the picture's address at the moment when the text changes, and how long that took.
PRESS = """async () => {
  const live = document.querySelector(".live");
  const src = () => live.querySelector("canvas.picture").dataset.src;
  const [text, before, began] = [live.querySelector(".text").innerText, src(), performance.now()];
  live.querySelector(".rows button").click();
  const busy = live.classList.contains("busy");
  await new Promise((done) => {
    const watch = new MutationObserver(() => live.querySelector(".text").innerText !== text && done());
    watch.observe(live, { subtree: true, childList: true, attributes: true });
  });
  const { at } = live.querySelector("canvas.picture").dataset;
  return { busy, at, swapped: src() !== before, took: performance.now() - began };
}"""

# A separate message that waits: the next frame would end the waiting of the table's own message. The script reads the
# sign in the same step, and again once it has appeared.
SIGN = """async () => {
  const busy = document.querySelector(".live").cloneNode(true);
  busy.classList.add("busy");
  document.querySelector(".live").after(busy);
  const { animationDelay, opacity } = getComputedStyle(busy.querySelector(".rows"), "::after");
  const at_once = { delay: animationDelay.split(",")[0], opacity };
  await busy.getAnimations({ subtree: true }).find(({ animationName }) => animationName === "appear").finished;
  return { ...at_once, later: getComputedStyle(busy.querySelector(".rows"), "::after").opacity };
}"""
# Closes the large picture and opens it at once: the event of the first closing comes when it is open again.
REOPEN = """async (button) => {
  const dialog = document.getElementById("viewer");
  const closed = new Promise((done) => dialog.addEventListener("close", done, { once: true }));
  dialog.close();
  button.click();
  await closed;
}"""
WIDER = "(width) => document.getElementById('laid').getBoundingClientRect().width > width"


async def without_sprites(page: Page) -> None:
    """Let boards bring no sprites, as to a page that came late: it asks for all of them."""

    def stripped(text: str | bytes) -> str:
        frame = json.loads(text)
        for board in (frame, *(message.get("layers", {}) for message in frame.get("messages", ()))):
            board.pop("sprites", None)
        return json.dumps(frame)

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(stripped(text)))

    await page.route_web_socket("**/socket", connect)
    await page.reload()
    await expect(page.locator("#people > *")).not_to_have_count(0)


async def begin(page: Page) -> None:
    """A board with a picture."""
    await open_table(page)
    await offered(page, "Start with bots").click()
    await expect(offered(page, "Roll")).to_be_visible()
    await expect(page.locator(".live canvas.picture")).to_have_attribute("data-at", "rest")


async def test_its_button_shows_the_picture_in_its_full_size(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, viewport={"width": 375, "height": 740}, has_touch=True, is_mobile=True)
    scale = await page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert not re.search("user-scalable|maximum-scale", scale)
    await begin(page)
    picture, dialog = page.locator(".live canvas.picture"), page.get_by_role("dialog", name="Enlarged picture")
    button = page.locator(".live").get_by_role("button", name="Enlarge the picture")
    await expect(button).to_have_count(1)  # nothing lies over the board where a finger cannot hover
    inline = await picture.bounding_box()
    await button.tap()
    await expect(dialog).to_be_visible()
    assert inline is not None
    await page.wait_for_function(WIDER, arg=1.5 * inline["width"])
    await expect(dialog.get_by_role("img", name=re.compile("board"))).to_have_attribute("data-at", "rest")
    await page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()
    await expect(button).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(dialog).to_be_visible()
    await page.touchscreen.tap(180, 400)
    await expect(dialog).to_be_hidden()
    await expect(button).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(dialog).to_be_visible()
    await button.evaluate(REOPEN)
    await expect(dialog.get_by_role("img", name=re.compile("board"))).to_be_visible()
    await dialog.get_by_role("button", name="Close").click()
    await expect(dialog).to_be_hidden()
    await expect(button).to_be_focused()


async def test_words_and_picture_change_together_however_slow_the_line_is(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await without_sprites(page)
    await begin(page)

    asked = 0

    async def slow(route: Route) -> None:
        nonlocal asked
        asked += 1
        await asyncio.sleep(1.6)
        await route.continue_()

    await page.route("**/art?**", slow)
    for number in range(3):
        before = asked
        found = await page.evaluate(PRESS)
        assert found["swapped"]
        assert found["at"] in ("begins", "film", "rest")  # it has all its sprites
        assert found["took"] > 1600 or asked == before
        assert found["busy"]  # it was seen that the press was heard
        assert asked > 0 or number > 0  # the first roll needs a die
        await play(page, 0)
    await page.unroute_all(behavior="wait")
    await expect(page.locator(".busy")).to_have_count(0)


async def test_a_press_that_is_answered_at_once_shows_no_busy_sign(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await begin(page)
    assert await page.evaluate(SIGN) == {"delay": "0.15s", "opacity": "0", "later": "1"}


async def test_a_picture_that_does_not_come_is_left_out_in_the_end(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await without_sprites(page)
    await begin(page)
    never = asyncio.Event()

    async def hang(route: Route) -> None:
        await never.wait()
        await route.continue_()

    await page.route("**/art?**", hang)
    found = await page.evaluate(PRESS)
    assert found["swapped"]
    assert found["at"] == "coming"
    assert LONGEST * 0.9 < found["took"] < LONGEST + 15_000
    never.set()
    await page.unroute_all(behavior="wait")
    await expect(page.locator(".live canvas.picture")).to_have_attribute("data-at", "rest")


async def test_an_old_board_is_drawn_small_when_it_opens(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, viewport={"width": 1280, "height": 800})
    await begin(page)
    old = page.locator(".past", has_text="The game has begun")
    await expect(old.locator("canvas, .picture")).to_have_count(0)
    await old.locator(".opener").click()
    board = old.locator("canvas.picture")
    await expect(board).to_have_attribute("data-at", "rest")
    assert await board.evaluate("({ width }) => width") == 360
    await expect(board).to_have_attribute("aria-label", re.compile("board"))
    await old.locator(".opener").click()
    await expect(board).to_have_count(0)


async def test_the_button_to_enlarge_hides_nothing_until_it_is_looked_for(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page, "/play palma first=D rolls=each")
    await offered(page, "Start with bots").click()
    await expect(page.locator(".turn.mine")).to_be_visible()  # no longer the board before the game
    enlarge = page.locator(".live .enlarge")
    await page.mouse.move(0, 0)
    await expect(enlarge).to_have_css("opacity", "0")
    await page.locator(".live .picture").hover()
    await expect(enlarge).to_have_css("opacity", "1")
    await page.mouse.move(0, 0)
    await expect(enlarge).to_have_css("opacity", "0")
    await page.locator("#add").focus()
    for _ in range(await page.locator(".live button").count()):  # the board's text has commands to press, too
        await page.keyboard.press("Tab")
        if await enlarge.evaluate("(button) => button === document.activeElement"):
            break
    await expect(enlarge).to_be_focused()
    await expect(enlarge).to_have_css("opacity", "1")
