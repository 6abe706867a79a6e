"""The supervisor of the platforms: one in trouble is tried again and told of, and the others never notice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import pytest

from bot.platforms.base import CannotStart, Unreachable
from bot.platforms.supervisor import FIRST_PAUSE, LONGEST_PAUSE, STEADY, PlatformSupervisor
from tests.fakes.clock import FakeClock

CORE: Any = object()


class FakePlatform:
    """A platform whose attempts end as a test says: with lines and then as `ends` says, or by raising."""

    limiter = None
    authority: Any = None
    messenger: Any = None

    def __init__(self, name: str, *attempts: Exception | float, clock: FakeClock) -> None:
        """Each attempt raises, or holds for its number of seconds; after the last one it is there for good."""
        self.name = name
        self.connected = False
        self.opened = self.left = 0
        self.settled = asyncio.Event()
        self._attempts = list(attempts)
        self._clock = clock
        self._holds: float | None = None

    async def open(self, core: object) -> list[str]:
        assert core is CORE
        assert self.opened == self.left
        self.opened += 1
        attempt = self._attempts.pop(0) if self._attempts else None
        if isinstance(attempt, Exception):
            raise attempt
        self.connected, self._holds = True, attempt
        return [f"{self.name} is there"]

    async def lost(self) -> None:
        if self._holds is None:
            self.settled.set()
            await asyncio.Event().wait()
        self._clock.time += self._holds or 0.0
        self.connected = False
        raise self._attempts.pop(0) if self._attempts else Unreachable(f"{self.name} is lost")  # type: ignore[misc]

    async def leave(self) -> None:
        self.left += 1
        self.connected = False
        if self.left % 2:
            raise OSError("it could not even be left")

    async def drain(self) -> None:
        raise AssertionError("not yet")

    async def close(self) -> None:
        raise AssertionError("not yet")


class Supervised:
    """Platforms under a supervisor that runs until the end of a test."""

    def __init__(self, clock: FakeClock, *platforms: FakePlatform) -> None:
        self.clock = clock
        self.lines: list[str] = []
        self.supervisor = PlatformSupervisor(platforms, clock, self.lines.append)
        self.task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Supervised:
        self.task = asyncio.create_task(self.supervisor.run(CORE))
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.task is not None
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def until(fine: Callable[[], object]) -> None:
    """Lets others go on until something has come about."""
    async with asyncio.timeout(5):
        while not fine():  # noqa: ASYNC110 - what it waits for tells nobody
            await asyncio.sleep(0)


async def test_a_platform_that_cannot_be_reached_is_tried_again_after_growing_pauses(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = FakeClock()
    away = FakePlatform("discord", *[Unreachable("no network")] * 12, clock=clock)
    other = FakePlatform("web", clock=clock)
    async with Supervised(clock, away, other) as supervised:
        await other.settled.wait()
        assert supervised.lines == ["web is there"]
        assert supervised.supervisor.problems() == {"discord": "no network", "web": None} or away.opened < 2
        await asyncio.wait_for(away.settled.wait(), 5)
        assert clock.slept == [min(FIRST_PAUSE * 2**n, LONGEST_PAUSE) for n in range(12)]
        assert supervised.supervisor.problems() == {"discord": None, "web": None}
        assert other.opened == 1
        assert supervised.lines == ["web is there", "discord is there"]
    told = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert len(told) == 12
    assert told[0].getMessage() == "discord: no network; tried again in 1 s"
    assert caplog.records[-1].getMessage() == "discord: connected again"


async def test_why_a_platform_is_away_is_told_until_it_is_back() -> None:
    clock = FakeClock()
    gate = asyncio.Event()
    away = FakePlatform("telegram", Unreachable("no network"), clock=clock)

    async def long(_: float) -> None:
        await gate.wait()

    clock.sleep = long  # type: ignore[method-assign]
    async with Supervised(clock, away) as supervised:
        assert supervised.supervisor.problems() == {"telegram": "connecting"}
        await until(lambda: away.left)
        assert supervised.supervisor.problems() == {"telegram": "no network"}
        gate.set()
        await asyncio.wait_for(away.settled.wait(), 5)
        assert supervised.supervisor.problems() == {"telegram": None}
        away.connected = False  # the library reconnects by itself
        assert supervised.supervisor.problems() == {"telegram": "connecting"}


async def test_a_platform_that_refuses_the_bot_at_its_first_start_is_given_up_and_the_others_go_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = FakeClock()
    refused = FakePlatform("discord", CannotStart("the token is not accepted"), clock=clock)
    away = FakePlatform("telegram", *[Unreachable("no network")] * 3, clock=clock)
    async with Supervised(clock, refused, away) as supervised:
        await asyncio.wait_for(away.settled.wait(), 5)
        assert supervised.task is not None
        assert not supervised.task.done()
        assert (refused.opened, refused.left) == (1, 1)
        assert supervised.supervisor.problems() == {"discord": "the token is not accepted", "telegram": None}
    told = [line for line in caplog.messages if "discord" in line]
    assert told == [
        "discord: the token is not accepted; it stays off until the next start, the others run",
    ]


@pytest.mark.parametrize("count", [1, 3])
async def test_where_all_refuse_the_program_ends_and_says_why_each_does(count: int) -> None:
    clock = FakeClock()
    refused = [FakePlatform(f"p{at}", CannotStart(f"token {at} is not accepted"), clock=clock) for at in range(count)]
    supervisor = PlatformSupervisor(refused, clock, lambda _: None)
    with pytest.raises(CannotStart) as ended:
        await asyncio.wait_for(supervisor.run(CORE), 5)
    assert str(ended.value).splitlines() == [f"token {at} is not accepted" for at in range(count)]
    assert [platform.opened for platform in refused] == [1] * count


async def test_a_token_taken_back_while_it_runs_is_told_and_tried_again_and_the_others_play(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = FakeClock()
    refusal = CannotStart("the token is not accepted any more")
    revoked = FakePlatform("telegram", 100.0, refusal, refusal, refusal, clock=clock)
    other = FakePlatform("web", clock=clock)
    async with Supervised(clock, revoked, other) as supervised:
        await asyncio.wait_for(revoked.settled.wait(), 5)
        assert supervised.task is not None
        assert not supervised.task.done()
        assert (other.opened, other.left) == (1, 0)
        assert clock.slept == [1.0, 2.0, 4.0]
        assert sorted(supervised.lines) == ["telegram is there", "web is there"]
    assert "telegram: the token is not accepted any more; tried again in 1 s" in caplog.messages


async def test_a_connection_that_held_is_tried_again_at_once_and_one_that_did_not_is_not() -> None:
    clock = FakeClock()
    lost = Unreachable("lost")
    flapping = FakePlatform("discord", 1.0, lost, 1.0, lost, STEADY, lost, 1.0, lost, clock=clock)
    async with Supervised(clock, flapping):
        await asyncio.wait_for(flapping.settled.wait(), 5)
    assert clock.slept == [1.0, 2.0, 1.0, 2.0]


async def test_whatever_a_platform_throws_is_survived() -> None:
    clock = FakeClock()
    broken = FakePlatform("discord", KeyError("owner_id"), RecursionError(), 1.0, ZeroDivisionError(), clock=clock)
    async with Supervised(clock, broken) as supervised:
        await asyncio.wait_for(broken.settled.wait(), 5)
        assert supervised.supervisor.problems() == {"discord": None}
