"""What stands below a message in its chat, as far as a platform tells of the messages that come and go."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

from bot.core.common.lru import LruDict

CHATS, EACH = 2000, 64
"""In how many chats messages are counted, and how many of the newest in each; older ones need no counting."""


class RecentMessages:
    """The numbers of the newest messages of each chat that is watched. Lost at a restart: counting begins anew."""

    def __init__(self) -> None:
        self._chats = LruDict[Hashable, deque[int]](CHATS)

    def watch(self, chat: Hashable) -> None:
        """Count what comes in a chat from now on; those watched longest ago are given up first."""
        self._chats[chat] = self._chats.get(chat) or deque(maxlen=EACH)

    def arrived(self, chat: Hashable, message: int) -> None:
        """Note a message, once; nothing where nobody counts."""
        known = self._chats.get(chat)
        if known is not None and message not in known:
            known.append(message)

    def gone(self, chat: Hashable, *messages: int) -> None:
        """Note that messages are there no more."""
        known = self._chats.get(chat)
        for message in messages:
            if known is not None and message in known:
                known.remove(message)

    def below(self, chat: Hashable, message: int) -> int:
        """Return how many messages are known to stand below one."""
        return sum(known > message for known in self._chats.get(chat, ()))
