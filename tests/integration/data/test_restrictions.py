"""Who is banned and whose name is hidden, asked of each store."""

from __future__ import annotations

from data.records import CallerRecord, PersonKey, PersonRecord, RestrictionRecord, SeatRecord, Status
from data.store import Store
from tests.fakes.store_samples import ANA, CHAT, table

BEA, FIRST, SECOND = PersonKey("discord", "77"), PersonKey("web", "b0-1"), PersonKey("web", "b0-2")


async def test_a_restriction_is_added_replaced_and_dropped(store: Store) -> None:
    assert await store.restrictions(9) == []
    ban = RestrictionRecord(BEA, banned=True, reason="spam", at=7.5)
    await store.restrict(ban)
    await store.restrict(RestrictionRecord(ANA, hidden=True, at=3.0))
    assert await store.restrictions(9) == [RestrictionRecord(ANA, hidden=True, at=3.0), ban]
    assert len(await store.restrictions(1)) == 1
    both = RestrictionRecord(BEA, banned=True, hidden=True, reason="spam", at=8.0)
    await store.restrict(both)
    assert await store.restrictions(9) == [RestrictionRecord(ANA, hidden=True, at=3.0), both]
    await store.restrict(RestrictionRecord(BEA, at=9.0))
    assert [one.person for one in await store.restrictions(9)] == [ANA]


async def test_who_is_banned_waits_for_no_game(store: Store) -> None:
    for person in (PersonKey(CHAT.platform, "x"), PersonKey(CHAT.platform, "y")):
        await store.save_caller(CallerRecord(CHAT, person, "X"))
    await store.restrict(RestrictionRecord(PersonKey(CHAT.platform, "x"), banned=True))
    await store.restrict(RestrictionRecord(PersonKey(CHAT.platform, "y"), hidden=True))
    assert [one.person.user for one in await store.callers(CHAT, limit=9)] == ["y"]


async def test_open_seats_are_found_by_the_account(store: Store) -> None:
    def seated(name: str, *people: PersonKey, **more: object) -> object:
        seats = tuple(SeatRecord("Y", person, "X") for person in people)
        return table(name, seats=seats, **more)

    other = PersonKey("web", "b01-1")
    for one in (
        seated("t1", FIRST, BEA),
        seated("t2", SECOND, other, SECOND),
        seated("t3", FIRST, status=Status.OVER),
        seated("t4", other),
    ):
        await store.create(one, limit=9)  # type: ignore[arg-type]
    account = PersonKey("web", "b0")
    assert await store.open_seats([account]) == [("t1", FIRST), ("t2", SECOND)]
    assert await store.open_seats([BEA, FIRST]) == [("t1", BEA), ("t1", FIRST)]
    assert await store.open_seats([PersonKey("discord", "b0")]) == []
    assert await store.open_seats([]) == []


async def test_people_are_found_by_a_part_of_their_name(store: Store) -> None:
    for user, name in (("1", "Ana"), ("2", "Mariana"), ("3", "Bea"), ("4", "100%_")):
        await store.save_person(PersonRecord(PersonKey("discord", user), name))
    assert [one.key.user for one in await store.called_so("aNA", 9)] == ["1", "2"]
    assert [one.key.user for one in await store.called_so("ana", 1)] == ["1"]
    assert [one.key.user for one in await store.called_so("%_", 9)] == ["4"]
    assert await store.called_so("nobody", 9) == []


async def test_a_ban_outlasts_the_data_of_a_person_who_sees_it_before(store: Store) -> None:
    await store.restrict(RestrictionRecord(ANA, banned=True, hidden=True, reason="spam", at=7.5))
    about = await store.about(ANA)
    assert about["restrictions"] == [{"banned": 1, "name hidden": 1, "reason": "spam", "at": 7.5}]
    await store.forget(ANA, PersonKey("former", "f0"), {})
    assert await store.restrictions(9) == [RestrictionRecord(ANA, banned=True, hidden=True)]
    assert (await store.about(BEA))["restrictions"] == []
