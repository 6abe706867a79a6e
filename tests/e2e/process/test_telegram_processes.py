"""Real processes share Telegram's chats over a server: killed, frozen or told to stop, and everybody plays on."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

import pytest

from bot.core.common.clock import SystemClock
from data.records import ChatKey, shard_of
from tests.fakes.balancer import Balancer
from tests.fakes.bot_process import line_of, started, until
from tests.fakes.clock import FakeClock
from tests.fakes.postgres_server import missing, shared
from tests.fakes.telegram_server import TOKEN, FakeTelegram
from tests.fakes.telegram_world import Chat, Message, User

pytestmark = [pytest.mark.skipif(missing() is not None, reason=missing() or ""), pytest.mark.timeout(400)]
CHATS = 6
SILENT = 20.0
"""Seconds after which a chat must have gone on, no matter which process was killed."""
DELAYED = 2.0
"""Seconds that a process which ends may keep somebody waiting beyond what is usual on a machine that may be busy."""
LONG = 90.0
SHARED = 30.0
"""Seconds after which leases are shared out."""
POLLER = "telegram-poller/0"


class Player:
    """Somebody who plays one game after another against a bot, and presses again where nobody answers.

    It is in a private chat, where Telegram counts no messages a minute.
    """

    def __init__(self, server: FakeTelegram, number: int) -> None:
        self.server = server
        self.user = User(500 + number, f"Player {number}")
        self.chat: Chat = server.chat(self.user.id)
        self.shard = shard_of(ChatKey("telegram", str(self.chat.id)))
        self.acknowledged = self.accepted = self.pressed = 0
        self.slowest = 0.0
        self.asked: set[str] = set()
        """The games after which another was asked for."""
        self.begun: set[str] = set()
        """Those of them after which another has begun."""

    def offered(self) -> tuple[Message, str] | None:
        """What can be pressed."""
        for message in reversed(self.server.live(self.chat)):
            for token in message.tokens:
                if re.search(r"\.(fill|throw|move|again)\b", token) and game_of(token) not in self.begun:
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
            if ".again" in token:
                self.asked.add(game_of(token))
            query = await self.server.press(self.user, message, token)
            self.pressed += 1
            if await until(lambda query=query: query in self.server.answers, 3.0):
                self.acknowledged += 1
                if self.server.answers[query] is None:
                    self.accepted += bool(re.search(r"\.(throw|move)\b", token))
                    self.begun |= {game_of(token)} & self.asked
                self.slowest = max(self.slowest, monotonic() - began)
            now = (message, token)
            await until(lambda now=now: self.offered() != now, 1.0)


def game_of(token: str) -> str:
    """Return the code of a button's table."""
    return token.partition(".")[0]


class Bots:
    """Processes over one database and one Telegram."""

    def __init__(self, folder: Path, url: str, server: FakeTelegram) -> None:
        self.folder = folder
        self.url = url
        self.server = server
        self.living: list[asyncio.subprocess.Process] = []

    async def begin(self, **more: str) -> asyncio.subprocess.Process:
        """Start one more."""
        settings = {"PALMARES_TELEGRAM_TOKEN": TOKEN, "PALMARES_TELEGRAM_API": self.server.api} | more
        process = await started(self.folder, "telegram", DATABASE_URL=self.url, **settings)
        self.living.append(process)
        await line_of(process, "startgroup=new", LONG)
        return process

    async def holder(self, lease: str) -> asyncio.subprocess.Process:
        """Return the process that holds a lease."""
        rows = await shared().tell(
            f"SELECT holder FROM leases WHERE \"group\" || '/' || number = '{lease}'",  # noqa: S608 - our own words
            self.url,
        )
        pid = int(rows[0][0].split("-")[-2])
        return next(process for process in self.living if process.pid == pid)

    async def other(self, players: list[Player]) -> asyncio.subprocess.Process:
        """Return a process that answers for somebody's chat, one that does not ask Telegram if there is one.

        After a kill the one that asks may hold all these chats. The others take their share of all chats, but these
        few may stay where they are: one time in 64, with two processes.
        """
        until_shared = monotonic() + SHARED
        while True:
            poller = await self.holder(POLLER)
            holders = [await self.holder(f"telegram/{player.shard}") for player in players]
            others = [process for process in holders if process is not poller]
            if others or monotonic() > until_shared:
                return (others or holders)[0]
            await asyncio.sleep(0.1)

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


def slowest(players: list[Player]) -> float:
    """Return the seconds that somebody waited for an answer who got one, at most."""
    return max(player.slowest for player in players)


@asynccontextmanager
async def playing(bots: Bots) -> AsyncIterator[list[Player]]:
    """Have people play meanwhile; then everything that was accepted is stored once."""
    players = [Player(bots.server, number) for number in range(CHATS)]
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        yield players
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
    tables = dict(await shared().tell("SELECT chat, count(*) FROM tables GROUP BY chat", bots.url))
    for player in players:  # no command was obeyed twice
        assert 1 + len(player.begun) <= tables[str(player.chat.id)] <= 1 + len(player.asked)
        assert player.accepted <= stored[str(player.chat.id)] <= player.pressed


async def test_kills_freezes_and_stops_lose_no_press_that_was_answered(bots: Bots) -> None:
    await asyncio.gather(*(bots.begin() for _ in range(4)))
    async with playing(bots) as players:
        await played(players)
        usual = slowest(players)
        # two are killed together: the one that asks Telegram, and one that only answers for chats
        struck = {await bots.holder(POLLER), await bots.other(players)}
        await asyncio.gather(*(bots.end(process, signal.SIGKILL) for process in struck))
        assert await played(players) < SILENT

        # one stands still: its chats go on with the other, and it wakes to find them gone
        frozen = await bots.other(players)
        frozen.send_signal(signal.SIGSTOP)
        assert await played(players) < SILENT
        frozen.send_signal(signal.SIGCONT)
        await played(players)

        for player in players:
            player.slowest = 0.0
        told = await bots.end(await bots.holder(POLLER), signal.SIGTERM)
        await played(players)
        assert slowest(players) - usual < DELAYED
        assert "Traceback" not in told


async def test_a_webhook_s_updates_may_come_to_any_process(bots: Bots) -> None:
    balancer = Balancer()
    await balancer.start()
    bots.server.webhook_port = balancer.port
    hook = {"PALMARES_TELEGRAM_WEBHOOK": "https://games.example.org/telegram"}
    try:
        for _ in range(2):
            await bots.begin(**hook, PALMARES_TELEGRAM_PORT=str(balancer.add()))
        async with playing(bots) as players:
            await played(players)
            usual = slowest(players)
            assert min(balancer.taken.values()) > 0
            assert len(balancer.taken) == len(bots.living)
            for player in players:
                player.slowest = 0.0
            told = await bots.end(bots.living[0], signal.SIGTERM)
            await played(players)
            assert slowest(players) - usual < DELAYED
            assert "Traceback" not in told
    finally:
        await balancer.stop()
