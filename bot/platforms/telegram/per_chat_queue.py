"""A queue that handles each update once: in order within a chat, concurrently across chats."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from bot.core.common.background import cancel
from bot.core.common.lru import LruDict

_log = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE, WAITING, REMEMBERED = 32, 1000, 10_000


class PerChatQueue(Generic[T]):
    """Passes items to `handle`: one at a time for each chat, at most `at_once` in all; at most `most` may wait."""

    def __init__(
        self, handle: Callable[[T], Awaitable[None]], *, at_once: int = AT_ONCE, most: int = WAITING
    ) -> None:
        self._handle = handle
        self._room = asyncio.Semaphore(at_once)
        self._most = most
        self._seen = LruDict[int, None](REMEMBERED)
        self._queues: dict[str, deque[tuple[int, T]]] = {}
        self._workers: dict[asyncio.Task[None], str] = {}
        self._waiting = 0
        self._eased = asyncio.Event()
        self._eased.set()

    def accept(self, number: int, chat: str, thing: T, *, always: bool = False) -> bool:
        """Queue an item of a chat, once for each number; return False if the queue is full, unless `always`."""
        if number in self._seen:
            return True
        if self._waiting >= self._most and not always:
            return False
        self._seen[number] = None
        self._waiting += 1
        if self._waiting >= self._most:
            self._eased.clear()
        queue = self._queues.get(chat)
        if queue is not None:
            queue.append((number, thing))
            return True
        self._queues[chat] = deque(((number, thing),))
        worker = asyncio.create_task(self._work(chat))
        self._workers[worker] = chat
        worker.add_done_callback(self._workers.pop)
        return True

    def knows(self, number: int) -> bool:
        """Return whether an item of that number was accepted lately."""
        return number in self._seen

    def forget(self, number: int) -> None:
        """Treat an item as never accepted: it was not handled after all."""
        self._seen.pop(number, None)

    def withdraw(self, which: Callable[[str], bool]) -> list[T]:
        """Take back what waits in some chats, in order within each, as if never accepted."""
        taken = [queue.popleft() for chat, queue in self._queues.items() if which(chat) for _ in range(len(queue))]
        for number, _ in taken:
            self.forget(number)
        self._ease(len(taken))
        return [thing for _, thing in taken]

    async def room(self) -> None:
        await self._eased.wait()

    async def idle(self, which: Callable[[str], bool] = lambda _: True) -> None:
        """Wait until nothing is left, in some chats or in all."""
        while workers := [worker for worker, chat in self._workers.items() if which(chat)]:
            await asyncio.wait(workers)

    async def stop(self, patience: float) -> list[T]:
        """Finish what was accepted, within `patience` seconds; return the items not started, in order."""
        if self._workers:
            await asyncio.wait(tuple(self._workers), timeout=patience)
        left = [thing for queue in self._queues.values() for _, thing in queue]
        await ended(tuple(self._workers), 0.0)
        return left

    async def _work(self, chat: str) -> None:
        queue = self._queues[chat]
        try:
            while queue:
                async with self._room:
                    if not queue:
                        break  # withdrawn while it waited for room
                    try:
                        await self._handle(queue.popleft()[1])
                    except Exception:  # noqa: BLE001 - logged; one failure must not stop the chat
                        _log.exception("an update could not be handled")
                    finally:
                        self._ease(1)
        finally:
            del self._queues[chat]
            self._ease(len(queue))

    def _ease(self, count: int) -> None:
        self._waiting -= count
        self._eased.set()


async def ended(tasks: Sequence[asyncio.Task[None]], patience: float) -> None:
    """Wait `patience` seconds for tasks to end, then cancel them."""
    if tasks:
        await asyncio.wait(tasks, timeout=patience)
    await cancel(*tasks)
