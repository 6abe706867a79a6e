"""The shard of a chat is the same wherever it is computed."""

# ruff: noqa: S608 - our own words

from __future__ import annotations

from collections import Counter

import pytest

from data.postgres.shards import shard
from data.records import SHARDS, ChatKey, shard_of
from tests.fakes.postgres_server import missing, shared

CHATS = [
    *(ChatKey("telegram", str(-1001234567890 - 7919 * number)) for number in range(2000)),
    *(ChatKey("telegram", str(40_000 + number)) for number in range(2000)),
    ChatKey("telegram", "ñandú 🎲"),
    ChatKey("telegram", ""),
]


@pytest.mark.skipif(missing() is not None, reason=missing() or "")
async def test_python_and_the_server_agree() -> None:
    listed = ", ".join(f"({number}, '{chat.platform}', '{chat.chat}')" for number, chat in enumerate(CHATS))
    asked = f"SELECT {shard('platform', 'chat')} FROM (VALUES {listed}) AS chats(n, platform, chat) ORDER BY n"
    assert [row[0] for row in await shared().tell(asked)] == [shard_of(chat) for chat in CHATS]


def test_the_topics_of_a_group_belong_together() -> None:
    assert shard_of(ChatKey("telegram", "-100", "7")) == shard_of(ChatKey("telegram", "-100"))


def test_it_stays_as_it_is_stored() -> None:
    known = {"-1001234567890": 5, "-100": 47, "11": 36}
    assert {chat: shard_of(ChatKey("telegram", chat)) for chat in known} == known


def test_chats_are_spread_evenly() -> None:
    counts = Counter(shard_of(chat) for chat in CHATS)
    assert len(counts) == SHARDS
    assert max(counts.values()) < 2 * len(CHATS) / SHARDS
