"""A clean-up of the store: several requests are one, play has its turns in between, and a failure ends nothing."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from bot.core.common.background import BackgroundTasks
from bot.core.services import cleaning
from bot.core.services.cleaning import Cleaning
from data.errors import StoreFailed


class HeldClock:
    """Lets sleepers go on when the test says so."""

    def __init__(self) -> None:
        self.slept: list[float] = []
        self._go = asyncio.Semaphore(0)

    def now(self) -> float:
        return 0.0

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await self._go.acquire()

    async def on(self) -> None:
        self._go.release()
        for _ in range(5):
            await asyncio.sleep(0)


class Steps:
    """A store that has some steps to do."""

    def __init__(self, steps: int, fails: bool = False) -> None:
        self.steps, self.fails, self.done = steps, fails, 0

    async def forget_pictures(self, before: float) -> None:
        assert before == -cleaning.PICTURES

    async def clean(self) -> bool:
        self.done += 1
        if self.fails:
            raise StoreFailed("no space")
        return self.done < self.steps


def made(store: Any) -> tuple[Cleaning, HeldClock, BackgroundTasks]:
    clock, background = HeldClock(), BackgroundTasks()
    return Cleaning(store, clock, background), clock, background


async def test_several_requests_are_one_clean_up_whose_steps_have_pauses() -> None:
    store = Steps(3)
    clean, clock, background = made(store)
    for _ in range(4):
        await clean.ask()
        await asyncio.sleep(0)
    assert (store.done, clock.slept) == (0, [cleaning.GATHERED])
    for done in (1, 2, 3):
        await clock.on()
        assert store.done == done
    assert clock.slept == [cleaning.GATHERED, cleaning.PAUSE, cleaning.PAUSE]
    await background.idle()


async def test_a_request_during_a_clean_up_is_another_one() -> None:
    store = Steps(2)
    clean, clock, background = made(store)
    await clean.ask()
    await asyncio.sleep(0)
    await clock.on()
    await clean.ask()
    await clock.on()
    assert (store.done, clock.slept[-1]) == (2, cleaning.GATHERED)
    await clock.on()
    await background.idle()
    assert store.done == 3


@pytest.mark.parametrize("store", [Steps(10**9), Steps(1, fails=True)])
async def test_it_ends_whatever_the_store_says(store: Steps, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    monkeypatch.setattr(cleaning, "MOST", 5)
    clean, clock, background = made(store)
    with caplog.at_level(logging.WARNING):
        await clean.ask()
        await asyncio.sleep(0)
        for _ in range(6):
            await clock.on()
        await background.idle()
    assert store.done == (1 if store.fails else 5)
    assert ("no space" in caplog.text) is store.fails
    await clean.ask()  # and the next one is done
    await asyncio.sleep(0)
    await clock.on()
    assert store.done == (2 if store.fails else 6)
    await background.stop()
