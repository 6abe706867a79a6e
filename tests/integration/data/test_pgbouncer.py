"""A pooler in transaction mode stands before the server: what is kept, what is refused, and that it may go away.

What two processes do to one table through it is with the store's contract, as `pgbouncer`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from data.errors import UnusableDatabase
from data.inbox import UpdateRecord
from data.open_store import open_coordination
from data.postgres.address import Address
from data.postgres.store import PostgresStore, open_postgres
from data.records import PersonKey
from tests.fakes.members import Members
from tests.fakes.pgbouncer import Pgbouncer, missing, shared_pooler
from tests.fakes.postgres_server import shared
from tests.fakes.store_samples import ANA, after, board, table

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")


@pytest.fixture
async def pooler() -> AsyncIterator[Pgbouncer]:
    """A pooler that may be stopped."""
    await shared_pooler()  # and with it whom the server is used as
    own = Pgbouncer(shared())
    own.start()
    yield own
    own.remove()


@pytest.fixture
async def store() -> AsyncIterator[PostgresStore]:
    """An empty store behind a pooler."""
    opened = await open_postgres((await shared_pooler()).url(await shared().cleared()))
    yield opened
    await opened.close()


async def test_a_pooler_is_found_out_without_being_told_of() -> None:
    direct = await shared().cleared()
    assert not await Address(direct).is_pooled()
    assert await Address((await shared_pooler()).url(direct)).is_pooled()


async def test_the_tables_are_made_through_it_by_one_of_several_that_start_at_once() -> None:
    empty = await shared().empty()
    through = (await shared_pooler()).url(empty)
    stores = await asyncio.gather(*(open_postgres(through) for _ in range(3)))
    await stores[0].create(table(), limit=9)
    assert await stores[2].table("t1") == table()
    await asyncio.gather(*(store.close() for store in stores))
    await shared().drop(empty)


@pytest.mark.parametrize("lets_it_pass", [True, False])
async def test_settings_in_the_address_are_refused_since_they_would_be_lost(lets_it_pass: bool) -> None:
    await shared_pooler()
    pooler = Pgbouncer(shared(), **({"ignore_startup_parameters": "options"} if lets_it_pass else {}))
    pooler.start()
    asked = f"{pooler.url(await shared().cleared())}&options=-csearch_path%3Dother"
    try:
        with pytest.raises(UnusableDatabase, match=r"take options out of the address.*ALTER ROLE"):
            await open_postgres(asked)
    finally:
        pooler.remove()


async def test_all_kinds_of_statements_go_through_it_many_at_once(store: PostgresStore) -> None:
    async def life(number: int) -> None:
        name = f"t{number}"
        now = table(name)
        await store.create(now, limit=99)
        await store.save_board(board(name, f"m{number}"))
        for _ in range(6):
            then, log = after(now, 2)
            await store.update(then, expected=now.version, moves=log)
            now = then
            assert await store.table(name) == now
        assert len(await store.moves(name)) == 12
        await store.put_in([UpdateRecord(number, number, "{}")], most=9)
        (taken,) = await store.take_out([number], done=(), known=(), limit=9)
        assert taken.number == number

    await asyncio.gather(*(life(number) for number in range(20)))
    assert len(await store.dirty_boards(99)) == 20
    await store.forget(ANA, PersonKey("web", "gone"), {})
    await store.rewrite()
    await store.probe()


async def test_processes_share_leases_through_it_and_hear_each_other_by_an_address_of_its_own(
    caplog: pytest.LogCaptureFixture,
) -> None:
    direct = await shared().cleared()
    through = (await shared_pooler()).url(direct)
    for listening, warned in (("", True), (direct, False)):
        caplog.clear()
        members = Members(through, listening=listening)
        first, second = await members.join(), await members.join()
        heard = asyncio.Event()
        for member in (first, second):
            member.hearing("word", lambda word, heard=heard: heard.set())
        await members.until({first: 32, second: 32})
        lease = next(lease for lease in second.held if lease.startswith("telegram/"))
        first.tell(lease, "word", "hello")
        if listening:
            await asyncio.wait_for(heard.wait(), 20)
        await members.leave(first)
        await members.until({second: 64})
        await members.close()
        assert ("DATABASE_LISTEN_URL" in caplog.text) is warned


def test_the_address_to_listen_by_is_a_server_s() -> None:
    with pytest.raises(UnusableDatabase, match="not the address of a PostgreSQL server"):
        open_coordination("postgresql://palmares@/games", "sqlite:///games.sqlite3")


async def test_it_may_be_restarted_under_play(pooler: Pgbouncer) -> None:
    store, now = await open_postgres(pooler.url(await shared().cleared())), table()
    await store.create(now, limit=9)

    async def play() -> int:
        before = now
        for _ in range(40):
            then, log = after(before)
            await store.update(then, expected=before.version, moves=log)
            before = then
            await asyncio.sleep(0.01)
        return before.version

    playing = asyncio.create_task(play())
    await asyncio.sleep(0.2)
    await asyncio.to_thread(pooler.stop)
    await asyncio.sleep(0.3)
    await asyncio.to_thread(pooler.start)
    stored = await playing
    found = await store.table("t1")
    assert found is not None
    assert found.version == stored == len(await store.moves("t1"))
    await store.close()
