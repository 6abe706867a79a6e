"""Measures the local page in a real browser: `python -m benchmarks page [--presses N] [--against REV]`.

A press lasts from the click to the second frame after the complete new board, directly and with a round trip of 600
ms. Layout shift is for all presses, including the half second after a click. Boards in layers are compared with
pictures, which browsers load that can't put boards together. `benchmarks/page_tasks.py` says how long the page works
for each frame. `python -m benchmarks watchers` measures what a watcher costs. With `--against` the page and the
Activity of a revision are compared with those of this tree (`benchmarks/page_against.py`).
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from benchmarks.page_against import compare
from benchmarks.page_tasks import CATEGORIES, MARKS
from benchmarks.page_tasks import told as worked
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.message_format import person_body
from data.records import ChatKey, PersonKey
from data.sqlite.store import open_sqlite
from tests.fakes.page_process import Bot
from tests.fakes.page_steps import GAP, hurry, offered, open_table
from tests.fakes.page_visit import NAMES, QUIET

PRESSES, MESSAGES, ONE_WAY = 50, 200, 0.3
WIDE: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}

# Presses the first button of the board, and returns the milliseconds until the next state is complete.
PRESS = """async (patience) => {
  const ready = () => document.querySelector("#table .live .rows button");
  const until = (done) => new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("nothing changed: " + document.body.innerText)), patience);
    const look = () => (done() ? (clearTimeout(late), resolve()) : requestAnimationFrame(look));
    look();
  });
  await until(ready);
  const button = ready();
  const { token } = button.dataset;
  const began = performance.now();
  button.click();
  const same = () => document.querySelector(`#table [data-token="${token}"]`);
  await until(() => !same() || document.querySelector(".notice"));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  if (document.querySelector(".notice")) throw new Error(document.querySelector(".notice").innerText);
  return performance.now() - began;
}"""
WATCH = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.value;
  }).observe({ type: "layout-shift" });
}"""
LOADED = """() => performance.getEntries().filter(({ transferSize }) => transferSize)
  .map(({ transferSize }) => transferSize)"""

UNABLE = "delete globalThis.createImageBitmap"
MOVES = 20


class Traffic:
    """Counts what a page receives: requests and their bytes, and frames as they are compressed one by one."""

    def __init__(self) -> None:
        self.requests = self.loaded = self.framed = self.boards = 0

    @classmethod
    async def of(cls, page: Page) -> Traffic:
        counted, session = cls(), await page.context.new_cdp_session(page)
        await session.send("Network.enable")
        session.on("Network.loadingFinished", counted._load)
        session.on("Network.webSocketFrameReceived", counted._frame)
        return counted

    def _load(self, event: dict[str, Any]) -> None:
        self.requests += 1
        self.loaded += event["encodedDataLength"]

    def _frame(self, event: dict[str, Any]) -> None:
        packer = zlib.compressobj(wbits=-15)
        data = event["response"]["payloadData"].encode()
        self.boards += data.startswith(b'{"is":"messages"')
        self.framed += len(packer.compress(data) + packer.flush())

    def told(self, presses: int) -> str:
        loaded, framed = (size / presses / 1000 for size in (self.loaded, self.framed))
        each = f"{presses * framed / max(1, self.boards):.1f} KB a board"
        requests = f"{loaded:.1f} KB in {self.requests / presses:.2f} requests"
        return f"a press: {framed:.1f} KB in frames, {each}; {requests}"


@asynccontextmanager
async def slow_line(port: int) -> AsyncIterator[int]:
    """Relay to a port of this machine, delaying all bytes; yields the port to connect to."""

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        held: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, data = await held.get()
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                if not data:
                    writer.close()
                    return
                writer.write(data)

        delivering = asyncio.create_task(deliver())
        try:
            while data := await reader.read(65_536):
                held.put_nowait((time.monotonic() + ONE_WAY, data))
        except ConnectionError:
            pass
        held.put_nowait((time.monotonic() + ONE_WAY, b""))
        await delivering

    relays: set[asyncio.Task[Any]] = set()

    async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if (ours := asyncio.current_task()) is not None:
            relays.add(ours)
        there, back = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(carry(reader, back), carry(there, writer), return_exceptions=True)

    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]
    if relays:
        # the last bytes are still on their way; a relay cancelled by the end of the loop prints a traceback
        await asyncio.wait(relays, timeout=5)


async def _opened(
    browser: Browser, address: str, *, able: bool = True, density: int = 1, size: ViewportSize = WIDE
) -> Page:
    context = await browser.new_context(
        locale="en-GB", viewport=size, device_scale_factor=density, has_touch=size == PHONE, is_mobile=size == PHONE
    )
    if not able:
        await context.add_init_script(UNABLE)
    page = await context.new_page()
    await page.goto(address)
    await page.locator("#people > *").first.wait_for(state="attached")
    return page


async def _presses(page: Page, count: int) -> tuple[list[float], float, Traffic]:
    await hurry(page)
    await open_table(page)
    begin = offered(page, "Start with bots")
    await begin.click()
    await begin.wait_for(state="detached")
    await page.locator("#table .live .rows button").first.wait_for()
    await page.evaluate(WATCH)
    await page.evaluate(PRESS, 30_000)  # afterwards most sprites are there
    traffic, times = await Traffic.of(page), []
    for _ in range(count):
        times.append(await page.evaluate(PRESS, 30_000))
        await page.wait_for_timeout(GAP)
    return times, await page.evaluate("window.shifted"), traffic


async def _cold(browser: Browser, address: str, density: int = 1) -> str:
    page = await _opened(browser, address, density=density)
    await page.wait_for_timeout(2000)
    sizes = await page.evaluate(LOADED)
    await page.context.close()
    return f"{sum(sizes) / 1000:.1f} KB in {len(sizes) + 1} requests, including the socket"


async def _smoothness(browser: Browser, page: Page, folder: Path) -> str:
    """Return how long the browser works for frames while pieces move, and in the page's longest tasks."""
    await page.evaluate(MARKS)
    await browser.start_tracing(page=page, path=folder / "trace.json", categories=CATEGORIES)
    for _ in range(MOVES):
        await page.evaluate(PRESS, 30_000)
        await page.wait_for_timeout(1000)
    await browser.stop_tracing()
    return worked(folder / "trace.json")


async def _filled(database: Path) -> None:
    store = await open_sqlite(str(database))
    chat, ana = ChatKey("web", "full"), PersonKey("web", f"{'a' * 16}-1")
    messenger = WebMessenger(store, time.time)
    for number in range(MESSAGES):
        await messenger.write(chat, person_body(ana, "Ana", f"line {number}"), nonce=f"said:{number}")
    await store.close()


def _told(what: str, times: list[float], shifted: float, traffic: Traffic) -> str:
    late = statistics.quantiles(times, n=20)[-1]
    median = statistics.median(times)
    pace = f"median {median:.0f} ms, p95 {late:.0f} ms; layout shift {shifted:.3f}"
    return f"press to painted, {what}: {pace}; {traffic.told(len(times))}"


async def measure(presses: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bot = Bot(Path(folder))
        await _filled(bot.database)
        bot.start()
        try:
            async with async_playwright() as playwright:
                executable = next(filter(None, map(shutil.which, NAMES)))
                browser = await playwright.chromium.launch(executable_path=executable, args=list(QUIET))
                print(f"cold load: {await _cold(browser, f'{bot.url}#/c/cold')}")
                page = await _opened(browser, f"{bot.url}#/c/full")
                await page.wait_for_timeout(1000)
                nodes = await page.evaluate("document.querySelectorAll('*').length")
                print(f"elements after {MESSAGES} messages: {nodes}")
                page = await _opened(browser, f"{bot.url}#/c/near")
                print(_told("on this machine", *await _presses(page, presses)))
                print(f"cold load with a board: {await _cold(browser, f'{bot.url}#/c/near')}")
                print(f"the same at density 2: {await _cold(browser, f'{bot.url}#/c/near', 2)}")
                print(f"a slow computer: {await _smoothness(browser, page, Path(folder))}")
                await page.context.close()
                page = await _opened(browser, f"{bot.url}#/c/phone", density=3, size=PHONE)
                await _presses(page, 1)
                print(f"a slow phone: {await _smoothness(browser, page, Path(folder))}")
                await page.context.close()
                page = await _opened(browser, f"{bot.url}#/c/pictures", able=False)
                print(_told("with pictures", *await _presses(page, presses)))
                await page.context.close()
                async with slow_line(bot.port) as port:
                    page = await _opened(browser, f"http://127.0.0.1:{port}/#/c/far")
                    print(_told("600 ms round trip", *await _presses(page, presses)))
                    await page.context.close()
                await browser.close()
        finally:
            bot.close()


def main(*given: str) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks page")
    parser.add_argument("--presses", type=int, default=PRESSES)
    parser.add_argument("--against", metavar="REV", help="compare frames, bytes and CPU with a revision instead")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args(given)
    if not any(map(shutil.which, NAMES)):
        print(f"the page: no browser found, none of {', '.join(NAMES)}")
    elif asked.against is None:
        asyncio.run(measure(asked.presses))
    else:
        compare(asked.against, asked.presses, asked.rounds)


if __name__ == "__main__":
    main(*sys.argv[1:])
