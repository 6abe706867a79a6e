"""Updates that are none, tokens that are taken back, and a network that is away: nobody else is kept from playing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import web

from bot.core.messages.content import Screen
from bot.platforms.base import CannotStart
from bot.platforms.telegram.client import new_client, say_hello
from bot.platforms.telegram.config import TelegramConfig, WebhookConfig
from bot.platforms.telegram.errors import Failed
from bot.platforms.telegram.messenger import TelegramMessenger
from bot.platforms.telegram.polling import REFUSALS
from bot.platforms.telegram.webhook import CHECK
from data.records import ChatKey
from tests.fakes.counting_core import note
from tests.fakes.telegram_faults import BROKEN, CUT, Fault
from tests.fakes.telegram_params import Params
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_server import TOKEN
from tests.fakes.telegram_world import ANA

HOOK = WebhookConfig("https://bot.example/telegram/hook", "a-secret_of_the_webhook_0123456789", port=0)
NONSENSE: list[Any] = [{}, {"update_id": "7"}, {"message": 3}, None, [], "update", {"update_id": None, "message": {}}]


async def until(fine: Callable[[], object]) -> None:
    """Waits for what nobody tells of."""
    async with asyncio.timeout(60):
        while not fine():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


async def test_something_that_is_no_update_among_updates_is_skipped() -> None:
    async with telegram_room() as room:
        room.server.deliver = lambda batch: [*NONSENSE, *batch, *NONSENSE] if batch else batch
        for text in ("/play palma", "/help"):
            await room.say(ANA, text)
        assert len(await room.store.all_tables()) == 1
        assert room.platform.connected


async def test_an_update_that_the_library_cannot_read_is_skipped() -> None:
    async with telegram_room() as room:
        for kind in ("message", "callback_query", "my_chat_member"):
            for told in ({}, {"id": 3}, {"from": None, "chat": {"id": "x"}}, {"message_id": 1, "date": "yesterday"}):
                await room.server.push(kind, told)
        await room.say(ANA, "/play palma")
        assert len(await room.store.all_tables()) == 1


async def test_nothing_but_nonsense_is_asked_for_again_only_after_a_pause() -> None:
    async with telegram_room() as room:
        left = [NONSENSE] * 6
        room.server.deliver = lambda batch: left.pop() if left else batch
        await room.say(ANA, "/play palma")
        assert len(await room.store.all_tables()) == 1
        assert room.server.clock.slept[-6:] == [1.0, 2.0, 4.0, 4.0, 4.0, 4.0]


async def test_after_a_long_outage_people_are_heard_within_five_seconds_and_the_log_is_short(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with telegram_room() as room:
        back = room.server.clock.now() + 300.0
        asked = list[float]()

        def trouble(method: str, params: Params) -> Fault | None:
            if method != "getUpdates":
                return None  # waits of other calls would move the clock between two of these
            asked.append(room.server.clock.now())
            return CUT if room.server.clock.now() < back else None

        room.server.trouble = trouble
        await room.say(ANA, "/play palma")
        assert len(await room.store.all_tables()) == 1
        assert next(at for at in asked if at >= back) - back <= 5.0
        assert sum("no updates now" in record.message for record in caplog.records) <= 10


async def test_it_is_not_connected_while_nobody_answers_and_goes_on_by_itself() -> None:
    async with telegram_room() as room:
        seen = list[bool]()

        def trouble(method: str, params: Params) -> Fault | None:
            if method != "getUpdates" or len(seen) == 5:
                return None
            seen.append(room.platform.connected)
            return CUT if len(seen) % 2 else BROKEN

        room.server.trouble = trouble
        await room.say(ANA, "/play palma")
        await until(lambda: len(seen) == 5 and room.platform.connected)
        assert seen == [True, False, False, False, False]


async def test_a_token_that_is_taken_back_is_told_and_one_odd_answer_is_not() -> None:
    async with telegram_room() as room:
        odd = [Fault(404, "Not Found")] * (REFUSALS - 1)
        room.server.trouble = lambda method, params: odd.pop() if method == "getUpdates" and odd else None
        await room.say(ANA, "/play palma")
        await until(lambda: not odd and room.platform.connected)
        room.server.unauthorized = True
        await room.server.push("message", {})
        with pytest.raises(CannotStart, match="PALMARES_TELEGRAM_TOKEN"):
            await asyncio.wait_for(room.platform.lost(), 10)
        assert not room.platform.connected


async def test_behind_a_webhook_telegram_is_asked_whether_it_still_knows_the_bot() -> None:
    async with telegram_room(webhook=HOOK) as room:
        troubles = [CUT, BROKEN]
        room.server.trouble = lambda method, params: troubles.pop() if method == "getMe" and troubles else None
        watch = asyncio.create_task(room.platform.lost())
        await until(lambda: room.server.count["getMe"] >= 3)
        assert room.server.clock.slept[:2] == [CHECK, CHECK]
        room.server.unauthorized = True
        with pytest.raises(CannotStart, match="PALMARES_TELEGRAM_TOKEN"):
            await asyncio.wait_for(watch, 10)


@pytest.mark.parametrize("status", [401, 403, 404, 502])
async def test_a_page_that_stands_between_says_nothing_of_the_token_nor_of_a_chat(status: int) -> None:
    """As in a hotel's network, whose page answers whatever is asked: the bot must not end for it."""

    async def page(request: web.Request) -> web.Response:
        return web.Response(status=status, text="<html>Welcome to the hotel</html>" * 100, content_type="text/html")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", page)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    client = new_client(TelegramConfig(TOKEN, f"http://127.0.0.1:{runner.addresses[0][1]}"))
    try:
        with pytest.raises(Failed) as told:
            await say_hello(client)
        with pytest.raises(Failed):
            await TelegramMessenger(client).say(ChatKey("telegram", "-7"), Screen(note("hello")))
        assert len(str(told.value)) < 200
        assert TOKEN.partition(":")[2] not in str(told.value)
    finally:
        await client.shutdown()
        await runner.cleanup()
