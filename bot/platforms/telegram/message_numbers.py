"""Estimate how many messages stand below one in a supergroup, where Telegram numbers them consecutively.

It is the gap to the newest number seen, minus what the bot deleted. In basic groups, private chats and forums the
numbers count several chats or topics together, so they say nothing.
"""

from __future__ import annotations

from collections import deque

from bot.core.common.lru import LruDict
from data.records import ChatKey

CHATS, EACH = 2000, 128
"""For how many chats the newest number is kept, and how many deleted messages for each."""
_LAST_SUPERGROUP = -1_000_000_000_000


class MessageNumbers:
    """The newest known number of each supergroup. Lost at a restart; the first message restores it."""

    def __init__(self) -> None:
        self._newest = LruDict[str, int](CHATS)
        self._gone = LruDict[str, deque[int]](CHATS)

    def seen(self, chat: int, number: int, *, forum: bool) -> None:
        """Note the number of any message."""
        if chat <= _LAST_SUPERGROUP and not forum:
            self._newest[str(chat)] = max(number, self._newest.get(str(chat), 0))

    def gone(self, chat: str, *numbers: int) -> None:
        if chat in self._newest:
            gone = self._gone.get(chat, deque[int](maxlen=EACH))
            gone.extend(numbers)
            self._gone[chat] = gone

    def below(self, chat: ChatKey, number: int) -> int | None:
        """Return how many messages are known below one; None if the numbers do not say."""
        newest = self._newest.get(chat.chat)
        if newest is None or chat.thread:
            return None
        return max(0, newest - number - sum(gone > number for gone in self._gone.get(chat.chat, ())))
