"""An event loop in a separate thread, which no other work of this process can delay."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """Runs coroutines in a thread next to the caller's event loop."""

    def __init__(self, name: str) -> None:
        """Name the thread; it begins with `start`."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread; may be called again."""
        if not self._thread.is_alive():
            self._thread.start()

    async def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine there and return its result; raises what it does, and cancels it when cancelled."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    def call(self, work: Callable[[], object]) -> None:
        """Schedule a call there, without waiting."""
        self._loop.call_soon_threadsafe(work)

    async def stop(self) -> None:
        """End the thread; nothing may run there any more."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        await asyncio.to_thread(self._thread.join)
        self._loop.close()
