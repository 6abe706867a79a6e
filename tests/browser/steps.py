"""What a person does on the page, as steps of the tests."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, Page, expect

LIVE = "#log .live .rows button"

# Presses what the newest board offers, always through the page's own buttons, until the game is over or `most`
# presses are done; gives how many presses it took and whether the game is over.
PLAY = """
async (most) => {
  const live = () => [...document.querySelectorAll("#log .live .rows button")];
  const offers = (verb) => live().filter((button) => button.dataset.token.includes(verb));
  const change = (done) => new Promise((resolve, reject) => {
    if (done()) return resolve();
    const late = setTimeout(() => reject(new Error("the board did not change: " + document.body.innerText)), 15000);
    const watch = new MutationObserver(() => {
      if (!done()) return;
      watch.disconnect();
      clearTimeout(late);
      resolve();
    });
    watch.observe(document.getElementById("log"), { subtree: true, childList: true, attributes: true });
  });
  const toPlay = () => [...offers(".throw"), ...offers(".move:")];
  let presses = 0;
  while (presses < most) {
    await change(() => toPlay().length || offers(".again").length);
    if (offers(".again").length) return { presses, over: true };
    const choices = toPlay();
    const button = choices[(presses * 7) % choices.length];
    const token = button.dataset.token;
    button.click();
    presses += 1;
    await change(() => !live().some((other) => other.dataset.token === token));
  }
  return { presses, over: offers(".again").length > 0 };
}
"""


async def play(page: Page, most: int = 5000) -> dict[str, Any]:
    """Plays on by clicking."""
    result: dict[str, Any] = await page.evaluate(PLAY, most)
    return result


async def write(page: Page, text: str) -> None:
    """Types a line and sends it."""
    box = page.get_by_role("combobox")
    await box.fill(text)
    await box.press("Escape")
    await box.press("Enter")


def offered(page: Page, words: str) -> Locator:
    """A button of the newest board."""
    return page.locator(LIVE, has_text=words)


async def open_table(page: Page, line: str = "/play parchis") -> None:
    """Opens a table by its command."""
    await write(page, line)
    await expect(offered(page, "Fill with computers")).to_be_visible()


async def add_person(page: Page, name: str, language: str = "") -> None:
    """One more person on the page, who then speaks."""
    await page.locator("#add").click()
    await page.locator("#person-name").fill(name)
    if language:
        await page.locator("#person-language").select_option(language)
    await page.locator("#person-form [type=submit]").click()
    await expect(page.locator("#people [aria-checked=true]")).to_contain_text(name)


async def last_text(page: Page) -> str:
    """The newest message's words."""
    return await page.locator("#log .message .text").last.inner_text()
