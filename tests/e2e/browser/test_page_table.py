"""While a game is on there is one place for the next step, and all of the board is in view."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import LIVE, hurry, offered, open_table, play
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

SHIFT = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift" });
}"""

# Where the story, a label and its key are: with the buttons and words of now, and with the most that is usual. On a
# phone, where there is no story, the words follow the buttons.
USUAL = """() => {
  const [rows, text] = [document.querySelector("#table .rows"), document.querySelector("#table .text")];
  const below = [document.querySelector("#table .story"), text].find((one) => one.checkVisibility());
  const button = rows.querySelector("button");
  button.dataset.key = "1";
  const at = () => [
    below.getBoundingClientRect().top,
    button.firstChild.getBoundingClientRect().left,
  ];
  const found = [];
  for (const [count, label] of [[1, "Roll"], [2, "A piece moves a long way"]]) {
    rows.replaceChildren(...Array.from({ length: count }, () => rows.children[0].cloneNode()));
    rows.firstChild.append(button);
    button.firstChild.textContent = label;
    for (const row of [...rows.children].slice(1)) row.append(button.cloneNode(true));
    text.replaceChildren(...[...rows.children].map(() => document.createElement("p")));
    for (const line of text.children) line.textContent = ".";
    found.push(at().map(Math.round));
  }
  return found;
}"""

# Whether three rows of moves, and the first words below them, are seen without scrolling.
MOST = """async () => {
  const [rows, text] = [document.querySelector("#table .rows"), document.querySelector("#table .text")];
  const button = rows.querySelector("button");
  button.firstChild.textContent = "A piece moves a long way"; // each has a row to itself
  rows.firstChild.replaceChildren(...[1, 2, 3].map(() => button.cloneNode(true)));
  rows.replaceChildren(rows.firstChild);
  await new Promise(requestAnimationFrame);
  const bottom = document.querySelector("#table .panel").getBoundingClientRect().bottom - 16; // where it fades
  return [rows, text.firstChild].every((one) => one.getBoundingClientRect().bottom <= bottom);
}"""


async def begin(page: Page, line: str = "/play parchis") -> None:
    """Open a table against bots."""
    await hurry(page)
    await open_table(page, line)
    await offered(page, "Start with bots").click()
    await expect(page.locator(f".table {LIVE}")).not_to_have_count(0)


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
async def test_the_next_step_stays_in_its_place_and_the_board_in_view(
    visit: Visit, shared_bot: Bot, size: tuple[int, int]
) -> None:
    page = await visit(shared_bot, viewport={"width": size[0], "height": size[1]})
    await begin(page)
    await page.evaluate(SHIFT)
    places = set()
    for _ in range(4):
        await play(page, 1)
        await expect(page.locator(LIVE)).not_to_have_count(0)
        box = await page.locator(LIVE).first.bounding_box()
        assert box is not None
        places.add((round(box["x"]), round(box["y"])))
        await expect(page.locator(LIVE).first).to_be_in_viewport(ratio=1)
        await expect(page.locator(".live .picture")).to_be_in_viewport(ratio=1)
    assert len(places) == 1
    assert await page.evaluate("window.shifted") < 0.05
    if size[0] > size[1]:
        picture = await page.locator(".live .picture").bounding_box()
        assert picture is not None
        assert picture["x"] + picture["width"] <= box["x"]
    if size[1] > 400:
        few, many = await page.evaluate(USUAL)
        assert few == many
    assert await page.evaluate(MOST)


async def test_whose_turn_it_is_stands_large_in_their_colour_and_the_rest_behind_an_i(
    visit: Visit, shared_bot: Bot
) -> None:
    ana, bea = await visit(shared_bot), await visit(shared_bot)
    name = await ana.locator(".who").inner_text()
    await begin(ana)
    await expect(ana.locator(".turn")).to_contain_text(f"Your turn, {name}")
    await expect(bea.locator(".turn")).to_contain_text(f"It's {name}'s turn.")
    assert await ana.locator(".turn").evaluate("(turn) => turn.style.getPropertyValue('--seat')") != ""
    await expect(ana.locator(".live .text").get_by_text("Dice seal")).to_be_hidden()
    await ana.get_by_role("button", name="About this table").click()
    sheet = ana.get_by_role("dialog", name="About this table")
    await expect(sheet).to_contain_text("Spanish rules")
    await expect(sheet).to_contain_text(re.compile("seal", re.IGNORECASE))
    await ana.keyboard.press("Escape")
    await expect(sheet).to_be_hidden()


async def test_the_moves_are_listed_and_what_is_new_is_marked(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot, viewport={"width": 390, "height": 844})
    await begin(page)
    fresh, old = (page.locator(f".table .story li{which}") for which in (".new", ":not(.new)"))
    for _ in range(60):  # after a throw nothing may be new, and after many turns of bots everything that is listed
        await play(page, 1)
        if await fresh.count() and await old.count() >= 2:
            break
    await page.get_by_role("button", name="Moves so far").click()
    turns = page.get_by_role("dialog", name="Moves so far").get_by_role("listitem")
    assert await turns.count() >= 3
    await expect(turns.filter(has_text="New since your last turn")).not_to_have_count(0)
    await expect(turns.last).not_to_contain_text("New since")


async def test_a_board_of_the_past_is_one_line_that_opens(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await begin(page)
    line = page.locator("#log .past").first
    await expect(line.locator(".card")).to_be_hidden()
    box = await line.bounding_box()
    assert box is not None
    assert box["height"] < 60
    await line.get_by_role("button").first.click()
    await expect(line.locator(".card")).to_be_visible()
