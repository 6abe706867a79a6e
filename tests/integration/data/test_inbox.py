"""Updates that wait on a server for the process that is to obey them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from data.inbox import UpdateRecord
from data.postgres.store import PostgresStore, open_postgres
from tests.fakes.postgres_server import missing, shared

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")
ALL = range(64)


@pytest.fixture
async def inbox() -> AsyncIterator[PostgresStore]:
    """An empty one."""
    opened = await open_postgres(await shared().cleared())
    yield opened
    await opened.close()


def update(shard: int, number: int) -> UpdateRecord:
    return UpdateRecord(shard, number, f'{{"update_id":{number}}}')


async def numbers(inbox: PostgresStore, *shards: int, limit: int = 100, known: tuple[int, ...] = ()) -> list[int]:
    found = await inbox.take_out(shards or ALL, done=(), known=known, limit=limit)
    return [record.number for record in found]


async def test_what_waits_is_read_by_shard_and_in_order(inbox: PostgresStore) -> None:
    assert await inbox.put_in([update(n % 3, n) for n in (9, 4, 8, 5, 7, 6)], most=10) == set()
    assert await numbers(inbox) == [4, 5, 6, 7, 8, 9]
    assert await numbers(inbox, 1, 2) == [4, 5, 7, 8]
    assert await numbers(inbox, 1, 2, limit=3) == [4, 5, 7]
    assert await numbers(inbox, 1, 2, known=(4, 7)) == [5, 8]
    (first, *_) = await inbox.take_out([1], done=(), known=(), limit=1)
    assert (first.shard, first.number, first.payload) == (1, 4, '{"update_id":4}')
    assert 0 <= first.age < 60


async def test_an_update_is_stored_once_and_deleted_once_it_is_obeyed(inbox: PostgresStore) -> None:
    for _ in range(2):
        await asyncio.gather(*(inbox.put_in([update(5, n), update(6, n + 1)], most=10) for n in (1, 1, 3, 3)))
    assert await numbers(inbox) == [1, 2, 3, 4]
    left = await inbox.take_out([5], done=[(5, 1), (6, 2), (5, 4), (9, 9)], known=(), limit=9)
    assert [record.number for record in left] == [3]
    assert await numbers(inbox) == [3, 4]
    assert await inbox.take_out([], done=[(5, 3)], known=(), limit=9) == []
    assert await numbers(inbox) == [4]


async def test_a_shard_that_is_full_takes_no_more_and_the_others_do(inbox: PostgresStore) -> None:
    await inbox.put_in([update(1, n) for n in range(3)], most=3)
    assert await inbox.put_in([update(1, 3), update(2, 4)], most=3) == {1}
    assert await numbers(inbox) == [0, 1, 2, 4]
    assert (await inbox.inbox_depth([1, 2]))[0] == 4
    depth, age = await inbox.inbox_depth([2])
    assert (depth, 0 <= age < 60) == (1, True)
    assert await inbox.inbox_depth([3]) == (0, 0.0)
