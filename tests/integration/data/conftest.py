"""The stores under test: what holds for one must hold for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from data.sqlite.connection import Database
from data.sqlite.store import open_sqlite
from data.store import Store
from tests.fakes import memory_database, pgbouncer
from tests.fakes.postgres_server import missing, shared


async def _in_memory(folder: Path) -> Store:
    return await open_sqlite(":memory:")


async def _in_file(folder: Path) -> Store:
    return await open_sqlite(str(folder / "games.sqlite3"))


async def _on_server(folder: Path) -> Store:
    from data.postgres.store import open_postgres

    marked = folder / "cleared"
    if not marked.exists():
        marked.write_text(await shared().cleared())
    return await open_postgres(marked.read_text())


async def _through_a_pooler(folder: Path) -> Store:
    from data.postgres.store import open_postgres

    marked = folder / "cleared"
    if not marked.exists():
        marked.write_text(await shared().cleared())
    return await open_postgres((await pgbouncer.shared_pooler()).url(marked.read_text()))


FACTORIES: dict[str, Callable[[Path], Awaitable[Store]]] = {
    "sqlite-memory": _in_memory,
    "sqlite-file": _in_file,
    "postgres": _on_server,
}
SHARED = {name: FACTORIES[name] for name in ("sqlite-file", "postgres")} | {"pgbouncer": _through_a_pooler}
"""Those that several processes may open at once."""


def _kinds(names: Iterable[str]) -> list[Any]:
    """Name the stores; those on a server only where there is one."""
    reasons = {"postgres": missing(), "pgbouncer": pgbouncer.missing()}
    return [
        pytest.param(name, marks=pytest.mark.skipif(reasons.get(name) is not None, reason=reasons.get(name) or ""))
        for name in names
    ]


@pytest.fixture(autouse=True)
def every_database_has_its_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is in the bot."""
    monkeypatch.setattr(Database, "_execute", memory_database.handed_over)


@pytest.fixture(params=_kinds(FACTORIES))
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """An empty store of each kind."""
    opened = await FACTORIES[request.param](tmp_path)
    yield opened
    await opened.close()


@pytest.fixture(params=_kinds(SHARED))
async def two_stores(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[Store, Store]]:
    """Two stores, as of two processes, on one empty database."""
    first = await SHARED[request.param](tmp_path)
    second = await SHARED[request.param](tmp_path)
    yield first, second
    await first.close()
    await second.close()
