"""The pace stays below what platforms allow, wastes no time, and is fair."""

from __future__ import annotations

import asyncio
import random
from bisect import bisect_left

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.boards.pace import Limit, Pace
from data.records import ChatKey
from tests.fakes.clock import FakeClock
from tests.fakes.timeline import Timeline

GROUP = (Limit(1, 1.0), Limit(20, 60.0, burst=8))
BOT = (Limit(30, 1.0, burst=10),)


def chat(name: str, thread: str = "") -> ChatKey:
    return ChatKey("p", name, thread)


def most_at_once(calls: list[float], seconds: float) -> int:
    """The most calls that any span of so many seconds holds."""
    return max(bisect_left(calls, at + seconds) - first for first, at in enumerate(calls))


def paced(clock: Timeline | FakeClock, limits: tuple[Limit, ...], bot: tuple[Limit, ...] = ()) -> Pace:
    return Pace(clock, lambda key: (key.chat, limits), bot)


@pytest.mark.parametrize("limit", [*GROUP, *BOT, Limit(5, 5.0, burst=2), Limit(50, 1.0, burst=20)])
async def test_no_span_holds_more_than_is_allowed_and_little_is_wasted(limit: Limit) -> None:
    clock, calls = FakeClock(), list[float]()
    pace, began = paced(clock, (limit,)), clock.now()
    for _ in range(20 * limit.calls):
        await pace.turn(chat("a"))
        calls.append(clock.now())
    assert most_at_once(calls, limit.seconds) <= limit.calls
    allowed = (clock.now() - began) / limit.seconds * limit.calls
    assert len(calls) > 0.5 * allowed


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), busy=st.floats(0.01, 3.0))
def test_whenever_calls_come(seed: int, busy: float) -> None:
    async def run() -> None:
        rng, clock, calls = random.Random(seed), FakeClock(), list[float]()
        pace = paced(clock, GROUP)
        for _ in range(150):
            clock.time += rng.expovariate(1 / busy)
            await pace.turn(chat("a"))
            calls.append(clock.now())
        for limit in GROUP:
            assert most_at_once(calls, limit.seconds) <= limit.calls

    asyncio.run(run())


async def test_many_chats_share_the_bots_limits_and_come_in_turn() -> None:
    clock, calls = Timeline(), []
    pace = paced(clock, GROUP, BOT)

    async def talk(name: str) -> None:
        for _ in range(4):
            await pace.turn(chat(name))
            calls.append((clock.now(), name))

    await clock.run(*(talk(str(number)) for number in range(40)))
    times = sorted(at for at, _ in calls)
    assert most_at_once(times, 1.0) <= 30
    for number in range(40):
        own = [at for at, name in calls if name == str(number)]
        assert most_at_once(own, 1.0) == 1
    assert {name for _, name in calls[:40]} == {str(number) for number in range(40)}
    assert times[-1] - times[0] < 160 / 30 * 2


async def test_who_shares_a_room_shares_its_limits() -> None:
    clock, calls = Timeline(), []
    pace = paced(clock, (Limit(1, 1.0),))

    async def talk(thread: str) -> None:
        for _ in range(5):
            await pace.turn(chat("forum", thread))
            calls.append(clock.now())

    await clock.run(talk("1"), talk("2"))
    assert most_at_once(calls, 1.0) == 1


async def test_the_first_calls_do_not_wait_and_say_so() -> None:
    clock = FakeClock()
    pace = paced(clock, (Limit(5, 5.0, burst=2),))
    assert [await pace.turn(chat("a")) for _ in range(3)] == [False, False, True]
    assert await pace.turn(chat("b")) is False


async def test_what_the_platform_does_not_count_is_free() -> None:
    clock = FakeClock()
    pace = Pace(clock, lambda key: (key, (Limit(1, 1.0),)), free=lambda _, message: message == "pressed")
    for _ in range(20):
        assert await pace.turn(chat("a"), "pressed") is False
    assert await pace.turn(chat("a"), "other") is False
    assert clock.slept == []
    assert await pace.turn(chat("a")) is True


async def test_a_clock_set_back_stops_nothing() -> None:
    clock = FakeClock()
    pace = paced(clock, (Limit(1, 1.0),), BOT)
    await pace.turn(chat("a"))
    clock.time -= 3600.0
    await pace.turn(chat("a"))
    assert sum(clock.slept) < 2.0


async def test_rooms_long_unused_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.core.boards.pace.REMEMBERED", 10)
    pace = paced(FakeClock(), GROUP)
    for number in range(50):
        await pace.turn(chat(str(number)))
    assert len(pace._rooms) == 10
