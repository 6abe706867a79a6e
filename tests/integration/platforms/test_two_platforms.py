"""One table, two platforms: a Telegram group and a Discord channel play together, in one process after the other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.bootstrap import application
from bot.core.common.entropy import seeded
from bot.core.domain.deadlines import to_act
from bot.core.domain.pings import THERE
from bot.core.features.registry import registry
from bot.platforms.discord.config import DiscordConfig
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.telegram.platform import TelegramPlatform
from data.open_store import open_store
from data.records import Status
from data.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_place import Place, key_of, point_library_at, pressable
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN, Channel, User
from tests.fakes.room import taken_up
from tests.fakes.telegram_room import PICTURES, TelegramRoom
from tests.fakes.telegram_server import TOKEN as TELEGRAM_TOKEN
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA


class Both:
    """A process of the bot on both platforms, Ana in the group and Bea in the channel."""

    def __init__(self, room: TelegramRoom, place: Place, bea: User, channel: Channel) -> None:
        self.room = room
        self.place = place
        self.bea = bea
        self.channel = channel

    async def settle(self) -> None:
        await self.room.settle()
        await self.place.idle()

    async def step(self, code: str, rng: random.Random) -> bool:
        """Press a button for the player to act, in their own chat; return False once the game is over."""
        seat = to_act(await self.room.table(code))
        if seat is None or seat.person is None:
            return False
        self.place.patience.time += THERE + 1  # who has just pressed needs no ping
        if seat.person.platform == "telegram":
            board = self.room.board(code)
            assert await self.room.press(ANA, board, rng.choice(board.tokens)) is None
        else:
            shown = self.place.board(self.channel)
            pressed = await self.place.pressed(self.bea, shown, rng.choice(pressable(shown))[1])
            assert pressed.notice is None
        await self.settle()
        return True


@asynccontextmanager
async def process(
    store: Store, telegram: FakeTelegram, discord: DiscordServer, bea: User, channel: Channel
) -> AsyncIterator[Both]:
    """One process that serves both."""
    patience = FakeClock()
    here = TelegramPlatform(TelegramConfig(TELEGRAM_TOKEN, telegram.api), patience)
    here.limiter = None
    there = DiscordPlatform(DiscordConfig(TOKEN, None, None), store, discord.clock, registry(), timeout=5.0)
    messengers = {"telegram": here.messenger, "discord": there.messenger}
    try:
        async with application(store, messengers, patience, PICTURES, entropy=seeded("1")) as core:
            await here.open(core)
            await there.open(core)
            await taken_up(core)
            room = TelegramRoom(telegram, here.messenger, here, core, store)
            yield Both(room, Place(discord, there, core, store, patience), bea, channel)
            await there.drain()
            await here.drain()
    finally:
        await there.close()
        await asyncio.wait_for(here.close(), 5)


@pytest.fixture
async def worlds(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Store, FakeTelegram, DiscordServer]]:
    """A store and both platforms, which outlive every process."""
    store, telegram, discord = (
        await open_store("sqlite:///:memory:"),
        FakeTelegram(FakeClock()),
        DiscordServer(ManualClock()),
    )
    await telegram.start()
    await discord.start()
    point_library_at(discord, monkeypatch)
    yield store, telegram, discord
    await discord.stop()
    await telegram.stop()
    await store.close()


async def test_a_game_across_two_platforms_and_two_processes(
    worlds: tuple[Store, FakeTelegram, DiscordServer],
) -> None:
    store, telegram, discord = worlds
    people = Place(discord, None, None, store, FakeClock())  # type: ignore[arg-type] # people before there is a bot
    bea, channel = people.user("Bea", "es-ES"), people.channel()
    rng = random.Random(5)
    async with process(store, telegram, discord, bea, channel) as both:
        await both.room.say(ANA, "/play palma first=D")
        code = (await both.room.table()).id
        await both.place.gave(bea, channel, "join", table=code)
        await both.settle()
        assert [seat.name for seat in (await both.room.table(code)).seats] == ["Ana", "Bea"]
        await both.room.click(ANA, "Start")
        await both.settle()
        for _ in range(10):
            assert await both.step(code, rng)
        before = (await both.room.table(code)).version
    async with process(store, telegram, discord, bea, channel) as both:
        await both.settle()
        table = await both.room.table(code)
        assert table.version == before
        turns, acted = 0, to_act(table)
        while await both.step(code, rng):
            table = await both.room.table(code)
            shown = {board.chat.platform: board.version for board in await store.boards(code) if board.live}
            assert shown == {"telegram": table.version, "discord": table.version}
            seat = to_act(table)
            if seat is not None and seat.person is not None:
                here = both.room.board(code)
                there = both.place.board(channel)
                if acted is None or acted.person != seat.person:  # who has just acted needs no ping for a new board
                    assert here.mentioned == ([ANA.id] if seat.person.platform == "telegram" else [])
                    assert (f"<@{bea.id}>" in there.content) == (seat.person.platform == "discord")
                assert here.text != there.content  # each reads its own language
            turns, acted = turns + 1, seat
            assert turns < 3000
        record = await both.room.table(code)
        assert record.status is Status.OVER
        assert {board.chat for board in await store.boards(code)} == {record.chat, key_of(channel)}
        assert "🥇" in both.room.server.of(both.room.group)[-1].text
        assert "🥇" in both.place.server.of(channel)[-1].content
        assert telegram.refused == []
        assert {call.status for call in discord.calls} <= {200, 204}
