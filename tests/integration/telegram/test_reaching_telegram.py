"""A process answers for chats, and obeys what waits for it, only while it reaches Telegram."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from bot.core.services.ownership import LeaseGroup
from bot.platforms.base import CannotStart
from bot.platforms.telegram import platform as platform_module
from bot.platforms.telegram.client import say_hello
from data.inbox import UpdateRecord
from data.postgres.store import open_postgres
from data.records import ChatKey, Status, shard_of
from tests.fakes.clock import FakeClock
from tests.fakes.ownership import SHARD_LEASES, House
from tests.fakes.postgres_server import missing, shared
from tests.fakes.telegram_room import GROUP, telegram_room
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")


async def test_what_waits_for_a_process_that_is_just_starting_is_obeyed_once_it_knows_who_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def slowly(client: Any) -> None:
        await asyncio.sleep(0.3)
        await say_hello(client)

    monkeypatch.setattr(platform_module, "say_hello", slowly)
    server, (member,) = FakeTelegram(FakeClock()), House(1).members
    await server.start()
    await server.say(ANA, "/play palma first=D", server.chat(GROUP))
    store = await open_postgres(await shared().cleared())
    try:
        raw = server._updates.pop()
        shard = shard_of(ChatKey("telegram", str(GROUP)))
        await store.put_in([UpdateRecord(shard, raw["update_id"], json.dumps(raw))], most=9)
        member.take(*SHARD_LEASES)
        async with telegram_room(store, server, ownership=member):
            async with asyncio.timeout(60):
                while not await store.all_tables((Status.LOBBY,)):  # noqa: ASYNC110 - nobody tells
                    await asyncio.sleep(0.01)
    finally:
        await store.close()
        await server.stop()


async def test_a_process_competes_for_chats_only_while_it_reaches_telegram() -> None:
    server, (member,), served = FakeTelegram(FakeClock()), House(1).members, dict[str, int]()

    async def serve(group: LeaseGroup) -> None:
        served[group.name] = group.count

    member.serve = serve  # type: ignore[method-assign]
    store = await open_postgres(await shared().cleared())
    await server.start()
    try:
        server.unauthorized = True
        with pytest.raises(CannotStart):
            async with telegram_room(store, server, ownership=member):
                pass
        assert served == {}
        server.unauthorized = False
        async with telegram_room(store, server, ownership=member) as room:
            assert served == {"telegram": 64, "telegram-poller": 1}
            await room.platform.leave()
            assert served == {"telegram": 0, "telegram-poller": 0}
    finally:
        await store.close()
        await server.stop()
