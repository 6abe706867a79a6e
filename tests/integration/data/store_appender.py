"""A process that plays moves until it is killed, and prints the plies of each update once it is acknowledged."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

from data.errors import TableExists
from data.sqlite.store import open_sqlite
from tests.fakes.store_samples import after, table


async def main(path: str) -> None:
    """Goes on where the table is."""
    store = await open_sqlite(path)
    try:
        with suppress(TableExists):
            await store.create(table(), limit=1000)
        while (now := await store.table("t1")) is not None:
            then, log = after(now, 1 + now.version % 3)
            await store.update(then, expected=now.version, moves=log)
            print(then.plies, flush=True)  # noqa: T201 - the parent reads it
    finally:
        await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
