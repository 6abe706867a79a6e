"""Each key has its own window, and another limit for it starts a new one."""

from __future__ import annotations

from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.sliding_window import RateLimit


def test_one_key_takes_nothing_from_another() -> None:
    windows = KeyedWindows[str](RateLimit(1, 60.0))
    assert [windows.allows(key, 0.0) for key in "aab"] == [True, False, True]
    assert windows.allows("a", 61.0)


def test_a_key_keeps_its_window_until_its_limit_is_another() -> None:
    windows = KeyedWindows[str](RateLimit(1, 60.0))
    window = windows.window("a", RateLimit(5, 60.0))
    window.take(0.0)
    assert windows.window("a", RateLimit(5, 60.0)) is window
    assert windows.window("a", RateLimit(6, 60.0)).used(0.0) == 0
