"""Say under which lease a chat is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.core.services.chat_homes import gateway_shard
from bot.core.services.ownership import WEB
from data.coordination import LeaseKey
from data.records import ChatKey, shard_of

SHARDED = "telegram"
"""The platform whose chats go into shards, whoever hears them."""
CONNECTED = "discord"
"""The platform of which a process hears just the chats whose connection it has: a lease each."""

Home = Callable[[ChatKey], Awaitable[int]]
"""Says to which of the platform's servers a chat belongs, by its id; 0 for none, or where it is not known."""


async def homeless(_: ChatKey) -> int:
    """Know no chat's server."""
    return 0


class ChatLeases:
    """Finds the lease of a chat."""

    def __init__(self, home: Home = homeless) -> None:
        """Ask `home` for a chat's server where that matters."""
        self._home = home

    async def of(self, chat: ChatKey, count: Callable[[str], int]) -> LeaseKey:
        """Return the lease of a chat; `count` says how many there are of a group. Raises what `home` does."""
        if chat.platform == SHARDED:
            return LeaseKey(SHARDED, shard_of(chat))
        if chat.platform == CONNECTED:
            connections = count(CONNECTED)
            return LeaseKey(CONNECTED, gateway_shard(await self._home(chat), connections) if connections > 1 else 0)
        return LeaseKey(WEB.name, 0)
