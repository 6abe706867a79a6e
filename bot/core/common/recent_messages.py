"""Count the messages below another one in a chat, as far as the platform reports messages."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable

from bot.core.common.lru import LruDict

CHATS, EACH = 2000, 64
"""Number of chats watched, and of newest messages counted in each."""


class RecentMessages:
    """The numbers of the newest messages in each watched chat; a restart loses them."""

    def __init__(self) -> None:
        self._chats = LruDict[Hashable, deque[int]](CHATS)

    def watch(self, chat: Hashable) -> None:
        """Count a chat's messages from now on; the longest watched chats are dropped first."""
        self._chats[chat] = self._chats.get(chat) or deque(maxlen=EACH)

    def arrived(self, chat: Hashable, message: int) -> None:
        """Count a message once, if its chat is watched."""
        known = self._chats.get(chat)
        if known is not None and message not in known:
            known.append(message)

    def gone(self, chat: Hashable, *messages: int) -> None:
        """Forget deleted messages."""
        known = self._chats.get(chat)
        for message in messages:
            if known is not None and message in known:
                known.remove(message)

    def below(self, chat: Hashable, message: int) -> int:
        """Return the known number of messages below one."""
        return sum(known > message for known in self._chats.get(chat, ()))
