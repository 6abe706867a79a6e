"""Be the page without a browser: a session and a socket."""

from __future__ import annotations

import asyncio
import re
from itertools import count
from typing import Any

import aiohttp

from bot.core.dispatch.middleware import TOO_FAST
from tests.fakes.told_messages import having, taken

PATIENCE = 60.0
"""Seconds in which a busy machine answers."""
REST, TRIES = 3.0, 10
"""Seconds until somebody who was too fast tries again, and how often at most."""


class Page:
    """A page without a browser: it keeps the messages and presses buttons."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, ids: count[int]) -> None:
        self.socket = socket
        self.ids = ids
        self.messages: dict[int, dict[str, Any]] = {}
        self.early: dict[str, dict[str, Any]] = {}
        self.pressed: set[str] = set()

    async def until(self, frame: str, **wanted: object) -> dict[str, Any]:
        """Listen until such a frame comes; raises ConnectionError when nothing comes any more."""
        while True:
            async with asyncio.timeout(PATIENCE):  # aiohttp's own timeout restarts with every ping
                message = await self.socket.receive()
            if message.type is not aiohttp.WSMsgType.TEXT:
                raise ConnectionError
            heard: dict[str, Any] = message.json()
            if heard["is"] in ("board", "messages") and taken(self.messages, heard, self.early):
                await self.hello()
            if heard["is"] == frame and wanted.items() <= heard.items():
                return heard

    async def hello(self) -> None:
        """Say hello with what the page has."""
        await self.socket.send_json({"do": "hello", "chat": "hall", "locale": "en", "have": having(self.messages)})

    async def do(self, **wish: object) -> bool:
        """Send a wish, again after a while when that was too fast, and wait until it is answered.

        Returns whether it was done.
        """
        for _ in range(TRIES):
            name = f"w{next(self.ids)}"
            await self.socket.send_json({"id": name, "as": 1, **wish})
            notice = (await self.until("done", id=name))["notice"]
            if notice is None or notice[0][0][0] != TOO_FAST:
                break
            await asyncio.sleep(REST)
        return notice is None

    async def press(self, wanted: str) -> bool:
        """Press a button of the newest board, as soon as there is one that fits; return whether it counted.

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


async def opened(client: aiohttp.ClientSession, address: str, ids: count[int]) -> Page:
    """Open a page on the chat, with all that it shows."""
    origin = {"Origin": address.rstrip("/")}
    await (await client.post(f"{address}session", headers=origin)).read()
    page = Page(await client.ws_connect(f"{address}socket", headers=origin), ids)
    await page.hello()
    await page.until("messages")
    return page


async def begun(page: Page) -> None:
    """Begin a game that one person plays at all four seats."""
    assert await page.do(do="say", text="/play spanish auto=no rolls=each")
    for seat in (1, 2, 3):
        assert await page.press(rf"\.sit:{seat}")
    assert await page.do(do="say", text="/start")
