"""How often Telegram lets a bot speak: a message a second in a chat, 20 a minute in a group, 30 a second in all."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from bot.core.common.clock import Clock
from bot.core.ratelimit.platform_limiter import Budget, PlatformRateLimiter
from bot.core.ratelimit.sliding_window import RateLimit, whole
from data.records import ChatKey

CHAT = RateLimit(1, 1.0)
GROUP = RateLimit(20, 60.0, burst=8)
"""Edits count. A few quick moves go through at once; those after them are spread over what is left of the minute."""
REPLIES = RateLimit(5, 60.0)
"""How many of a group's messages may be answers to commands while boards wait: those who play come first."""
SPARED = 5
"""How many messages a minute answers and tidying up leave to boards that may come next."""
BOT = RateLimit(30, 1.0)

_PRIVATE = Budget((CHAT,))
_GROUP = Budget((CHAT, GROUP), REPLIES, SPARED)


def rate_limiter(clock: Clock, share: Callable[[], float] = whole) -> PlatformRateLimiter:
    """Return the limits of platform "telegram", which boards and replies share.

    `share` tells which part of the whole bot's limit is this process's.
    """
    return PlatformRateLimiter(clock, _limits, (BOT,), share=share)


def _limits(chat: ChatKey) -> tuple[Hashable, Budget]:
    """Return what a chat may be sent; a group's topics share its limits."""
    return chat.chat, _GROUP if chat.chat.startswith("-") else _PRIVATE
