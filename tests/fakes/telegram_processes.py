"""Several processes over one PostgreSQL database, on one imitation of Telegram, whose leases a test hands about."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from bot.platforms.telegram.config import WebhookConfig
from bot.platforms.telegram.updates import Event, MessageReceived
from data.postgres.store import open_postgres
from tests.fakes.clock import FakeClock
from tests.fakes.ownership import POLLER, SHARD_LEASES, House
from tests.fakes.postgres_server import shared
from tests.fakes.telegram_room import GROUP, TelegramRoom, telegram_room
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA, Chat

HOOK = WebhookConfig("https://bot.example/telegram/hook", "a-secret_of_the_webhook_0123456789", port=0)
PATIENCE = 60.0
ALL = (POLLER, *SHARD_LEASES)


class Processes:
    """Two bots over one database, on one Telegram."""

    def __init__(self, server: FakeTelegram, house: House, rooms: Sequence[TelegramRoom]) -> None:
        self.server = server
        self.leases = house.members
        self.rooms = rooms
        self.heard: list[tuple[int, str]] = []
        """Who was to obey which command, where nobody does."""

    def only_listen(self, gate: asyncio.Event | None = None) -> None:
        """Note what would be obeyed, and obey nothing; the first waits for the gate."""
        for number, room in enumerate(self.rooms):
            assert room.platform._connection is not None
            room.platform._connection.intake._handle = self._noting(number, gate)

    def _noting(self, number: int, gate: asyncio.Event | None) -> Callable[[Event], Any]:
        async def note(event: Event) -> None:
            assert isinstance(event, MessageReceived)
            self.heard.append((number, event.text))
            if gate is not None:
                await gate.wait()

        return note

    async def say(self, *lines: str, chat: Chat | None = None) -> None:
        """Let Ana write."""
        for line in lines:
            await self.server.say(ANA, line, chat or self.server.chat(GROUP))

    async def waiting(self) -> int:
        """How many updates wait in the database."""
        return (await self.rooms[0].store.inbox_depth(range(64)))[0]  # type: ignore[attr-defined,no-any-return]


@asynccontextmanager
async def processes(webhook: WebhookConfig | None = None) -> AsyncIterator[Processes]:
    """Two that hold nothing yet."""
    address, server, house = await shared().cleared(), FakeTelegram(FakeClock()), House(2)
    await server.start()
    try:
        async with AsyncExitStack() as stack:
            rooms = []
            for member in house.members:
                store = await open_postgres(address)
                stack.push_async_callback(store.close)
                room = telegram_room(store, server, ownership=member, webhook=webhook)
                rooms.append(await stack.enter_async_context(room))
            yield Processes(server, house, rooms)
    finally:
        await server.stop()


def delete_nothing(store: Any) -> None:
    """Let a process die whenever it has obeyed something and would delete that."""
    take_out = store.take_out

    async def only_read(shards: Any, *, done: Any, known: Any, limit: int) -> Any:
        numbers = [*known, *(number for _, number in done)]
        return await take_out(shards, done=(), known=numbers, limit=limit)

    store.take_out = only_read


async def eventually(fine: Callable[[], Any]) -> None:
    """Wait for what nobody tells of."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = fine()
            if await found if asyncio.iscoroutine(found) else found:
                return
            await asyncio.sleep(0.01)
