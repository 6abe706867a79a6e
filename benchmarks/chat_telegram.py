"""Runs a bot on the imitation of Telegram, with people who play there."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from benchmarks.chat_cost import TimedPictures
from benchmarks.chat_room import NAMES, USUAL, Chat, Figures, Setup, Shifted, asked, is_board, reached
from bot.bootstrap import application
from bot.core.board_messages.board_motion import DrawMotion
from bot.core.common.clock import SystemClock
from bot.core.common.entropy import seeded
from bot.core.domain.chat_settings import Motion, change_settings
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.telegram.platform import TelegramPlatform
from data.records import ChatKey
from data.sqlite.store import SqliteStore
from tests.fakes.telegram_room import TelegramRoom
from tests.fakes.telegram_server import TOKEN as TELEGRAM_TOKEN
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import Chat as TelegramChat
from tests.fakes.telegram_world import User


class OnTelegram:
    """The imitation of Telegram (`Site`)."""

    def __init__(self, room: TelegramRoom, *, moving: bool) -> None:
        self._moving = moving
        self.chats: dict[str, Chat] = {}
        self.figures = Figures()
        self._room = room
        room.by_hand = False
        self._queries: dict[str, str] = {}

    async def open(self, number: int, known: Chat | None = None, setup: Setup = USUAL) -> Chat:
        room = self._room
        people = [User(5000 + place, name) for place, name in enumerate(NAMES[: setup.people])]
        chat = known or Chat(room.server.chat(-100 - number), people)
        if self._moving:
            await change_settings(room.store, ChatKey("telegram", str(chat.place.id)), motion=Motion.MOVING)
        ana, *others = chat.people
        await room.say(ana, f"/play {setup.line}", chat.place)
        for other in others:
            await room.say(other, "/join", chat.place)
        await room.click(ana, "▶ Start", chat.place)
        self.chats[str(chat.place.id)] = chat
        return chat

    def newest(self, chat: Chat) -> tuple[Any, list[str], Any]:
        group: TelegramChat = chat.place
        known = reversed(self._room.server.messages)
        message = next(one for one in known if one.chat is group and not one.gone and is_board(one.tokens))
        return message, message.tokens, asked(message.text, {who.first_name: who for who in chat.people})

    async def press(self, who: Any, message: Any, token: str) -> str:
        query = await self._room.server.press(who, message, token)
        self._queries[query] = str(message.chat.id)
        return query

    def messages(self, chat: Chat) -> tuple[int, int]:
        here = [message for message in self._room.server.messages if message.chat is chat.place]
        return len(here), sum(not message.quiet for message in here)

    async def idle(self) -> None:
        await self._room.settle()

    def called(self, params: dict[str, Any], at: float) -> None:
        query = params.get("callback_query_id")
        place = str(params.get("chat_id", "")) if query is None else self._queries.get(query, "")
        if place in self.chats:
            self.chats[place].calls += 1
            reached(self, place, query, at)


class WatchedTelegram(FakeTelegram):
    """An imitation that reports each call."""

    told: Callable[[dict[str, Any], float], None] | None = None

    async def _answer(self, method: str, params: dict[str, Any]) -> Any:
        at = time.perf_counter()
        answer = await super()._answer(method, params)
        if self.told is not None:
            self.told(params, at)
        return answer


@asynccontextmanager
async def on_telegram(
    store: SqliteStore, draw_motion: DrawMotion | None = None, time_source: Shifted | None = None
) -> AsyncIterator[OnTelegram]:
    """Run a bot on the imitation of Telegram, with moving boards if `draw_motion` is given."""
    clock: Any = time_source or SystemClock()
    server = WatchedTelegram(clock)
    await server.start()
    platform = TelegramPlatform(TelegramConfig(TELEGRAM_TOKEN, server.api), clock)
    platform.limiter = None
    try:
        async with application(
            store,
            {"telegram": platform.messenger},
            clock,
            TimedPictures(),
            entropy=seeded("1"),
            draw_motion=draw_motion,
        ) as core:
            await platform.open(core)
            try:
                room = TelegramRoom(server, platform.messenger, platform, core, store)
                site = OnTelegram(room, moving=draw_motion is not None)
                server.told = site.called
                yield site
            finally:
                await platform.drain()
    finally:
        await platform.close()
        await server.stop()
