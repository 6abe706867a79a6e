"""Each reader has the buttons that they may press, is asked before a second colour, and finds the next step."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import PLAYS, add_person, hurry, offered, open_table, play, write
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

# Notes which announced lines stood on the board already when the last announcement was made.
TELLER = """() => {
  window.repeated = [];
  window.announced = 0;
  const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, "textContent");
  const shown = () => [...document.querySelectorAll("#table .text > p")].map((line) => get.call(line).trim());
  let before = shown();
  // a board with nothing new counts too: a line that it lacks is new on the next one
  const watch = new MutationObserver(() => (before = shown()));
  watch.observe(document.getElementById("table"), { subtree: true, childList: true, characterData: true });
  const count = (all, line) => all.filter((other) => other === line).length;
  Object.defineProperty(Node.prototype, "textContent", {
    get,
    set(words) {
      set.call(this, words);
      if (this.id !== "teller") return;
      const now = shown();
      window.announced += 1;
      window.repeated.push(...words.split("\\n").filter((line) => count(now, line) <= count(before, line)));
    },
  });
}"""


async def seats_of(page: Page, name: str) -> int:
    """Count the seats that somebody has, by the lines of the lobby."""
    lines: list[str] = await page.locator(".table .text p").all_inner_texts()
    return sum(line.endswith(f": {name}") for line in lines)


async def test_a_second_person_of_the_hosts_page_starts_with_bots(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await hurry(page)
    await open_table(page)
    await add_person(page, "Second")
    await offered(page, "Red").first.click()
    await expect(page.locator(".table .text")).to_contain_text("Red: Second")
    await offered(page, "Start with bots").click()
    await expect(page.locator(f".table {PLAYS}")).not_to_have_count(0)
    assert await page.locator(".notice").count() == 0


async def test_nobody_sees_buttons_that_only_refuse_them(visit: Visit, shared_bot: Bot) -> None:
    ana, bea = await visit(shared_bot), await visit(shared_bot)
    await open_table(ana)
    await expect(offered(bea, "Red")).to_be_visible()
    assert await offered(bea, "Start with bots").count() == 0
    assert await offered(bea, "Options").count() == 0
    await offered(bea, "Red").click()
    await expect(offered(bea, "Options")).to_be_visible()
    await expect(offered(ana, "Start with bots")).to_be_visible()
    assert await offered(bea, "Start with bots").count() == 0
    await offered(bea, "Options").click()
    await expect(offered(bea, "People")).to_be_visible()
    assert await offered(bea, "Game and rules").count() == 0
    await expect(offered(ana, "Game and rules")).to_be_visible()


async def test_a_second_colour_is_asked_for(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    name = await page.locator(".who").inner_text()
    await open_table(page)
    await offered(page, "Red").click()
    sheet = page.get_by_role("dialog")
    await expect(sheet).to_contain_text("Red")
    await sheet.get_by_role("button", name="Move to this seat").click()
    await expect(page.locator(".table .text")).to_contain_text(f"Red: {name}")
    assert await seats_of(page, name) == 1
    await page.get_by_role("button", name="Sit down: 🔵 Blue").click()
    await sheet.get_by_role("button", name="Play this colour as well").click()
    await expect(page.locator(".table .text")).to_contain_text(f"Blue: {name}")
    assert await seats_of(page, name) == 2
    await offered(page, "Green").click()
    await page.keyboard.press("Escape")
    await expect(sheet).to_be_hidden()
    assert await seats_of(page, name) == 2
    await offered(page, "Green").click()
    await expect(sheet).to_be_visible()
    await page.evaluate("document.querySelector(`#table [data-token$='.fill']`).click()")  # as from another page
    await expect(sheet).to_be_hidden()  # nobody can sit down any more


async def test_after_play_the_die_is_two_steps_of_tab_away(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await page.locator("#against").focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(f".table {PLAYS}")).not_to_have_count(0)
    await expect(page.locator("body:focus")).to_have_count(0)
    for _ in range(3):
        if await page.evaluate("document.activeElement.matches('[data-token*=\".throw\"], .spot')"):
            break
        await page.keyboard.press("Tab")
    else:
        pytest.fail(await page.evaluate("document.activeElement.outerHTML"))


async def test_only_what_is_new_is_announced(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await write(page, "/settings pause=quick")
    await open_table(page)
    await page.evaluate(TELLER)
    await offered(page, "Start with bots").click()
    await play(page, 3)
    announced, repeated = await page.evaluate("[window.announced, window.repeated]")
    assert announced > 3
    assert repeated == []


async def test_boards_left_behind_follow_the_reader(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await open_table(page)
    await offered(page, "Start with bots").click()
    await expect(page.locator("#log .past .opener").first).to_contain_text("The game has begun!")
    await page.locator("#people [aria-checked=true]").click()
    await page.locator("#person-language").select_option("es")
    await page.locator("#person-form [type=submit]").click()
    await expect(page.locator("html")).to_have_attribute("lang", "es")
    await expect(page.locator("#log .past .opener").first).to_contain_text("partida")
    await expect(page.locator("#log .past .opener").first).not_to_contain_text("has begun")


async def test_the_line_takes_what_the_server_takes(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    box = page.get_by_role("combobox")
    await box.fill("hello")
    assert await box.get_attribute("maxlength") == "2000"
    await box.fill("/import ")
    assert await box.get_attribute("maxlength") == "4000"
