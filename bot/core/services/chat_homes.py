"""Find the Discord server of a chat, where several processes share the servers."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from bot.core.common.lru import LruDict
from data.records import ChatKey

REMEMBERED = 50_000


@runtime_checkable
class HomeStore(Protocol):
    """The storage of homes."""

    async def note_home(self, chat: str, guild: int) -> None:
        """Store the server of a chat."""

    async def home(self, chat: str) -> int | None:
        """Return the server of a chat; None if it has none or is unknown."""


def gateway_shard(guild: int, count: int) -> int:
    """Return the gateway shard of a server, by Discord's own formula."""
    return (guild >> 22) % count


class ChatHomes:
    """Caches the homes of chats; a chat never moves to another server."""

    def __init__(self, store: HomeStore) -> None:
        self._store = store
        self._known = LruDict[str, int](REMEMBERED)

    async def heard(self, chat: ChatKey, guild: int | None) -> None:
        """Store a chat's server, once for all processes; raises StoreFailed. Private chats aren't stored."""
        home = guild or 0
        if self._known.get(chat.chat) != home:
            if home:
                await self._store.note_home(chat.chat, home)
            self._known[chat.chat] = home

    async def of(self, chat: ChatKey) -> int:
        """Return the server of a chat, 0 if none or unknown; raises StoreFailed."""
        home = self._known.get(chat.chat)
        if home is None:
            home = await self._store.home(chat.chat)
            if home is None:  # not cached: it may become known at any moment
                return 0
            self._known[chat.chat] = home
        return home
