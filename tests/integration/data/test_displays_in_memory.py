"""How tables are shown, as kept in memory next to a file: always as the file has it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.errors import NoTable, StaleTable
from data.records import ChatKey, ChatRecord, PersonRecord, Status, TableSubscription
from data.roles.places import Places
from data.sqlite.displays import KNOWN
from data.sqlite.store import SqliteStore, open_sqlite
from tests.fakes.store_samples import ANA, CHAT, after, board, table

AWAY = ChatKey("other", "park")


async def same(store: SqliteStore, *tables: str) -> None:
    """Check that what is kept is what is stored, and keep it."""
    for name in tables:
        assert await store.display(name) == await Places.display(store, name)


async def test_what_is_kept_is_what_is_stored() -> None:
    store = await open_sqlite(":memory:")
    for name in ("t1", "t2"):
        await store.create(table(name), limit=9)
    await same(store, "t1", "t2", "t3")
    called = replace(board(message="m3"), live=False, call=True)
    boards = (board(), board("t2"), board(version=1, live=False), board(), board(message="m2", version=1), called)
    for each in (*boards, replace(called, version=2, call=False), board(message="m2", version=1, live=False)):
        await store.save_board(each)
        await same(store, "t1", "t2")
    await store.drop_board(board("t2"))
    await same(store, "t1", "t2")
    playing, moves = after(replace(table(), status=Status.PLAYING))
    await store.update(playing, expected=0, moves=moves, reseated=False)
    await same(store, "t1", "t2")
    over, moves = after(replace(playing, status=Status.OVER))
    await store.save_board(board(version=1))
    await same(store, "t1", "t2")
    await store.update(over, expected=1, moves=moves, reseated=False)
    await same(store, "t1", "t2")
    await store.save_place(TableSubscription("t1", AWAY))
    await same(store, "t1", "t2")
    for chat in (CHAT, AWAY):
        await store.save_chat(ChatRecord(chat, "it"))
        await same(store, "t1", "t2")
    await store.save_person(PersonRecord(ANA, "Ana", settings='{"zone":"Europe/Rome"}'))
    await same(store, "t1", "t2")
    await store.doubt_boards("t1", CHAT)
    await same(store, "t1", "t2")
    await store.close()


async def test_writes_that_fail_or_are_cancelled_are_read_again() -> None:
    store = await open_sqlite(":memory:")
    playing = table(status=Status.PLAYING)
    await store.create(playing, limit=9)
    await same(store, "t1")
    with pytest.raises(StaleTable):
        await store.update(replace(playing, version=8), expected=7, reseated=False)
    with pytest.raises(NoTable):
        await store.save_board(board("t2"))
    await same(store, "t1")
    for cancelled in (store.save_board(board()), store.update(after(playing, 0)[0], expected=0, reseated=False)):
        task = asyncio.create_task(cancelled)
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        await same(store, "t1")
    await store.close()


async def test_writes_at_once_are_all_kept() -> None:
    store = await open_sqlite(":memory:")
    playing = table(status=Status.PLAYING)
    await store.create(playing, limit=9)
    await same(store, "t1")
    update = store.update(after(playing, 0)[0], expected=0, reseated=False)
    saved = (store.save_board(board(message=f"m{number}")) for number in range(4))
    await asyncio.gather(*saved, update, store.display("t1"), store.drop_board(board(message="m2")))
    await same(store, "t1")
    await store.close()


async def test_what_is_kept_is_bounded() -> None:
    store = await open_sqlite(":memory:")
    await store.create(table(), limit=9)
    shown = await store.display("t1")
    assert shown is not None
    for number in range(2 * KNOWN + 1):
        store._keep(str(number), shown)
    assert len(store._displays or ()) <= KNOWN
    await same(store, "t1")
    await store.close()
