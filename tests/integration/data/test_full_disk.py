"""A disk or database without room: the probe finds it out though a page that is there could still be rewritten."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from data.errors import StoreFailed
from data.records import PersonRecord
from data.sqlite import room
from data.sqlite.store import open_sqlite
from tests.fakes.store_samples import ANA


async def test_a_database_that_cannot_grow_is_found_though_its_pages_have_room(tmp_path: Path) -> None:
    store = await open_sqlite(str(tmp_path / "g"))
    ((pages,),) = await store._read("PRAGMA page_count", {})
    await store._read(f"PRAGMA max_page_count = {pages}", {})
    await store.save_person(PersonRecord(ANA, "Ana"))  # a page of its table has room
    with pytest.raises(StoreFailed, match="full"):
        await store.probe()
    await store._read(f"PRAGMA max_page_count = {pages + 100}", {})
    await store.probe()
    await store.close()


async def test_a_full_disk_is_found_though_the_log_has_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    store = await open_sqlite(str(tmp_path / "g"))
    await store.probe()
    with monkeypatch.context() as patch:
        patch.setattr(os, "posix_fallocate", full, raising=False)
        with pytest.raises(StoreFailed, match="No space left on device"):
            await store.probe()
    await store.probe()
    await store.close()


@pytest.mark.parametrize("way", ["missing", "unsupported"])
def test_where_room_cannot_be_reserved_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    def unsupported(*_: Any) -> None:
        raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))

    written: list[int] = []

    def noise(size: int) -> bytes:
        written.append(size)
        return b"x" * size

    if way == "missing":
        monkeypatch.delattr(os, "posix_fallocate", raising=False)
    else:
        monkeypatch.setattr(os, "posix_fallocate", unsupported, raising=False)
    monkeypatch.setattr(os, "urandom", noise)
    room.allocate(str(tmp_path / "g"))
    assert written == [room.ROOM]
    assert list(tmp_path.iterdir()) == [], "it is given back"


async def test_probing_again_and_again_makes_the_file_no_larger(tmp_path: Path) -> None:
    store = await open_sqlite(str(tmp_path / "g"))
    with closing(sqlite3.connect(tmp_path / "g")) as connection:
        before = (list(connection.iterdump()), connection.execute("PRAGMA page_count").fetchone())
        for _ in range(5):
            await store.probe()
        assert (list(connection.iterdump()), connection.execute("PRAGMA page_count").fetchone()) == before
    await store.close()
