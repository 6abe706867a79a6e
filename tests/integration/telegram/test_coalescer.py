"""Many things go into one piece of work, and one piece of work is done at a time."""

from __future__ import annotations

import asyncio

import pytest

from bot.platforms.telegram.coalescer import Coalescer


async def test_what_comes_while_one_is_under_way_goes_together() -> None:
    done: list[list[int]] = []
    gate = asyncio.Event()

    async def work(things: list[int]) -> int:
        done.append(things)
        await gate.wait()
        return sum(things)

    coalescer = Coalescer(work)
    first = asyncio.create_task(coalescer.do(1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    later = [asyncio.create_task(coalescer.do(number)) for number in (2, 3)]
    coalescer.add(4)
    await asyncio.sleep(0)
    assert coalescer.waiting == 3
    gate.set()
    assert await asyncio.gather(first, *later) == [1, 9, 9]
    assert sorted(done[1]) == [2, 3, 4]
    await coalescer.idle()
    assert await coalescer.do() == 0


async def test_a_failure_is_told_to_those_who_wait_and_the_next_round_goes_on() -> None:
    async def work(things: list[int]) -> None:
        if 0 in things:
            raise ValueError(things)

    coalescer = Coalescer(work)
    coalescer.add(0)  # nobody waits for it
    await coalescer.idle()
    with pytest.raises(ValueError, match="0"):
        await coalescer.do(0)
    await coalescer.do(1)


async def test_whoever_gives_up_waiting_ends_it_for_nobody_else() -> None:
    gate = asyncio.Event()

    async def work(things: list[int]) -> int:
        await gate.wait()
        return len(things)

    coalescer = Coalescer(work)
    impatient, patient = (asyncio.create_task(coalescer.do(number)) for number in (1, 2))
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.sleep(0)
    gate.set()
    assert await asyncio.wait_for(patient, 5) == 2
