"""Updates of one chat in order, of different chats side by side, each once, and never too many."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.platforms.telegram.per_chat_queue import PerChatQueue


class Work:
    """Things to do that wait for a sign."""

    def __init__(self, **wishes: int) -> None:
        self.queue: PerChatQueue[tuple[str, int]] = PerChatQueue(self.do, **wishes)
        self.done: list[tuple[str, int]] = []
        self.busy = self.most = 0
        self.gate = asyncio.Event()
        self.number = 0

    async def do(self, thing: tuple[str, int]) -> None:
        self.busy += 1
        self.most = max(self.most, self.busy)
        try:
            await self.gate.wait()
            await asyncio.sleep(0)
            if thing[1] < 0:
                raise ValueError(thing)
            self.done.append(thing)
        finally:
            self.busy -= 1

    def put(self, chat: str, thing: int) -> bool:
        self.number += 1
        return self.queue.accept(self.number, chat, (chat, thing))


async def test_in_order_within_a_chat_and_side_by_side() -> None:
    work, rng = Work(at_once=3), random.Random(1)
    chats = "abcdef"
    for n in range(200):
        assert work.put(rng.choice(chats), n)
    work.gate.set()
    await work.queue.idle()
    assert work.most == 3
    assert len(work.done) == 200
    for chat in chats:
        own = [n for name, n in work.done if name == chat]
        assert own == sorted(own)


async def test_what_was_withdrawn_is_not_done_and_may_come_again() -> None:
    work = Work(at_once=1, most=5)
    for chat, thing in (("a", 1), ("b", 2), ("b", 3), ("c", 4), ("a", 5)):
        assert work.put(chat, thing)
    await asyncio.sleep(0.01)
    assert not work.put("d", 6)
    assert work.queue.withdraw(lambda chat: chat in "abc") == [("a", 5), ("b", 2), ("b", 3), ("c", 4)]
    assert work.put("b", 7)
    assert work.queue.accept(2, "b", ("b", 2))
    work.gate.set()
    await work.queue.idle()
    assert sorted(work.done) == [("a", 1), ("b", 2), ("b", 7)]
    work.gate.clear()
    assert [work.put("e", number) for number in range(6)] == [True] * 5 + [False]
    work.gate.set()
    await work.queue.idle()


async def test_one_slow_chat_holds_up_no_other() -> None:
    finished: list[str] = []
    gate = asyncio.Event()

    async def do(name: str) -> None:
        if name == "slow":
            await gate.wait()
        finished.append(name)

    queue = PerChatQueue(do)
    for number, name in enumerate(("slow", "slow", "quick", "quick")):
        queue.accept(number, name, name)
    for _ in range(100):
        await asyncio.sleep(0)
    assert finished == ["quick", "quick"]
    gate.set()
    await queue.idle()
    assert finished == ["quick", "quick", "slow", "slow"]


async def test_repeated_numbers_change_nothing() -> None:
    work = Work()
    work.gate.set()
    for _ in range(3):
        for number in (5, 4, 9):
            assert work.queue.accept(number, "a", ("a", number))
        await work.queue.idle()
    assert work.done == [("a", 5), ("a", 4), ("a", 9)]


async def test_a_full_house_says_so_and_forgets_nothing() -> None:
    work = Work(most=4)
    assert [work.put("ab"[n % 2], n) for n in range(6)] == [True] * 4 + [False] * 2
    waiting = asyncio.create_task(work.queue.room())
    await asyncio.sleep(0)
    assert not waiting.done()
    work.gate.set()
    await waiting
    await work.queue.idle()
    assert work.queue.accept(5, "a", ("a", 4))  # what was turned away may come again
    await work.queue.idle()
    assert sorted(n for _, n in work.done) == [0, 1, 2, 3, 4]


async def test_a_failure_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    work = Work()
    work.gate.set()
    for n in (1, -1, 2):
        work.put("a", n)
    await work.queue.idle()
    assert work.done == [("a", 1), ("a", 2)]
    assert [record.getMessage() for record in caplog.records] == ["an update could not be handled"]


async def test_stopping_finishes_what_was_accepted_but_not_for_ever() -> None:
    work = Work()
    for n in range(3):
        work.put("a", n)
    asyncio.get_running_loop().call_later(0.01, work.gate.set)
    await work.queue.stop(5.0)
    assert len(work.done) == 3
    work.gate.clear()
    work.put("b", 1)
    await work.queue.stop(0.01)
    assert len(work.done) == 3
    assert work.queue.accept(1000, "b", ("b", 2))
    work.gate.set()
    await work.queue.idle()
    assert work.done[-1] == ("b", 2)
