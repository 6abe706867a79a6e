"""Each chat is under one lease, the same wherever it is reckoned."""

from __future__ import annotations

from collections import Counter

from bot.cluster.chat_leases import ChatLeases, shard_of
from data.coordination import LeaseKey
from data.records import ChatKey


async def test_the_topics_of_a_group_belong_together() -> None:
    leases = ChatLeases()
    assert await leases.of(ChatKey("telegram", "-100123", "7")) == await leases.of(ChatKey("telegram", "-100123"))


def test_groups_are_spread_evenly_over_the_shards() -> None:
    counts = Counter(shard_of(ChatKey("telegram", f"-100{number}"), 64) for number in range(64_000))
    assert len(counts) == 64
    assert max(counts.values()) < 1.2 * min(counts.values())


async def test_a_discord_chat_goes_with_the_connection_of_its_server() -> None:
    async def home(chat: ChatKey) -> int:
        return int(chat.chat) * 10

    leases = ChatLeases(8, home)
    server = (5 << 22) // 10 + 1
    assert await leases.of(ChatKey("discord", str(server))) == LeaseKey("discord", ((server * 10) >> 22) % 8)
    assert await leases.of(ChatKey("discord", "0")) == LeaseKey("discord", 0)


async def test_all_chats_of_the_page_are_under_its_lease() -> None:
    assert await ChatLeases().of(ChatKey("web", "family")) == LeaseKey("web", 0)
