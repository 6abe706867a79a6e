"""Know to which server of Discord a chat belongs, where several processes share the servers."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from bot.core.common.lru import LruDict
from data.records import ChatKey

REMEMBERED = 50_000


@runtime_checkable
class HomeStore(Protocol):
    """Where homes are kept."""

    async def note_home(self, chat: str, guild: int) -> None:
        """Note to which server a chat belongs."""

    async def home(self, chat: str) -> int | None:
        """Return the server of a chat, None without one, or where nobody has heard of the chat."""


def gateway_shard(guild: int, count: int) -> int:
    """Return by which of so many connections Discord tells of a server: its own rule."""
    return (guild >> 22) % count


class ChatHomes:
    """The homes of chats, as far as they were asked for lately; a chat never moves to another server."""

    def __init__(self, store: HomeStore) -> None:
        self._store = store
        self._known = LruDict[str, int](REMEMBERED)

    async def heard(self, chat: ChatKey, guild: int | None) -> None:
        """Note where a chat is, once for all processes; raises StoreFailed. Of private chats nothing is stored."""
        home = guild or 0
        if self._known.get(chat.chat) != home:
            if home:
                await self._store.note_home(chat.chat, home)
            self._known[chat.chat] = home

    async def of(self, chat: ChatKey) -> int:
        """Return the server of a chat, 0 for none or where nobody has heard of it; raises StoreFailed."""
        home = self._known.get(chat.chat)
        if home is None:
            home = await self._store.home(chat.chat)
            if home is None:  # somebody may hear of it at any moment
                return 0
            self._known[chat.chat] = home
        return home
