"""Runs a bot on the imitation of Discord, with people who play there."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from benchmarks.chat_cost import TimedPictures
from benchmarks.chat_room import NAMES, USUAL, Chat, Figures, Setup, Shifted, asked, is_board, reached
from bot.bootstrap import application
from bot.core.board_messages.board_motion import DrawMotion
from bot.core.common.clock import SystemClock
from bot.core.common.entropy import seeded
from bot.core.features.registry import registry
from bot.platforms.discord.config import DiscordConfig
from bot.platforms.discord.platform import DiscordPlatform
from data.sqlite.store import SqliteStore
from tests.fakes.discord_place import Place, ids_of, point_library_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN, Channel


class OnDiscord:
    """The imitation of Discord (`Site`)."""

    def __init__(self, place: Place) -> None:
        self.chats: dict[str, Chat] = {}
        self.figures = Figures()
        self._room = place
        place.by_hand = False

    async def open(self, number: int, known: Chat | None = None, setup: Setup = USUAL) -> Chat:
        room = self._room
        chat = known or Chat(room.channel(), [room.user(f"{name} {number}") for name in NAMES[: setup.people]])
        ana, *others = chat.people
        await room.gave(
            ana,
            chat.place,
            "play",
            **{name: int(value) if value.isdecimal() else value for name, value in setup.options.items()},
        )
        for other in others:
            await room.gave(other, chat.place, "join")
        await room.clicked(ana, chat.place, "▶ Start")
        self.chats[chat.place.id] = chat
        return chat

    def newest(self, chat: Chat) -> tuple[Any, list[str], Any]:
        known = reversed(self._room.server.messages.values())
        channel: Channel = chat.place
        message = next(one for one in known if one.channel == channel.id and not one.gone and is_board(ids_of(one)))
        called = asked(message.content, {word: who for who in chat.people for word in (who.name, f"<@{who.id}>")})
        return message, [token.removeprefix("palmares:") for token in ids_of(message)], called

    async def press(self, who: Any, message: Any, token: str) -> str:
        custom_id = next(each for each in ids_of(message) if each.endswith(token))
        made = await self._room.press(who, message, custom_id)
        return made.token

    def messages(self, chat: Chat) -> tuple[int, int]:
        here = [message for message in self._room.server.messages.values() if message.channel == chat.place.id]
        return len(here), sum(bool(message.calls) for message in here)

    async def idle(self) -> None:
        await self._room.idle()

    def called(self, path: str, at: float) -> None:
        words = path.split("/")
        made = self._room.server.interactions.get(words[5]) if {"interactions", "webhooks"} & set(words) else None
        place = made.channel.id if made is not None else words[4] if "channels" in words else ""
        if place not in self.chats:
            return
        self.chats[place].calls += 1
        if "interactions" in words or "channels" in words:
            reached(self, place, made.token if made is not None else None, at)


class WatchedDiscord(DiscordServer):
    """An imitation that reports each call."""

    told: Callable[[str, float], None] | None = None

    async def _served(self, request: Any, handler: Any) -> Any:
        at = time.perf_counter()
        answer = await super()._served(request, handler)
        if self.told is not None:
            self.told(request.path, at)
        return answer


@asynccontextmanager
async def on_discord(
    store: SqliteStore, draw_motion: DrawMotion | None = None, time_source: Shifted | None = None
) -> AsyncIterator[OnDiscord]:
    """Run a bot on the imitation of Discord, with moving boards if `draw_motion` is given."""
    clock: Any = time_source or SystemClock()
    server = WatchedDiscord(clock)
    await server.start()
    platform = DiscordPlatform(DiscordConfig(TOKEN, None, None), store, clock, registry())
    try:
        with pytest.MonkeyPatch.context() as patching:
            point_library_at(server, patching)
            messengers = {"discord": platform.messenger}
            async with application(
                store, messengers, clock, TimedPictures(), entropy=seeded("1"), draw_motion=draw_motion
            ) as core:
                await platform.open(core)
                site = OnDiscord(Place(server, platform, core, store, clock))
                server.told = site.called
                yield site
                await platform.drain()
            await platform.close()
    finally:
        await server.stop()
