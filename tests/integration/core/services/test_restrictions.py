"""Banned people, through the whole core: what they can still do, and what others see of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.cli import serve
from bot.core.common.recurring import Recurring
from bot.core.messages.requests import Request
from data.open_store import open_store
from data.records import PersonKey, RestrictionRecord, Status
from data.roles.people import PERSON
from data.roles.places import SHOWING
from data.roles.statements import Statements
from data.sqlite.store import SqliteStore
from tests.fakes.messenger import FakeMessenger
from tests.fakes.ownership import FakeOwnership, House
from tests.fakes.restrictions import begun, decide, looked, shown
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, person, room, said

BANNED = "The people who run this bot have banned you from it. /mydata and /deletemydata still work."


async def test_whatever_a_banned_person_does_they_alone_hear_that_they_are_banned() -> None:
    async with room() as place:
        code = await begun(place)
        board = place.board(code)
        await decide(place, CAI.key, banned=True)
        before = len(place.messenger.messages)
        for line in ("/play palma", f"/join {code}", "/help", "/notify", "/profile", f"/watch {code}", "/settings"):
            outcome = await place.say(CAI, line)
            assert outcome.notice is not None
            assert outcome.notice.plain == BANNED
            assert outcome.discreet
        for token in (*board.tokens, "nonsense", f"{code}.0.again", "hello.0.begin"):
            outcome = await place.press(CAI, token, board.id)
            assert outcome.notice is not None
            assert outcome.notice.plain == BANNED
        assert len(place.messenger.messages) == before
        assert (await place.say(BEA, "/help")).notice != outcome.notice


async def test_where_all_read_along_they_hear_it_once_a_minute() -> None:
    async with room() as place:
        await decide(place, CAI.key, banned=True)

        async def given() -> str | None:
            outcome = await place.core.dispatcher.command(Request(CHAT, CAI, "help", alone=False), delivered)
            return None if outcome.throttled else outcome.notice and outcome.notice.plain

        async def delivered(outcome: Any) -> Any:
            return outcome

        assert [await given() for _ in range(3)] == [BANNED, None, None]
        place.clock.time += 61
        assert await given() == BANNED


async def test_their_seat_in_a_game_is_a_bots_and_the_game_counts_for_nobody() -> None:
    async with room() as place:
        code = await begun(place, "/play parchis seats=Y,R,B", BEA, CAI)
        await decide(place, BEA.key, banned=True)
        table = await place.table(code)
        assert table.status is Status.PLAYING
        assert [seat.is_left for seat in table.seats] == [False, True, False]
        assert table.departures.removed == (1,)
        assert BEA.key in table.lobby.barred
        told = "was removed from the table. A bot plays on, and the game isn't rated any more."
        assert told in shown(place), place.board(code).screen.text.plain
        version = table.version
        await looked(place.core)
        assert (await place.table(code)).version == version, "it is done once"
        await place.play_out(code, [ANA, CAI])
        assert await place.store.rated("parchis", "spanish", [ANA.key, BEA.key, CAI.key]) == []


async def test_a_game_of_two_goes_on_against_a_bot_and_ends_once_both_are_banned() -> None:
    async with room() as place:
        code = await begun(place)
        await decide(place, ANA.key, banned=True)
        table = await place.table(code)
        assert (table.status, table.host) == (Status.PLAYING, BEA.key)
        await decide(place, BEA.key, banned=True)
        assert (await place.table(code)).status is Status.CANCELLED
        assert await place.store.recorded(code) is False


async def test_a_lobby_goes_on_without_them_and_with_another_host() -> None:
    async with room() as place:
        code = await place.opened("/play parchis", BEA)
        await decide(place, ANA.key, banned=True)
        table = await place.table(code)
        assert (table.status, table.host) == (Status.LOBBY, BEA.key)
        assert [seat.name for seat in table.seats if seat.person] == ["Bea"]
        assert "Ana was removed from the table." in place.messenger.of(CHAT)[-1].screen.text.plain
        await decide(place, BEA.key, banned=True)
        assert (await place.table(code)).status is Status.CANCELLED


async def test_nobody_can_invite_or_call_them() -> None:
    async with room() as place:
        await place.say(BEA, "/notify")
        await decide(place, BEA.key, banned=True)
        await place.say(ANA, "/play palma")
        table = await place.table()
        assert table.lobby.called == ()
        assert said(await place.say(ANA, "/invite @Bea")) == "Bea can't play with this bot."


async def test_a_rematch_keeps_no_seat_for_them() -> None:
    async with room() as place:
        code = await begun(place, "/play parchis seats=Y,R,B", BEA, CAI)
        await place.end(code, "resign", [ANA])
        await place.end(code, "resign", [BEA])
        await decide(place, BEA.key, banned=True)
        assert (await place.table(code)).status is Status.OVER
        await place.click(ANA, "Rematch")
        table = await place.table()
        assert table.id != code
        assert [offer.person for offer in table.lobby.offers] == [CAI.key]


async def test_their_data_is_theirs_and_the_ban_stays() -> None:
    async with room() as place:
        await decide(place, BEA.key, banned=True, reason="spam", at=7.0)
        outcome = await place.say(BEA, "/mydata")
        assert outcome.document is not None
        assert '"reason": "spam"' in outcome.document.text
        await place.say(BEA, "/deletemydata")
        question = place.messenger.of(CHAT)[-1]
        done = await place.press(BEA, question.tokens[0], question.id)
        assert done.screen is not None
        assert await place.store.restrictions(9) == [RestrictionRecord(BEA.key, banned=True)]
        await looked(place.core)
        assert said(await place.say(BEA, "/play palma")) == BANNED


async def test_once_the_ban_is_lifted_they_play_again() -> None:
    async with room() as place:
        await decide(place, ANA.key, banned=True)
        await decide(place, ANA.key)
        assert (await place.say(ANA, "/play palma")).table is not None
        await decide(place, ANA.key, banned=True)
        assert await place.store.all_tables() == [], "banned again they leave again"


async def test_a_ban_is_that_of_the_whole_browser() -> None:
    first, second, other = (person(name) for name in ("b0-1", "b0-2", "b1-1"))
    async with room() as place:
        await place.say(second, "/play palma")
        await decide(place, first.key, banned=True)
        assert await place.store.all_tables() == []
        for who, refused in ((first, True), (second, True), (other, False)):
            assert (await place.say(who, "/help")).discreet is refused


async def test_another_process_hears_of_it_at_its_next_look_and_undoes_what_it_let_in() -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    try:
        async with room(store, messenger) as here, room(store, messenger, seed="2") as there:
            await decide(here, BEA.key, banned=True)
            assert (await there.say(BEA, "/play palma")).table is not None
            await looked(there.core)
            assert await store.all_tables() == []
            assert (await there.say(BEA, "/play palma")).discreet
    finally:
        await store.close()


async def test_a_ban_given_while_no_bot_ran_holds_from_the_first_moment() -> None:
    store = await open_store("sqlite:///:memory:")
    try:
        async with room(store) as place:
            code = await begun(place, "/play parchis seats=Y,R,B", BEA, CAI)
        await store.restrict(RestrictionRecord(BEA.key, banned=True))
        async with room(store) as place:
            assert (await place.say(BEA, "/play palma")).discreet
            await looked(place.core)
            assert (await place.table(code)).departures.removed == (1,)
    finally:
        await store.close()


async def test_every_process_looks_whatever_leases_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = asyncio.Event()

    async def look() -> None:
        looked_at.set()

    async with room() as place:
        monkeypatch.setattr(serve, "tune_gc", lambda: None)
        core = replace(place.core, everywhere=[Recurring(0.0, look)], beside=())
        serving = asyncio.create_task(serve._go_on(core, FakeOwnership(House())))
        await asyncio.wait_for(looked_at.wait(), 5)
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)


async def test_a_damaged_table_keeps_nobody_at_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async with room() as place:
        codes = [await begun(place, f"/play parchis seats={seats}", BEA, CAI) for seats in ("Y,R,B", "Y,R,G")]
        bad = min(codes)
        assert isinstance(place.store, SqliteStore)
        await place.store._write("UPDATE tables SET rules = '[]', version = version + 1 WHERE id = :id", {"id": bad})
        place.core.service.tables.forget([bad])
        await decide(place, BEA.key, banned=True)
        assert (await place.table(max(codes))).departures.removed == (1,)


async def statements(place: Room, press: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    for name in ("_look_up", "_read", "_write", "_note_down", "_scan"):
        real, passed_on = getattr(SqliteStore, name), (PERSON, SHOWING) if name == "_read" else ()

        async def noted(
            self: Statements, statement: str, values: Any, real: Any = real, passed_on: Any = passed_on
        ) -> Any:
            if statement not in passed_on:  # else a look-up that waits for its turn is counted already
                found.append(statement)
            return await real(self, statement, values)

        monkeypatch.setattr(SqliteStore, name, noted)
    await press()
    monkeypatch.undo()
    return found


async def test_a_press_asks_the_database_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    async def pressed(*restricted: RestrictionRecord) -> list[str]:
        async with room() as place:
            for one in restricted:
                await place.store.restrict(one)
            await looked(place.core)
            code = await begun(place, "/play parchis seats=Y,R auto=no")
            board = place.board(code)
            who = await place.actor(code, [ANA, BEA])
            assert who is not None

            async def press() -> None:
                assert (await place.press(who, board.tokens[0], board.id)).notice is None

            return await statements(place, press, monkeypatch)

    free = await pressed()
    others = [RestrictionRecord(PersonKey(PLATFORM, f"p{n}"), banned=True, hidden=True) for n in range(50)]
    assert free
    assert await pressed(*others, RestrictionRecord(BEA.key, hidden=True)) == free
    assert not any("restrictions" in statement for statement in free)


async def test_a_banned_persons_press_asks_only_for_their_language(monkeypatch: pytest.MonkeyPatch) -> None:
    async with room() as place:
        code = await begun(place)
        await decide(place, CAI.key, banned=True)
        board = place.board(code)
        found = await statements(place, lambda: place.press(CAI, board.tokens[0], board.id), monkeypatch)
        assert len(found) == 1
        assert "FROM people" in found[0]
