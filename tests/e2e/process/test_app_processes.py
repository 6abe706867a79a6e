"""The Mini App over several processes behind a balancer: sockets land at any of them, and both are killed in turn."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.core.common.clock import SystemClock
from tests.fakes.app_processes import LONG, House
from tests.fakes.bot_process import until
from tests.fakes.clock import FakeClock
from tests.fakes.mini_app import App, init_data
from tests.fakes.postgres_server import missing, shared
from tests.fakes.telegram_room import GROUP
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA, BEA, CAI, Chat

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
        await found.balancer.start()
        yield found
        await found.end()
        await found.balancer.stop()
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


async def test_an_apps_socket_works_at_any_process_and_survives_a_kill(house: House) -> None:
    group = house.server.chat(GROUP)
    await house.begin()
    await house.begin()
    code = await house.begun(group, ANA, BEA)
    bearers = {user.id: await house.session(user, house.door, code) for user in (ANA, BEA)}
    pressed = await moves(house)
    for kill in range(KILLS + 1):
        await house.shared_out()
        apps, ports = await apart(house, bearers)
        for _ in range(PRESSES):
            app, token, message = await acting(house, apps, code)
            assert await app.do("press", message=message, token=token) is None
            pressed += 1
            assert await moves(house) == pressed
            newest = await version(house, code)
            for each in apps:  # each at its own process
                await shows(each, newest)
        bearers = {user.id: app.bearer for user, app in zip((ANA, BEA), apps, strict=True)}
        if kill == KILLS:
            break
        app, token, message = await acting(house, apps, code)
        struck = apps.index(app)
        frame = {"do": "press", "id": f"struck-{kill}", "as": 1, "message": message, "token": token}
        await app.socket.send_json(frame)
        await asyncio.sleep(0.004 * kill)  # before it is stored, or between that and the answer
        await house.kill(house.ports[ports[struck]])
        again = await house.join(bearers[(ANA, BEA)[struck].id], house.door)  # at the other process
        await again.socket.send_json(frame)  # as the page does with what was not answered
        await again.until(lambda told, frame=frame: told["is"] == "done" and told["id"] == frame["id"])
        pressed += 1
        assert await moves(house) == pressed
        await house.begin()
    await followed(house, group, code)
    await one_process_has_the_plain_page(house)
    await an_introduction_counts_once(house, code)
    await the_process_with_the_chat_is_killed(house)


async def apart(house: House, bearers: dict[int, str]) -> tuple[list[App], list[int]]:
    """Return two people's apps, whose sockets are at different processes, and their ports."""
    async with asyncio.timeout(LONG):
        while True:
            apps, ports = [], []
            for user in (ANA, BEA):
                apps.append(await house.join(bearers[user.id], house.door))
                ports.append(house.balancer.socket)
            if len(set(ports)) == len(ports):
                return apps, ports
            for app in apps:
                await app.socket.close()


async def shows(app: App, newest: int) -> None:
    """Wait until an app shows a version of its table."""
    async with asyncio.timeout(LONG):
        await app.reach(lambda: any(int(board["body"]["board"][1]) >= newest for board in app.boards()))


async def one_process_has_the_plain_page(house: House) -> None:
    client = await house.client(house.door)

    async def found() -> list[int]:
        statuses = []
        for port, process in house.ports.items():
            if process in house.living:
                async with client.get(f"http://127.0.0.1:{port}/here") as answer:
                    statuses.append(answer.status)
        return sorted(statuses)

    async with asyncio.timeout(LONG):
        while await found() != [204, 503]:  # noqa: ASYNC110 - the lease of a killed process must run out
            await asyncio.sleep(0.2)


async def an_introduction_counts_once(house: House, code: str) -> None:
    """Use an introduction twice, at two processes; an old bearer is renewed at any."""
    client = await house.client(house.door)
    said = json.dumps({"data": init_data(CAI, SystemClock().now(), nonce="twice"), "table": code})
    async with client.post(f"{house.door}telegram/session", data=said) as answer:
        bearer = (await answer.json(content_type=None))["bearer"]
    for _ in house.balancer.ports:
        async with client.post(f"{house.door}telegram/session", data=said) as answer:
            assert answer.status == 403
        good = {"Authorization": f"Bearer {bearer}"}
        async with client.post(f"{house.door}telegram/session", headers=good) as answer:
            assert (await answer.json(content_type=None))["table"] == code
    async with client.post(f"{house.door}telegram/session", headers={"Authorization": "Bearer x.y"}) as answer:
        assert answer.status == 401


async def the_process_with_the_chat_is_killed(house: House) -> None:
    """Press in an app when nobody shows its chat: the other process shows it once the leases have run out."""
    page = house.living[0]
    user, owner = await house.elsewhere(page)
    code, chat = await house.alone(user), house.server.chat(user.id)
    bearer = await house.session(user, house.door, code)
    app = await house.join(bearer, house.door)
    while house.ports[house.balancer.socket] is owner:
        await app.socket.close()
        app = await house.join(bearer, house.door)
    _, token, message = await acting(house, [app], code)
    pressed = await moves(house)
    await house.kill(owner)
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
