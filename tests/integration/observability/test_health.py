"""What an orchestrator asks: whether a process lives, and whether it is ready to serve people."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from pathlib import Path

import pytest

from bot.cli import serve
from bot.core.application import Application
from bot.observability.day_log import DayLog, ErrorTally
from bot.observability.health import Health
from bot.observability.metrics import Metrics
from bot.settings import Settings
from data.errors import StoreFailed
from data.open_store import open_store
from tests.fakes.http_client import asked
from tests.fakes.messenger import FakeMessenger
from tests.fakes.palma_tables import palma
from tests.fakes.room import PLATFORM, room


async def test_the_door(monkeypatch: pytest.MonkeyPatch) -> None:
    store, metrics = await open_store("sqlite:///:memory:"), Metrics()
    health = Health(store, metrics.text)
    address = await health.start(0)
    try:
        assert address.startswith("http://127.0.0.1:")
        for path in ("healthz", "readyz"):
            assert await asked(address + path) == (200, "ok\n")
        async with room(store, measures=metrics) as place:
            await palma(place)

        async def all_of_them(*_: object) -> None:
            raise AssertionError("a scrape reads no tables, it counts them")

        monkeypatch.setattr(store, "all_tables", all_of_them)
        status, text = await asked(f"{address}metrics")
        assert status == 200
        assert 'palmares_tables_open{status="playing"} 1.0' in text
        assert 'palmares_tables_open{status="lobby"} 0.0' in text
        assert "palmares_ready 1.0" in text
        assert (await asked(f"{address}other"))[0] == 404
    finally:
        await health.stop()
        await store.close()


async def test_whatever_is_in_the_way_is_told_and_kills_nobody() -> None:
    problems: dict[str, str | None] = {"discord": None, "leases": None}
    store, stop = await open_store("sqlite:///:memory:"), asyncio.Event()
    health = Health(store, Metrics().text, lambda: problems, stop.is_set)
    address = await health.start(0)
    try:
        assert await asked(f"{address}readyz") == (200, "ok\n")
        problems["discord"] = "no such host"
        assert await asked(f"{address}readyz") == (503, "discord: no such host\n")
        problems["leases"] = "no heartbeat for 9 s"
        assert await asked(f"{address}readyz") == (503, "discord: no such host\nleases: no heartbeat for 9 s\n")
        stop.set()
        assert await asked(f"{address}readyz") == (503, "stopping\n")
        await store.close()
        assert await asked(f"{address}healthz") == (200, "ok\n")
    finally:
        await health.stop()


async def test_where_nothing_can_be_stored_all_other_figures_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    store, metrics = await open_store("sqlite:///:memory:"), Metrics()
    health = Health(store, metrics.text)
    address = await health.start(0)
    metrics.refused("press", "discord")

    async def hangs(*_: object) -> None:
        await asyncio.sleep(60)

    async def fails(*_: object) -> None:
        raise StoreFailed("the disk is full")

    monkeypatch.setattr("bot.observability.health.PATIENCE", 0.05)
    try:
        assert "palmares_tables_open{" in (await asked(f"{address}metrics"))[1]
        for trouble in (hangs, fails):
            monkeypatch.setattr(store, "probe", trouble)
            monkeypatch.setattr(store, "count_tables", trouble)
            assert await asked(f"{address}readyz") == (503, "nothing can be stored\n")
            status, text = await asked(f"{address}metrics")
            assert status == 200
            assert "palmares_ready 0.0" in text
            assert "palmares_refusals_total{" in text
            assert "palmares_tables_open{" not in text
        assert await asked(f"{address}healthz") == (200, "ok\n")
    finally:
        await health.stop()
        await store.close()


class SlowToLeave:
    """A platform that has heard something when the process begins to stop, and takes its time to finish it."""

    name, limiter, authority, connected = PLATFORM, None, None, True

    def __init__(self) -> None:
        self.messenger, self.finished = FakeMessenger(), asyncio.Event()

    async def open(self, _: Application) -> list[str]:
        """Is there at once."""
        return ["the slow one is there"]

    async def lost(self) -> None:
        """Holds."""
        await asyncio.Event().wait()

    async def leave(self) -> None:
        """Has nothing to give up."""

    async def drain(self) -> None:
        """Finishes when it is let."""
        await self.finished.wait()

    async def close(self) -> None:
        """Leaves."""


async def test_told_to_stop_it_is_not_ready_at_once_and_lives_until_it_has_finished(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    said: asyncio.Queue[str] = asyncio.Queue()
    slow = SlowToLeave()
    monkeypatch.setattr(serve, "platforms", lambda *_: [slow])
    monkeypatch.setattr(serve, "_say", said.put_nowait)
    monkeypatch.setattr(serve, "tune_gc", lambda: None)
    monkeypatch.setattr(serve, "LAST", 3600.0)  # the end in any case would be that of all tests
    settings = Settings(f"sqlite:///{tmp_path / 'games'}", health_port=0)
    async with asyncio.timeout(60):
        running = asyncio.create_task(serve.run(settings, None, ErrorTally()))
        address = (await said.get()).rpartition(" ")[2]
        assert await said.get() == "the slow one is there"
        assert await asked(f"{address}readyz") == (200, "ok\n")
        os.kill(os.getpid(), signal.SIGTERM)
        while await asked(f"{address}readyz") == (200, "ok\n"):
            pass  # until the loop has taken the signal in
        assert await asked(f"{address}readyz") == (503, "stopping\n")
        assert await asked(f"{address}healthz") == (200, "ok\n")
        slow.finished.set()
        await running


async def test_the_door_and_the_hourly_line_tell_which_part_of_a_platform_is_served(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    store, served = await open_store("sqlite:///:memory:"), ["discord: shards 0-3 of 8"]
    health, day = Health(store, Metrics().text, serving=lambda: served), DayLog(ErrorTally())
    address = await health.start(0)
    try:
        assert await asked(f"{address}healthz") == (200, "ok\ndiscord: shards 0-3 of 8\n")
        served.clear()
        assert await asked(f"{address}healthz") == (200, "ok\n")
    finally:
        await health.stop()
        await store.close()
    day.watch(lambda: ["discord: shards 2 of 8"])
    day.refused("press", "discord")
    day.tell()
    assert caplog.records[-1].getMessage().endswith("errors: none; discord: shards 2 of 8")
