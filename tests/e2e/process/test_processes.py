"""The real process: where it plays, and how it ends, with all that was acknowledged stored and shown in time."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from urllib.request import urlopen

import aiohttp
import pytest

from bot.core.common.clock import SystemClock
from tests.fakes.bot_process import PATIENCE, ended, failed, line_of, started
from tests.fakes.clock import FakeClock
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_door import Fault as DiscordFault
from tests.fakes.discord_people import People
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN as DISCORD_TOKEN
from tests.fakes.page_client import Page, begun, opened
from tests.fakes.telegram_faults import HANG, Fault
from tests.fakes.telegram_params import Params
from tests.fakes.telegram_server import TOKEN, FakeTelegram
from tests.fakes.telegram_world import User


@pytest.fixture
async def telegram() -> FakeTelegram:
    """A Bot API on loopback."""
    return FakeTelegram(FakeClock(SystemClock().now()))


async def test_the_present_action_is_stored_and_shown_before_the_end(tmp_path: Path) -> None:
    process = await started(tmp_path, "web", "--port", "0", "--database", "sqlite:///games.sqlite3")
    address = await line_of(process, r"http://127\.0\.0\.1:\d+/")
    client = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
    try:
        page = await opened(client, address, count())
        await begun(page)
        assert await page.press(r"\.throw")
        await press_and_go(page)
        told = await ended(process)
    finally:
        await client.close()
    assert told == ""
    with sqlite3.connect(tmp_path / "games.sqlite3") as database:
        (moves,) = database.execute("SELECT count(*) FROM moves").fetchone()
        behind = database.execute("SELECT count(*) FROM boards WHERE live = 1 AND version < wanted").fetchone()
        (version,) = database.execute("SELECT version FROM tables").fetchone()
        shown = database.execute("SELECT max(version) FROM boards").fetchone()
    database.close()
    assert moves >= 1
    assert behind == (0,)
    assert shown == (version,)


async def press_and_go(page: Page) -> None:
    """Sends a press and waits for no answer."""
    while True:
        for number, message in sorted(page.messages.items(), reverse=True):
            tokens = [button[1] for row in message["body"]["rows"] for button in row]
            fresh = [token for token in tokens if re.search(r"\.(throw|move)", token)]
            if fresh and fresh[0].split(".")[1] not in page.pressed:
                wish = {"do": "press", "message": str(number), "token": fresh[0]}
                await page.socket.send_json({"id": "last", "as": 1, **wish})
                return
        await page.until("messages")


async def test_health_and_figures_are_told_on_this_machine(tmp_path: Path) -> None:
    process = await started(tmp_path, "web", "--port", "0", PALMARES_HEALTH_PORT="0")
    address = await line_of(process, r"http://127\.0\.0\.1:\d+/")
    await line_of(process, "Palmarés is at")
    lives, ready, figures = [
        await asyncio.to_thread(lambda path=path: urlopen(address + path).read())  # type: ignore[misc]  # noqa: S310
        for path in ("healthz", "readyz", "metrics")
    ]
    assert lives == ready == b"ok\n"
    assert b"palmares_tables_open" in figures
    assert await ended(process) == ""


async def test_it_is_on_telegram_when_it_has_a_token(tmp_path: Path, telegram: FakeTelegram) -> None:
    await telegram.start()
    ana, group = User(11, "Ana"), telegram.chat(-1001234567890)
    try:
        process = await started(
            tmp_path,
            PALMARES_TELEGRAM_TOKEN=TOKEN,
            PALMARES_TELEGRAM_API=telegram.api,
            PALMARES_LOG="debug",
            PALMARES_LOG_FORMAT="json",
        )
        invitation = await line_of(process, r"https://t\.me/\w+\?startgroup=new")
        assert TOKEN not in invitation
        await telegram.say(ana, "/play palma", group)
        async with asyncio.timeout(PATIENCE):
            while not telegram.live(group):  # noqa: ASYNC110 - the fake tells nobody
                await asyncio.sleep(0.05)
        told = await ended(process)
    finally:
        await telegram.stop()
    assert told
    assert all(json.loads(line)["event"] for line in told.splitlines())
    assert TOKEN not in told
    assert TOKEN.split(":")[1] not in told


async def test_a_platform_that_hangs_does_not_keep_it_and_sees_the_board_after_the_next_start(
    tmp_path: Path, telegram: FakeTelegram
) -> None:
    await telegram.start()
    ana, group = User(11, "Ana"), telegram.chat(-1001234567890)
    settings = {"PALMARES_TELEGRAM_TOKEN": TOKEN, "PALMARES_TELEGRAM_API": telegram.api}
    hangs = asyncio.Event()

    def trouble(method: str, params: Params) -> Fault | None:
        if method not in ("sendMessage", "sendPhoto"):
            return None
        hangs.set()
        return HANG

    try:
        process = await started(tmp_path, **settings)
        await line_of(process, r"t\.me")
        telegram.trouble = trouble
        await telegram.say(ana, "/play palma", group)
        await asyncio.wait_for(hangs.wait(), PATIENCE)
        await ended(process)
        assert telegram.live(group) == []
        telegram.trouble = lambda method, params: None
        process = await started(tmp_path, **settings)
        async with asyncio.timeout(PATIENCE):
            while not telegram.live(group):  # noqa: ASYNC110 - the fake tells nobody
                await asyncio.sleep(0.05)
        await ended(process)
    finally:
        await telegram.stop()


@pytest.fixture
async def discord() -> AsyncIterator[DiscordServer]:
    """A Discord on loopback."""
    server = DiscordServer(ManualClock())
    await server.start()
    yield server
    await server.stop()


async def on_discord(tmp_path: Path, server: DiscordServer, **settings: str) -> asyncio.subprocess.Process:
    """The program, on that Discord, once it is there."""
    settings = {"PALMARES_DISCORD_TOKEN": DISCORD_TOKEN, "DATABASE_URL": "sqlite:///games.sqlite3"} | settings
    process = await started(tmp_path, PALMARES_DISCORD_API=f"{server.url}/api", **settings)
    await line_of(process, r"https://discord\.com/oauth2/authorize\?\S+integration_type=0")
    await line_of(process, r"https://discord\.com/oauth2/authorize\?\S+integration_type=1")
    return process


async def test_it_is_on_discord_when_it_has_a_token(tmp_path: Path, discord: DiscordServer) -> None:
    people = People(discord)
    channel, ana = people.channel(), people.user("Ana")
    process = await on_discord(tmp_path, discord, PALMARES_LOG="debug", PALMARES_LOG_FORMAT="json")
    await people.say(ana, channel, "play", game="palma")
    await discord.until(lambda: discord.of(channel), PATIENCE)
    board = discord.of(channel)[0]
    discord.faults.append(DiscordFault("callback", cut=True))  # libraries say more when something goes wrong
    fill = next(part["custom_id"] for part in board.pressable if ".fill" in part["custom_id"])
    pressed = await people.press(ana, board, fill)
    await discord.until(lambda: pressed.answer, PATIENCE)
    told = await ended(process)
    assert all(json.loads(line)["event"] for line in told.splitlines())
    for secret in (DISCORD_TOKEN, *discord.interactions):
        assert secret not in told


async def test_a_discord_that_hangs_does_not_keep_it_and_sees_the_board_after_the_next_start(
    tmp_path: Path, discord: DiscordServer
) -> None:
    people = People(discord)
    channel, ana = people.channel(), people.user("Ana")
    process = await on_discord(tmp_path, discord)
    asked = asyncio.Event()

    def trouble(call: str) -> DiscordFault | None:
        if not call.startswith("POST"):
            return None
        asked.set()
        return DiscordFault("", silent=True)

    discord.trouble = trouble
    heard = await people.say(ana, channel, "play", game="palma")
    await asyncio.wait_for(asked.wait(), PATIENCE)
    await ended(process)
    assert heard.answer is None
    discord.trouble = lambda call: None
    process = await on_discord(tmp_path, discord)
    await discord.until(lambda: discord.of(channel), PATIENCE)
    await ended(process)


@pytest.mark.parametrize("name", ["PALMARES_HEALTH_PORT", "PALMARES_TELEGRAM_PORT", "PALMARES_TELEGRAM_HOST"])
async def test_a_door_that_cannot_be_opened_is_told_by_its_setting(
    tmp_path: Path, telegram: FakeTelegram, name: str
) -> None:
    await telegram.start()
    settings = {"PALMARES_TELEGRAM_TOKEN": TOKEN, "PALMARES_TELEGRAM_API": telegram.api}
    settings |= {"PALMARES_TELEGRAM_WEBHOOK": "https://games.example.org/telegram", "PALMARES_TELEGRAM_PORT": "0"}
    try:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            wrong = "no.such.host.invalid" if name.endswith("_HOST") else str(taken.getsockname()[1])
            told = await failed(await started(tmp_path, **settings | {name: wrong}))
    finally:
        await telegram.stop()
    assert name in told
    assert len(told.splitlines()) == 1


async def test_a_token_that_telegram_does_not_know_is_told_without_it(tmp_path: Path, telegram: FakeTelegram) -> None:
    await telegram.start()
    telegram.unauthorized = True
    wrong = "987654:AAE-some_other_secret_half_of_a_token"
    try:
        api = telegram.api
        told = await failed(await started(tmp_path, PALMARES_TELEGRAM_TOKEN=wrong, PALMARES_TELEGRAM_API=api))
    finally:
        await telegram.stop()
    assert "PALMARES_TELEGRAM_TOKEN" in told
    assert wrong not in told
    assert wrong.split(":")[1] not in told


LATER = ("discord", "telegram", "prometheus_client", "markdown_it")
"""Libraries that a start does without: of platforms, of figures, and of rule books."""


async def test_libraries_that_may_never_be_needed_are_not_even_loaded() -> None:
    code = f"import sys, bot.cli.main; print([name for name in {LATER} if name in sys.modules])"
    import sys

    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    assert out.decode().strip() == "[]"
