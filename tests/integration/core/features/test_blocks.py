"""/block: nothing that the blocked person does pings those who blocked them, and nothing reveals the block."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from bot.core.dispatch.dispatcher import deliver_later
from bot.core.domain.person_settings import change_person
from bot.core.domain.seat_offers import offers
from bot.core.features.blocks.commands import MOST
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Person, Request
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.tournament import PENDING
from data.records import BlockRecord, ChatKey, PersonKey
from tests.fakes.puzzles import look
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, PLATFORM, Room, person, room

AWAY = ChatKey(PLATFORM, "away")


def said(outcome: Outcome) -> str:
    """The private notice; there is nothing for others."""
    assert outcome.notice is not None
    assert (outcome.screen, outcome.table) == (None, None)
    return outcome.notice.plain


def called(screens: Iterable[Screen]) -> set[PersonKey]:
    """Whom some messages called."""
    parts = [part for screen in screens for line in screen.text.lines for part in line]
    return {part.mention for part in parts if part.mention is not None}


def posted(place: Room, since: int = 0, chat: ChatKey | None = None) -> list[Screen]:
    """The messages as they were posted: that is when they ping."""
    return [one.faces[0] for one in place.messenger.messages[since:] if chat in (None, one.chat)]


async def begun(place: Room, line: str = "/play palma first=D") -> str:
    """A game of Ana and Bea."""
    return await place.started(line, BEA)


class TestTheCommand:
    async def test_who_is_blocked_stands_on_the_list_until_that_is_undone(self) -> None:
        async with room() as place:
            assert "haven't blocked anyone" in said(await place.say(BEA, "/block"))
            told = said(await place.say(BEA, "/block @Ana"))
            assert "Ana is blocked" in told
            assert "open table" in told
            assert "/unblock Ana" in told
            place.clock.time += 1
            for _ in range(2):
                await place.say(BEA, "/block @Cai")
            assert said(await place.say(BEA, "/block")).splitlines()[1:3] == ["1. Ana", "2. Cai"]
            assert "2. Cai" in said(await place.say(BEA, "/unblock"))
            assert "Cai can ping you again" in said(await place.say(BEA, "/unblock 2"))
            assert "Cai isn't on your list" in said(await place.say(BEA, "/unblock @Cai"))
            assert "Ana can ping you" in said(await place.say(BEA, "/desbloquear ana"))
            assert "haven't blocked anyone" in said(await place.say(BEA, "/blocca"))
            assert place.messenger.messages == []

    async def test_oneself_a_bot_nobody_and_a_number_that_is_none(self) -> None:
        async with room() as place:
            assert "yourself" in said(await place.say(BEA, "/block @Bea"))
            assert "can't find Zoe" in said(await place.say(BEA, "/block Zoe"))
            bot = replace(person("Robo"), bot=True)
            request = Request(CHAT, BEA, "block", people={"person": bot})
            assert "chat bot" in said(await place.core.dispatcher.command(request, deliver_later))
            for number in ("0", "1", "99", "²", "9" * 30):
                assert "isn't on your list" in said(await place.say(BEA, f"/unblock {number}"))
            assert await place.store.blocks(BEA.key) == []

    async def test_a_name_at_a_table_here_is_enough_if_one_person_has_it(self) -> None:
        zoe, other = person("Zoe"), Person(PersonKey(PLATFORM, "zoe-2"), "zoë")
        async with room() as place:
            await place.say(zoe, "/play")
            assert "Zoe is blocked" in said(await place.say(BEA, "/block zoe"))
            assert "can't find Zoe" in said(await place.say(BEA, "/block Zoe", AWAY))
            await place.say(replace(other, name="ZOE"), "/join")
            assert "More than one person" in said(await place.say(CAI, "/block Zoe"))
            assert await place.store.blocks(CAI.key) == []

    async def test_two_of_one_name_are_told_apart_by_their_numbers(self) -> None:
        async with room() as place:
            for number in (1, 2):
                block = BlockRecord(BEA.key, PersonKey(PLATFORM, f"eva{number}"), "Eva", float(number))
                assert await place.store.save_block(block, limit=MOST)
            assert "More than one person" in said(await place.say(BEA, "/unblock Eva"))
            newcomer = Request(CHAT, BEA, "unblock", {"person": "Eva"}, people={"person": person("Eva")})
            assert "More than one" in said(await place.core.dispatcher.command(newcomer, deliver_later))
            await place.say(BEA, "/unblock 2")
            assert [one.other.user for one in await place.store.blocks(BEA.key)] == ["eva1"]
            await place.say(BEA, "/unblock eva1")
            assert await place.store.blocks(BEA.key) == []

    async def test_the_list_has_an_end(self) -> None:
        async with room() as place:
            for number in range(MOST):
                name = f"{number} of a name that is far too long"
                await place.store.save_block(
                    BlockRecord(BEA.key, PersonKey(PLATFORM, f"x{number}"), name, float(number)), limit=MOST
                )
            assert f"{MOST} people" in said(await place.say(BEA, "/block @Ana"))
            told = said(await place.say(BEA, "/block"))
            assert told.splitlines()[MOST].startswith(f"{MOST}. ")
            assert len(told) < 3500

    async def test_where_others_read_along_no_name_is_said(self) -> None:
        async with room() as place:
            for line, people in (("block", {"person": ANA}), ("block", {}), ("unblock", {"person": ANA})):
                request = Request(CHAT, BEA, line, people=people, alone=False)
                outcome = await place.core.dispatcher.command(request, deliver_later)
                assert "Ana" not in said(outcome)
                assert outcome.long is not None
                assert outcome.long.withheld
                assert "/block" in outcome.long.short.plain
            assert await place.store.blocks(BEA.key) == []


class TestWhatNoMorePings:
    async def test_an_invitation_is_answered_as_to_somebody_who_wants_no_mentions(self) -> None:
        async with room() as place:
            await place.say(BEA, "/block @Ana")
            await change_person(place.store, CAI.key, "Cai", mentions=False)
            await place.say(ANA, "/play")
            told = [await place.say(ANA, f"/invite @{name}") for name in ("Bea", "Cai")]
            texts = [one.screen.text.plain.replace("Cai", "Bea") for one in told if one.screen is not None]
            assert len(texts) == 2
            assert texts[0] == texts[1]
            assert called(posted(place)) == set()
            assert "Already invited" in said(await place.say(ANA, "/invite Bea"))

    async def test_it_uses_up_nobody_else_s_invitations(self) -> None:
        async with room() as place:
            for number in range(6):
                host = (ANA, CAI, DAN)[number % 3]
                await place.say(BEA, f"/block @{host.name}")
                code = (await place.say(host, "/play palma")).table
                await place.say(host, f"/invite @Bea table={code}")
                await place.say(host, f"/close {code}")
            assert called(posted(place)) == set()
            eva = person("Eva")
            code = (await place.say(eva, "/play palma")).table
            await place.say(eva, f"/invite @Bea table={code}")
            assert called(posted(place)) == {BEA.key}

    async def test_who_wants_to_be_called_waits_for_the_table_of_another(self) -> None:
        async with room() as place:
            for who in (BEA, CAI):
                await place.say(who, "/notify")
            await place.say(BEA, "/block @Ana")
            await place.say(ANA, "/play palma")
            assert called(posted(place)) == {CAI.key}
            assert "Bea" not in place.messenger.messages[-1].screen.text.plain
            await place.say(DAN, "/play palma")
            assert called(posted(place)) == {CAI.key, BEA.key}

    @pytest.mark.parametrize("presser", [ANA, BEA])
    async def test_a_rematch_keeps_the_seat_and_calls_only_who_has_not_blocked_the_presser(
        self, presser: Person
    ) -> None:
        async with room() as place:
            code = await begun(place)
            await place.say(BEA, "/block @Ana")
            await place.end(code, "resign", [BEA])
            since = len(place.messenger.messages)
            await place.click(presser, "Rematch")
            after = await place.table()
            other = BEA if presser is ANA else ANA
            assert [offer.person for offer in offers(after)] == [other.key]
            assert f"{other.name}: are you in?" in place.live(after.id)[-1].screen.text.plain
            assert called(posted(place, since)) == ({ANA.key} if presser is BEA else set())
            await place.click(other, "I'm in!")
            assert (await place.table(after.id)).started is not None

    async def test_a_rematch_comes_to_no_chat_of_who_has_blocked_the_presser(self) -> None:
        async with room() as place:
            code = await place.opened("/play palma first=D")
            await place.say(BEA, f"/join {code}", AWAY)
            await place.say(ANA, "/start")
            assert code is not None
            await place.say(BEA, "/block @Ana")
            await place.end(code, "resign", [ANA])
            since = len(place.messenger.messages)
            await place.click(ANA, "Rematch")
            assert posted(place, since, CHAT) != []
            assert posted(place, since, AWAY) == []

    @pytest.mark.parametrize("blocked", [True, False])
    async def test_a_rematch_has_another_home_if_only_blockers_play_from_the_last(self, *, blocked: bool) -> None:
        async with room() as place:
            code = (await place.say(BEA, "/play palma first=D", AWAY)).table
            assert code is not None
            await place.say(ANA, f"/join {code}")
            await place.say(BEA, "/start", AWAY)
            if blocked:
                await place.say(BEA, "/block @Ana", AWAY)
            await place.end(code, "resign", [ANA])
            since = len(place.messenger.messages)
            await place.click(ANA, "Rematch")
            after = await place.table()
            assert (after.chat, after.links.previous) == (CHAT if blocked else AWAY, code)
            assert (posted(place, since, AWAY) == []) is blocked
            await place.say(BEA, f"/join {after.id}", AWAY)
            assert (await place.table(after.id)).sits(BEA.key)

    async def test_a_lobby_that_asks_again_and_says_that_words_are_void(self) -> None:
        async with room() as place:
            code = await place.opened("/play")
            for who in (BEA, CAI):
                await place.say(who, "/join")
                await place.say(who, f"/mix {who.name}")
            await place.say(BEA, "/block @Ana")
            since = len(place.messenger.messages)
            await place.click(ANA, "⚙")
            await place.click(ANA, "Pace")
            await place.click(ANA, "30 s")
            now = place.live(code)[-1].screen.text.plain
            assert "are you in?" in now
            assert called(posted(place, since)) == {CAI.key}
            assert called([place.live(code)[-1].screen]) == {CAI.key}

    async def test_questions_of_who_plays_along_do_not_ping_but_the_turn_does(self) -> None:
        async with room() as place:
            code = await begun(place)
            await place.say(BEA, "/block @Ana")
            since = len(place.messenger.messages)
            await place.say(ANA, "/autoroll")
            asked = [one for one in posted(place, since) if "Agreed?" in one.text.plain]
            assert len(asked) == 1
            assert "Bea" in asked[0].text.plain.partition("Agreed?")[2]
            assert called(asked) == set()
            await place.click(BEA, "No, leave it")
            await place.say(BEA, "/autoroll")
            asked = [one for one in posted(place, since) if "Agreed?" in one.text.plain]
            assert called(asked) == {ANA.key}
            await place.click(ANA, "No, leave it")
            since = len(place.messenger.messages)
            for _ in range(60):
                who = await place.actor(code, [ANA, BEA])
                if who is None or BEA.key in called(posted(place, since)):
                    break
                board = place.board(code)
                await place.press(who, board.tokens[0], board.id)
            assert BEA.key in called(posted(place, since))

    async def test_a_board_that_they_ask_for_again_calls_nobody(self) -> None:
        async with room() as place:
            code = await begun(place)
            for _ in range(60):
                who = await place.actor(code, [ANA, BEA])
                if who is BEA:
                    break
                board = place.board(code)
                assert who is not None
                await place.press(who, board.tokens[0], board.id)
            for asker, pings in ((CAI, {BEA.key}), (ANA, set()), (CAI, {BEA.key})):
                await place.say(BEA, "/block @Ana")
                since = len(place.messenger.messages)
                await place.say(asker, f"/board {code}")
                assert len(posted(place, since)) == 1
                assert called(posted(place, since)) == pings
                assert place.board(code).screen.rows

    async def test_it_is_undone_at_once(self) -> None:
        async with room() as place:
            await place.say(BEA, "/block @Ana")
            await place.say(BEA, "/unblock @Ana")
            await place.say(ANA, "/play")
            await place.say(ANA, "/invite @Bea")
            assert called(posted(place)) == {BEA.key}


async def offered(place: Room) -> None:
    """Ana challenges Bea, asks her to be a partner, invites her to a tournament, and keeps a seat for her."""
    await place.say(ANA, "/challenge @Bea palma")
    await place.say(ANA, "/tournament swiss pairs=yes start=1 pace=24h name=Pairs")
    await place.say(ANA, "/tournament @Bea")
    await place.say(ANA, "/tournament swiss who=invited start=1 pace=24h name=Few", AWAY)
    await place.say(ANA, "/play parchis")
    for guest in (BEA, CAI):
        await place.say(ANA, f"/tournament @{guest.name}", AWAY)
        await place.say(guest, "/join")
    for label in ("⚙", "Pace", "30 s"):
        await place.click(ANA, label)


async def open_offers(place: Room, guest: Person) -> list[str]:
    """Return what is open for a person."""
    store = place.store
    found = ["challenge"] if await store.open_challenge(ANA.key, guest.key) is not None else []
    for code in await store.tournaments_with(guest.key, 9):
        entry = (await Tournaments(store).named(code)).entrant_of(guest.key)
        assert entry is not None
        found += [entry.standby.value] if entry.standby in PENDING else []
    lobbies = await place.core.service.tables.of_chat(CHAT)
    return found + ["seat" for table in lobbies for one in offers(table) if one.person == guest.key]


@pytest.mark.parametrize("blocker", [ANA, BEA])
async def test_it_ends_what_one_has_offered_the_other_whoever_blocks(blocker: Person) -> None:
    async with room() as place:
        await offered(place)
        assert sorted(await open_offers(place, BEA)) == ["asked", "challenge", "invited", "seat"]
        await place.say(blocker, "/block @Bea" if blocker is ANA else "/block @Ana")
        assert await open_offers(place, BEA) == []
        assert await open_offers(place, CAI) == ["invited", "seat"], "others keep theirs"
        assert "for someone else, or has been answered already" in said(await place.click(BEA, "No, thanks"))


async def test_a_call_to_a_table_that_was_found_brings_them_to_none() -> None:
    async with room() as place:
        for who, chat in ((ANA, CHAT), (BEA, AWAY)):
            await place.say(who, "/find palma", chat)
        await look(place)
        await place.click(ANA, "I'm here")
        await place.say(BEA, "/block @Ana", AWAY)
        assert (await place.click(BEA, "I'm here", AWAY)).table is None
        assert await place.core.service.tables.of_chat(CHAT) == []
        told = [one.screen.text.plain for one in place.messenger.messages if "🔔" in one.screen.text.plain]
        words = "someone didn't answer. You keep your place in the queue."
        assert told == [f"🔔 {name}, {words}" for name in ("Ana", "Bea")]
        await look(place, 60)
        assert len([one for one in place.messenger.messages if "🔔" in one.screen.text.plain]) == 2, "not again"


async def test_who_came_to_the_plan_of_somebody_they_have_blocked_is_neither_called_nor_seated() -> None:
    async with room() as place:
        await place.say(ANA, "/schedule Saturday 17:00 palma")
        for who in (BEA, CAI):
            await place.click(who, "I'm in")
        await place.say(BEA, "/block @Ana")
        since = len(place.messenger.messages)
        (plan,) = await place.store.appointments_of_chat(CHAT, 9)
        await look(place, plan.starts - 300 - place.clock.time)
        assert called(posted(place, since)) == {ANA.key, CAI.key}
        await look(place, 300)
        (table,) = await place.core.service.tables.of_chat(CHAT)
        assert table.people == (ANA.key, CAI.key)


async def test_what_a_person_sees_of_it_and_takes_along() -> None:
    async with room() as place:
        await place.say(BEA, "/block @Ana")
        for who, names in ((BEA, ["Ana"]), (ANA, [])):
            document = (await place.say(who, "/mydata")).document
            assert document is not None
            assert [line for line in ("Ana",) if f'"name": "{line}"' in document.text] == names
        await place.say(ANA, "/deletemydata")
        await place.click(ANA, "Yes, delete")
        assert await place.store.blocks(BEA.key) == []
