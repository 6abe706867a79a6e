"""Discord's rate limits: five calls in five seconds in a channel, fifty a second in all."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.common.clock import Clock
from bot.core.ratelimit.platform_limiter import Budget, PlatformRateLimiter
from bot.core.ratelimit.sliding_window import RateLimit, whole
from bot.platforms.discord.messenger import DiscordMessenger

CHANNEL = RateLimit(5, 5.0, burst=3)
BOT = RateLimit(50, 1.0, burst=25)

_CHANNEL = Budget((CHANNEL,))


def rate_limiter(
    clock: Clock, messenger: DiscordMessenger, share: Callable[[], float] = whole
) -> PlatformRateLimiter:
    """Return the limits of platform "discord", which does not count answers to interactions.

    `share` returns this process's part of the bot's limit.
    """
    return PlatformRateLimiter(clock, lambda chat: (chat, _CHANNEL), (BOT,), messenger.is_free, share)
