"""Measures how soon a press in a chat shows in the app: `python -m benchmarks.apps [presses]`.

Real processes, and imitations of Telegram and Discord. The time is from the press until the app's socket has the new
board, with the turns of bots that follow at once. With two processes, one serves the page and the other handles the
chat.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from bot.core.common.clock import SystemClock
from bot.platforms.discord.components import PREFIX
from bot.platforms.web.apps.bearer import LIFE, Bearers, Visit
from tests.fakes.app_processes import LONG, House
from tests.fakes.bot_process import killed, line_of, started
from tests.fakes.clock import FakeClock
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_people import People
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN as DISCORD_TOKEN
from tests.fakes.discord_state import Channel
from tests.fakes.discord_state import Message as Post
from tests.fakes.discord_state import User as Person
from tests.fakes.mini_app import ADDRESS, App
from tests.fakes.postgres_server import missing, shared
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA, Chat, Message, User

PRESSES = 30


async def _measured(url: str, processes: int, presses: int) -> list[float]:
    """Return the seconds of each press."""
    server = FakeTelegram(FakeClock(SystemClock().now()))
    await server.start()
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            house = House(Path(folder), url, server, stack)
            try:
                await house.begin()
                process, address = await house.page()
                for _ in range(processes - 1):
                    await house.begin()
                user = ANA if processes == 1 else (await house.elsewhere(process))[0]
                chat = server.chat(user.id)
                code = await house.alone(user)
                app = await house.join(await house.session(user, address, code), address)
                return [await _pressed(server, user, chat, app) for _ in range(presses)]
            finally:
                await house.end()
                await server.stop()


async def _pressed(server: FakeTelegram, user: User, chat: Chat, app: App) -> float:
    """Press in the chat; return the seconds until the app has the next board."""
    await asyncio.sleep(1.2)  # so that what follows the last press is over, and the chat may be written to again
    version, message, token = await _offered(server, chat, app)
    began = time.perf_counter()
    await server.press(user, message, token)
    await app.reach(lambda: _version(app) > version)
    return time.perf_counter() - began


async def _offered(server: FakeTelegram, chat: Chat, app: App) -> tuple[int, Message, str]:
    """Return the version that both show, and a button of it in the chat."""
    async with asyncio.timeout(LONG):
        while True:
            await app.caught_up()
            version = _version(app)
            for message in reversed(server.live(chat)):
                for token in message.tokens:
                    if f".{version}.throw" in token or f".{version}.move" in token:
                        return version, message, token
            await asyncio.sleep(0.1)


def _version(app: App) -> int:
    return max(int(board["body"]["board"][1]) for board in app.boards())


async def _on_discord(presses: int) -> list[float]:
    """Return the seconds of each press on Discord, until the Activity shows the board."""
    server = DiscordServer(ManualClock())
    await server.start()
    people, settings = People(server), {"PALMARES_DISCORD_API": f"{server.url}/api", "PALMARES_PORT": "0"}
    settings |= {"PALMARES_DISCORD_TOKEN": DISCORD_TOKEN, "PALMARES_DISCORD_CLIENT_SECRET": "a" * 32}
    settings |= {"PALMARES_WEB": "yes", "PALMARES_ADDRESS": ADDRESS, "DATABASE_URL": "sqlite:///games.sqlite3"}
    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            house = House(Path(folder), "", FakeTelegram(FakeClock()), stack)
            process = await started(house.folder, **settings)
            try:
                address = await line_of(process, r"http://127\.0\.0\.1:\d+/")
                channel, ana = people.channel(), people.user("Ana")
                await server.until(lambda: any(one.connected for one in server.gateway.sessions_of(0)), LONG)
                await server.until(lambda: server.commands.get(None), LONG)
                await people.say(ana, channel, "play", game="palma")
                await _press_on(server, people, channel, ana, ".fill")
                message, token = await _button(server, channel, ".throw")
                code = token.removeprefix(PREFIX).partition(".")[0]
                visit = Visit("discord", ana.id, "Ana", None, code, SystemClock().now() + LIFE)
                app = await house.join(Bearers(DISCORD_TOKEN).issue(visit), address, "discord")
                times = []
                for _ in range(presses):
                    await asyncio.sleep(1.2)
                    await app.caught_up()
                    version = _version(app)
                    message, token = await _button(server, channel, f".{version}.throw", f".{version}.move")
                    began = time.perf_counter()
                    await people.press(ana, message, token)
                    await app.reach(lambda version=version: _version(app) > version)
                    times.append(time.perf_counter() - began)
                return times
            finally:
                await killed(process)
                await server.stop()


async def _press_on(server: DiscordServer, people: People, channel: Channel, user: Person, verb: str) -> None:
    message, token = await _button(server, channel, verb)
    await people.press(user, message, token)


async def _button(server: DiscordServer, channel: Channel, *verbs: str) -> tuple[Post, str]:
    """Return a button of a channel with one of these verbs, once there is one."""
    async with asyncio.timeout(LONG):
        while True:
            for message in reversed(server.of(channel)):
                for part in message.pressable:
                    if any(verb in part["custom_id"] for verb in verbs):
                        return message, part["custom_id"]
            await asyncio.sleep(0.05)


def _told(name: str, seconds: list[float]) -> None:
    times = sorted(seconds)
    late, middle = times[max(0, round(0.95 * len(times)) - 1)], statistics.median(times)
    print(f"{name}: median {1000 * middle:.0f} ms, p95 {1000 * late:.0f} ms, longest {1000 * times[-1]:.0f} ms")


async def _run(presses: int) -> None:
    _told("Telegram, one process, SQLite", await _measured("sqlite:///games.sqlite3", 1, presses))
    if missing() is None:
        _told("Telegram, two processes, PostgreSQL", await _measured(await shared().empty(), 2, presses))
    _told("Discord, one process, SQLite", await _on_discord(presses))


def main(presses: str = str(PRESSES)) -> None:
    print("A press in the chat, until the app's socket has the new board:")
    asyncio.run(_run(int(presses)))


if __name__ == "__main__":
    main(*sys.argv[1:2])
