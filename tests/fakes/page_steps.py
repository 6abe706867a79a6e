"""What a person does on the page, as steps of the tests."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from playwright.async_api import Locator, Page, expect

from bot.core.dispatch.middleware import TOO_FAST
from bot.core.i18n.translator import languages, translator
from bot.core.ratelimit.flood_guard import PERSON
from tests.fakes.page_visit import PATIENCE

LIVE = ".live .rows button"
PLAYS = ".live .rows [data-token$='.throw'], .live .rows [data-token*='.move:']"
# The newest board's picture, and whether somebody of this page is to throw or to move there.
SHOWN = f"""() => [
  document.querySelector(".live canvas.picture")?.dataset.src,
  document.querySelector("{PLAYS}") !== null,
]"""
_PRESSES = PERSON["press"]
GAP = 1200 * _PRESSES.seconds / (_PRESSES.calls - _PRESSES.burst)
"""Milliseconds from one press to the next: a fast machine presses more often than any person may, and is refused.

It is measured where the presses are made. Where they arrive two can still follow each other more closely, since one
that was held up is answered, and so followed, as quickly as any other: then the page says that it was too fast.
"""
REST, TRIES = 3000, 10
"""Milliseconds until a person who read that notice presses again, and how often at most."""

# What people do after the notice that they are too fast: they close the notice, wait, and do it again. This deals
# with no other answer to a press: any other notice stays on the page.
TOOLS = f"const [GAP, REST, TRIES, PATIENCE] = [{GAP}, {REST}, {TRIES}, {PATIENCE}];"
TOOLS += f"const TOO_FAST = {json.dumps([TOO_FAST, *(translator(language)(TOO_FAST) for language in languages())])};"
TOOLS += """
  const live = () => [...document.querySelectorAll(".live .rows button")];
  const offers = (verb) => live().filter((button) => button.dataset.token.includes(verb));
  const called = () => [...document.querySelectorAll(".live .mention")].at(-1)?.classList.contains("mine");
  const toPlay = () => (called() ? [...offers(".throw"), ...offers(".move:")] : []);
  const over = () => offers(".again").length > 0;
  const kind = (button) => {
    const [verb, ...rest] = button.dataset.token.split(".")[2].split(":");
    return verb === "page" || verb === "computer" ? `${verb}:${rest.at(-1)}` : verb;
  };
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const change = (done) => new Promise((resolve, reject) => {
    if (done()) return resolve();
    const stuck = () => reject(new Error("the board did not change: " + document.body.innerText));
    const late = setTimeout(stuck, PATIENCE);
    const watch = new MutationObserver(() => {
      if (!done()) return;
      watch.disconnect();
      clearTimeout(late);
      resolve();
    });
    for (const id of ["log", "table", "notice"]) {
      watch.observe(document.getElementById(id), { subtree: true, childList: true, attributes: true });
    }
  });
  const tooFast = () => {
    const notice = document.querySelector(".notice");
    return TOO_FAST.includes(notice?.querySelector(".text").innerText.trim()) ? notice : null;
  };
  const press = async (button) => {
    const { token } = button.dataset;
    const same = () => live().find((other) => other.dataset.token === token);
    const rested = pause(GAP);
    for (let tries = 1; same(); tries += 1) {
      same().click();
      const both = document.querySelector("#sheet[open] .row > .button:last-child"); // asks: move, or play both
      if (both && kind(button) === "sit") both.click();
      await change(() => !same() || tooFast());
      if (!tooFast()) continue;
      if (tries === TRIES) throw new Error(`too fast ${tries} times`);
      tooFast().querySelector(".close").click();
      await pause(REST);
    }
    await rested;
  };
"""
# Presses what the newest board offers, always through the page's own buttons and only when it calls somebody of this
# page, until the game is over, or `most` presses are done and somebody of this page is called again, so that nothing
# moves any more; gives how many presses it took and whether the game is over.
PLAY = f"""
async (most) => {{
  {TOOLS}
  const kinds = new Set();
  let presses = 0;
  for (;;) {{
    await change(() => toPlay().length || over());
    if (over() || presses === most) break;
    const choices = toPlay();
    const button = choices[(presses * 7) % choices.length];
    kinds.add(kind(button));
    await press(button);
    presses += 1;
  }}
  return {{ presses, kinds: [...kinds].sort(), over: offers(".again").length > 0 }};
}}
"""
# Presses one button of every kind that a table offers before its game, but those to be left alone, on all of its
# pages; gives the kinds. Nothing may be refused.
EVERY_KIND = f"""
async (leftAlone) => {{
  {TOOLS}
  const LATE = ["game", "colours", "hue"];  // after these there may be less to choose from
  const pressed = new Set();
  const SWITCHES = ["hue", "rated", "auto", "switch"];  // which being on does not keep from being pressed
  const open = (button) => ![...leftAlone, ...pressed, "throw", "move"].includes(kind(button));
  for (;;) {{
    const buttons = live().filter(
      (button) => !button.matches("[aria-pressed=true], [aria-checked=true]") || SWITCHES.includes(kind(button))
    );
    const home = buttons.find((button) => kind(button) === "page:main");
    const atHome = buttons.some((button) => kind(button) === "start" || kind(button) === "fill");
    const back = home ?? (atHome ? null : buttons.findLast((button) => kind(button).startsWith("page:")));
    const left = buttons.filter((button) => button !== home && open(button));
    const button = left.find((button) => !LATE.includes(kind(button))) ?? left[0] ?? back;
    if (!button) return [...pressed];
    pressed.add(kind(button));
    await press(button);
    if (document.querySelector(".notice")) throw new Error(document.querySelector(".notice").innerText);
  }}
}}
"""


# Presses the button of the newest board that has these words.
PRESS = f"""
async (words) => {{
  {TOOLS}
  await press(live().find((button) => button.textContent.includes(words)));
}}
"""


async def press(page: Page, words: str) -> None:
    """Press a button of the newest board until it is gone, as somebody does who was too fast."""
    await expect(offered(page, words).first).to_be_visible()
    await page.evaluate(PRESS, words)


async def play(page: Page, most: int = 5000) -> dict[str, Any]:
    """Play on by clicking."""
    result: dict[str, Any] = await page.evaluate(PLAY, most)
    return result


async def resign(page: Page) -> None:
    """Give the game up, and wait until it is over: against bots, or one other person, it is."""
    await write(page, "/resign")
    await page.get_by_role("button", name="Yes, resign").click()
    await expect(page.locator("#table [data-token$='.again']")).to_be_visible()


async def write(page: Page, text: str) -> None:
    """Type a line and send it."""
    box = page.get_by_role("combobox")
    await box.fill(text)
    await box.press("Escape")
    await box.press("Enter")


def offered(page: Page, words: str) -> Locator:
    """Return a button of the newest board."""
    return page.locator(LIVE, has_text=words)


async def open_table(page: Page, line: str = "/play parchis") -> None:
    """Open a table by its command."""
    await write(page, line)
    await expect(offered(page, "Start with bots")).to_be_visible()


async def hurry(page: Page) -> None:
    """Let bots play at once: a whole game need not take as long as people want it to."""
    await write(page, "/settings pause=none")
    await expect(page.locator("#log .message .text").last).to_contain_text("Bots don't pause")


async def add_person(page: Page, name: str, language: str = "", *, speaks: bool = True) -> None:
    """Add one more person to the page, who then speaks, unless a board that comes meanwhile calls somebody else."""
    radios = page.locator("#people [role=radio]")
    count = await radios.count()
    await page.locator("#add").click()
    await page.locator("#person-name").fill(name)
    if language:
        await page.locator("#person-language").select_option(language)
    await page.locator("#person-form [type=submit]").click()
    await expect(radios).to_have_count(count + 1)
    if speaks:
        await expect(page.locator("#people [aria-checked=true]")).to_contain_text(name)


async def join(guest: Page, host: Page, seat: str) -> None:
    """Let the guest take a seat, and wait until the host sees that."""
    await offered(guest, seat).click()
    await expect(offered(host, seat)).to_have_count(0)


async def away(page: Page) -> None:
    """Wait until the page has noticed that the server is gone."""
    await expect(page.locator("#state")).to_have_text("Reconnecting…")


async def back(page: Page) -> None:
    """Wait until the page is connected: its word for that is shown too shortly for a busy machine."""
    await expect(page.locator("#state")).to_have_attribute("data-state", "open")


async def last_text(page: Page) -> str:
    """Return the newest message's words."""
    return await page.locator("#log .message .text").last.inner_text()


async def whose_turn(page: Page, other: Page) -> tuple[Page, Page]:
    """Wait until both show the board at which one of them is called: while others move one page can be ahead.

    Return the page of who is to act first.
    """
    async with asyncio.timeout(PATIENCE / 1000):
        while True:
            shown = [await each.evaluate(SHOWN) for each in (page, other)]
            (picture, plays), (same, others_play) = shown
            if picture and picture == same and plays != others_play:
                return (page, other) if plays else (other, page)
            await asyncio.sleep(0.05)
