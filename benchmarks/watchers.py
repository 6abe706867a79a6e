"""Measures what a watcher of the page costs the bot: `python -m benchmarks.watchers [watchers] [presses]`.

A game is played with and without watchers, who keep a socket open. They cost the difference of the bot's processor
time. In a second round each watcher loads the picture of each board as well, as browsers do that can't put boards
together. Linux only.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path

import aiohttp

from benchmarks.process_cost import spent
from tests.fakes.page_client import Page, begun, opened
from tests.fakes.page_process import Bot
from tests.fakes.page_steps import GAP

WATCHERS, PRESSES = 40, 150
PLAYS = r"\.(throw|move:)"
REST = 1.0
"""Seconds after the last press until all watchers have what is new."""


@asynccontextmanager
async def watching(bot: Bot, *, pictures: bool) -> AsyncIterator[list[int]]:
    """Watch the game, and count the boards that come."""
    seen: list[int] = []
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        page = await opened(client, bot.url, count(1))

        async def watch() -> None:
            while True:
                for message in (await page.until("messages"))["messages"]:
                    if (picture := message["body"].get("picture")) is None:
                        continue
                    seen.append(message["id"])
                    if pictures:
                        async with client.get(f"{bot.url}picture/{message['id']}/{picture['digest']}.png") as answer:
                            await answer.read()

        task = asyncio.create_task(watch())
        try:
            yield seen
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


async def played(watchers: int, presses: int, *, pictures: bool = False) -> tuple[float, int]:
    """Return the bot's processor seconds for a game's presses, and how many boards a watcher has got."""
    with tempfile.TemporaryDirectory() as folder:
        bot = Bot(Path(folder)).start()
        try:
            async with AsyncExitStack() as open_pages:
                jar = aiohttp.CookieJar(unsafe=True)
                client = await open_pages.enter_async_context(aiohttp.ClientSession(cookie_jar=jar))
                player: Page = await opened(client, bot.url, count(1))
                await begun(player)
                seen = [
                    await open_pages.enter_async_context(watching(bot, pictures=pictures)) for _ in range(watchers)
                ]
                await player.press(PLAYS)
                await asyncio.sleep(REST)
                had, before = [len(each) for each in seen], await asyncio.to_thread(spent, _pid(bot))
                for _ in range(presses):
                    await player.press(PLAYS)
                    await asyncio.sleep(GAP / 1000)
                await asyncio.sleep(REST)
                cost = await asyncio.to_thread(spent, _pid(bot)) - before
                return cost, max((len(each) - first for each, first in zip(seen, had, strict=True)), default=0)
        finally:
            bot.close()


def _pid(bot: Bot) -> int:
    return bot.process.pid if bot.process is not None else 0


async def measure(watchers: int, presses: int) -> None:
    alone, _ = await played(0, presses)
    print(f"a press without watchers: {1000 * alone / presses:.2f} ms of the bot's processor time")
    for what, pictures in (("boards in layers", False), ("pictures", True)):
        cost, boards = await played(watchers, presses, pictures=pictures)
        each = 1000 * (cost - alone) / (watchers * boards)
        print(f"a watcher's board, {what}: {each:.3f} ms ({watchers} watchers, {boards} boards)")


def main(watchers: int = WATCHERS, presses: int = PRESSES) -> None:
    asyncio.run(measure(watchers, presses))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
