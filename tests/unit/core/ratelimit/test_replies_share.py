"""Answers to commands: free while no board waits, a share while one does, and given up when their time is over."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.messages.ports import TryLater
from bot.core.ratelimit.platform_limiter import Expired, PlatformRateLimiter, Priority, Ticket
from bot.platforms.telegram.rate_limits import GROUP, SPARED, rate_limiter
from data.records import ChatKey
from tests.fakes.timeline import Timeline

CHAT = ChatKey("telegram", "-100")


class Speaker:
    """Makes calls in a group, and notes when."""

    def __init__(self, clock: Timeline, limits: PlatformRateLimiter) -> None:
        self.clock, self.limits = clock, limits
        self.went = list[tuple[Priority, float]]()
        self.expired = list[float]()
        self.began = clock.now()

    async def call(self, priority: Priority, within: float = float("inf")) -> None:
        now = self.clock.now()
        try:
            async with self.limits.slot(CHAT, Ticket(priority, now, until=now + within)):
                self.went.append((priority, self.clock.now() - self.began))
        except Expired:
            self.expired.append(self.clock.now() - now)

    async def often(self, priority: Priority, times: int, every: float, within: float = float("inf")) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(times):
                group.create_task(self.call(priority, within))
                await self.clock.sleep(every)

    def at(self, priority: Priority) -> list[float]:
        return [at for each, at in self.went if each is priority]


@pytest.fixture
def speaker() -> Speaker:
    clock = Timeline()
    return Speaker(clock, rate_limiter(clock))


def test_while_no_board_waits_answers_have_all_but_a_reserve(speaker: Speaker) -> None:
    asyncio.run(speaker.clock.run(speaker.often(Priority.REPLY, 20, 2.0, within=5.0)))
    assert len(speaker.at(Priority.REPLY)) == GROUP.calls - SPARED
    assert len(speaker.expired) == SPARED


def test_while_boards_wait_answers_have_their_share_and_boards_the_rest(speaker: Speaker) -> None:
    async def boards() -> None:
        while speaker.clock.now() < speaker.began + 60.0:  # a table's next board waits as soon as one was shown
            await speaker.call(Priority.ACTOR_BOARD)

    async def both() -> None:
        await asyncio.gather(boards(), speaker.often(Priority.REPLY, 60, 1.0, within=5.0))

    asyncio.run(speaker.clock.run(both()))
    assert 3 <= sum(at < 60.0 for at in speaker.at(Priority.REPLY)) <= 5
    assert len(speaker.at(Priority.ACTOR_BOARD)) >= 13
    assert max(speaker.expired) <= 5.0


def test_a_call_that_cannot_be_in_time_is_given_up_at_once(speaker: Speaker) -> None:
    async def refused_for_long() -> None:
        with pytest.raises(TryLater):
            async with speaker.limits.slot(CHAT, Ticket(Priority.REPLY, speaker.clock.now())):
                raise TryLater(30.0)
        await speaker.call(Priority.REPLY, within=5.0)
        await speaker.call(Priority.REPLY)

    asyncio.run(speaker.clock.run(refused_for_long()))
    assert speaker.expired == [0.0]
    assert speaker.at(Priority.REPLY) == [pytest.approx(30.0, abs=0.2)]


def test_what_is_urgent_passes_answers_and_boards(speaker: Speaker) -> None:
    async def all_of_it() -> None:
        async with asyncio.TaskGroup() as group:
            for priority in (*[Priority.ACTOR_BOARD] * 14, *[Priority.REPLY] * 4):
                group.create_task(speaker.call(priority))
            await speaker.clock.sleep(12.0)
            asked = speaker.clock.now() - speaker.began
            await speaker.call(Priority.ANSWER)
            assert speaker.at(Priority.ANSWER)[0] - asked <= 1.1

    asyncio.run(speaker.clock.run(all_of_it()))
