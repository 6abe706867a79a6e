"""Measures the page and the Activity of one source tree, for `page --against`; prints a JSON object of figures.

The tree is the one in `PYTHONPATH`; it makes the bot, the imitations and the page. How to measure comes from here, so
that two revisions are measured in the same way. The Activity's page has Discord's SDK if the tree has it.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import statistics
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Frame, Page, async_playwright

from bot.core.messages.requests import Outcome, Person, Request
from data.records import ChatKey, PersonKey
from render import picture
from render.films.moving import draw_motion
from tests.fakes.activity import CHANNEL, discord_side
from tests.fakes.messenger import FakeMessenger
from tests.fakes.mini_app import app_house
from tests.fakes.page_process import Bot
from tests.fakes.page_steps import GAP, hurry, offered, open_table
from tests.fakes.page_visit import NAMES, QUIET

sys.path.insert(0, str(Path(__file__).parent))
import page_tasks
import process_cost

WARM, MOVES = 4, 12
"""Presses before the measured ones, and those whose frames are traced."""
BUTTON = "#table .live .rows button"
# Presses the first button of the board, and returns the milliseconds until the next state is painted.
PRESS = """async (button) => {
  const until = async (done) => {
    for (const late = performance.now() + 30000; !done(); await new Promise(requestAnimationFrame))
      if (performance.now() > late) throw new Error("nothing changed: " + document.body.innerText);
  };
  await until(() => document.querySelector(button));
  const { token } = document.querySelector(button).dataset;
  const began = performance.now();
  document.querySelector(button).click();
  await until(() => !document.querySelector(`#table [data-token="${token}"]`));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return performance.now() - began;
}"""

Figures = dict[str, float]


class Traffic:
    """Counts what a browser's tab and its frames receive: requests with their bytes, and frames of the socket."""

    def __init__(self) -> None:
        self.requests = self.loaded = self.framed = self.boards = 0

    async def hear(self, page: Page, source: Page | Frame) -> None:
        session = await page.context.new_cdp_session(source)
        await session.send("Network.enable")
        session.on("Network.loadingFinished", self._load)
        session.on("Network.webSocketFrameReceived", self._frame)

    def _load(self, event: dict[str, Any]) -> None:
        self.requests += 1
        self.loaded += int(event["encodedDataLength"])

    def _frame(self, event: dict[str, Any]) -> None:
        packer, data = zlib.compressobj(wbits=-15), event["response"]["payloadData"].encode()
        self.boards += data.startswith(b'{"is":"messages"')
        self.framed += len(packer.compress(data) + packer.flush())


async def _frames(browser: Browser, page: Page, board: Page | Frame, folder: Path) -> Figures:
    """Return how long the browser works for a frame, and in its longest task, while pieces move."""
    await board.evaluate(page_tasks.MARKS)
    await browser.start_tracing(page=page, path=folder / "trace.json", categories=page_tasks.CATEGORIES)
    for _ in range(MOVES):
        await board.evaluate(PRESS, BUTTON)
        await page.wait_for_timeout(1000)
    await browser.stop_tracing()
    return page_tasks.figures(folder / "trace.json")


async def _pressed(page: Page, board: Page | Frame, presses: int, traffic: Traffic) -> Figures:
    """Return what presses take: time until they are painted, and bytes."""
    framed, boards, loaded = traffic.framed, traffic.boards, traffic.loaded
    times = []
    for _ in range(presses):
        times.append(await board.evaluate(PRESS, BUTTON))
        await page.wait_for_timeout(GAP)
    return {
        "press to painted, ms: median": statistics.median(times),
        "press to painted, ms: p95": statistics.quantiles(times, n=20)[-1],
        "a board in frames, KB": (traffic.framed - framed) / 1000 / max(1, traffic.boards - boards),
        "a press in requests, KB": (traffic.loaded - loaded) / 1000 / presses,
    }


async def _cold(browser: Browser, address: str) -> Figures:
    context = await browser.new_context(locale="en-GB")
    page, traffic = await context.new_page(), Traffic()
    await traffic.hear(page, page)
    await page.goto(address)
    await page.wait_for_timeout(2500)
    await context.close()
    return {"cold load with a board, KB": traffic.loaded / 1000, "cold load, requests": traffic.requests + 1}


async def _page(browser: Browser, folder: Path, presses: int) -> Figures:
    bot = Bot(folder).start()
    try:
        address = f"{bot.url}#/c/near"
        context = await browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
        page, traffic = await context.new_page(), Traffic()
        await page.goto(address)
        await page.locator("#people > *").first.wait_for(state="attached")
        await hurry(page)
        await open_table(page)
        await offered(page, "Start with bots").click()
        for _ in range(WARM):
            await page.wait_for_timeout(GAP)
            await page.evaluate(PRESS, BUTTON)
        await traffic.hear(page, page)
        pid = bot.process.pid if bot.process is not None else 0
        before = await asyncio.to_thread(process_cost.spent, pid)
        found = await _pressed(page, page, presses, traffic)
        spent = await asyncio.to_thread(process_cost.spent, pid) - before
        found |= {"the bot's CPU, ms a press": 1000 * spent / presses}
        found |= await _frames(browser, page, page, folder)
        found |= {"the database, KB": _size(folder) / 1000} | await _cold(browser, address)
        await context.close()
        return found
    finally:
        bot.close()


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.glob("palmares.sqlite3*"))


async def _activity(browser: Browser, folder: Path, presses: int) -> Figures:
    dora, here = PersonKey("discord", "170000000000000001"), ChatKey("discord", CHANNEL)
    beside, wishes = {"discord": FakeMessenger()}, {"pictures": picture, "draw_motion": draw_motion}
    async with discord_side() as side, app_house(discord=side, beside=beside, **wishes) as house:

        async def deliver(outcome: Outcome) -> Outcome:
            return outcome

        options = {"game": "parchis", "rolls": "each", "pace": "none"}
        await house.room.core.dispatcher.command(Request(here, Person(dora, "Dora"), "play", options), deliver)
        context = await browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 800})
        page, traffic = await context.new_page(), Traffic()
        await side.show(context)
        await traffic.hear(page, page)
        await page.goto(side.client("dora", house.site.address, dora.user, side.enter(dora.user)))
        app = page.frames[1]
        await app.locator("[data-token$='.fill']").wait_for()
        sizes = await app.evaluate("performance.getEntries().map((one) => one.transferSize ?? 0).filter(Boolean)")
        found: Figures = {"cold load with a lobby, KB": sum(sizes) / 1000, "cold load, requests": len(sizes) + 1}
        await app.locator("[data-token$='.fill']").click()
        await app.locator("#table [data-token$='.throw']").first.wait_for()
        for _ in range(WARM):
            await page.wait_for_timeout(GAP)
            await app.evaluate(PRESS, BUTTON)
        heard = Traffic()
        await heard.hear(page, app)
        found |= await _pressed(page, app, presses, heard)
        found |= await _frames(browser, page, app, folder)
        await context.close()
        return found


async def measure(presses: int) -> dict[str, Figures]:
    async with async_playwright() as playwright:
        executable = next(filter(None, map(shutil.which, NAMES)))
        browser = await playwright.chromium.launch(executable_path=executable, args=list(QUIET))
        found: dict[str, Figures] = {}
        for name, row in (("page", _page), ("Activity", _activity)):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    found[name] = await row(browser, Path(folder), presses)
                except Exception as error:  # noqa: BLE001 - an older tree may have no such thing
                    print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
        await browser.close()
        return found


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(int(sys.argv[1])))))
