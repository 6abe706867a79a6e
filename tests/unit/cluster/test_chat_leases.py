"""Each chat is under one lease, the same wherever it is reckoned."""

from __future__ import annotations

from bot.bootstrap import LEASE_NUMBERS
from bot.cluster.chat_leases import ChatLeases
from bot.platforms.base import Home
from bot.platforms.web.apps.bearer import Bearers, Visit
from data.coordination import LeaseKey
from data.records import HAND, ROOMS, ChatKey


def eight(_: str) -> int:
    """Count the leases of any group."""
    return 8


async def test_the_topics_of_a_group_belong_together() -> None:
    leases = ChatLeases(LEASE_NUMBERS)
    assert await leases.of(ChatKey("telegram", "-100123", "7"), eight) == await leases.of(
        ChatKey("telegram", "-100123"), eight
    )


async def test_a_discord_chat_goes_with_the_connection_of_its_server() -> None:
    async def home(chat: ChatKey) -> int:
        return int(chat.chat) * 10

    leases = ChatLeases(LEASE_NUMBERS, home)
    server = (5 << 22) // 10 + 1
    assert await leases.of(ChatKey("discord", str(server)), eight) == LeaseKey("discord", ((server * 10) >> 22) % 8)
    assert await leases.of(ChatKey("discord", "0"), eight) == LeaseKey("discord", 0)


async def test_all_chats_of_the_page_are_under_its_lease() -> None:
    assert await ChatLeases(LEASE_NUMBERS).of(ChatKey("web", "family"), eight) == LeaseKey("web", 0)


async def test_the_room_of_an_app_is_under_the_lease_in_its_name() -> None:
    leases = ChatLeases(LEASE_NUMBERS)
    visit = Visit("telegram", "7", "Ana", None, "k7m2xy", 0.0)
    rooms = [ChatKey("web", name, thread) for name in Bearers("a token").rooms(visit) for thread in ("", HAND)]
    assert {await leases.of(room, eight) for room in rooms} == {LeaseKey("apps", number) for number in range(ROOMS)}
    assert await leases.of(ChatKey("web", "app-"), eight) == LeaseKey("apps", -1)  # which nobody has


async def test_a_new_platform_says_which_lease_a_chat_has_and_else_has_one_lease_itself() -> None:
    async def by_length(chat: ChatKey, count: int, _home: Home) -> int:
        return len(chat.chat) % count

    chat = ChatKey("matrix", "!family")
    assert await ChatLeases(LEASE_NUMBERS).of(chat, eight) == LeaseKey("matrix", 0)
    assert await ChatLeases({**LEASE_NUMBERS, "matrix": by_length}).of(chat, eight) == LeaseKey("matrix", 7)
