"""A whole bot on a whole Discord: the real library between the core and a server on loopback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from data.open_store import open_store
from data.store import Store
from tests.fakes.discord_clock import ManualClock
from tests.fakes.discord_place import Place, bot_on, point_library_at
from tests.fakes.discord_server import DiscordServer


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordServer]:
    """Discord, and the library pointed at it."""
    found = DiscordServer(ManualClock())
    await found.start()
    point_library_at(found, monkeypatch)
    yield found
    await found.stop()


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """A store in memory."""
    found = await open_store("sqlite:///:memory:")
    yield found
    await found.close()


@pytest.fixture
async def place(server: DiscordServer, store: Store) -> AsyncIterator[Place]:
    """A bot that people can play with. Its servers are those known when it starts, and those made later."""
    async with AsyncExitStack() as stack:
        yield await stack.enter_async_context(bot_on(server, store))
