"""Run the page, over a core that only counts or over the real one, and visitors."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse, CookieJar

from bot.bootstrap import application
from bot.core.application import Application
from bot.core.board_messages.board_motion import DrawMotion
from bot.core.common.clock import Clock, SystemClock
from bot.core.common.entropy import seeded
from bot.core.views.pictures import Pictures
from bot.platforms.web.chat import WebMessenger
from bot.platforms.web.config import WebConfig
from bot.platforms.web.platform import COOKIE, WebPlatform
from data.sqlite.store import SqliteStore, open_sqlite
from tests.fakes.counting_core import FakeCore
from tests.fakes.pictures import FakePictures
from tests.fakes.room import taken_up
from tests.fakes.told_messages import having, taken

PATIENCE = 60.0
"""Seconds in which a busy machine answers."""
ANY_PORT = WebConfig(port=0)


@dataclass
class Page:
    """What a browser is to the server: a cookie and a socket."""

    session: ClientSession
    socket: ClientWebSocketResponse
    people: list[dict[str, Any]] = field(default_factory=list)
    messages: dict[int, dict[str, Any]] = field(default_factory=dict)
    welcome: dict[str, Any] = field(default_factory=dict)
    early: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Parts of boards that came before their messages."""
    said: dict[str, Any] = field(default_factory=dict)
    """How it said hello."""
    _ids: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    async def frame(self) -> dict[str, Any]:
        """Read the next frame, and note it."""
        async with asyncio.timeout(PATIENCE):  # aiohttp's own timeout restarts with every ping
            frame: dict[str, Any] = await self.socket.receive_json()
        if frame["is"] in ("board", "messages"):
            if taken(self.messages, frame, self.early):
                await self._greet()
        elif frame["is"] in ("people", "welcome"):
            self.people = frame["people"]
        return frame

    async def until(self, good: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read on until a frame is the wanted one."""
        while not good(frame := await self.frame()):
            pass
        return frame

    async def hello(self, chat: str = "salon", locale: str | None = "en") -> dict[str, Any]:
        """Say hello with what the page has, and wait for what it missed."""
        self.said = {"do": "hello", "chat": chat, "locale": locale}
        await self._greet()
        self.welcome = await self.until(lambda frame: frame["is"] == "welcome")
        return await self.until(lambda frame: bool(frame.get("caught_up")))

    async def _greet(self) -> None:
        await self.socket.send_json({**self.said, "have": having(self.messages)})

    async def do(self, do: str, person: int = 1, **values: Any) -> list[Any] | None:
        """Do something; return the private notice."""
        id_ = values.pop("id", None) or f"id-{next(self._ids)}"
        await self.socket.send_json({"do": do, "id": id_, "as": person, **values})
        done = await self.until(lambda frame: frame["is"] == "done" and frame["id"] == id_)
        notice: list[Any] | None = done["notice"]
        return notice

    async def say(self, text: str, **values: Any) -> str | None:
        """Say something; return the private notice's words."""
        return words(await self.do("say", text=text, **values))

    async def press(self, **values: Any) -> str | None:
        """Press the first button of the newest board; return the private notice's words."""
        message = self.board()
        token = values.pop("token", None) or message["body"]["rows"][0][0][1]
        number = values.pop("message", None) or str(message["id"])
        return words(await self.do("press", message=number, token=token, **values))

    def board(self) -> dict[str, Any]:
        """Return the newest message with buttons."""
        return [message for _, message in sorted(self.messages.items()) if message["body"]["rows"]][-1]

    def texts(self) -> list[str]:
        """Return what was said, in order."""
        return [words(message["body"]["lines"]) or "" for _, message in sorted(self.messages.items())]

    def secret(self) -> str:
        """Return the browser's cookie."""
        return next(cookie.value for cookie in self.session.cookie_jar if cookie.key == COOKIE)


def words(lines: list[Any] | None) -> str | None:
    """Return a text's bare words."""
    return None if lines is None else "\n".join("".join(part[0] for part in line) for line in lines)


@dataclass
class Site:
    """A running server and its parts."""

    url: str
    store: SqliteStore
    core: FakeCore
    platform: WebPlatform
    messenger: WebMessenger
    said: list[str] = field(default_factory=list)
    """What the start printed."""

    @property
    def origin(self) -> str:
        """The page's origin."""
        return self.url.rstrip("/")


Browser = Callable[..., Awaitable[Page]]


@asynccontextmanager
async def counting_site(tmp_path: Path, config: WebConfig = ANY_PORT, **settings: Any) -> AsyncIterator[Site]:
    """Serve the page over the core that counts."""
    store = await open_sqlite(str(tmp_path / "web.db"))
    times = itertools.count(1_700_000_000)
    clock: Any = SimpleNamespace(now=lambda: float(next(times)))
    platform = WebPlatform(config, store, clock, **settings)
    core: Any = FakeCore(platform.messenger, store)
    said = await platform.open(core)
    site = Site(platform.address, store, core, platform, platform.messenger, said)
    try:
        yield site
    finally:
        await site.platform.drain()
        await store.close()


async def until(good: Callable[[], bool]) -> None:
    """Wait until something is so that the server does by itself a moment later."""
    async with asyncio.timeout(PATIENCE):
        while not good():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.01)


NO_PICTURES = FakePictures(lambda scene: b"")


@asynccontextmanager
async def real_site(
    database: Path, pictures: Pictures = NO_PICTURES, draw_motion: DrawMotion | None = None
) -> AsyncIterator[tuple[str, SqliteStore, WebMessenger]]:
    """Serve the page over the real core, with the same dice each time: its address, the store and the messenger."""
    store = await open_sqlite(str(database))
    async with site_over(store, SystemClock(), pictures, draw_motion) as (platform, _):
        yield platform.address, store, platform.messenger


@asynccontextmanager
async def site_over(
    store: SqliteStore,
    clock: Clock,
    pictures: Pictures = NO_PICTURES,
    draw_motion: DrawMotion | None = None,
    **settings: Any,
) -> AsyncIterator[tuple[WebPlatform, Application]]:
    """Serve the page over the real core and a store, which is closed afterwards."""
    platform = WebPlatform(ANY_PORT, store, clock, **settings)
    rights = {"web": platform.authority}
    messengers = {"web": platform.messenger}
    options: dict[str, Any] = {"authorities": rights, "draw_motion": draw_motion, "entropy": seeded("1")}
    async with application(store, messengers, clock, pictures, **options) as core:
        await platform.open(core)
        await taken_up(core)
        try:
            yield platform, core
        finally:
            await platform.drain()
            await store.close()


@asynccontextmanager
async def visitor(url: str, *, hello: bool = True, chat: str = "salon", **headers: str) -> AsyncIterator[Page]:
    """Open a page in a new browser."""
    headers = {"Origin": url.rstrip("/")} | {name.replace("_", "-"): value for name, value in headers.items()}
    async with ClientSession(headers=headers, cookie_jar=CookieJar(unsafe=True)) as session:
        async with session.post(f"{url}session"):
            page = Page(session, await session.ws_connect(f"{url}socket"))
        if hello:
            await page.hello(chat)
        yield page
        await page.socket.close()
