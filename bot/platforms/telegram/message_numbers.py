"""How many messages stand below one in a supergroup, where Telegram numbers them from one to the next.

Nobody tells what people say among themselves, but whatever the bot posts or hears has a number, and the gap to its
own board is what stands between, less what it has taken away itself. In basic groups and private chats numbers count
up for all chats together, and in a forum for all its topics: there they tell nothing.
"""

from __future__ import annotations

from collections import deque

from bot.core.common.lru import LruDict
from data.records import ChatKey

CHATS, EACH = 2000, 128
"""Of how many chats the newest number is remembered, and how many that were taken away in each."""
_LAST_SUPERGROUP = -1_000_000_000_000


class MessageNumbers:
    """The newest number known of each supergroup. Lost at a restart: the first message tells it again."""

    def __init__(self) -> None:
        self._newest = LruDict[str, int](CHATS)
        self._gone = LruDict[str, deque[int]](CHATS)

    def seen(self, chat: int, number: int, *, forum: bool) -> None:
        """Note a message of whomever."""
        if chat <= _LAST_SUPERGROUP and not forum:
            self._newest[str(chat)] = max(number, self._newest.get(str(chat), 0))

    def gone(self, chat: str, *numbers: int) -> None:
        """Note messages that the bot has taken away."""
        if chat in self._newest:
            gone = self._gone.get(chat, deque[int](maxlen=EACH))
            gone.extend(numbers)
            self._gone[chat] = gone

    def below(self, chat: ChatKey, number: int) -> int | None:
        """Return how many messages are known to stand below one; None where numbers tell nothing."""
        newest = self._newest.get(chat.chat)
        if newest is None or chat.thread:
            return None
        return max(0, newest - number - sum(gone > number for gone in self._gone.get(chat.chat, ())))
