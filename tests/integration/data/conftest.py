"""The stores under test: what holds for one must hold for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from data.sqlite.store import open_sqlite
from data.store import Store


async def _in_memory(folder: Path) -> Store:
    return await open_sqlite(":memory:")


async def _in_file(folder: Path) -> Store:
    return await open_sqlite(str(folder / "games.sqlite3"))


FACTORIES: dict[str, Callable[[Path], Awaitable[Store]]] = {"sqlite-memory": _in_memory, "sqlite-file": _in_file}
SHARED = ("sqlite-file",)  # those that several processes may open at once


@pytest.fixture(params=FACTORIES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    opened = await FACTORIES[request.param](tmp_path)
    yield opened
    await opened.close()


@pytest.fixture(params=SHARED)
async def two_stores(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Store, Store]]:
    """Two stores, as of two processes, on one empty database."""
    first = await FACTORIES[request.param](tmp_path)
    second = await FACTORIES[request.param](tmp_path)
    yield first, second
    await first.close()
    await second.close()
