"""Telegram's rate limits: a message a second in a chat, 20 a minute in a group, 30 a second in all."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from bot.core.common.clock import Clock
from bot.core.ratelimit.platform_limiter import Budget, PlatformRateLimiter
from bot.core.ratelimit.sliding_window import RateLimit, whole
from data.records import ChatKey

CHAT = RateLimit(1, 1.0)
GROUP = RateLimit(20, 60.0, burst=8)
"""Edits count. A few quick moves pass at once; later ones are spread over the rest of the minute."""
REPLIES = RateLimit(5, 60.0)
"""How many of a group's messages may be replies to commands while boards wait: players come first."""
SPARED = 5
"""Messages a minute that replies and cleaning up leave for boards."""
BOT = RateLimit(30, 1.0)

_PRIVATE = Budget((CHAT,))
_GROUP = Budget((CHAT, GROUP), REPLIES, SPARED)


def rate_limiter(clock: Clock, share: Callable[[], float] = whole) -> PlatformRateLimiter:
    """Return the limits of platform "telegram", shared by boards and replies.

    `share` returns this process's part of the bot's limit.
    """
    return PlatformRateLimiter(clock, _limits, (BOT,), share=share)


def _limits(chat: ChatKey) -> tuple[Hashable, Budget]:
    """Return a chat's limits; a group's topics share them."""
    return chat.chat, _PRIVATE if is_private(chat) else _GROUP


def is_private(chat: ChatKey) -> bool:
    """Return whether a chat is a private one: groups and channels have negative numbers."""
    return not chat.chat.startswith("-")
