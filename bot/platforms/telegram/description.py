"""Describe Telegram to the program."""

from __future__ import annotations

from bot.platforms.base import Home, PlatformDescription
from data.records import ChatKey, shard_of


async def lease_number(chat: ChatKey, _count: int, _home: Home) -> int:
    """Return the chat's shard, whichever process receives its updates."""
    return shard_of(chat)


DESCRIPTION = PlatformDescription("telegram", "Telegram", lease_number)
