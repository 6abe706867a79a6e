"""People who look for a game, as every store keeps them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from data.event_records import SeekerRecord, SeekerState
from data.records import ChatKey, PersonKey
from data.store import Store
from tests.fakes.store_samples import ANA, CHAT

BEA, CAI = PersonKey(ANA.platform, "bea"), PersonKey("telegram", "5")
SEARCH = SeekerRecord(ANA, "Ana", CHAT, "game=palma", 1000, 100.0, 900.0)


async def test_patience_is_kept_while_the_wish_stays(store: Store) -> None:
    assert await store.seek(SEARCH)
    assert await store.seek(replace(SEARCH, since=200.0, due=950.0))
    again = await store.seeker(ANA)
    assert again is not None
    assert (again.since, again.due, again.version) == (100.0, 950.0, 1)
    await store.seek(replace(SEARCH, since=300.0, wish="game=parchis"))
    other = await store.seeker(ANA)
    assert other is not None
    assert (other.since, other.wish) == (300.0, "game=parchis")
    assert await store.stop_seeking(ANA)
    assert not await store.stop_seeking(ANA)
    assert await store.seeker(ANA) is None


async def test_who_is_called_waits_for_the_end_of_the_call(store: Store) -> None:
    await store.seek(SEARCH)
    assert await store.call_seekers([SEARCH.after(state=SeekerState.ASKED, table="tab234", due=120.0)])
    assert not await store.seek(replace(SEARCH, since=119.0))
    assert not await store.stop_seeking(ANA)
    assert [one.person for one in await store.seekers_of("tab234")] == [ANA]
    assert await store.seek(replace(SEARCH, since=120.0))
    assert await store.seekers_of("tab234") == []
    assert await store.seekers_of("") == []


async def test_a_call_is_for_all_or_nobody(store: Store) -> None:
    searches = [replace(SEARCH, person=person, since=100.0 + n) for n, person in enumerate((ANA, BEA, CAI))]
    for one in searches:
        await store.seek(one)
    assert await store.waiting_seekers(899.0, 9) == searches
    assert await store.waiting_seekers(899.0, 2) == searches[:2]
    assert await store.waiting_seekers(900.0, 9) == []
    calls = [
        [one.after(state=SeekerState.ASKED, table=f"tab{n}") for one in pair]
        for n, pair in enumerate((searches[:2], searches[1:], searches[::2]))
    ]
    async with asyncio.timeout(60):
        done = await asyncio.gather(*(store.call_seekers(call) for call in calls))
    assert sum(done) == 1
    called = [await store.seekers_of(f"tab{n}") for n in range(3)]
    assert sorted(map(len, called)) == [0, 0, 2]
    assert len(await store.waiting_seekers(0.0, 9)) == 1


async def test_one_of_several_changes_a_search(store: Store) -> None:
    await store.seek(SEARCH)
    async with asyncio.timeout(60):
        tried = await asyncio.gather(*(store.change_seeker(SEARCH.after(message=str(n))) for n in range(4)))
    (won,) = [one for one in tried if one is not None]
    assert await store.seeker(ANA) == won
    assert await store.due_seekers(899.0, 9) == []
    assert await store.due_seekers(900.0, 9) == [won]
    assert not await store.drop_seeker(SEARCH)
    assert await store.drop_seeker(won)


async def test_a_search_goes_with_its_person_and_moves_with_its_chat(store: Store) -> None:
    await store.seek(SEARCH)
    assert [one["wish"] for one in (await store.about(ANA))["seeking"]] == ["game=palma"]
    there = ChatKey(CHAT.platform, "elsewhere")
    await store.move_chat(CHAT, there)
    moved = await store.seeker(ANA)
    assert moved is not None
    assert moved.chat == there
    await store.forget(ANA, PersonKey("former", "x"), {})
    assert await store.seeker(ANA) is None
