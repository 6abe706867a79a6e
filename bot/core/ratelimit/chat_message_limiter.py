"""The bounds that chats set themselves: how many new messages a minute they want at most."""

from __future__ import annotations

from bot.core.common.lru import LruDict
from bot.core.ratelimit.sliding_window import RateLimit, SlidingWindow
from data.records import ChatKey

REMEMBERED = 10_000


class ChatMessageLimiter:
    """Keep a window for each chat that has set a bound; a third of what it wants may come at once."""

    def __init__(self) -> None:
        self._windows = LruDict[ChatKey, SlidingWindow](REMEMBERED)

    def windows(self, chat: ChatKey, most: int | None) -> tuple[SlidingWindow, ...]:
        """Give the windows that a new message has to pass in a chat that wants at most so many a minute."""
        if most is None:
            return ()
        window = self._windows.get(chat)
        if window is None or window.limit.calls != most:
            window = SlidingWindow(RateLimit(most, 60.0, burst=max(1, most // 3)))
        self._windows[chat] = window
        return (window,)
