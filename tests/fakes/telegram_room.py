"""Run the whole bot on Telegram: the core, the platform, the real client library, and a Bot API on loopback."""

from __future__ import annotations

import asyncio
import random
import struct
import zlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from bot.bootstrap import application
from bot.core.application import Application
from bot.core.common.entropy import seeded
from bot.core.domain.deadlines import to_act
from bot.core.domain.table import Table
from bot.core.messages.ports import Messenger
from bot.core.services.ownership import Ownership
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.telegram.html import PLATFORM
from bot.platforms.telegram.messenger import TelegramMessenger
from bot.platforms.telegram.mini_app import MiniAppLinks
from bot.platforms.telegram.platform import TelegramPlatform
from bot.platforms.telegram.webhook import Receiver
from bot.platforms.web.platform import WebPlatform
from data.open_store import open_store
from data.records import ChatKey, ChatRecord
from data.store import Store
from render.content.scene import Scene
from tests.fakes.clock import FakeClock
from tests.fakes.pictures import FakePictures
from tests.fakes.room import taken_up
from tests.fakes.telegram_server import TOKEN, FakeTelegram
from tests.fakes.telegram_world import ANA, BEA, BOT, Chat, Message, User

GROUP = -1001234567890


def draw(scene: Scene) -> bytes:
    """Make a small true PNG, another for each scene."""
    seed = zlib.crc32(repr((scene.state, scene.moves, scene.trail)).encode())

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixel = zlib.compress(b"\0" + seed.to_bytes(4, "big")[:3])
    note = chunk(b"tEXt", f"seed\0{seed}".encode())
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + note + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


PICTURES = FakePictures(draw)


class TelegramRoom:
    """People who write and press, and what they see."""

    def __init__(
        self,
        server: FakeTelegram,
        messenger: TelegramMessenger,
        platform: TelegramPlatform,
        core: Application,
        store: Store,
    ) -> None:
        self.server = server
        self.messenger = messenger
        self.platform = platform
        self.core = core
        self.store = store
        self.by_hand = True
        self.group = server.chat(GROUP)

    async def say(self, user: User, text: str, chat: Chat | None = None, **more: Any) -> int:
        """Let somebody write in the group, or elsewhere; a table rolls by hand if the line says nothing of rolls."""
        if text.split(" ")[0] == "/play" and "rolls=" not in text and self.by_hand:
            text += " rolls=each"
        number = await self.server.say(user, text, chat or self.group, **more)
        await self.settle()
        return number

    async def press(self, user: User, message: Message, token: str) -> str | None:
        """Let somebody press; return the answer that they alone see."""
        query = await self.server.press(user, message, token)
        await self.settle()
        return self.server.answers.get(query)

    async def click(self, user: User, label: str, chat: Chat | None = None) -> str | None:
        """Press the newest button whose label has these words."""
        shown = self.server.live(chat or self.group)
        for message in reversed(shown):
            for text, token in zip(message.labels, message.tokens, strict=True):
                if label in text:
                    return await self.press(user, message, token)
        raise AssertionError(f"no button {label!r} among {[one.labels for one in shown]}")

    async def add_bot(self, by: User, chat: Chat | None = None) -> None:
        """Let somebody add the bot to the group, or to another chat."""
        bot = {"id": BOT, "is_bot": True, "first_name": "Palmarés"}
        change: dict[str, Any] = {"chat": (chat or self.group).json, "from": by.json, "date": 1}
        change |= {"old_chat_member": {"user": bot, "status": "left"}}
        change |= {"new_chat_member": {"user": bot, "status": "member"}}
        await self.server.push("my_chat_member", change)
        await self.settle()

    async def leaves(
        self, user: User, chat: Chat | None = None, by: User | None = None, *, known: bool = True
    ) -> None:
        """Let somebody leave the group, or another one put them out; where not `known`, only admins hear of it."""
        told: dict[str, Any] = {"chat": (chat or self.group).json, "from": (by or user).json, "date": 1}
        if known:
            await self.server.push("message", told | {"message_id": 999_999, "left_chat_member": user.json})
        else:
            told |= {"old_chat_member": {"user": user.json, "status": "member"}}
            status = {"status": "left"} if by is None else {"status": "kicked", "until_date": 0}
            await self.server.push("chat_member", told | {"new_chat_member": {"user": user.json, **status}})
        await self.settle()

    async def settle(self) -> None:
        """Wait until all is done and shown."""
        await self.server.drained()
        await self.platform.idle()
        await self.core.service.computers.idle()
        await self.core.publisher.idle()
        await self.platform.idle()

    # what there is to see -------------------------------------------------------------------------------------------

    async def opened(self, line: str, *who: User) -> str:
        """Open a table as Ana in the group; these people join it. Return its code."""
        await self.say(ANA, line)
        code = (await self.table()).id
        for one in who:
            await self.say(one, "/join")
        return code

    async def started(self, line: str, *who: User) -> str:
        """Start a game that Ana opens with these people, or with bots without any; return its code."""
        code = await self.opened(line, *who)
        await self.click(ANA, "Start" if who else "Start with bots")
        return code

    async def begun(self, line: str = "/play palma first=D") -> str:
        """Start a game between two people in the group; return its code."""
        return await self.started(line, BEA)

    async def table(self, code: str | None = None) -> Table:
        """Return a table as stored; the newest open one if no code is given."""
        code = code if code is not None else (await self.store.all_tables())[-1].id
        table = await self.core.service.tables.fresh(code)
        assert table is not None
        return table

    async def code(self, chat: Chat, thread: str = "") -> str:
        """Return the code of a chat's newest open table."""
        found = [
            record.id
            for record in await self.store.all_tables()
            if (record.chat.chat, record.chat.thread) == (str(chat.id), thread)
        ]
        return found[-1]

    def board(self, code: str, chat: Chat | None = None) -> Message:
        """Return the one message of a chat that has buttons of a table."""
        (found,) = [
            one
            for one in self.server.live(chat or self.group)
            if any(token.startswith(f"{code}.") and ".offer:" not in token for token in one.tokens)
        ]
        return found

    async def actor(self, code: str, people: Sequence[User]) -> User | None:
        """Return who of these people must act."""
        seat = to_act(await self.table(code))
        who = seat.person.user if seat is not None and seat.person is not None else None
        return next((one for one in people if str(one.id) == who), None)

    async def acting(self, code: str, people: Sequence[User]) -> User:
        """Return who of these people must act; one of them does."""
        who = await self.actor(code, people)
        assert who is not None
        return who

    async def step(self, code: str, people: Sequence[User], chat: Chat | None, rng: random.Random) -> bool:
        """Press something for the player to act; return False once the game is over."""
        who = await self.actor(code, people)
        if who is None:
            return False
        board = self.board(code, chat)
        await self.press(who, board, rng.choice(board.tokens))
        return True

    async def play_out(self, code: str, people: Sequence[User], chat: Chat | None = None, most: int = 3000) -> int:
        """Play a table to its end; return how many presses it took."""
        rng = random.Random(code)
        for count in range(most):
            if not await self.step(code, people, chat, rng):
                return count
        raise AssertionError(f"not over after {most} presses")


async def _open(site: WebPlatform | None, core: Application) -> None:
    if site is not None:
        await site.open(core)


async def _close(site: WebPlatform | None) -> None:
    if site is not None:
        await site.drain()


_TOLD: list[ChatRecord] = []
"""What a store knows of what Telegram got, once one has sent it: each room would take two dozen calls for it."""


@asynccontextmanager
async def telegram_room(
    store: Store | None = None,
    server: FakeTelegram | None = None,
    *,
    rates: bool = False,
    patience: float = 15.0,
    seed: str = "1",
    first_start: bool = False,
    webhook: Any = None,
    ownership: Ownership | None = None,
    app: MiniAppLinks | None = None,
    page: Callable[[Store, FakeClock], WebPlatform] | None = None,
    beside: Mapping[str, Messenger] | None = None,
    pictures: Any = PICTURES,
    **wishes: Any,
) -> AsyncIterator[TelegramRoom]:
    """Run a bot; over a given store and server it is one process among several.

    Unless it is its first start, Telegram has its menus and its profile from the last one.
    """
    own_store, own_server = store is None, server is None
    store = store if store is not None else await open_store("sqlite:///:memory:")
    server = server if server is not None else FakeTelegram(FakeClock(), rates=rates)
    if own_server:
        await server.start()
    if own_store and not rates and not first_start:
        for record in _TOLD:
            await store.save_chat(record)
    config = TelegramConfig(TOKEN, server.api, webhook)
    inbox: Any = store  # asked for only where the ownership is shared
    platform = TelegramPlatform(config, server.clock, ownership=ownership, inbox=inbox, timeout=patience, app=app)
    site = page(store, server.clock) if page is not None else None
    platform.limiter = platform.limiter if rates else None
    wishes = {
        "entropy": seeded(seed),
        "authorities": {"telegram": platform.authority} | ({"web": site.authority} if site is not None else {}),
        "limiters": {"telegram": platform.limiter} if platform.limiter is not None else None,
    } | wishes
    try:
        messengers: dict[str, Messenger] = {"telegram": platform.messenger}
        messengers |= {"web": site.messenger} if site is not None else {}
        messengers |= beside or {}
        async with application(store, messengers, server.clock, pictures, **wishes) as core:
            await platform.open(core)
            await _open(site, core)
            try:
                if isinstance(platform.source, Receiver):
                    server.webhook_port = platform.source.port
                await taken_up(core)
                await core.publisher.idle()
                await platform.idle()
                server.calls.clear()
                server.refused.clear()
                if not _TOLD and (told := await store.chat(ChatKey(PLATFORM, f"bot {platform.client.id}"))):
                    _TOLD.append(told)
                yield TelegramRoom(server, platform.messenger, platform, core, store)
            finally:
                await _close(site)
                await platform.drain()
    finally:
        await asyncio.wait_for(platform.close(), 5)
        if own_server:
            await server.stop()
        if own_store:
            await store.close()
