"""Find the lease of a chat."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.services.ownership import APPS
from bot.platforms.base import Home, LeaseNumber, single_lease
from data.coordination import LeaseKey
from data.records import ChatKey


async def homeless(_: ChatKey) -> int:
    """Return 0: no chat has a known server."""
    return 0


class ChatLeases:
    """Find the lease of a chat by the rule of its platform."""

    def __init__(self, numbers: Mapping[str, LeaseNumber], home: Home = homeless) -> None:
        """Use each platform's rule in `numbers`. A platform without a rule has one lease for all chats."""
        self._numbers = numbers
        self._home = home

    async def of(self, chat: ChatKey, count: Callable[[str], int]) -> LeaseKey:
        """Return the lease of a chat; `count` returns a group's number of leases. Raises what `home` raises."""
        if chat.room is not None:
            return LeaseKey(APPS.name, chat.room)
        number = self._numbers.get(chat.platform, single_lease)
        return LeaseKey(chat.platform, await number(chat, count(chat.platform), self._home))
