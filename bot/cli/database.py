"""Open the existing database for an operator's command."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path

from bot.cluster.membership import process_name
from bot.core.common.background import cancel
from data.errors import DatabaseInUse, StoreError, UnusableDatabase
from data.open_store import is_server, open_coordination, open_store, sqlite_path
from data.sqlite.backups import exchanging
from data.sqlite.migrations import MEMORY
from data.store import Store

EVERY, LASTS = 2.0, 10.0
"""Seconds between heartbeats of a process with exclusive access, and until others consider it gone."""


class NoDatabase(Exception):
    """Why there is no usable database, in one line."""


@asynccontextmanager
async def database(url: str, *, alone: bool = False) -> AsyncIterator[Store]:
    """Open the store at an address; raises NoDatabase, and never creates one.

    `alone`: with exclusive access, without a running bot.
    """
    try:
        if not is_server(url):
            path = sqlite_path(url)
            if path != MEMORY and not await asyncio.to_thread(_is_there, path):
                raise NoDatabase(
                    f"DATABASE_URL: there is no database {path}; start the bot once, or name another file"
                )
        store = await open_store(url, alone=alone, create=False)
    except (OSError, ValueError, UnusableDatabase) as error:
        raise NoDatabase(f"DATABASE_URL: {error}") from error
    try:
        async with keeping_others_out(url) if alone else nullcontext():
            yield store
    except DatabaseInUse as error:
        raise NoDatabase(f"DATABASE_URL: {error}") from error
    finally:
        await store.close()


@asynccontextmanager
async def keeping_others_out(url: str) -> AsyncIterator[None]:
    """Lock a database on a server against bots; raises DatabaseInUse if one serves it. A file has a lock."""
    if not is_server(url):
        yield
        return
    coordination, name = open_coordination(url), process_name()

    async def live() -> None:
        while True:
            await asyncio.sleep(EVERY)
            with suppress(StoreError):
                await coordination.beat(name, (), {}, lasts=LASTS)

    try:
        await coordination.join(name, {}, lasts=LASTS, alone=True)
        living = asyncio.create_task(live())
        try:
            yield
        finally:
            await cancel(living)
            with suppress(StoreError):  # then the lock expires
                await coordination.leave(name)
    finally:
        await coordination.close()


def _is_there(path: str) -> bool:
    return Path(path).exists() or exchanging(path)
