"""Challenges, as every store keeps them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.event_records import ChallengeRecord, ChallengeState
from data.records import ChatKey, PersonKey
from data.store import Store
from tests.fakes.store_samples import ANA, CHAT

BEA = PersonKey(ANA.platform, "bea")
DAY = 86400.0
OFFER = ChallengeRecord("abc234", CHAT, ANA, "Ana", BEA, "Bea", '{"game":"palma"}', 100.0, 160.0)


async def add(store: Store, challenge: ChallengeRecord, most: int = 5) -> bool | None:
    return await store.add_challenge(challenge, since=challenge.created - DAY, most=most)


async def test_a_pair_has_one_open_challenge_however_many_try(store: Store) -> None:
    async with asyncio.timeout(60):
        offers = [replace(OFFER, id=f"c{n}") for n in range(3)]
        offers += [replace(one, id=f"d{one.id}", person=BEA, guest=ANA) for one in offers]
        tried = await asyncio.gather(*(add(store, one) for one in offers))
    assert sorted(map(str, tried)) == ["False"] * 5 + ["True"]
    standing = await store.open_challenge(BEA, ANA)
    assert standing is not None
    assert standing == await store.open_challenge(ANA, BEA)
    anybody = replace(OFFER, id="open", guest=None, guest_name="")
    assert await add(store, anybody) is True
    assert await add(store, replace(anybody, id="again")) is False
    assert await store.open_challenge(BEA, None) is None
    assert await store.change_challenge(standing.after(state=ChallengeState.DECLINED)) is not None
    assert await add(store, OFFER) is True


async def test_a_person_makes_so_many_in_a_day(store: Store) -> None:
    for number in range(5):
        other = PersonKey(ANA.platform, f"p{number}")
        assert await add(store, replace(OFFER, id=f"c{number}", guest=other, created=100.0 + number)) is True
    assert await add(store, replace(OFFER, created=200.0)) is None
    assert await add(store, replace(OFFER, person=BEA, guest=None, created=200.0)) is True, "others may"
    assert await add(store, replace(OFFER, id="later", created=100.0 + DAY)) is True


async def test_one_of_several_changes_a_challenge(store: Store) -> None:
    await add(store, OFFER)
    taken = OFFER.after(state=ChallengeState.ACCEPTED, table="tab234", due=7.0)
    async with asyncio.timeout(60):
        tried = await asyncio.gather(*(store.change_challenge(replace(taken, message=str(n))) for n in range(5)))
    (won,) = [one for one in tried if one is not None]
    assert await store.challenge(OFFER.id) == won
    assert (won.version, won.state, won.table) == (1, ChallengeState.ACCEPTED, "tab234")
    await store.drop_challenge(OFFER)
    assert await store.challenge(OFFER.id) == won, "it has another version"
    await store.drop_challenge(won)
    assert await store.challenge(OFFER.id) is None


async def test_the_longest_overdue_come_first(store: Store) -> None:
    late, later = replace(OFFER, id="late", guest=None), replace(OFFER, due=170.0)
    for one in (later, late):
        await add(store, one)
    assert await store.due_challenges(159.0, 9) == []
    assert await store.due_challenges(170.0, 9) == [late, later]
    assert await store.due_challenges(170.0, 1) == [late]


async def test_challenges_belong_to_both_and_go_with_each(store: Store) -> None:
    for leaver in (ANA, BEA):
        await add(store, OFFER)
        assert [one["options"] for one in (await store.about(leaver))["challenges"]] == [{"game": "palma"}]
        await store.forget(leaver, PersonKey("former", "x"), {})
        assert await store.challenge(OFFER.id) is None
    private = replace(OFFER, chat=ChatKey(ANA.platform, ANA.user), person=BEA, guest=None)
    await add(store, private)
    await store.forget(ANA, PersonKey("former", "x"), {})
    assert await store.challenge(OFFER.id) is None


async def test_a_chat_that_moves_leaves_its_messages_behind(store: Store) -> None:
    await add(store, OFFER)
    await store.move_chat(CHAT, ChatKey(CHAT.platform, "elsewhere"))
    assert await store.challenge(OFFER.id) is None


async def test_people_of_two_platforms_are_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="platform"):
        await add(store, replace(OFFER, guest=PersonKey("telegram", "bea")))
