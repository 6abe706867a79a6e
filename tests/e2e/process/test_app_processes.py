"""The Mini App over several processes: the one with the page is killed, and then the one with the chat."""

from __future__ import annotations

import asyncio
import signal
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.core.common.clock import SystemClock
from tests.fakes.app_processes import LONG, House
from tests.fakes.bot_process import until
from tests.fakes.clock import FakeClock
from tests.fakes.mini_app import App
from tests.fakes.postgres_server import missing, shared
from tests.fakes.telegram_room import GROUP
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA, BEA, Chat

pytestmark = [pytest.mark.skipif(missing() is not None, reason=missing() or ""), pytest.mark.timeout(400)]
KILLS = 2
PRESSES = 1
"""Presses between two kills."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    server = FakeTelegram(FakeClock(SystemClock().now()))
    await server.start()
    url = await shared().empty()
    async with AsyncExitStack() as stack:
        found = House(tmp_path, url, server, stack)
        yield found
        await found.end()
    await server.stop()
    await shared().drop(url)


async def version(house: House, code: str) -> int:
    """Return the version of a table."""
    rows = await shared().tell("SELECT id, version FROM tables", house.url)
    return next(int(number) for name, number in rows if name == code)


async def moves(house: House) -> int:
    """Return how many moves of people are stored."""
    ((count,),) = await shared().tell("SELECT count(*) FROM moves WHERE automation IS NULL", house.url)
    return int(count)


async def test_a_press_whose_process_is_killed_before_it_answers_counts_once(house: House) -> None:
    server = house.server
    group = server.chat(GROUP)
    await house.begin()
    process, address = await house.page()
    await house.begin()
    code = await house.begun(group, ANA, BEA)
    bearers = {user.id: await house.session(user, address, code) for user in (ANA, BEA)}
    pressed = await moves(house)
    for kill in range(KILLS + 1):
        apps = [await house.join(bearers[user.id], address) for user in (ANA, BEA)]
        for _ in range(PRESSES):
            app, token, message = await acting(house, apps, code)
            assert await app.do("press", message=message, token=token) is None
            pressed += 1
            assert await moves(house) == pressed
        bearers = {user.id: app.bearer for user, app in zip((ANA, BEA), apps, strict=True)}
        if kill == KILLS:
            break
        app, token, message = await acting(house, apps, code)
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
        assert await moves(house) == pressed
    await followed(house, group, code)
    await the_process_with_the_chat_is_killed(house, process, address)


async def the_process_with_the_chat_is_killed(house: House, page: Process, address: str) -> None:
    """Press in an app when nobody shows its chat: the page's process shows it once the leases have run out."""
    user, owner = await house.elsewhere(page)
    code, chat = await house.alone(user), house.server.chat(user.id)
    app = await house.join(await house.session(user, address, code), address)
    _, token, message = await acting(house, [app], code)
    pressed = await moves(house)
    owner.send_signal(signal.SIGKILL)
    await owner.wait()
    house.living.remove(owner)
    frame = {"do": "press", "id": "orphaned", "as": 1, "message": message, "token": token}
    for _ in range(2):  # sent again, as after a lost answer
        await app.socket.send_json(frame)
        await app.until(lambda told: told["is"] == "done" and told["id"] == "orphaned")
    assert await moves(house) == pressed + 1
    await followed(house, chat, code)
    assert await moves(house) == pressed + 1


async def followed(house: House, chat: Chat, code: str) -> None:
    """Wait until a chat's board shows the newest version."""
    newest = await version(house, code)

    def follows() -> bool:
        return any(f".{newest}." in token for message in house.server.live(chat) for token in message.tokens)

    assert await until(follows, LONG), "the board in the chat shows the presses"


async def acting(house: House, apps: list[App], code: str) -> tuple[App, str, str]:
    """Return the app of the player to move, a button of the newest board there, and its message."""
    async with asyncio.timeout(LONG):
        while True:
            newest = await version(house, code)
            for app in apps:
                await app.caught_up()
                for board in app.boards():
                    tokens = [button[1] for row in board["body"]["rows"] for button in row]
                    fresh = [token for token in tokens if f".{newest}.throw" in token or f".{newest}.move" in token]
                    if fresh and board["body"]["turn"] == app.people[0]["user"]:
                        return app, fresh[0], str(board["id"])
