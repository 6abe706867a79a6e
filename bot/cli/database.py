"""Open the database that a command of whoever hosts the bot works on: one that is there already."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from data.open_store import is_server, open_store, sqlite_path
from data.sqlite.backups import exchanging
from data.sqlite.migrations import MEMORY
from data.store import Store, UnusableDatabase


class NoDatabase(Exception):
    """Why there is nothing to work on, in one line."""


@asynccontextmanager
async def database(url: str, *, alone: bool = False) -> AsyncIterator[Store]:
    """Open the store behind an address while it is needed; raises NoDatabase, and never makes a new one.

    `alone` is for what bears no running bot beside it.
    """
    try:
        if not is_server(url):
            path = sqlite_path(url)
            if path != MEMORY and not await asyncio.to_thread(_is_there, path):
                raise NoDatabase("DATABASE_URL: there is no such database")
        store = await open_store(url, alone=alone, create=False)
    except (ValueError, UnusableDatabase) as error:
        raise NoDatabase(f"DATABASE_URL: {error}") from error
    try:
        yield store
    finally:
        await store.close()


def _is_there(path: str) -> bool:
    return Path(path).exists() or exchanging(path)
