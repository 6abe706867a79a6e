"""How updates come in, what the menus offer, and that the token stays inside."""

from __future__ import annotations

import asyncio
import io
import logging
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest

from bot.core.features.registry import registry
from bot.core.i18n.grammar import neighbours
from bot.core.i18n.translator import languages
from bot.observability.redaction import HIDDEN, keep_secret, redacted
from bot.platforms.telegram.client import new_client, say_hello
from bot.platforms.telegram.command_menu import menus, offer
from bot.platforms.telegram.config import TelegramConfig, WebhookConfig, is_token
from bot.platforms.telegram.errors import BadToken, Failed
from bot.platforms.telegram.profile_view import introduce
from bot.platforms.telegram.updates import WANTED
from bot.platforms.telegram.webhook import BODY_BYTES, HEADER
from data.open_store import open_store
from tests.fakes.clock import FakeClock
from tests.fakes.telegram_faults import CUT, Fault, flood
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_server import TOKEN, FakeTelegram
from tests.fakes.telegram_world import ANA, BEA

SECRET = "a-secret_of_the_webhook_0123456789"
HOOK = WebhookConfig("https://bot.example/telegram/hook", SECRET, port=0)
HALF = TOKEN.partition(":")[2]


class TestWebhook:
    async def test_a_game_is_played_through_it(self) -> None:
        async with telegram_room(webhook=HOOK) as room:
            assert room.server.webhook is not None
            assert room.server.webhook["secret_token"] == SECRET
            assert room.server.webhook["allowed_updates"] == list(WANTED)
            room.server.deliver = lambda batch: batch * 2
            code = await room.started("/play palma first=D", BEA)
            assert len(await room.store.all_tables()) == 1
            who = await room.acting(code, [ANA, BEA])
            assert await room.press(who, room.board(code), room.board(code).tokens[0]) is None
            assert set(room.server.statuses) == {200}
            assert room.server.count["getUpdates"] == 0

    @pytest.mark.parametrize(
        ("path", "headers", "body", "status"),
        [
            ("/telegram/hook", {HEADER: SECRET}, b'{"update_id": 1}', 200),
            ("/telegram/hook", {HEADER: SECRET}, b'{"update_id": 2, "message": "nonsense"}', 200),
            ("/telegram/hook", {HEADER: SECRET[:-1]}, b'{"update_id": 1}', 403),
            ("/telegram/hook", {HEADER: SECRET + "x"}, b'{"update_id": 1}', 403),
            ("/telegram/hook", {HEADER: "ñ"}, b'{"update_id": 1}', 403),
            ("/telegram/hook", {}, b'{"update_id": 1}', 403),
            ("/telegram", {HEADER: SECRET}, b'{"update_id": 1}', 404),
            ("/telegram/hook", {HEADER: SECRET}, b"{", 400),
            ("/telegram/hook", {HEADER: SECRET}, b"[]", 400),
            ("/telegram/hook", {HEADER: SECRET}, b'{"update_id": "1"}', 400),
            ("/telegram/hook", {HEADER: SECRET}, b"\xff\xfe", 400),
            ("/telegram/hook", {HEADER: SECRET}, b" " * (BODY_BYTES + 1), 413),
        ],
    )
    async def test_the_door_is_well_shut(self, path: str, headers: dict[str, str], body: bytes, status: int) -> None:
        async with telegram_room(webhook=HOOK) as room, aiohttp.ClientSession() as session:
            address = f"http://127.0.0.1:{room.server.webhook_port}{path}"
            async with session.post(address, data=io.BytesIO(body), headers=headers) as answer:
                assert answer.status == status
            async with session.get(address, headers=headers) as answer:
                assert answer.status in (404, 405)

    @pytest.mark.parametrize(
        "sent",
        [
            "POST /telegram/hook HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nno colon\r\n\r\n",
            "\x16\x03\x01\r\n",
            f"POST /telegram/hook HTTP/1.1\r\nHost: a\r\n{HEADER}: {SECRET}\r\nContent-Length: 9\r\n\r\n{{",
        ],
        ids=["no host", "no header", "no HTTP", "cut off"],
    )
    async def test_nonsense_at_the_door_leaves_no_traceback(
        self, sent: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        async with telegram_room(webhook=HOOK) as room:
            reader, writer = await asyncio.open_connection("127.0.0.1", room.server.webhook_port)
            writer.write(sent.encode())
            if sent.endswith("{"):
                await writer.drain()
                writer.transport.abort()
            else:
                assert b" 400 " in await asyncio.wait_for(reader.readline(), 5)
                writer.close()
            await room.say(ANA, "/help")  # it is there for Telegram all the same
        assert caplog.records == []

    async def test_polling_takes_the_webhook_away(self) -> None:
        async with telegram_room(webhook=HOOK) as room:
            server = room.server
            async with telegram_room(room.store, server):
                assert server.webhook is None


NEARBY = tuple(language for language in neighbours() if len(language) == 2)
"""Languages without a catalogue whose readers get a neighbour's texts, as far as Telegram knows them."""


class TestMenus:
    async def test_every_command_in_every_language_and_kind_of_chat(self) -> None:
        async with telegram_room(first_start=True) as room:
            assert set(room.server.menus) == {
                (scope, language)
                for scope in ("all_group_chats", "all_private_chats")
                for language in ("", *languages(), *NEARBY)
            }
            for language in NEARBY:
                read = room.server.menus["all_group_chats", neighbours()[language]]
                assert room.server.menus["all_group_chats", language] == read
            group = room.server.menus["all_group_chats", "es"]
            assert [command["command"] for command in group] == [command.name for command in registry()]
            assert group[0]["description"] == "Abrir una mesa"
            assert "join" not in {command["command"] for command in room.server.menus["all_private_chats", ""]}

    async def test_they_are_sent_when_they_changed(self) -> None:
        store, server = await open_store("sqlite:///:memory:"), FakeTelegram(FakeClock())
        await server.start()
        client = new_client(TelegramConfig(TOKEN, server.api))
        await say_hello(client)
        try:
            waits = [flood(30)]
            server.trouble = lambda method, params: waits.pop() if method == "setMyCommands" and waits else None
            assert await offer(client, store, server.clock, registry(), "en")
            assert server.count["setMyCommands"] == 2 * (1 + len(languages()) + len(NEARBY)) + 1
            assert server.clock.slept == [30]
            assert not await offer(client, store, server.clock, registry(), "en")
            assert await offer(client, store, server.clock, registry(), "es")
            server.trouble = lambda method, params: CUT
            with pytest.raises(Failed):
                await offer(client, store, server.clock, registry(), "it")
            server.trouble = lambda method, params: None
            assert await offer(client, store, server.clock, registry(), "it")
        finally:
            await client.shutdown()
            await server.stop()
            await store.close()

    async def test_the_profile_is_told_in_every_language_and_sent_when_it_changed(self) -> None:
        async with telegram_room(first_start=True) as room:
            profile, calls = room.server.profile, ("setMyDescription", "setMyShortDescription")
            assert set(profile) == {
                (name, language) for name in ("description", "short_description") for language in ("", *languages())
            }
            assert profile["description", ""] == profile["description", "en"]
            assert len(set(profile.values())) == 2 * len(languages())
            async with telegram_room(room.store, room.server):
                assert not set(calls) & set(room.server.count)
            assert await introduce(room.platform.client, room.store, room.server.clock, "it")
            assert profile["short_description", ""] == profile["short_description", "it"]
            assert not await introduce(room.platform.client, room.store, room.server.clock, "it")
            assert not await offer(room.platform.client, room.store, room.server.clock, registry(), "en")

    def test_the_default_menu_is_in_the_houses_language(self) -> None:
        told = {(menu.private, menu.language): menu.commands for menu in menus(registry(), "it")}
        assert told[False, ""] == told[False, "it"]


@asynccontextmanager
async def served(server: FakeTelegram) -> AsyncIterator[FakeTelegram]:
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


class TestSecrets:
    def test_the_shape_of_a_token(self) -> None:
        assert is_token(TOKEN)
        for text in (
            "",
            "abc",
            "123:",
            f" {TOKEN}",
            TOKEN[:20],
            TOKEN + "\n",
            TOKEN.replace(":", ";"),
            f"bot{TOKEN}",
        ):
            assert not is_token(text)

    @pytest.mark.parametrize("token", [TOKEN.replace("A", "B"), TOKEN])
    async def test_a_wrong_token_is_told_in_one_line(self, token: str, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.DEBUG)
        async with served(FakeTelegram(FakeClock())) as server:
            server.unauthorized = True
            client = new_client(TelegramConfig(token, server.api))
            with pytest.raises(BadToken) as caught:
                await say_hello(client)
            told = "".join(traceback.format_exception(caught.value))
            await client.shutdown()
            assert "\n" not in str(caught.value)
            assert "@BotFather" in str(caught.value)
            for text in (told, caplog.text, repr(client), str(client), repr(TelegramConfig(token))):
                assert token.partition(":")[2] not in text

    async def test_nobody_answers(self) -> None:
        client = new_client(TelegramConfig(TOKEN, "http://127.0.0.1:9"))
        with pytest.raises(Failed) as caught:
            await say_hello(client)
        await client.shutdown()
        assert HALF not in "".join(traceback.format_exception(caught.value))

    async def test_the_token_is_in_no_log(self, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level(logging.DEBUG)
        for name in ("aiohttp", "aiohttp.client", "asyncio", "telegram", "telegram.Bot"):
            caplog.set_level(logging.DEBUG, name)
        for webhook in (None, HOOK):
            async with telegram_room(webhook=webhook, patience=0.2) as room:
                for name in ("aiohttp", "asyncio"):
                    caplog.set_level(logging.DEBUG, name)  # even where somebody wants to hear it all
                faults = [CUT, Fault(500, "x"), Fault(400, "y"), flood(2), Fault(hang=True)]
                room.server.trouble = lambda method, params, left=faults: (  # type: ignore[misc]
                    left.pop() if method != "getUpdates" and left else None
                )
                await room.started("/play palma first=D")
        text = caplog.text + "".join(repr(vars(record)) for record in caplog.records)
        assert any(record.name.startswith("telegram") for record in caplog.records)
        assert HIDDEN in text
        assert HALF not in text
        assert SECRET not in text

    def test_tracebacks_and_strange_records(self, caplog: pytest.LogCaptureFixture) -> None:
        keep_secret(TOKEN)
        log = logging.getLogger("a.stranger")
        try:
            int(f"https://api.telegram.org/bot{TOKEN}/getMe")
        except ValueError:
            log.exception("failed with %s", TOKEN)
        log.warning("100% %s %s", HALF)
        log.warning({"token": TOKEN})
        formatted = "".join(logging.Formatter().format(record) for record in caplog.records[::2])
        assert "ValueError: invalid literal" in formatted
        assert HALF not in formatted + "".join(repr(vars(record)) for record in caplog.records)
        assert redacted(f"x{TOKEN}x{HALF}") == f"x{HIDDEN}x{HIDDEN}"


class TestStopping:
    async def test_stopping_ends_soon_even_if_telegram_is_silent(self) -> None:
        async with telegram_room(patience=0.2) as room:
            await room.say(ANA, "/play")
            room.server.trouble = lambda method, params: Fault(hang=True)
            began = asyncio.get_running_loop().time()
            await room.platform.drain()
            assert asyncio.get_running_loop().time() - began < 5
            room.server.trouble = lambda method, params: None

    async def test_the_address_is_told(self) -> None:
        async with telegram_room() as room:
            assert room.platform.invitation == "https://t.me/PalmaresBot?startgroup=new"
