"""Deadlines are waited for by the clock that is passed in."""

from __future__ import annotations

from bot.core.common.clock import SystemClock, wait_until
from tests.fakes.clock import FakeClock


async def test_a_deadline_is_waited_for_and_a_past_one_is_not() -> None:
    clock = FakeClock(100.0)
    await wait_until(clock, 160.0)
    await wait_until(clock, 159.0)
    assert (clock.now(), clock.slept) == (160.0, [60.0])


async def test_the_systems_clock_goes() -> None:
    clock = SystemClock()
    before = clock.now()
    await clock.sleep(0)
    assert clock.now() >= before
