"""Work that goes on after its answer: it is waited for, and it ends with the program."""

from __future__ import annotations

import asyncio

from bot.core.common.background import BackgroundTasks


async def test_idle_waits_for_all_work_and_what_it_begins() -> None:
    background, done = BackgroundTasks(), []

    async def second() -> None:
        done.append(2)

    async def first() -> None:
        await asyncio.sleep(0)
        background.start(second())
        done.append(1)

    background.start(first())
    async with asyncio.timeout(5):
        await background.idle()
    assert done == [1, 2]


async def test_stop_ends_what_is_not_done() -> None:
    background, ended = BackgroundTasks(), asyncio.Event()

    async def endless() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    background.start(endless())
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await background.stop()
    assert ended.is_set()
    async with asyncio.timeout(5):
        await background.idle()


async def test_nothing_to_do_is_idle_at_once() -> None:
    background = BackgroundTasks()
    async with asyncio.timeout(5):
        await background.idle()
        await background.stop()
