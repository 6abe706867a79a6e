"""kill -9 at random moments of a game: nothing that was acknowledged is lost, and the buttons still work."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import sqlite3
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import aiohttp

ROOT = Path(__file__).parents[2]
KILLS = 6


class Page:
    """A page without a browser: it keeps the messages and presses buttons."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, ids: count[int]) -> None:
        self.socket = socket
        self.ids = ids
        self.messages: dict[int, dict[str, Any]] = {}
        self.pressed: set[str] = set()

    async def until(self, frame: str, **wanted: object) -> dict[str, Any]:
        """Listens until such a frame comes; raises ConnectionError when nothing comes any more."""
        while True:
            async with asyncio.timeout(20):  # aiohttp's own timeout begins anew with every ping
                message = await self.socket.receive()
            if message.type is not aiohttp.WSMsgType.TEXT:
                raise ConnectionError
            heard: dict[str, Any] = message.json()
            if heard["is"] == "messages":
                self.messages |= {each["id"]: each for each in heard["messages"]}
            if heard["is"] == frame and wanted.items() <= heard.items():
                return heard

    async def do(self, **wish: object) -> bool:
        """Sends a wish and waits until it is answered; whether it was done."""
        name = f"w{next(self.ids)}"
        await self.socket.send_json({"id": name, "as": 1, **wish})
        return (await self.until("done", id=name))["notice"] is None

    async def press(self, wanted: str) -> bool:
        """Presses a button of the newest board, as soon as there is one that fits; whether it counted.

        Just after a start the board may still be the last one: its button is refused, and a newer board follows.
        """
        while True:
            for number, message in sorted(self.messages.items(), reverse=True):
                tokens = [button[1] for row in message["body"]["rows"] for button in row]
                fitting = [token for token in tokens if re.search(wanted, token)]
                if fitting and fitting[0].split(".")[1] not in self.pressed:
                    self.pressed.add(fitting[0].split(".")[1])
                    return await self.do(do="press", message=str(number), token=fitting[-1])
            await self.until("messages")


class Bot:
    """The real process, over one database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / "games.sqlite3"
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> str:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "--port", "0", "--database", f"sqlite:///{self.database}",
            cwd=self.folder, env={"PYTHONPATH": str(ROOT)}, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = (await asyncio.wait_for(self.process.stdout.readline(), 30)).decode()
        found = re.search(r"http://\S+/", line)
        assert found, line
        return found[0]

    async def kill(self) -> None:
        assert self.process is not None
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
            await self.process.wait()

    def stored(self) -> tuple[int, int]:
        """How many moves are stored, and how many tables."""
        with sqlite3.connect(self.database) as database:
            (moves,) = database.execute("SELECT count(*) FROM moves").fetchone()
            (tables,) = database.execute("SELECT count(*) FROM tables").fetchone()
        database.close()
        return moves, tables


async def opened(client: aiohttp.ClientSession, address: str, ids: count[int]) -> Page:
    """A page on the chat, with all that it shows."""
    origin = {"Origin": address.rstrip("/")}
    await (await client.post(f"{address}session", headers=origin)).read()
    page = Page(await client.ws_connect(f"{address}socket", headers=origin), ids)
    await page.socket.send_json({"do": "hello", "chat": "hall", "locale": "en", "have": {}})
    await page.until("messages")
    return page


async def play(page: Page, going: asyncio.Event) -> int:
    """Presses what the board offers for as long as the connection lasts; how many presses were acknowledged."""
    done = 0
    with suppress(ConnectionError):
        while True:
            done += await page.press(r"\.(throw|move)")
            if done:
                going.set()
    return done


async def begun(page: Page) -> None:
    """A game that one person plays at all four seats."""
    assert await page.do(do="say", text="/play spanish auto=no")
    for seat in (1, 2, 3):
        assert await page.press(rf"\.sit:{seat}")
    assert await page.do(do="say", text="/start")


async def test_killed_again_and_again_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    bot, rng, ids, acknowledged = Bot(tmp_path), random.Random(20), count(), 0
    client = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))  # one browser all the time
    try:
        for kills in range(1, KILLS + 1):
            page, going = await opened(client, await bot.start(), ids), asyncio.Event()
            if kills == 1:
                await begun(page)
            playing = asyncio.create_task(play(page, going))
            await asyncio.wait_for(going.wait(), 20)
            await asyncio.sleep(rng.uniform(0.0, 0.3))
            await bot.kill()
            acknowledged += await playing
            moves, tables = bot.stored()
            # a press may have been stored without having been acknowledged, once for each kill
            assert acknowledged <= moves <= acknowledged + kills
            assert tables == 1
    finally:
        await client.close()
        await bot.kill()
