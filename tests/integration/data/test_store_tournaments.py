"""Tournaments in both databases: versions guard them, posts are claimed once, and people can be forgotten."""

from __future__ import annotations

from dataclasses import replace

from data.event_records import EntrantRecord, TournamentPost, TournamentRecord
from data.records import ChatKey, PersonKey
from data.store import Store
from tests.fakes.store_samples import ANA, CHAT, table

BEA = PersonKey(CHAT.platform, "bea")
ELSEWHERE = ChatKey("telegram", "-7")
CUP = TournamentRecord("cup234", CHAT, ANA, "Ana", bytes(range(32)), 0, 1.0, 100.0, "{}")
ENTRANTS = (EntrantRecord(0, ANA, "Ana", CHAT), EntrantRecord(1, BEA, "Bea", ELSEWHERE))


async def test_a_tournament_comes_back_as_it_was(store: Store) -> None:
    assert await store.create_tournament(CUP)
    assert not await store.create_tournament(replace(CUP, body='{"a":1}'))
    assert await store.tournament("cup234") == CUP
    assert await store.tournament("nothing") is None
    later = replace(CUP, version=1, due=None, body='{"b": 2}', entrants=ENTRANTS)
    assert await store.save_tournament(later, ENTRANTS)
    assert await store.tournament("cup234") == later
    assert not await store.save_tournament(later, ENTRANTS)  # another change came first
    assert "00010203" not in repr(later)


async def test_due_tournaments_are_found_and_a_table_wakes_its_own(store: Store) -> None:
    await store.create_tournament(CUP)
    assert await store.due_tournaments(99.0, 9) == []
    assert await store.due_tournaments(100.0, 9) == ["cup234"]
    await store.create(table(id="tab222"), limit=9)
    await store.add_tournament_table("cup234", "tab222")
    await store.add_tournament_table("cup234", "tab222")
    assert await store.finished_tables("cup234") == []
    await store.cancel("tab222", expected=0, at=5.0)
    assert await store.finished_tables("cup234") == ["tab222"]
    await store.wake_tournament("other2", 50.0)
    assert await store.due_tournaments(50.0, 9) == []
    await store.wake_tournament("tab222", 50.0)
    assert await store.due_tournaments(50.0, 9) == ["cup234"]
    await store.look_at_tournament("cup234", 0, 900.0)  # a look that began before doesn't put it off
    assert await store.due_tournaments(50.0, 9) == ["cup234"]
    assert await store.save_tournament(replace(CUP, version=1), (), ["tab222"])
    assert await store.finished_tables("cup234") == []
    await store.wake_tournament("tab222", 60.0)  # it is counted
    assert await store.due_tournaments(60.0, 9) == []


async def test_a_post_is_claimed_once(store: Store) -> None:
    await store.create_tournament(CUP)
    await store.save_tournament(replace(CUP, version=1), ENTRANTS)
    assert {post.chat for post in await store.tournament_posts("cup234")} == {CHAT, ELSEWHERE}
    assert await store.tournaments_of(CHAT, 9) == await store.tournaments_of(ELSEWHERE, 9) == ["cup234"]
    assert await store.tournaments_with(BEA, 9) == ["cup234"]
    post = TournamentPost("cup234", CHAT)
    assert await store.claim_tournament_post(post, "round 1", 7.0)
    assert not await store.claim_tournament_post(post, "round 1", 7.5)
    claimed = replace(post, claimed="round 1", sending=7.0)
    assert claimed in await store.tournament_posts("cup234")
    await store.free_tournament_post(post, "round 1", 7.0)
    assert post in await store.tournament_posts("cup234")
    assert await store.claim_tournament_post(post, "round 1", 7.0)
    assert await store.claim_tournament_post(claimed, "round 1", 60.0)  # whose process has died
    shown = TournamentPost("cup234", CHAT, "round 1", "12", "abc")
    for since in (7.0, 60.0, 7.0):  # the first process lives after all, and changes nothing any more
        await store.save_tournament_post(replace(shown, claimed="round 1", sending=since, message=f"{since:.0f}"))
    shown = replace(shown, message="60")
    assert shown in await store.tournament_posts("cup234")
    assert await store.claim_tournament_post(shown, "round 2", 70.0)
    await store.save_tournament_post(shown)  # an edit comes too late
    await store.free_tournament_post(claimed, "round 1", 60.0)
    (now,) = [one for one in await store.tournament_posts("cup234") if one.chat == CHAT]
    assert now == replace(shown, claimed="round 2", sending=70.0)
    await store.drop_tournament_post(now)
    assert [one.chat for one in await store.tournament_posts("cup234")] == [ELSEWHERE]


async def test_a_chat_that_moves_takes_its_tournaments_along(store: Store) -> None:
    await store.create_tournament(CUP)
    await store.save_tournament(replace(CUP, version=1), ENTRANTS)
    new = ChatKey(CHAT.platform, "-100900")
    await store.move_chat(CHAT, new)
    moved = await store.tournament("cup234")
    assert moved is not None
    assert moved.chat == new
    assert [one.chat for one in moved.entrants] == [new, ELSEWHERE]
    assert moved.version == 2  # nobody writes the old chat back


async def test_a_person_who_is_forgotten_is_nobody_there(store: Store) -> None:
    await store.create_tournament(CUP)
    await store.save_tournament(replace(CUP, version=1), ENTRANTS)
    alias = PersonKey("former", "x1")
    assert await store.tournaments_with(ANA, 9) == ["cup234"]
    await store.forget(ANA, alias, {})
    record = await store.tournament("cup234")
    assert record is not None
    assert (record.host, record.host_name) == (alias, "")
    assert (record.entrants[0].person, record.entrants[0].name) == (alias, "")
    assert record.entrants[1] == ENTRANTS[1]
    assert record.version > 1
    assert not await store.save_tournament(replace(CUP, version=2), ENTRANTS)
