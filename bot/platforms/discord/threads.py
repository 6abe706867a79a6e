"""Open a table's thread on Discord, below the answer to the command or press that asked for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import discord

from bot.core.messages.content import Screen
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.messages.requests import ThreadOffer
from bot.platforms.discord.errors import PASSING
from bot.platforms.discord.messenger import DiscordMessenger
from bot.platforms.discord.pending_interactions import PendingInteraction
from bot.platforms.discord.texts import TO_OPEN_THREADS, lacking
from data.errors import StoreError
from data.records import ChatKey

PARENTS = (discord.ChannelType.text, discord.ChannelType.news)
"""Channels that allow threads below messages; not threads themselves, voice channels or private chats."""
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

    async def withdraw(message: str) -> None:
        with suppress(MessageGone, NotAllowed, TryLater, discord.HTTPException, *PASSING):
            await messenger.delete(chat, message)

    return ThreadOffer(post, open_below, withdraw, lacks)
