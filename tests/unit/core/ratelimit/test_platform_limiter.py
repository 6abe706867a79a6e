"""The limits of a platform are never exceeded, no time is wasted, and what is worth most comes first."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.messages.ports import TryLater
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.platform_limiter import Budget, PlatformRateLimiter, Priority, Ticket
from bot.core.ratelimit.sliding_window import RateLimit, SlidingWindow
from data.records import ChatKey
from tests.fakes.call_times import most_at_once
from tests.fakes.clock import FakeClock
from tests.fakes.timeline import Timeline

GROUP = (RateLimit(1, 1.0), RateLimit(20, 60.0, burst=8))
BOT = (RateLimit(30, 1.0),)


def chat(name: str, thread: str = "") -> ChatKey:
    return ChatKey("p", name, thread)


def limiter(
    clock: Timeline | FakeClock, limits: tuple[RateLimit, ...], bot: tuple[RateLimit, ...] = (), **more: object
) -> PlatformRateLimiter:
    budget = Budget(limits, **more)  # type: ignore[arg-type]
    return PlatformRateLimiter(clock, lambda key: (key.chat, budget), bot)


class Calls:
    """Calls that take a while, on a platform that notes when each has reached it."""

    def __init__(self, clock: Timeline | FakeClock, limits: PlatformRateLimiter, seed: int = 1) -> None:
        self.clock = clock
        self.limits = limits
        self.reached: list[tuple[float, str]] = []
        self.slowest = 0.0
        self._rng = random.Random(seed)

    async def call(self, name: str = "a", priority: Priority = Priority.ACTOR_BOARD, note: str = "") -> bool:
        async with self.limits.slot(chat(name), Ticket(priority, self.clock.now())) as slot:
            if self.slowest:
                await self.clock.sleep(self._rng.uniform(0, self.slowest))
            self.reached.append((self.clock.now(), note or name))
            if self.slowest:
                await self.clock.sleep(self._rng.uniform(0, self.slowest))
            return slot.waited

    async def later(self, after: float, *args: object) -> None:
        await self.clock.sleep(after)
        await self.call(*args)  # type: ignore[arg-type]

    def times(self, name: str = "") -> list[float]:
        return sorted(at for at, each in self.reached if name in ("", each))

    @property
    def order(self) -> list[str]:
        return [note for _, note in self.reached]


@pytest.mark.parametrize("limit", [*GROUP, *BOT, RateLimit(5, 5.0, burst=3), RateLimit(50, 1.0, burst=25)])
async def test_no_span_holds_more_than_is_allowed_and_nothing_is_wasted(limit: RateLimit) -> None:
    clock = FakeClock()
    calls, began = Calls(clock, limiter(clock, (limit,))), clock.now()
    for _ in range(20 * limit.calls):
        await calls.call()
    assert most_at_once(calls.times(), limit.seconds) <= limit.calls
    allowed = (clock.now() - began) / limit.seconds * limit.calls
    assert len(calls.reached) > 0.94 * allowed


@pytest.mark.parametrize("slowest", [0.0, 0.4, 5.0])
@pytest.mark.parametrize("seed", range(5))
async def test_the_platform_itself_never_sees_more_however_long_calls_are_on_their_way(
    slowest: float, seed: int
) -> None:
    clock = Timeline()
    calls, rng = Calls(clock, limiter(clock, GROUP), seed), random.Random(seed)
    calls.slowest = slowest

    async def play() -> None:
        for _ in range(150):
            await clock.sleep(rng.expovariate(rng.choice((0.2, 1.0, 30.0))))
            await calls.call()

    await clock.run(play())
    for limit in GROUP:
        assert most_at_once(calls.times(), limit.seconds) <= limit.calls


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10_000), busy=st.floats(0.01, 3.0))
def test_whenever_calls_come(seed: int, busy: float) -> None:
    async def run() -> None:
        rng, clock = random.Random(seed), FakeClock()
        calls = Calls(clock, limiter(clock, GROUP))
        for _ in range(150):
            clock.time += rng.expovariate(1 / busy)
            await calls.call(priority=rng.choice(tuple(Priority)))
        for limit in GROUP:
            assert most_at_once(calls.times(), limit.seconds) <= limit.calls

    asyncio.run(run())


async def test_who_plays_fast_waits_a_little_each_time_and_not_long_once() -> None:
    clock = FakeClock()
    calls = Calls(clock, limiter(clock, GROUP))
    for _ in range(100):
        await calls.call()
    times = calls.times()
    waits = [later - first for first, later in pairwise(times)]
    assert max(waits) < 8.0
    assert sum(waits[60:]) / len(waits[60:]) == pytest.approx(3.0, rel=0.02)


async def test_many_chats_share_the_bots_limits_and_come_in_turn() -> None:
    clock = Timeline()
    calls = Calls(clock, limiter(clock, GROUP, BOT))

    async def talk(name: str) -> None:
        for _ in range(4):
            await calls.call(name)

    await clock.run(*(talk(str(number)) for number in range(40)))
    times = calls.times()
    assert most_at_once(times, 1.0) <= 30
    for number in range(40):
        assert most_at_once(calls.times(str(number)), 1.0) == 1
    assert set(calls.order[:40]) == {str(number) for number in range(40)}
    assert times[-1] - times[0] < 160 / 30 * 2


async def test_who_shares_a_room_shares_its_limits() -> None:
    clock, times = Timeline(), []
    limits = limiter(clock, (RateLimit(1, 1.0),))

    async def talk(thread: str) -> None:
        for _ in range(5):
            async with limits.slot(chat("forum", thread), Ticket(Priority.ACTOR_BOARD, clock.now())):
                times.append(clock.now())

    await clock.run(talk("1"), talk("2"))
    assert most_at_once(times, 1.0) == 1


async def test_the_first_calls_do_not_wait_and_say_so() -> None:
    clock = FakeClock()
    calls = Calls(clock, limiter(clock, (RateLimit(5, 5.0, burst=2),)))
    assert [await calls.call() for _ in range(3)] == [False, False, True]
    assert await calls.call("b") is False


async def test_what_the_platform_does_not_count_is_free() -> None:
    clock = FakeClock()
    budget = Budget((RateLimit(1, 1.0),))
    limits = PlatformRateLimiter(clock, lambda key: (key, budget), free=lambda _, message: message == "pressed")
    for _ in range(20):
        async with limits.slot(chat("a"), Ticket(Priority.OTHER_BOARD, clock.now()), "pressed") as slot:
            assert not slot.waited
    assert clock.slept == []
    for waits in (False, True):
        async with limits.slot(chat("a"), Ticket(Priority.OTHER_BOARD, clock.now()), "other") as slot:
            assert slot.waited == waits


async def test_a_turn_that_is_given_back_costs_nothing() -> None:
    clock = FakeClock()
    limits = limiter(clock, (RateLimit(1, 60.0),))
    for _ in range(10):
        async with limits.slot(chat("a"), Ticket(Priority.ACTOR_BOARD, clock.now())) as slot:
            slot.give_back()
    assert clock.slept == []


async def test_a_clock_set_back_stops_nothing() -> None:
    clock = FakeClock()
    calls = Calls(clock, limiter(clock, (RateLimit(1, 1.0),), BOT))
    await calls.call()
    clock.time -= 3600.0
    await calls.call()
    assert sum(clock.slept) < 2.0


async def test_rooms_long_unused_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.core.ratelimit.platform_limiter.REMEMBERED", 10)
    clock = FakeClock()
    calls = Calls(clock, limiter(clock, GROUP))
    for number in range(50):
        await calls.call(str(number))
    assert len(calls.limits._queues) == 10


class TestWorth:
    async def test_what_is_worth_most_comes_first_and_tidying_last(self) -> None:
        clock = Timeline()
        calls = Calls(clock, limiter(clock, (RateLimit(1, 1.0),)))
        mixed = list(Priority)
        random.Random(3).shuffle(mixed)

        async def all_at_once() -> None:
            await calls.call(note="first")
            await asyncio.gather(*(calls.call(priority=each, note=each.name) for each in mixed))

        await clock.run(all_at_once())
        assert calls.order == ["first", *(each.name for each in Priority)]

    async def test_tidying_never_comes_before_anything_else_that_waits(self) -> None:
        clock = Timeline()
        calls = Calls(clock, limiter(clock, (RateLimit(1, 1.0),)))

        async def tidy() -> None:
            await asyncio.gather(*(calls.call(priority=Priority.TIDY, note="tidy") for _ in range(5)))

        async def others() -> None:
            for _ in range(60):
                await asyncio.gather(*(calls.call(priority=Priority.OTHER_BOARD, note="board") for _ in range(2)))

        await clock.run(tidy(), others())
        assert calls.order[0] == "tidy"  # there was nothing else yet
        assert calls.order[-4:] == ["tidy"] * 4

    async def test_tidying_leaves_room_for_what_may_come_next(self) -> None:
        clock = FakeClock()
        calls, began = Calls(clock, limiter(clock, GROUP, reserve=5)), clock.now()
        for _ in range(40):
            await calls.call(priority=Priority.TIDY)
        assert most_at_once(calls.times(), 60.0) == 15
        spent = clock.now() - began
        for _ in range(5):
            await calls.call(priority=Priority.LOBBY)
        assert clock.now() - began - spent < 6.0

    async def test_nobody_starves(self) -> None:
        clock = Timeline()
        calls, began = Calls(clock, limiter(clock, (RateLimit(1, 1.0),))), clock.now()

        async def greedy() -> None:
            for _ in range(60):
                await asyncio.gather(*(calls.call(note="greedy") for _ in range(2)))

        await clock.run(greedy(), calls.later(3.0, "a", Priority.OTHER_BOARD, "modest"))
        waited = {note: at for at, note in calls.reached}["modest"] - began - 3.0
        assert 20.0 < waited < 30.0

    async def test_somebody_urgent_does_not_wait_for_the_pause_of_others(self) -> None:
        clock = Timeline()
        calls, began = Calls(clock, limiter(clock, (RateLimit(3, 60.0, burst=1),))), clock.now()

        async def boards() -> None:
            for _ in range(2):
                await calls.call(priority=Priority.OTHER_BOARD, note="board")

        await clock.run(boards(), calls.later(10.0, "a", Priority.ANSWER, "answer"))
        when = [(note, round(at - began)) for at, note in calls.reached]
        assert when == [("board", 0), ("answer", 10), ("board", 35)]

    async def test_a_ticket_that_hurries_is_let_through_as_what_it_has_become(self) -> None:
        clock = Timeline()
        limits, order = limiter(clock, (RateLimit(1, 1.0),)), list[str]()
        slow = Ticket(Priority.TIDY, clock.now())

        async def go(name: str, ticket: Ticket) -> None:
            async with limits.slot(chat("a"), ticket):
                order.append(name)

        async def hurry() -> None:
            await clock.sleep(0.5)
            slow.hurry(Priority.ANSWER, clock.now(), ())
            slow.hurry(Priority.TIDY, clock.now(), ())  # nobody is put back

        first, other = (Ticket(Priority.OTHER_BOARD, clock.now()) for _ in range(2))
        await clock.run(go("first", first), go("other", other), go("slow", slow), hurry())
        assert order == ["first", "slow", "other"]

    async def test_whoever_is_cancelled_leaves_the_queue_and_takes_no_place(self) -> None:
        clock = Timeline()
        calls = Calls(clock, limiter(clock, (RateLimit(1, 10.0),)))

        async def run() -> None:
            await calls.call(note="first")
            waiting = asyncio.create_task(calls.call(note="never"))
            await clock.sleep(1.0)
            waiting.cancel()
            with suppress(asyncio.CancelledError):
                await waiting
            await calls.call(note="second")

        began = clock.now()
        await clock.run(run())
        assert calls.order == ["first", "second"]
        assert clock.now() - began < 11.0

    @pytest.mark.parametrize("everywhere", [False, True])
    async def test_a_refusal_lets_the_chat_rest_or_all(self, *, everywhere: bool) -> None:
        clock = Timeline()
        calls, began = Calls(clock, limiter(clock, ())), clock.now()

        async def refused() -> None:
            async with calls.limits.slot(chat("a"), Ticket(Priority.ACTOR_BOARD, clock.now())):
                raise TryLater(30.0, everywhere=everywhere)

        with pytest.raises(TryLater):
            await refused()
        await clock.run(calls.call("a"), calls.call("b"))
        assert {note: round(at - began) for at, note in calls.reached} == {"a": 30, "b": 30 if everywhere else 0}


class TestKeyed:
    def test_each_key_has_a_window_of_its_own_and_old_ones_are_forgotten(self) -> None:
        limits = KeyedWindows[str](RateLimit(2, 10.0), most=3)
        assert [limits.allows("a", at) for at in (0.0, 1.0, 2.0, 10.06, 10.5)] == [True, True, False, True, False]
        assert limits.allows("b", 2.0)
        for name in "cdef":
            assert limits.allows(name, 11.0)
        assert len(limits._windows) == 3

    def test_a_call_counts_from_when_it_was_answered(self) -> None:
        window = SlidingWindow(RateLimit(1, 10.0))
        window.take(0.0)
        window.move(0.0, 4.0)
        assert window.wait(10.5) == pytest.approx(3.55)
        window.give_back(4.0)
        assert window.wait(10.5) == 0.0
