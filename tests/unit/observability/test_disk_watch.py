"""The room on the disk of the database: a warning once when it is low, another when it is enough again."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.observability.disk_watch import MEGABYTE, DiskWatch
from bot.observability.metrics import Metrics


async def test_it_warns_once_and_tells_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    watch, metrics, told = DiskWatch(tmp_path, 500 * MEGABYTE), Metrics(), []
    metrics.watch_disk(watch)
    assert "palmares_disk_free_bytes" not in metrics.text({}).decode(), "nothing is known yet"
    for free in (900, 499, 200, 500, 100):
        usage = SimpleNamespace(free=free * MEGABYTE)
        monkeypatch.setattr(shutil, "disk_usage", lambda _, usage=usage: usage)
        await watch.look()
        assert f"palmares_disk_free_bytes {free * MEGABYTE:.4g}" in metrics.text({}).decode().replace("e+0", "e+0")
        told.append(len(caplog.records))
    assert told == [0, 1, 1, 2, 3]
    lines = [record.getMessage() for record in caplog.records]
    assert lines[0] == "only 499 MB are free on the disk of the database (PALMARES_MIN_DISK_MB is 500)"
    assert "500 MB are free" in lines[1]


async def test_a_folder_that_is_gone_is_told_and_ends_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    watch = DiskWatch(tmp_path / "gone", 1)
    await watch.look()
    assert watch.free is None
    assert "unknown: No such file" in caplog.text
