"""Say under which lease a chat is."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType

from data.coordination import LeaseKey
from data.records import ChatKey

SHARDS: Mapping[str, int] = MappingProxyType({"telegram": 64, "web": 1})
"""Into how many shards the chats of a platform go; those of Discord go with the connections that hear them."""
HEARD_BY = "discord"
"""The platform of which a process hears just the chats whose connection it has."""

Home = Callable[[ChatKey], Awaitable[int]]
"""Says which of the platform's servers a chat belongs to, by its id; 0 for one without, or where it is not known."""


async def homeless(_: ChatKey) -> int:
    """Know no chat's server."""
    return 0


def shard_of(chat: ChatKey, count: int) -> int:
    """Return the shard of a chat, the same for all its threads, of `count`; the database reckons it so too."""
    digest = hashlib.md5(f"{chat.platform}:{chat.chat}".encode(), usedforsecurity=False).hexdigest()
    return int(digest[:7], 16) % count


def connection_of(server: int, count: int) -> int:
    """Return the connection by which Discord tells what happens on a server, of `count`."""
    return (server >> 22) % count


class ChatLeases:
    """Finds the lease of a chat."""

    def __init__(self, connections: int = 1, home: Home = homeless) -> None:
        """Count the connections of the platform that has them, and ask `home` for a chat's server there."""
        self.counts: Mapping[str, int] = {**SHARDS, HEARD_BY: connections}
        """How many leases there are of each platform's chats."""
        self._home = home

    async def of(self, chat: ChatKey) -> LeaseKey:
        """Return the lease of a chat; that of the web's for a platform without leases. Raises what `home` does."""
        count = self.counts.get(chat.platform)
        if count is None:
            return LeaseKey("web", 0)
        if chat.platform == HEARD_BY:
            return LeaseKey(HEARD_BY, connection_of(await self._home(chat), count) if count > 1 else 0)
        return LeaseKey(chat.platform, shard_of(chat, count))
