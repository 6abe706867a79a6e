"""Real processes share Telegram's chats over a server: one is killed, one is told to stop, and everybody plays on."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from time import monotonic

import pytest

from bot.core.common.clock import SystemClock
from tests.fakes.bot_process import line_of, started, until
from tests.fakes.clock import FakeClock
from tests.fakes.postgres_server import missing, shared
from tests.fakes.telegram_server import TOKEN, FakeTelegram
from tests.fakes.telegram_world import Chat, Message, User

pytestmark = [pytest.mark.skipif(missing() is not None, reason=missing() or ""), pytest.mark.timeout(400)]
CHATS = 6
SILENT = 20.0
"""Seconds after which a chat must have gone on, whoever was killed."""
LONG = 90.0


class Player:
    """Somebody who plays against a bot, and presses again where nobody answers.

    It is in a private chat, where Telegram counts no messages a minute.
    """

    def __init__(self, server: FakeTelegram, number: int) -> None:
        self.server = server
        self.user = User(500 + number, f"Player {number}")
        self.chat: Chat = server.chat(self.user.id)
        self.acknowledged = self.accepted = self.pressed = 0
        self.slowest = 0.0

    def offered(self) -> tuple[Message, str] | None:
        """What can be pressed."""
        for message in reversed(self.server.live(self.chat)):
            for token in message.tokens:
                if re.search(r"\.(fill|throw|move)\b", token):
                    return message, token
        return None

    async def play(self) -> None:
        """Play until cancelled."""
        await self.server.say(self.user, "/play palma first=D lot=no", self.chat)
        while True:
            began = monotonic()
            await until(lambda: self.offered() is not None, 10 * LONG)
            message, token = self.offered() or (None, "")
            assert message is not None
            query = await self.server.press(self.user, message, token)
            self.pressed += 1
            if await until(lambda query=query: query in self.server.answers, 3.0):
                self.acknowledged += 1
                self.accepted += ".fill" not in token and self.server.answers[query] is None
                self.slowest = max(self.slowest, monotonic() - began)
            now = (message, token)
            await until(lambda now=now: self.offered() != now, 1.0)


class Bots:
    """Processes over one database and one Telegram."""

    def __init__(self, folder: Path, url: str, server: FakeTelegram) -> None:
        self.folder = folder
        self.url = url
        self.server = server
        self.living: list[asyncio.subprocess.Process] = []

    async def begin(self) -> asyncio.subprocess.Process:
        """Start one more."""
        settings = {"PALMARES_TELEGRAM_TOKEN": TOKEN, "PALMARES_TELEGRAM_API": self.server.api}
        process = await started(self.folder, "telegram", DATABASE_URL=self.url, **settings)
        self.living.append(process)
        await line_of(process, "startgroup=new", LONG)
        return process

    async def holder(self, group: str) -> asyncio.subprocess.Process:
        """Return the process that holds most leases of a group."""
        rows = await shared().tell(
            f"SELECT holder FROM leases WHERE \"group\" = '{group}' AND until > now() "  # noqa: S608 - our own words
            "GROUP BY holder ORDER BY count(*) DESC LIMIT 1",
            self.url,
        )
        pid = int(rows[0][0].split("-")[-2])
        return next(process for process in self.living if process.pid == pid)

    async def end(self, process: asyncio.subprocess.Process, how: signal.Signals) -> str:
        """End one; return what it wrote to its log."""
        process.send_signal(how)
        _, told = await asyncio.wait_for(process.communicate(), LONG)
        self.living.remove(process)
        return told.decode()


@pytest.fixture
async def bots(tmp_path: Path) -> AsyncIterator[Bots]:
    """No process yet."""
    server = FakeTelegram(FakeClock(SystemClock().now()))
    await server.start()
    url = await shared().empty()
    found = Bots(tmp_path, url, server)
    yield found
    for process in found.living:
        process.kill()
        await process.communicate()
    await server.stop()
    await shared().drop(url)


async def played(players: list[Player]) -> float:
    """Wait until each of them has been answered three times more; return the seconds."""
    began, before = monotonic(), [player.acknowledged for player in players]
    wanted = [(player, count + 3) for player, count in zip(players, before, strict=True)]
    assert await until(lambda: all(player.acknowledged >= count for player, count in wanted), LONG)
    return monotonic() - began


async def test_kills_and_stops_lose_no_press_that_was_answered(bots: Bots) -> None:
    await asyncio.gather(*(bots.begin() for _ in range(3)))
    players = [Player(bots.server, number) for number in range(CHATS)]
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        await played(players)
        await bots.end(await bots.holder("telegram-poller"), signal.SIGKILL)
        assert await played(players) < SILENT
        await bots.begin()
        await played(players)
        for player in players:
            player.slowest = 0.0
        told = await bots.end(await bots.holder("telegram-poller"), signal.SIGTERM)
        await played(players)
        assert max(player.slowest for player in players) < 2.0
        assert "Traceback" not in told
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends
    rows = await shared().tell(
        "SELECT tables.chat, count(*) FROM moves JOIN tables ON tables.id = table_id "
        "WHERE automation IS NULL GROUP BY tables.chat",
        bots.url,
    )
    stored = dict(rows)
    assert await shared().tell("SELECT count(*) FROM tables", bots.url) == [(CHATS,)]  # no command was obeyed twice
    for player in players:
        assert player.accepted <= stored[str(player.chat.id)] <= player.pressed
