"""Appointments, as every store keeps them."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.event_records import AppointmentRecord, AppointmentState, GuestRecord
from data.records import ChatKey, PersonKey
from data.store import Store
from tests.fakes.store_samples import ANA, CHAT

BEA, CAI = PersonKey(ANA.platform, "bea"), PersonKey(ANA.platform, "cai")
HOST = GuestRecord(ANA, "Ana", comes=True, since=100.0)
DATE = AppointmentRecord("abc234", CHAT, ANA, "Ana", '{"game":"palma"}', 100.0, 900.0, 300.0, guests=(HOST,))


async def add(store: Store, one: AppointmentRecord) -> bool | None:
    return await store.add_appointment(one, of_chat=4, of_person=3)


def guest(person: PersonKey, since: float, *, comes: bool = True) -> GuestRecord:
    return GuestRecord(person, person.user.title(), comes, since)


async def test_a_chat_and_a_person_have_so_many(store: Store) -> None:
    async with asyncio.timeout(60):
        tried = await asyncio.gather(*(add(store, replace(DATE, id=f"d{n}")) for n in range(5)))
    assert sorted(map(str, tried)) == ["None"] * 2 + ["True"] * 3
    assert await add(store, replace(DATE, id="bea", person=BEA)) is True
    assert await add(store, replace(DATE, id="cai", person=CAI)) is False
    elsewhere = ChatKey(CHAT.platform, "elsewhere")
    assert await add(store, replace(DATE, id="cai", person=CAI, chat=elsewhere)) is True
    (first, *_) = await store.appointments_of_chat(CHAT, 9)
    over = await store.change_appointment(first.after(state=AppointmentState.CANCELLED))
    assert over is not None
    assert len(await store.appointments_of_chat(CHAT, 9)) == 3
    assert await add(store, replace(DATE, id="again", person=CAI)) is True


async def test_answers_keep_their_place_until_they_change(store: Store) -> None:
    await add(store, DATE)
    for one in (guest(BEA, 110.0), guest(CAI, 120.0), guest(BEA, 130.0)):
        after = await store.answer_appointment(DATE, one, due=200.0, most=9)
    assert after is not None
    assert after == await store.appointment(DATE.id)
    assert [(one.person, one.since) for one in after.guests] == [(ANA, 100.0), (BEA, 110.0), (CAI, 120.0)]
    assert (after.version, after.due) == (3, 200.0)
    await store.answer_appointment(DATE, guest(BEA, 140.0, comes=False), due=900.0, most=9)
    after = await store.answer_appointment(DATE, guest(BEA, 150.0), due=900.0, most=9)
    assert after is not None
    assert [one.person for one in after.guests] == [ANA, CAI, BEA]
    assert after.due == 200.0


async def test_no_more_than_so_many_answer_and_none_after_the_end(store: Store) -> None:
    await add(store, DATE)
    async with asyncio.timeout(60):
        people = [PersonKey(ANA.platform, f"p{n}") for n in range(4)]
        tried = await asyncio.gather(
            *(store.answer_appointment(DATE, guest(one, 110.0), due=200.0, most=3) for one in people)
        )
    assert sum(one is None for one in tried) == 2
    standing = await store.appointment(DATE.id)
    assert standing is not None
    assert len(standing.guests) == 3
    assert await store.answer_appointment(DATE, guest(ANA, 9.0, comes=False), due=200.0, most=3) is not None
    standing = await store.appointment(DATE.id)
    assert standing is not None
    assert await store.change_appointment(standing.after(state=AppointmentState.OPENED, table="tab234")) is not None
    assert await store.answer_appointment(DATE, guest(ANA, 10.0), due=200.0, most=3) is None


async def test_one_of_several_changes_an_appointment(store: Store) -> None:
    await add(store, DATE)
    async with asyncio.timeout(60):
        tried = await asyncio.gather(*(store.change_appointment(DATE.after(message=str(n))) for n in range(5)))
    (won,) = [one for one in tried if one is not None]
    assert await store.appointment(DATE.id) == won
    await store.drop_appointment(DATE)
    assert await store.appointment(DATE.id) == won, "it has another version"
    await store.drop_appointment(won)
    assert await store.appointment(DATE.id) is None
    await add(store, DATE.after(guests=()))
    assert (await store.appointments_of_chat(CHAT, 9))[0].guests == ()


async def test_the_longest_overdue_come_first(store: Store) -> None:
    late, later = replace(DATE, id="late"), replace(DATE, due=310.0)
    for one in (later, late):
        await add(store, one)
    assert await store.due_appointments(299.0, 9) == []
    assert await store.due_appointments(310.0, 9) == [late, later]
    assert await store.due_appointments(310.0, 1) == [late]


async def test_who_is_forgotten_leaves_the_others_their_table(store: Store) -> None:
    await add(store, DATE)
    await store.answer_appointment(DATE, guest(BEA, 110.0), due=200.0, most=9)
    about = await store.about(ANA)
    assert [one["options"] for one in about["appointments"]] == [{"game": "palma"}]
    assert [one["comes"] for one in (await store.about(BEA))["appointment_answers"]] == [1]
    await store.forget(ANA, PersonKey("former", "x"), {})
    standing = await store.appointment(DATE.id)
    assert standing is not None
    assert (standing.person, standing.name, standing.due) == (None, "", 0.0)
    assert [one.person for one in standing.guests] == [BEA]
    await store.forget(BEA, PersonKey("former", "y"), {})
    standing = await store.appointment(DATE.id)
    assert standing is not None
    assert standing.guests == ()
    private = replace(DATE, id="alone", chat=ChatKey(ANA.platform, ANA.user), person=BEA)
    await add(store, private)
    await store.forget(ANA, PersonKey("former", "z"), {})
    assert await store.appointment("alone") is None


async def test_a_chat_that_moves_takes_them_along_to_be_posted_anew(store: Store) -> None:
    await add(store, DATE.after(message="m1"))
    there = ChatKey(CHAT.platform, "elsewhere")
    await store.move_chat(CHAT, there)
    (moved,) = await store.appointments_of_chat(there, 9)
    assert (moved.message, moved.due, len(moved.guests)) == ("", 0.0, 1)
    assert await store.appointments_of_chat(CHAT, 9) == []


async def test_people_of_two_platforms_are_refused(store: Store) -> None:
    stranger = PersonKey("telegram", "bea")
    with pytest.raises(ValueError, match="platform"):
        await add(store, replace(DATE, person=stranger))
    await add(store, DATE)
    with pytest.raises(ValueError, match="platform"):
        await store.answer_appointment(DATE, guest(stranger, 1.0), due=1.0, most=9)
