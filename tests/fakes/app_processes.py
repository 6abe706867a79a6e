"""Real processes that serve Telegram and its Mini App over one database, and the apps that people open."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from aiohttp import ClientSession, CookieJar

from bot.core.common.clock import SystemClock
from data.records import ROOMS, ChatKey, shard_of
from tests.fakes.balancer import Balancer
from tests.fakes.bot_process import line_of, started, until
from tests.fakes.mini_app import ADDRESS, App, init_data
from tests.fakes.postgres_server import shared
from tests.fakes.telegram_server import TOKEN, FakeTelegram
from tests.fakes.telegram_world import Chat, Message, User

LONG = 90.0
"""Seconds in which a busy machine does anything."""
PEOPLE = 40
"""People among whom one is looked for whose chat another process handles."""


class House:
    """Processes over one database: each serves Telegram and the apps, and one of them the plain page."""

    def __init__(self, folder: Path, url: str, server: FakeTelegram, stack: AsyncExitStack) -> None:
        self.folder, self.url, self.server, self.stack = folder, url, server, stack
        self.living: list[asyncio.subprocess.Process] = []
        self.pages: asyncio.Queue[tuple[asyncio.subprocess.Process, str]] = asyncio.Queue()
        self.reading: list[asyncio.Task[None]] = []
        self.balancer = Balancer()
        self.ports: dict[int, asyncio.subprocess.Process] = {}

    @property
    def door(self) -> str:
        """Return the address of the balancer before all processes."""
        return f"http://127.0.0.1:{self.balancer.port}/"

    async def begin(self) -> None:
        """Start a process; its page's address is known once it is open."""
        port = self.balancer.add()
        settings = {"PALMARES_TELEGRAM_TOKEN": TOKEN, "PALMARES_TELEGRAM_API": self.server.api, "PALMARES_WEB": "yes"}
        settings |= {"PALMARES_ADDRESS": ADDRESS, "PALMARES_PORT": str(port), "DATABASE_URL": self.url}
        process = self.ports[port] = await started(self.folder, **settings)
        self.living.append(process)

        async def read() -> None:
            with suppress(AssertionError, TimeoutError):  # it was killed, or has another's page to wait for
                self.pages.put_nowait((process, await line_of(process, r"http://127\.0\.0\.1:\d+/", 10 * LONG)))

        self.reading.append(asyncio.create_task(read()))

    async def page(self) -> tuple[asyncio.subprocess.Process, str]:
        """Wait for the next process whose page is open."""
        return await asyncio.wait_for(self.pages.get(), LONG)

    async def shared_out(self) -> None:
        """Wait until each process has as many leases for apps as the others."""
        fair = sorted(ROOMS // len(self.living) for _ in self.living)
        async with asyncio.timeout(LONG):
            while True:
                rows = await shared().tell("SELECT holder FROM leases WHERE \"group\" = 'apps'", self.url)
                holders = Counter(int(str(holder).split("-")[-2]) for (holder,) in rows if holder)
                if sorted(holders[process.pid] for process in self.living) == fair:
                    return
                await asyncio.sleep(0.1)

    async def session(self, user: User, address: str, code: str) -> str:
        """Open somebody's app; return the bearer."""
        client = await self.client(address)
        said = {"data": init_data(user, SystemClock().now(), nonce=address), "table": code}
        async with client.post(f"{address}telegram/session", data=json.dumps(said)) as answer:
            assert answer.status == 200, await answer.text()
            return str((await answer.json())["bearer"])

    async def join(self, bearer: str, address: str, host: str = "telegram") -> App:
        """Connect an app of a host."""
        client = await self.client(address)
        protocols = ("palmares", f"bearer.{bearer}")
        app = App(client, await client.ws_connect(f"{address}{host}/socket", protocols=protocols), bearer=bearer)
        await app.hello()
        await app.reach(lambda: bool(app.boards()))
        return app

    async def client(self, address: str) -> ClientSession:
        session = ClientSession(headers={"Origin": address.rstrip("/")}, cookie_jar=CookieJar(unsafe=True))
        return await self.stack.enter_async_context(session)

    async def begun(self, group: Chat, host: User, guest: User) -> str:
        """Let two people begin a game of Palma in a group; return its code."""
        live = lambda: [token for message in self.server.live(group) for token in message.tokens]  # noqa: E731
        await self.server.say(host, "/play palma first=D auto=no rolls=each", group)
        assert await until(live, LONG)
        code = live()[-1].partition(".")[0]
        await self.server.say(guest, "/join", group)
        assert await until(lambda: any(".start" in token for token in live()), LONG)
        lobby = self.server.live(group)[-1]
        await self.server.press(host, lobby, next(token for token in lobby.tokens if ".start" in token))
        assert await until(lambda: any(".throw" in token for token in live()), LONG)
        return code

    async def alone(self, user: User) -> str:
        """Let somebody begin a game against a bot in their private chat; return its code."""
        chat = self.server.chat(user.id)

        def offered(verb: str) -> list[tuple[Message, str]]:
            return [(one, token) for one in self.server.live(chat) for token in one.tokens if f".{verb}" in token]

        await self.server.say(user, "/play palma first=D auto=no rolls=each", chat)
        assert await until(lambda: offered("fill"), LONG)
        await self.server.press(user, *offered("fill")[-1])
        assert await until(lambda: offered("throw"), LONG)
        return offered("throw")[-1][1].partition(".")[0]

    async def elsewhere(self, page: asyncio.subprocess.Process) -> tuple[User, asyncio.subprocess.Process]:
        """Return somebody whose private chat another process handles than the one with the page, and that process."""
        async with asyncio.timeout(LONG):
            while True:
                rows = await shared().tell("SELECT number, holder FROM leases WHERE \"group\" = 'telegram'", self.url)
                holders = {int(number): int(str(holder).split("-")[-2]) for number, holder in rows if holder}
                for number in range(5000, 5000 + PEOPLE):
                    holder = holders.get(shard_of(ChatKey("telegram", str(number))), page.pid)
                    other = next((one for one in self.living if one.pid == holder), page)
                    if other is not page:
                        return User(number, "Ana"), other
                await asyncio.sleep(0.2)

    async def kill(self, process: asyncio.subprocess.Process) -> None:
        """Kill a process at once; the balancer still offers it what comes."""
        process.kill()
        await process.wait()
        self.living.remove(process)

    async def end(self) -> None:
        """Kill what still lives."""
        for process in self.living:
            with suppress(ProcessLookupError):
                process.kill()
        await asyncio.gather(*self.reading)
        for process in self.living:
            await process.wait()
