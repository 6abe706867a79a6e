"""What processes that hold connections to Discord's gateway know of each other, on a real server."""

# ruff: noqa: S608 - our own words

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from bot.core.services.chat_homes import ChatHomes, gateway_shard
from data.coordination import ChatScope, GatewaySession
from data.postgres.homes import gateway_shard as asked_shard
from data.records import ChatKey
from tests.fakes.postgres_server import missing, shared
from tests.fakes.store_samples import table

if TYPE_CHECKING:
    from data.postgres.store import PostgresStore

    Stores = tuple[PostgresStore, PostgresStore]

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")

SESSION = GatewaySession(3, 16, "f3a1", 4711, "wss://gateway-us-east1-b.discord.gg")


@pytest.fixture
async def url() -> str:
    """An empty database."""
    return await shared().cleared()


@pytest.fixture
async def stores(url: str) -> AsyncIterator[Stores]:
    """Two processes' stores on one database."""
    from data.postgres.store import open_postgres

    async with AsyncExitStack() as stack:
        found = []
        for _ in range(2):
            found.append(await open_postgres(url))
            stack.push_async_callback(found[-1].close)
        yield found[0], found[1]


async def test_all_go_by_the_number_of_whoever_came_first_until_nobody_does(stores: Stores, url: str) -> None:
    ours, theirs = stores

    async def later(seconds: int) -> None:
        await shared().run(f"UPDATE discord_shards SET until = until - interval '{seconds} s'", url)

    assert await ours.agree_on_shards(4, lasts=90.0) == 4
    assert await theirs.agree_on_shards(8, lasts=90.0) == 4
    await later(60)
    assert await ours.agree_on_shards(4, lasts=90.0) == 4  # and for as long again
    await later(60)
    assert await theirs.agree_on_shards(8, lasts=90.0) == 4
    await later(60)
    assert await theirs.agree_on_shards(8, lasts=90.0) == 8
    assert await ours.agree_on_shards(4, lasts=90.0) == 8


async def test_two_that_come_at_once_agree(stores: Stores) -> None:
    asked = [stores[number % 2].agree_on_shards(2 + number, lasts=9.0) for number in range(8)]
    assert len(set(await asyncio.gather(*asked))) == 1


async def test_a_turn_is_given_once_in_its_time_whoever_asks(stores: Stores) -> None:
    turns: list[float] = []
    began = time.monotonic()

    async def take(store: PostgresStore) -> None:
        while left := await store.take_turn(0, 0.3):
            assert 0.05 <= left <= 0.35
            await asyncio.sleep(left)
        turns.append(time.monotonic() - began)

    await asyncio.wait_for(asyncio.gather(*(take(stores[number % 2]) for number in range(4))), 20)
    # an answer may be heard late, but none before its time
    assert all(at > 0.29 * number for number, at in enumerate(sorted(turns)))
    assert await stores[0].take_turn(1, 0.3) == 0.0  # another bucket has its own turns


async def test_a_session_is_gone_on_with_once_and_soon(stores: Stores) -> None:
    ours, theirs = stores
    await ours.leave_session(SESSION)
    taken = await asyncio.gather(*(store.take_session(3, good_for=60.0) for store in (ours, theirs, ours)))
    assert sorted(taken, key=bool) == [None, None, SESSION]
    await ours.leave_session(SESSION)
    assert await theirs.take_session(3, good_for=0.0) is None
    assert await theirs.take_session(3, good_for=60.0) is None
    assert await theirs.take_session(4, good_for=60.0) is None


async def test_a_chat_is_at_home_where_it_was_heard_whichever_process_asks(stores: Stores, url: str) -> None:
    ours, theirs = ChatHomes(stores[0]), ChatHomes(stores[1])
    channel, private, thread = (ChatKey("discord", str(number)) for number in (11, 12, 13))
    guild = 1_098_765_432_109_876_543
    assert await theirs.of(channel) == 0  # nobody has heard of it, which is not kept in mind
    await ours.heard(channel, guild)
    await ours.heard(private, None)
    assert [await theirs.of(chat) for chat in (channel, private, thread)] == [guild, 0, 0]
    await theirs.heard(thread, guild)
    count = 7
    chats = "(VALUES ('11'), ('12'), ('13'), ('14')) AS chats(chat)"
    asked = f"SELECT {asked_shard('chats.chat', str(count))} FROM {chats}"
    told = await shared().tell(asked, url)
    shard = gateway_shard(guild, count)
    assert [row[0] for row in told] == [shard, 0, shard, 0]
    assert shard


async def test_what_is_known_is_not_asked_again() -> None:
    asked: list[str] = []

    class Counting:
        async def note_home(self, chat: str, guild: int) -> None:
            asked.append(f"note {chat} {guild}")

        async def home(self, chat: str) -> int | None:
            asked.append(f"ask {chat}")
            return 5

    homes = ChatHomes(Counting())
    for _ in range(3):
        await homes.heard(ChatKey("discord", "1"), 7)
        assert await homes.of(ChatKey("discord", "1")) == 7
        assert await homes.of(ChatKey("discord", "2")) == 5
    assert asked == ["note 1 7", "ask 2"]


async def test_what_is_due_is_found_by_the_shard_of_its_chat(stores: Stores) -> None:
    store, _ = stores
    guild, count = 1_098_765_432_109_876_543, 4
    near, far = gateway_shard(guild, count), gateway_shard(guild + (1 << 22), count)
    for chat, home in (("11", guild), ("12", guild + (1 << 22)), ("13", None)):
        if home is not None:
            await store.note_home(chat, home)
        await store.create(table(f"t{chat}", chat=ChatKey("discord", chat), due=1.0), limit=9)

    async def due(*shards: int) -> list[str]:
        scope = ChatScope(frozenset(f"discord/{shard}" for shard in shards), frozenset({"discord"}), count)
        return sorted(name for name, _ in await store.due_tables_of(scope, 2.0, 9))

    assert len({near, far, 0}) == 3
    assert (await due(near), await due(far), await due(0)) == (["t11"], ["t12"], ["t13"])
    assert await due(*range(count)) == ["t11", "t12", "t13"]
