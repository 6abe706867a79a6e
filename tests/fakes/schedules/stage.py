"""Event loops on simulated time: thousands of simulated seconds in one real one, each run the same."""

from __future__ import annotations

import asyncio
from asyncio.events import _set_running_loop
from collections import deque
from collections.abc import Callable, Coroutine
from heapq import heappop, heappush
from itertools import count
from typing import Any

Work = Callable[..., object]


class Call:
    """A call that a loop will make: the handle that asyncio expects."""

    __slots__ = ("args", "at", "loop", "work")

    def __init__(self, loop: SimLoop, work: Work | None, args: tuple[Any, ...], at: float = 0.0) -> None:
        self.loop = loop
        self.work = work
        self.args = args
        self.at = at
        """By the loop's clock, if it is a timer."""

    def cancel(self) -> None:
        self.work = None

    def cancelled(self) -> bool:
        return self.work is None

    def when(self) -> float:
        return self.at


class Stage:
    """The true time, and all that is due."""

    def __init__(self) -> None:
        self.now = 0.0
        self.ready: deque[Call] = deque()
        self._timers: list[tuple[float, int, Call]] = []
        self._numbers = count()
        self.outside = SimLoop(self)
        """The world between the processes: it never stops."""

    def at(self, when: float, call: Call) -> None:
        heappush(self._timers, (when, next(self._numbers), call))

    def later(self, seconds: float, work: Work, *args: Any) -> None:
        """Let the outside world do something in a while."""
        self.at(self.now + seconds, Call(self.outside, work, args))

    def run(self, end: float) -> None:
        """Do all that is due until a moment."""
        ready, timers, running = self.ready, self._timers, None
        try:
            while True:
                while ready:
                    call = ready.popleft()
                    work, loop = call.work, call.loop
                    if work is None:
                        continue
                    if loop.stopped:
                        loop.kept.append(call)
                        continue
                    if loop is not running:
                        _set_running_loop(loop)
                        running = loop
                    work(*call.args)
                if not timers or timers[0][0] > end:
                    self.now = end
                    return
                when, _, call = heappop(timers)
                if call.work is not None:
                    self.now = when
                    ready.append(call)
        finally:
            _set_running_loop(None)


class SimLoop(asyncio.AbstractEventLoop):
    """One thread's event loop, with a clock that may run fast or slow."""

    def __init__(self, stage: Stage, rate: float = 1.0, began: float = 0.0) -> None:
        self.stage = stage
        self.heart = self
        """The loop of the process's second thread."""
        self.rate = rate
        self.began = began
        self.slept = 0.0
        self.stopped = False
        self.kept: list[Call] = []
        """What became due while it stood still."""
        self.tasks: list[asyncio.Task[Any]] = []

    def time(self) -> float:
        return self.began + self.rate * (self.stage.now - self.slept)

    def call_soon(self, callback: Work, *args: Any, context: Any = None) -> Any:
        call = Call(self, callback, args)
        self.stage.ready.append(call)
        return call

    def call_soon_threadsafe(self, callback: Work, *args: Any, context: Any = None) -> Any:
        return self.call_soon(callback, *args, context=context)

    def call_later(self, delay: float, callback: Work, *args: Any, context: Any = None) -> Any:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when: float, callback: Work, *args: Any, context: Any = None) -> Any:
        call = Call(self, callback, args, when)
        self.stage.at((when - self.began) / self.rate + self.slept, call)
        return call

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Coroutine[Any, Any, Any], *, name: Any = None, context: Any = None) -> Any:
        task = asyncio.Task(coro, loop=self, name="task")  # numbering them costs more
        self.tasks.append(task)
        return task

    def get_debug(self) -> bool:
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Say nothing: the checks look at what was done."""

    def stop(self) -> None:
        """Do nothing until `go_on`."""
        self.stopped = True

    def go_on(self, slept: float = 0.0) -> None:
        """Do what was missed; the clock does not know of what it slept, so that timers are late by as much."""
        self.stopped = False
        self.slept += slept
        kept, self.kept = self.kept, []
        for call in kept:
            if slept and call.at > self.time():
                self.stage.at((call.at - self.began) / self.rate + self.slept, call)
            else:
                self.stage.ready.append(call)


class SimThread:
    """The heartbeat's thread: a second loop of the process that is running."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.get_running_loop().heart  # type: ignore[attr-defined]

    def start(self) -> None:
        """Do nothing: it runs already."""

    async def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        home = asyncio.get_running_loop()
        answer = home.create_future()
        task = self._loop.create_task(work)
        task.add_done_callback(lambda done: home.call_soon(_answer, answer, done))
        try:
            return await answer
        except asyncio.CancelledError:
            self._loop.call_soon(task.cancel)
            raise

    def call(self, work: Callable[[], object]) -> None:
        self._loop.call_soon(work)

    async def stop(self) -> None:
        """Do nothing: it ends with the process."""


def _answer(answer: asyncio.Future[Any], task: asyncio.Future[Any]) -> None:
    if answer.done():
        if not task.cancelled():
            task.exception()
    elif task.cancelled():
        answer.cancel()
    elif error := task.exception():
        answer.set_exception(error)
    else:
        answer.set_result(task.result())
