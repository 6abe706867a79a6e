"""What is allowed to a bot as a whole is divided among the processes that speak for it."""

from __future__ import annotations

import asyncio
from itertools import pairwise

import pytest

from bot.core.ratelimit.platform_limiter import PlatformRateLimiter, Priority, Ticket
from bot.core.ratelimit.sliding_window import RateLimit, SlidingWindow
from bot.platforms.discord import rate_limits as discord
from bot.platforms.telegram import rate_limits as telegram
from data.records import ChatKey
from tests.fakes.call_times import most_at_once
from tests.fakes.clock import FakeClock


@pytest.mark.parametrize("limit", [telegram.BOT, discord.BOT, RateLimit(3, 2.0)])
@pytest.mark.parametrize("processes", [1, 2, 3, 4, 7, 30, 49, 200])
def test_all_parts_together_are_no_more_than_the_whole(limit: RateLimit, processes: int) -> None:
    part = limit.part(1 / processes)
    assert processes * part.calls / part.seconds <= limit.calls / limit.seconds + 1e-6
    assert part.calls >= 1
    assert part.burst is None or 1 <= part.burst <= part.calls


def test_a_third_of_thirty_is_ten() -> None:
    assert telegram.BOT.part(1 / 3) == RateLimit(10, 1.0)
    assert discord.BOT.part(1 / 2) == RateLimit(25, 1.0, burst=12)
    assert telegram.BOT.part(1 / 60) == RateLimit(1, pytest.approx(2.0))  # type: ignore[arg-type]


async def test_a_process_keeps_to_its_share_and_follows_it_when_it_changes() -> None:
    clock, share = FakeClock(), [1 / 3]
    limits = PlatformRateLimiter(clock, bot=(telegram.BOT,), share=lambda: share[0])
    calls: list[float] = []

    async def speak(times: int) -> list[float]:
        began = len(calls)
        for number in range(times):
            async with limits.slot(ChatKey("p", str(number)), Ticket(Priority.ACTOR_BOARD, clock.now())):
                calls.append(clock.now())
        return calls[began:]

    alone_of_three = await speak(60)
    assert most_at_once(alone_of_three, 1.0) == 10
    await clock.sleep(2.0)
    share[0] = 1.0
    assert most_at_once(await speak(120), 1.0) == 30
    await clock.sleep(2.0)
    share[0] = 1 / 60
    seldom = await speak(4)
    assert min(later - earlier for earlier, later in pairwise(seldom)) >= 2.0


async def test_three_processes_together_keep_the_limit() -> None:
    clock = FakeClock()
    windows = [SlidingWindow(discord.BOT, lambda: 1 / 3) for _ in range(3)]
    calls: list[float] = []
    while len(calls) < 300:
        free = [window for window in windows if not window.wait(clock.now(), evenly=False)]
        for window in free:
            window.take(clock.now())
            calls.append(clock.now())
        await asyncio.sleep(0)
        await clock.sleep(0.01)
    assert 40 <= most_at_once(calls, 1.0) <= 50
