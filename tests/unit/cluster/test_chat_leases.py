"""Each chat is under one lease, the same wherever it is reckoned."""

from __future__ import annotations

from bot.cluster.chat_leases import ChatLeases
from data.coordination import LeaseKey
from data.records import ChatKey


def eight(_: str) -> int:
    """Count the leases of any group."""
    return 8


async def test_the_topics_of_a_group_belong_together() -> None:
    leases = ChatLeases()
    assert await leases.of(ChatKey("telegram", "-100123", "7"), eight) == await leases.of(
        ChatKey("telegram", "-100123"), eight
    )


async def test_a_discord_chat_goes_with_the_connection_of_its_server() -> None:
    async def home(chat: ChatKey) -> int:
        return int(chat.chat) * 10

    leases = ChatLeases(home)
    server = (5 << 22) // 10 + 1
    assert await leases.of(ChatKey("discord", str(server)), eight) == LeaseKey("discord", ((server * 10) >> 22) % 8)
    assert await leases.of(ChatKey("discord", "0"), eight) == LeaseKey("discord", 0)


async def test_all_chats_of_the_page_are_under_its_lease() -> None:
    assert await ChatLeases().of(ChatKey("web", "family"), eight) == LeaseKey("web", 0)
