"""Runs the program like `python -m bot`, with Telegram's limits so high that nothing waits for them."""

from __future__ import annotations

import sys

from bot.__main__ import main
from bot.core.ratelimit.platform_limiter import Budget
from bot.core.ratelimit.sliding_window import RateLimit
from bot.platforms.telegram import rate_limits

HIGH = RateLimit(100_000, 1.0)

if __name__ == "__main__":
    rate_limits.BOT = HIGH
    rate_limits._PRIVATE = rate_limits._GROUP = Budget((HIGH,))  # noqa: SLF001 - no host needs such a setting
    sys.exit(main())
