"""What a process has taken in and not obeyed yet is not lost with it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.platforms.telegram import intake
from tests.fakes.postgres_server import missing
from tests.fakes.telegram_processes import ALL, PATIENCE, eventually, processes

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")


async def test_what_a_killed_process_had_taken_in_is_obeyed_by_the_next() -> None:
    async with processes() as both:
        gate = asyncio.Event()
        both.only_listen(gate)
        first, second = both.leases
        first.take(*ALL)
        await both.say("/one", "/two", "/three")
        await eventually(lambda: both.heard == [(0, "/one")])
        await eventually(lambda: both.server.unconfirmed == 0)
        assert await both.waiting() == 3
        first.lose(*ALL)  # it stands still: its line is never obeyed
        second.take(*ALL)
        await eventually(lambda: both.heard[1:] == [(1, "/one")])
        assert await both.waiting() == 3


async def test_nothing_is_confirmed_before_it_is_obeyed_or_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    async with processes() as both:
        gate = asyncio.Event()
        both.only_listen(gate)
        both.leases[0].take(*ALL)
        storing, put_in = asyncio.Event(), both.rooms[0].store.put_in  # type: ignore[attr-defined]

        async def slow(*asked: Any, **named: Any) -> Any:
            await storing.wait()
            return await put_in(*asked, **named)

        monkeypatch.setattr(both.rooms[0].store, "put_in", slow)
        await both.say("/one")
        await eventually(lambda: both.heard == [(0, "/one")])
        assert both.server.unconfirmed == 1
        storing.set()
        await eventually(lambda: both.server.unconfirmed == 0)
        assert await both.waiting() == 1
        gate.set()

        async def emptied() -> bool:
            return await both.waiting() == 0

        await eventually(emptied)
        assert both.heard == [(0, "/one")]


async def test_what_is_obeyed_at_once_is_not_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    async with processes() as both:
        monkeypatch.setattr(intake, "AT_ONCE", PATIENCE)
        both.only_listen()
        both.leases[0].take(*ALL)
        monkeypatch.delattr("data.postgres.inbox.PostgresInbox.put_in")
        await both.say("/one", "/two")
        await eventually(lambda: both.server.unconfirmed == 0)
        assert both.heard == [(0, "/one"), (0, "/two")]
