"""The Mini App over several processes: the one with the page is killed between a press and its answer."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar

from bot.core.common.clock import SystemClock
from tests.fakes.bot_process import line_of, started, until
from tests.fakes.clock import FakeClock
from tests.fakes.mini_app import ADDRESS, App, init_data
from tests.fakes.postgres_server import missing, shared
from tests.fakes.telegram_room import GROUP
from tests.fakes.telegram_server import TOKEN, FakeTelegram
from tests.fakes.telegram_world import ANA, BEA, User

pytestmark = [pytest.mark.skipif(missing() is not None, reason=missing() or ""), pytest.mark.timeout(400)]
LONG = 90.0
KILLS = 2
PRESSES = 2
"""Presses between two kills."""


class House:
    """Two processes over one database, each of which serves Telegram, and one of them the page."""

    def __init__(self, folder: Path, url: str, server: FakeTelegram, stack: AsyncExitStack) -> None:
        self.folder, self.url, self.server, self.stack = folder, url, server, stack
        self.living: list[asyncio.subprocess.Process] = []
        self.pages: asyncio.Queue[tuple[asyncio.subprocess.Process, str]] = asyncio.Queue()
        self.reading: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Start a process; its page's address is known once it has the lease."""
        settings = {"PALMARES_TELEGRAM_TOKEN": TOKEN, "PALMARES_TELEGRAM_API": self.server.api, "PALMARES_WEB": "yes"}
        settings |= {"PALMARES_ADDRESS": ADDRESS, "PALMARES_PORT": "0", "DATABASE_URL": self.url}
        process = await started(self.folder, **settings)
        self.living.append(process)

        async def read() -> None:
            with suppress(AssertionError, TimeoutError):  # it was killed, or has another's page to wait for
                self.pages.put_nowait((process, await line_of(process, r"http://127\.0\.0\.1:\d+/", 10 * LONG)))

        self.reading.append(asyncio.create_task(read()))

    async def page(self) -> tuple[asyncio.subprocess.Process, str]:
        """Wait for the process that serves the page."""
        return await asyncio.wait_for(self.pages.get(), LONG)

    async def session(self, user: User, address: str, code: str) -> str:
        """Open somebody's app; return the bearer."""
        client = await self.client(address)
        said = {"data": init_data(user, SystemClock().now(), nonce=address), "table": code}
        async with client.post(f"{address}telegram/session", data=json.dumps(said)) as answer:
            assert answer.status == 200, await answer.text()
            return str((await answer.json())["bearer"])

    async def join(self, bearer: str, address: str) -> App:
        """Connect an app."""
        client = await self.client(address)
        protocols = ("palmares", f"bearer.{bearer}")
        app = App(client, await client.ws_connect(f"{address}telegram/socket", protocols=protocols), bearer=bearer)
        await app.hello()
        await app.reach(lambda: bool(app.boards()))
        return app

    async def client(self, address: str) -> ClientSession:
        session = ClientSession(headers={"Origin": address.rstrip("/")}, cookie_jar=CookieJar(unsafe=True))
        return await self.stack.enter_async_context(session)

    async def version(self) -> int:
        """Return the version of the only table."""
        ((version,),) = await shared().tell("SELECT version FROM tables", self.url)
        return int(version)

    async def moves(self) -> int:
        """Return how many moves of people are stored."""
        ((count,),) = await shared().tell("SELECT count(*) FROM moves WHERE automation IS NULL", self.url)
        return int(count)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    server = FakeTelegram(FakeClock(SystemClock().now()))
    await server.start()
    url = await shared().empty()
    async with AsyncExitStack() as stack:
        found = House(tmp_path, url, server, stack)
        yield found
        for process in found.living:
            with suppress(ProcessLookupError):
                process.kill()
        await asyncio.gather(*found.reading)
        for process in found.living:
            await process.wait()
    await server.stop()
    await shared().drop(url)


async def test_a_press_whose_process_is_killed_before_it_answers_counts_once(house: House) -> None:
    server = house.server
    group = server.chat(GROUP)
    await house.begin()
    process, address = await house.page()
    await house.begin()
    await server.say(ANA, "/play palma first=D auto=no rolls=each", group)
    assert await until(lambda: server.live(group), LONG)
    code = server.live(group)[-1].tokens[0].partition(".")[0]
    await server.say(BEA, "/join", group)

    def startable() -> bool:
        return any(".start" in token for message in server.live(group) for token in message.tokens)

    assert await until(startable, LONG)
    lobby = server.live(group)[-1]
    await server.press(ANA, lobby, next(token for token in lobby.tokens if ".start" in token))
    assert await until(lambda: any(".throw" in token for token in server.live(group)[-1].tokens), LONG)
    bearers = {user.id: await house.session(user, address, code) for user in (ANA, BEA)}
    pressed = await house.moves()
    for kill in range(KILLS + 1):
        apps = [await house.join(bearers[user.id], address) for user in (ANA, BEA)]
        for _ in range(PRESSES):
            app, token, message = await acting(house, apps)
            assert await app.do("press", message=message, token=token) is None
            pressed += 1
            assert await house.moves() == pressed
        bearers = {user.id: app.bearer for user, app in zip((ANA, BEA), apps, strict=True)}
        if kill == KILLS:
            break
        app, token, message = await acting(house, apps)
        frame = {"do": "press", "id": f"struck-{kill}", "as": 1, "message": message, "token": token}
        await app.socket.send_json(frame)
        await asyncio.sleep(0.004 * kill)  # before it is stored, or between that and the answer
        process.send_signal(signal.SIGKILL)
        await process.wait()
        house.living.remove(process)
        await house.begin()
        process, address = await house.page()
        again = await house.join(bearers[(ANA, BEA)[apps.index(app)].id], address)
        await again.socket.send_json(frame)  # as the page does with what was not answered
        await again.until(lambda told, frame=frame: told["is"] == "done" and told["id"] == frame["id"])
        pressed += 1
        assert await house.moves() == pressed
    version = await house.version()

    def follows() -> bool:
        return any(f".{version}." in token for message in server.live(group) for token in message.tokens)

    assert await until(follows, LONG), "the board in the chat shows the presses"


async def acting(house: House, apps: list[App]) -> tuple[App, str, str]:
    """Return the app of the player to move, a button of the newest board there, and its message."""
    async with asyncio.timeout(LONG):
        while True:
            version = await house.version()
            for app in apps:
                await app.caught_up()
                for board in app.boards():
                    tokens = [button[1] for row in board["body"]["rows"] for button in row]
                    fresh = [token for token in tokens if f".{version}.throw" in token or f".{version}.move" in token]
                    if fresh and board["body"]["turn"] == app.people[0]["user"]:
                        return app, fresh[0], str(board["id"])
