"""Do something for as long as this process holds the lease for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from bot.core.services.ownership import Ownership


async def until_held(ownership: Ownership, lease: str) -> None:
    """Wait until this process holds a lease."""
    while True:
        seen = ownership.revision
        if ownership.holds(lease):
            return
        await ownership.changed(seen)


async def until_lost(ownership: Ownership, lease: str) -> None:
    """Wait until this process does not hold a lease."""
    while True:
        seen = ownership.revision
        if not ownership.holds(lease):
            return
        await ownership.changed(seen)


async def while_held(ownership: Ownership, lease: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Begin some work whenever a lease comes to be held, and cancel it when it is held no more; for ever.

    Raises what the work does.
    """
    while True:
        await until_held(ownership, lease)
        tasks = asyncio.create_task(work()), asyncio.create_task(until_lost(ownership, lease))
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if tasks[0].done():
                tasks[0].result()
            await tasks[1]
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
