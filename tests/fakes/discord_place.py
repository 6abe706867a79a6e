"""Run a whole bot on a whole Discord: the real library between the core and a server on loopback."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import discord
import pytest
import yarl

from bot.bootstrap import application
from bot.core.application import Application
from bot.core.common.clock import SystemClock
from bot.core.common.entropy import seeded
from bot.core.domain.deadlines import to_act
from bot.core.domain.table import Table
from bot.core.features.registry import registry
from bot.core.services.chat_homes import ChatHomes
from bot.platforms.discord import command_sync
from bot.platforms.discord.config import DiscordConfig
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.discord.rate_limits import rate_limiter
from data.records import ChatKey
from data.store import Store
from render.content.scene import Scene
from tests.fakes.clock import FakeClock
from tests.fakes.discord_door import API
from tests.fakes.discord_people import People
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN, Channel, Interaction, Message, User
from tests.fakes.pictures import FakePictures

command_sync.tree = cache(command_sync.tree)  # translated once: each bot would do it again

PNG = b"\x89PNG\r\n\x1a\n"


PATIENCE = 60.0
"""Seconds in which a busy machine answers."""


MANAGE_SERVER = str(1 << 5)
"""The permission of whom the bot takes for an administrator."""


def draw(scene: Scene) -> bytes:
    """Make a picture as far as Discord is concerned."""
    return PNG + f"{scene.game} {scene.names} {len(scene.trail)}".encode()


PICTURES = FakePictures(draw)


class Place(People):
    """People, their server, and the bot that serves them."""

    def __init__(
        self, server: DiscordServer, platform: DiscordPlatform, core: Application, store: Store, clock: FakeClock
    ) -> None:
        super().__init__(server)
        self.platform = platform
        self.core = core
        self.store = store
        self.patience = clock
        self.by_hand = True

    # waiting for what must come -------------------------------------------------------------------------------------

    async def settled(self, *interactions: Interaction) -> None:
        """Wait until these were answered and everything is shown."""
        await self.settled_answers(*interactions)
        await self.idle()

    async def settled_answers(self, *interactions: Interaction) -> None:
        """Wait until these were answered, whatever is still to be shown."""
        for interaction in interactions:
            async with asyncio.timeout(PATIENCE):
                await interaction.answered.wait()

    async def idle(self) -> None:
        """Wait until nothing is under way."""
        interactions: Any = self.platform.client.listener
        async with asyncio.timeout(PATIENCE):
            await interactions._quiet.wait()
            await self.core.service.computers.idle()
            await self.core.publisher.idle()

    async def gave(self, user: User, channel: Channel, name: str, **options: Any) -> Interaction:
        """Give a command; return it with its answer. A table rolls by hand if it says nothing of rolls."""
        if name == "play" and self.by_hand:
            options.setdefault("rolls", "each")
        said = await self.say(user, channel, name, **options)
        await self.settled(said)
        return said

    async def pressed(self, user: User, message: Message, custom_id: str) -> Interaction:
        """Press a button; return the press with its answer."""
        made = await self.press(user, message, custom_id)
        await self.settled(made)
        return made

    async def clicked(self, user: User, channel: Channel, label: str) -> Interaction:
        """Press the newest button or choose the newest option with these words, in private answers too."""
        here = [message for message in self.server.messages.values() if message.channel == channel.id]
        shown = [message for message in here if not (message.gone or message.author)]
        for message in reversed(shown):
            for found, custom_id in pressable(message):
                if label in found:
                    return await self.pressed(user, message, custom_id)
        raise AssertionError(f"no {label!r} in {[pressable(message) for message in shown]}")

    # what there is --------------------------------------------------------------------------------------------------

    async def table(self, channel: Channel) -> Table:
        """Return the newest open table of a channel."""
        return await self.known((await self.core.service.tables.of_chat(key_of(channel)))[-1].id)

    async def known(self, code: str) -> Table:
        """Return a table by its code."""
        table = await self.core.service.tables.get(code)
        assert table is not None
        return table

    def boards(self, channel: Channel) -> list[Message]:
        """Return the messages that can be pressed, but for offers to one person, which move nothing."""
        shown = [message for message in self.server.of(channel) if message.components]
        return [message for message in shown if not any(".offer:" in token for token in ids_of(message))]

    def board(self, channel: Channel) -> Message:
        """Return the newest message that can be pressed, but for an offer to one person."""
        return self.boards(channel)[-1]

    async def actor(self, code: str, people: list[User]) -> User | None:
        """Return who must act, None if nobody must."""
        seat = to_act(await self.known(code))
        return next((one for one in people if seat and seat.person and seat.person.user == one.id), None)

    async def acting(self, code: str, people: list[User]) -> User:
        """Return who of these people must act; one of them does."""
        who = await self.actor(code, people)
        assert who is not None
        return who

    async def opened(self, channel: Channel, ana: User, bea: User, **options: Any) -> str:
        """Open a game that has just begun; return its code."""
        await self.gave(ana, channel, "play", **options)
        code = (await self.table(channel)).id
        await self.gave(bea, channel, "join")
        await self.gave(ana, channel, "start")
        return code

    async def play_on(self, code: str, channel: Channel, people: list[User], presses: int) -> int:
        """Press what the board offers, until the end or at most `presses` times; return how many presses it took."""
        rng = random.Random(code)
        for count in range(presses):
            who = await self.actor(code, people)
            if who is None:
                return count
            board = self.board(channel)
            made = await self.pressed(who, board, rng.choice(pressable(board))[1])
            assert "Send Messages" in (made.notice or "Send Messages"), made.notice
        return presses


def pressable(message: Message) -> list[tuple[str, str]]:
    """Labels and what to press for them: buttons by custom id, options by value."""
    found: list[tuple[str, str]] = []
    for part in message.pressable:
        if part["type"] == 3:
            found += [(option["label"], option["value"]) for option in part["options"]]
        else:
            found.append((part["label"], part["custom_id"]))
    return found


def ids_of(message: Message) -> list[str]:
    """Return what can be pressed, without labels."""
    return [custom_id for _, custom_id in pressable(message)]


def key_of(channel: Channel) -> ChatKey:
    """Return a channel as the core knows it."""
    return ChatKey("discord", channel.id)


def point_library_at(server: DiscordServer, patch: pytest.MonkeyPatch) -> None:
    """Point the library's two addresses at a server."""
    patch.setattr(discord.http.Route, "BASE", server.url + API)
    address = yarl.URL(server.url.replace("http", "ws") + "/gateway")
    patch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", address)
    patch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda _: 0.0)


class Slow:
    """A core, or a publisher, that takes its time: until the gate is open."""

    def __init__(self, real: Any) -> None:
        self._real = real
        self.gate = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        async def call(*args: Any) -> Any:
            await self.gate.wait()
            return await getattr(self._real, name)(*args)

        return call


@asynccontextmanager
async def bot_on(server: DiscordServer, store: Store, **wishes: Any) -> AsyncIterator[Place]:
    """Run one process of the bot; as a `member` it shares the bot with others, by what `gateways` keeps for all."""
    patience = FakeClock()
    settings = DiscordConfig(TOKEN, wishes.pop("guild", None), wishes.pop("shards", None))
    member, gateways, clock = wishes.pop("member", None), wishes.pop("gateways", None), server.clock
    shared: dict[str, Any] = {}
    if member is not None:
        clock = wishes.pop("clock", SystemClock())
        shared = {"ownership": member, "gateways": gateways, "homes": ChatHomes(gateways)}
    timeout, app = wishes.pop("timeout", 5.0), wishes.pop("app", False)
    platform = DiscordPlatform(settings, store, clock, registry(), timeout=timeout, app=app, **shared)
    try:
        options = {
            "entropy": seeded("1"),
            "authorities": {"discord": platform.authority},
            "limiters": {"discord": rate_limiter(patience, platform.messenger)},
            **({} if member is None else {"ownership": member}),
            **wishes,
        }
        async with application(store, {"discord": platform.messenger}, patience, PICTURES, **options) as core:
            await platform.open(core)
            yield Place(server, platform, core, store, patience)
            await platform.drain()
    finally:
        await platform.close()
