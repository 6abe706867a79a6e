"""Names and lines that are written from right to left."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.fakes.page_process import Bot
from tests.fakes.page_steps import add_person, offered, open_table, write
from tests.fakes.page_visit import Visit

pytestmark = pytest.mark.browser

NAME = "محمد"
# Where the number begins that follows the name in the lot, less where the name ends: nothing below zero is right of
# it. Null while there is none: the next throw takes it away again.
AFTER = """([name]) => {
  const texts = [...document.querySelectorAll(".live .text")];
  const lots = texts.filter(({ textContent }) => textContent.includes("Who starts?"));
  const strong = lots.flatMap((text) => [...text.querySelectorAll("strong")]).findLast(
    (part) => part.textContent === name && /^ \\d/.test(part.nextSibling?.textContent ?? ""),
  );
  if (!strong) return null;
  const range = document.createRange();
  const text = strong.nextSibling.firstChild;
  range.setStart(text, 1);
  range.setEnd(text, 2);
  return [range.getBoundingClientRect().left - strong.getBoundingClientRect().right];
}"""


async def test_a_number_follows_a_name_from_right_to_left(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await add_person(page, NAME)
    await open_table(page, "/play parchis rated=no lot=yes rolls=each")
    await offered(page, "Start with bots").click()
    await offered(page, "Roll").click()
    (apart,) = await (await page.wait_for_function(AFTER, arg=[NAME])).json_value()
    assert apart >= 0


async def test_a_line_from_right_to_left_begins_at_the_right(visit: Visit, shared_bot: Bot) -> None:
    page = await visit(shared_bot)
    await write(page, f"{NAME}!")
    said = page.locator("#log .say .text p").last
    await expect(said).to_have_text(f"{NAME}!")
    assert await said.evaluate("(line) => getComputedStyle(line).unicodeBidi") == "plaintext"
