"""Run a task while this process holds its lease."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress

from bot.core.common.background import cancel
from bot.core.services.ownership import Ownership


async def changed_within(ownership: Ownership, seconds: float, since: int) -> None:
    """Wait until this process's leases differ from revision `since`, or the seconds are over."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):  # unlike `wait_for`, it never swallows a cancellation
            await ownership.changed(since)


async def until_held(ownership: Ownership, lease: str) -> None:
    await _until(ownership, lease, held=True)


async def until_lost(ownership: Ownership, lease: str) -> None:
    await _until(ownership, lease, held=False)


async def _until(ownership: Ownership, lease: str, *, held: bool) -> None:
    while True:
        seen = ownership.revision
        if ownership.holds(lease) is held:
            return
        await ownership.changed(seen)


async def while_held(ownership: Ownership, lease: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Start the work each time this process gets the lease, and cancel it when the lease is lost; never returns.

    Raises what the work raises.
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
            await cancel(*tasks)
