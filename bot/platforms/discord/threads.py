"""Open a table's thread on Discord: below the answer to a command or press, or below the bot's own line."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord

from bot.core.common.clock import Clock
from bot.core.common.lru import LruDict
from bot.core.messages.content import Screen
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.messages.requests import ThreadOffer
from bot.core.services.chat_homes import ChatHomes
from bot.platforms.discord.errors import PASSING
from bot.platforms.discord.messenger import DiscordMessenger
from bot.platforms.discord.pending_interactions import PendingInteraction
from bot.platforms.discord.texts import TO_OPEN_THREADS, lacking
from data.errors import StoreError
from data.records import ChatKey

_log = logging.getLogger(__name__)

PARENTS = (discord.ChannelType.text, discord.ChannelType.news)
"""Channels that allow threads below messages; not threads themselves, voice channels or private chats."""
REFUSED = 3600.0
"""Seconds for which a channel that refused a thread isn't asked again."""
CHANNELS = 1024
"""The channels that refused and are remembered."""
Tried = Callable[[Callable[[], Awaitable[object]]], Awaitable[bool]]
"""Tries a call several times and returns whether it succeeded."""
AtHome = Callable[[ChatKey, int | None], Awaitable[None]]
"""Stores the server of a chat."""


def thread_offer(
    messenger: DiscordMessenger, chat: ChatKey, pending: PendingInteraction, tried: Tried, at_home: AtHome
) -> ThreadOffer | None:
    """Return how to open a thread where an interaction comes from; None if there can be none.

    Each interaction carries the bot's permissions there.
    """
    interaction = pending.interaction
    if not interaction.is_guild_integration() or getattr(interaction.channel, "type", None) not in PARENTS:
        return None
    lacks = tuple(lacking(interaction.app_permissions, TO_OPEN_THREADS))

    async def post(line: Screen) -> tuple[ChatKey, str] | None:
        said: list[str] = []

        async def say() -> None:
            said.append(await messenger.answer(chat, pending, line, nonce=f"thread {interaction.id}"))

        if not await tried(say):
            return None
        thread = ChatKey(chat.platform, said[0])  # both will have one id
        with suppress(StoreError):  # stored at the latest when somebody writes there
            await at_home(thread, interaction.guild_id)
        return thread, said[0]

    async def open_below(message: str, name: str) -> bool:
        return await tried(lambda: messenger.open_thread(chat, message, name))

    return ThreadOffer(post, open_below, lambda message: _withdraw(messenger, chat, message), lacks)


async def _withdraw(messenger: DiscordMessenger, chat: ChatKey, message: str) -> None:
    """Delete the line of a thread that did not open; at worst it stays."""
    with suppress(MessageGone, NotAllowed, TryLater, discord.HTTPException, *PASSING):
        await messenger.delete(chat, message)


class DiscordThreads:
    """The core's `Threads`: opened and archived by the bot itself, for tournaments."""

    def __init__(self, messenger: DiscordMessenger, clock: Clock, homes: ChatHomes | None) -> None:
        self._messenger, self._clock, self._homes = messenger, clock, homes
        self._refused = LruDict[ChatKey, float](CHANNELS)

    async def open(self, chat: ChatKey, line: Screen, name: str, *, nonce: str) -> tuple[ChatKey, str] | None:
        """Open a thread below a new line; None in private chats and threads, and where a permission is missing."""
        if self._refused.get(chat, 0.0) > self._clock.now():
            return None
        try:
            message = await self._messenger.post(chat, line, nonce=nonce)
        except NotAllowed:
            return None
        try:
            await self._messenger.open_thread(chat, message, name)
        except (MessageGone, NotAllowed, discord.HTTPException) as error:
            _log.info("no threads in a channel: %s", error)
            self._refused[chat] = self._clock.now() + REFUSED
            await _withdraw(self._messenger, chat, message)
            return None
        thread = ChatKey(chat.platform, message)
        if self._homes is not None and (guild := await self._homes.of(chat)):
            await self._homes.heard(thread, guild)
        return thread, message

    async def hide(self, chat: ChatKey, thread: ChatKey) -> None:
        """Delete the line above a thread; both have the same id."""
        await self._messenger.delete(chat, thread.chat)

    async def close(self, thread: ChatKey) -> None:
        await self._messenger.archive(thread)
