"""Describe Discord to the program."""

from __future__ import annotations

from bot.core.services.chat_homes import gateway_shard
from bot.platforms.base import Home, PlatformDescription
from data.records import ChatKey


async def lease_number(chat: ChatKey, count: int, home: Home) -> int:
    """Return the gateway shard of the chat: a process receives only the chats of its connections."""
    return gateway_shard(await home(chat), count) if count > 1 else 0


DESCRIPTION = PlatformDescription("discord", "Discord", lease_number)
