"""What every store promises about who has blocked whom, asked of each."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.records import BlockRecord, PersonKey
from data.store import Store
from tests.fakes.store_samples import ANA, IMPOSSIBLE, NASTY

BEA, CAI, DAN = (PersonKey("web", name) for name in ("bea", "cai", "dan"))
ELSEWHERE = PersonKey("telegram", "bea")
ALIAS = PersonKey("former", "x")


def block(person: PersonKey, other: PersonKey, since: float = 1.0) -> BlockRecord:
    return BlockRecord(person, other, other.user.title(), since)


async def test_said_again_a_block_keeps_its_time_and_has_the_new_name(store: Store) -> None:
    assert await store.save_block(block(ANA, CAI, 2.0), limit=9)
    assert await store.save_block(block(ANA, BEA, 1.0), limit=9)
    assert await store.save_block(replace(block(ANA, CAI, 3.0), name="C"), limit=9)
    assert await store.blocks(ANA) == [block(ANA, BEA, 1.0), replace(block(ANA, CAI, 2.0), name="C")]
    assert await store.blocks(BEA) == []


async def test_who_of_some_people_has_blocked_somebody(store: Store) -> None:
    for person, other in ((ANA, CAI), (BEA, CAI), (DAN, BEA)):
        assert await store.save_block(block(person, other), limit=9)
    assert await store.blockers(CAI, [ANA, DAN, CAI, ELSEWHERE]) == {ANA}
    assert await store.blockers(CAI, [ANA, BEA, DAN]) == {ANA, BEA}
    assert await store.blockers(PersonKey("telegram", "cai"), [ANA, ELSEWHERE]) == frozenset()
    assert await store.blockers(CAI, []) == frozenset()


async def test_no_more_are_blocked_than_the_limit(store: Store) -> None:
    kept = await asyncio.gather(*(store.save_block(block(ANA, other), limit=2) for other in (BEA, CAI, DAN)))
    assert sorted(kept) == [False, True, True]
    assert await store.save_block((await store.blocks(ANA))[0], limit=2), "again is no other"
    assert await store.save_block(block(BEA, ANA), limit=2), "each person has their own limit"


async def test_a_block_is_undone_once(store: Store) -> None:
    await store.save_block(block(ANA, BEA), limit=9)
    assert not await store.drop_block(BEA, ANA)
    assert not await store.drop_block(ANA, ELSEWHERE)
    assert await store.drop_block(ANA, BEA)
    assert not await store.drop_block(ANA, BEA)
    assert await store.blockers(BEA, [ANA]) == frozenset()


async def test_any_name_comes_back_and_what_no_database_keeps_is_refused(store: Store) -> None:
    people = [PersonKey("web", text) for text in NASTY]
    for number, person in enumerate(people):
        await store.save_block(BlockRecord(ANA, person, person.user, float(number)), limit=99)
    assert [one.other for one in await store.blocks(ANA)] == people
    assert [one.name for one in await store.blocks(ANA)] == NASTY
    for text in IMPOSSIBLE:
        with pytest.raises(ValueError, match="name must"):
            await store.save_block(BlockRecord(BEA, CAI, text, 1.0), limit=9)
        assert await store.blockers(CAI, [PersonKey("web", text)]) == frozenset()
    with pytest.raises(ValueError, match="same platform"):
        await store.save_block(block(BEA, ELSEWHERE), limit=9)
    assert await store.blocks(BEA) == []


async def test_only_the_blocker_is_told_and_both_take_it_with_them(store: Store) -> None:
    await store.save_block(block(ANA, BEA, 5.0), limit=9)
    await store.save_block(block(BEA, CAI), limit=9)
    await store.save_block(block(CAI, DAN), limit=9)
    assert (await store.about(ANA))["blocked"] == [{"person": "bea", "name": "Bea", "since": 5.0}]
    assert "'ana'" not in str(await store.about(BEA))
    await store.forget(BEA, ALIAS, {})
    assert [await store.blocks(one) for one in (ANA, BEA, CAI)] == [[], [], [block(CAI, DAN)]]
