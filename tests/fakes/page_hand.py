"""Play on the page's board with a finger, in whatever browser: a whole game by taps on what the board offers."""

from __future__ import annotations

from typing import Any, Protocol

from playwright.async_api import Page

from tests.fakes.page_steps import TOOLS


class Hand(Protocol):
    """A page that can be asked, touched and looked at."""

    async def evaluate(self, function: str, argument: object = None) -> Any:
        """Call a function of JavaScript with a value, and return what it gives or promises."""

    async def tap(self, x: float, y: float) -> None:
        """Put a finger down, and lift it."""


class PlaywrightHand:
    """A page that playwright drives."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def evaluate(self, function: str, argument: object = None) -> Any:
        """Call a function of JavaScript with a value."""
        return await self._page.evaluate(function, argument)

    async def tap(self, x: float, y: float) -> None:
        """Put a finger down, and lift it."""
        await self._page.touchscreen.tap(x, y)


SEND = """async (line) => {
  const box = document.getElementById("text");
  box.value = line;
  box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  document.getElementById("line").requestSubmit();
}"""

# Waits until a button of the newest message has these words, and says where its middle is.
BUTTON = f"""async (words) => {{
  {TOOLS}
  const wanted = () => live().find((button) => button.textContent.includes(words));
  await change(wanted);
  wanted().scrollIntoView({{ block: "nearest" }});
  await new Promise(requestAnimationFrame);
  const box = wanted().getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}}"""

# Waits until the board offers something else than it did, and says what is to be tapped next: the middle of the
# throw, of a piece, or of a square for the piece that is chosen. It must be large enough, in view, and not covered.
NEXT = f"""async ([before, place]) => {{
  {TOOLS}
  const spots = (kind) => [...document.querySelectorAll(`.live .spots .spot${{kind}}`)];
  const chosen = () => spots(".piece").findIndex((spot) => spot.getAttribute("aria-pressed") === "true");
  const state = () => [...live().map((button) => button.dataset.token), chosen()].join();
  const ready = () => toPlay().length && spots("").length && !document.querySelector(".live.busy");
  await change(() => state() !== before && (over() || ready()));
  if (over()) return {{ over: true }};
  const wanted = chosen() >= 0 ? ".landing:not(.out)" : spots(".piece").length ? ".piece" : ".deed";
  const offered = spots(wanted);
  const spot = offered[place % offered.length];
  const box = spot.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (Math.min(box.width, box.height) < 40) throw new Error(`a spot of ${{box.width}} px`);
  if (!document.elementFromPoint(x, y)?.closest(".spot")) throw new Error(`nothing to tap at ${{x}}, ${{y}}`);
  return {{ over: false, kind: wanted, x, y, state: state(), label: spot.getAttribute("aria-label") }};
}}"""

# What is seen once the game is over: the picture, how much of it is in view, and what it says.
CARD = """async () => {
  const picture = document.querySelector("#table img.picture");
  await picture.decode();
  const { x, y, right, bottom } = picture.getBoundingClientRect();
  const whole = x >= 0 && y >= 0 && right <= innerWidth && bottom <= innerHeight;
  return { whole, alt: picture.alt, wide: picture.naturalWidth };
}"""

# Gives the game up, and waits until it is over.
RESIGN = f"""async () => {{
  {TOOLS}
  const sure = () => [...document.querySelectorAll("#log button")].find(
    (button) => button.textContent.includes("Yes, resign")
  );
  await change(sure);
  sure().click();
  await change(over);
}}"""

MOST = 1500
"""Taps of the longest game: of one that goes on longer something is wrong."""


async def play_by_taps(hand: Hand, enough: int = MOST) -> dict[str, int]:
    """Tap on the board until the game is over; return how often each kind of thing was tapped.

    After enough taps, some of them on a piece, the game is given up. Raises AssertionError if it does not end; what
    cannot be tapped is an error of the page's script.
    """
    taps = {".deed": 0, ".piece": 0, ".landing:not(.out)": 0}
    before = ""
    for count in range(MOST):
        step = await hand.evaluate(NEXT, [before, count * 7])
        if step["over"]:
            return taps
        if count >= enough and taps[".piece"]:
            await hand.evaluate(SEND, "/resign")
            await hand.evaluate(RESIGN)
            return taps
        before = step["state"]
        taps[step["kind"]] += 1
        await hand.tap(step["x"], step["y"])
    raise AssertionError(f"no end after {taps}")


async def start_by_taps(hand: Hand, line: str) -> None:
    """Have bots play without pauses, open a table, and start it by a tap."""
    await hand.evaluate(SEND, "/settings pause=none")
    await hand.evaluate(SEND, line)
    x, y = await hand.evaluate(BUTTON, "Start with bots")
    await hand.tap(x, y)
