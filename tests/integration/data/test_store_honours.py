"""The roll of honours, as every store keeps it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.records import ChatKey, PersonKey, PersonRecord
from data.season_records import HonourKind, HonourRecord
from data.store import Store
from tests.fakes.store_samples import ANA

CHAT = ChatKey("web", "plaza")
BEA = PersonKey(ANA.platform, "bea")
ELSEWHERE = ChatKey("web", "elsewhere")
SEASON = HonourRecord(CHAT, HonourKind.SEASON, "2026-11-01", ANA, 1, 90.0)
SECOND = replace(SEASON, player=BEA, place=2)
CUP = HonourRecord(CHAT, HonourKind.CUP, "ABCDEF", BEA, 1, 95.0, "Spring cup", '{"points":9}')


async def test_an_event_is_awarded_once_however_many_try(store: Store) -> None:
    async with asyncio.timeout(60):
        tried = await asyncio.gather(*(store.award([SEASON, SECOND]) for _ in range(5)))
    assert await store.award([replace(SECOND, place=1)]) is False, "what was awarded stays"
    assert sorted(tried) == [False] * 4 + [True]
    assert await store.honours_of_chat(CHAT) == [SEASON, SECOND]
    assert await store.award([]) is False


async def test_the_latest_event_comes_first_with_the_names_of_its_people(store: Store) -> None:
    await store.award([SEASON, SECOND])
    await store.award([CUP])
    await store.save_person(PersonRecord(BEA, "Bea", None, '{"ranked":false}'))
    bea = {"name": "Bea", "settings": '{"ranked":false}'}
    in_thread = ChatKey(CHAT.platform, CHAT.chat, "7")
    assert await store.honours_of_chat(in_thread) == [replace(CUP, **bea), SEASON, replace(SECOND, **bea)]
    assert await store.honours_of_chat(CHAT, 1) == [replace(CUP, **bea)]
    assert await store.honours_of(BEA) == [replace(CUP, **bea), replace(SECOND, **bea)]
    assert await store.honours_of_chat(ELSEWHERE) == []


async def test_the_roll_has_three_places_and_an_event_all(store: Store) -> None:
    rows = [replace(SEASON, player=PersonKey("web", f"p{place}"), place=place) for place in range(1, 6)]
    await store.award(rows)
    assert await store.honours_of_chat(CHAT) == rows[:3]
    assert await store.honours_of_event(CHAT, HonourKind.SEASON, SEASON.event) == rows
    assert await store.honours_of_event(CHAT, HonourKind.CUP, SEASON.event) == []
    assert await store.honours_of(rows[3].player) == []


async def test_first_places_are_counted_in_one_chat(store: Store) -> None:
    await store.award([SEASON, SECOND])
    await store.award([CUP])
    await store.award([replace(SEASON, event="2026-12-01")])
    await store.award([replace(SEASON, chat=ELSEWHERE, player=BEA)])
    assert await store.titles(CHAT, [ANA, BEA, PersonKey("web", "nobody")]) == {ANA: 2, BEA: 1}
    assert await store.titles(CHAT, [BEA]) == {BEA: 1}
    assert await store.titles(CHAT, []) == {}


async def test_honours_of_two_events_or_without_an_object_are_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="several events"):
        await store.award([SEASON, CUP])
    with pytest.raises(ValueError, match="JSON object"):
        await store.award([replace(SEASON, detail="[]")])
    assert await store.honours_of_chat(CHAT) == []


async def test_honours_move_with_their_chat_unless_the_new_one_has_the_same_event(store: Store) -> None:
    await store.award([SEASON, SECOND])
    await store.award([CUP])
    theirs = replace(SEASON, chat=ELSEWHERE, player=BEA)
    await store.award([theirs])
    await store.move_chat(CHAT, ELSEWHERE)
    assert await store.honours_of_chat(CHAT) == []
    assert await store.honours_of_chat(ELSEWHERE) == [replace(CUP, chat=ELSEWHERE), theirs]


async def test_the_forgotten_keep_their_place_under_another_key(store: Store) -> None:
    await store.award([SEASON, SECOND])
    await store.award([replace(CUP, chat=ChatKey(ANA.platform, ANA.user), player=ANA)])
    found = (await store.about(ANA))["honours"]
    assert [one["event"] for one in found] == ["2026-11-01", "ABCDEF"]
    assert found[1]["detail"] == {"points": 9}
    alias = PersonKey("former", "x1")
    await store.forget(ANA, alias, {})
    assert await store.honours_of_chat(CHAT) == [replace(SEASON, player=alias), SECOND]
    assert await store.honours_of(ANA) == []
    assert await store.honours_of_chat(ChatKey(ANA.platform, ANA.user)) == [], "a private chat is deleted"
