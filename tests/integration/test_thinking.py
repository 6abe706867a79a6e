"""Thinking outside the event loop: one piece of work a lane, and none outlives the need for it."""

from __future__ import annotations

import asyncio
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.core.services import thinking
from bot.core.services.thinking import Busy, Lane, NoThought, Thinking
from bot.thinking_worker import ThinkingWorker


@asynccontextmanager
async def thinker() -> AsyncIterator[Thinking]:
    made = Thinking(lambda _: ThinkingWorker(modest=True))
    try:
        yield made
    finally:
        await made.close()


def is_alive(process: int) -> bool:
    """Whether there is a process of that number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_work_is_done_in_one_process_a_lane_which_stays() -> None:
    async with thinker() as made:
        first = await made.do(os.getpid, owner="a")
        assert await made.do(os.getpid, owner="b") == first != os.getpid()
        assert await made.do(os.getpid, owner="a", lane=Lane.MOVES) not in (first, os.getpid())


async def test_what_is_wrong_with_the_work_is_told_and_the_process_stays() -> None:
    async with thinker() as made:
        first = await made.do(os.getpid, owner="a")
        with pytest.raises(NoThought, match="ValueError"):
            await made.do(math.sqrt, -1.0, owner="a")
        assert await made.do(math.sqrt, 4.0, owner="a") == 2
        assert await made.do(os.getpid, owner="a") == first


async def test_the_loop_goes_on_while_there_is_work() -> None:
    async with thinker() as made:
        await made.do(os.getpid, owner="a")
        long, gaps, last = asyncio.create_task(made.do(math.factorial, 30_000, owner="a")), [0.0], time.perf_counter()
        while not long.done():
            await asyncio.sleep(0.001)
            gaps.append(time.perf_counter() - last)
            last += gaps[-1]
        assert (await long) % 1000 == 0
        assert sorted(gaps)[len(gaps) // 2] < 0.05


async def test_a_process_that_dies_fails_one_piece_of_work_and_no_other() -> None:
    async with thinker() as made:
        with pytest.raises(NoThought, match="has ended"):
            await made.do(os._exit, 3, owner="a")
        assert await made.do(math.sqrt, 4.0, owner="a") == 2
        os.kill(await made.do(os.getpid, owner="a"), signal.SIGKILL)
        with pytest.raises(NoThought):  # nobody has heard of its end yet
            await made.do(math.sqrt, 4.0, owner="a")
        assert await made.do(math.sqrt, 4.0, owner="a") == 2


async def test_work_that_takes_too_long_is_given_up_with_its_process() -> None:
    async with thinker() as made:
        process = await made.do(os.getpid, owner="a")
        with pytest.raises(NoThought, match=r"not done after 0\.05 s"):
            await made.do(time.sleep, 60, owner="a", seconds=0.05)
        assert not is_alive(process)
        assert await made.do(math.sqrt, 4.0, owner="a") == 2


async def test_work_ends_with_whoever_waits_for_it() -> None:
    async with thinker() as made:
        process = await made.do(os.getpid, owner="a")
        waits = asyncio.create_task(made.do(time.sleep, 60, owner="a"))
        behind = asyncio.create_task(made.do(math.sqrt, 4.0, owner="b"))
        await asyncio.sleep(0.01)
        waits.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waits
        assert not is_alive(process)
        assert await behind == 2


async def test_each_owner_has_one_piece_of_work_in_a_lane(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "WAITING", 2)
    async with thinker() as made:
        waits = asyncio.create_task(made.do(time.sleep, 60, owner="a"))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await made.do(math.sqrt, 4.0, owner="a")
        assert await made.do(math.sqrt, 4.0, owner="a", lane=Lane.MOVES) == 2
        behind = asyncio.create_task(made.do(math.sqrt, 4.0, owner="b"))
        await asyncio.sleep(0)
        with pytest.raises(Busy):  # that is as many as may wait
            await made.do(math.sqrt, 4.0, owner="c")
        waits.cancel()
        assert await behind == 2


async def test_at_the_end_all_work_is_given_up() -> None:
    async with thinker() as made:
        process = await made.do(os.getpid, owner="a")
        waits = [asyncio.create_task(made.do(time.sleep, 60, owner=owner)) for owner in "ab"]
        await asyncio.sleep(0.01)
        await made.close()
        for one in waits:
            with pytest.raises(NoThought, match="the program ends"):
                await one
        with pytest.raises(Busy):
            await made.do(math.sqrt, 4.0, owner="a")
        assert not is_alive(process)


async def test_the_process_is_told_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PALMARES_DISCORD_TOKEN", "secret")
    monkeypatch.setenv("DATABASE_URL", "secret")
    async with thinker() as made:
        assert await made.do(os.getenv, "DATABASE_URL", owner="a") is None
        assert await made.do(os.getenv, "PALMARES_DISCORD_TOKEN", owner="a") is None


async def test_a_machine_without_room_for_a_process_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(*words: str, **wishes: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("asyncio.create_subprocess_exec", refused)
    async with thinker() as made:
        with pytest.raises(NoThought, match="no room"):
            await made.do(math.sqrt, 4.0, owner="a")


PARENT = """
import asyncio, os, signal, time
from bot.thinking_worker import ThinkingWorker

async def main():
    worker = ThinkingWorker()
    await worker.do(os.getpid)
    asyncio.create_task(worker.do(time.sleep, 0.3))
    await asyncio.sleep(0.1)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


def test_a_process_whose_bot_is_killed_ends_without_a_word() -> None:
    killed = subprocess.run(  # noqa: S603
        [sys.executable, "-c", PARENT], capture_output=True, timeout=60, check=False, text=True
    )  # returns when the last process that could write is gone
    assert killed.returncode == -signal.SIGKILL
    assert killed.stderr == ""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_a_process_that_is_killed_leaves_nothing_in_the_log(
    how: signal.Signals, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(5):
        async with thinker() as made:
            process = await made.do(os.getpid, owner="a")
            work = asyncio.create_task(made.do(time.sleep, 60, owner="a"))
            await asyncio.sleep(0.02)
            os.kill(process, how)
            with pytest.raises(NoThought, match="has ended"):
                await work
    assert caplog.records == []
    assert capfd.readouterr().err == ""
