"""/find: people of all chats wait together, and are called to a table once it is full."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.domain.finding import CONFIRM, PATIENCE, PENALTY, together
from bot.core.features.claimed_posts import SENDING
from bot.core.messages.ports import NotAllowed, TryLater
from bot.core.messages.requests import Outcome, Person
from data.event_records import SeekerRecord, SeekerState
from data.open_store import open_store
from data.records import BlockRecord, ChatKey, PersonKey, RestrictionRecord, Status
from data.store import Store
from tests.fakes.messenger import FakeMessenger, Message, failing
from tests.fakes.mortal import Killed, Life, killed_at_each_deed
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, PLATFORM, Room, look, person, room, said, shown, taken_up

HERE, THERE, BEYOND = CHAT, ChatKey(PLATFORM, "there"), ChatKey(PLATFORM, "beyond")
ALONE = ChatKey(PLATFORM, "bea alone")
HOME = {ANA: HERE, BEA: THERE, CAI: BEYOND, DAN: ChatKey(PLATFORM, "far")}


async def find(place: Room, who: Person, line: str = "/find palma") -> str:
    return said(await place.say(who, line, HOME[who]))


def calls(place: Room, who: Person) -> list[Message]:
    return [one for one in place.messenger.of(HOME[who]) if "🔔" in one.screen.text.plain]


def call(place: Room, who: Person) -> str:
    return calls(place, who)[-1].screen.text.plain


async def comes(place: Room, who: Person, label: str = "I'm here") -> Outcome:
    return await place.click(who, label, HOME[who])


async def tables(place: Room) -> list[str]:
    return [one.id for one in await place.store.all_tables(tuple(Status))]


async def test_two_of_different_chats_find_each_other_and_play() -> None:
    async with room() as place:
        assert "Palma · 2 players · 60 seconds per move" in await find(place, ANA)
        await look(place)
        assert calls(place, ANA) == []
        await find(place, BEA)
        for _ in range(2):
            await look(place)
        assert "Bea, your table is full! Press within 15 seconds." in call(place, BEA)
        assert [calls(place, who)[0].pinged for who in (ANA, BEA)] == [{ANA.key}, {BEA.key}]
        await comes(place, BEA)
        assert "I'm waiting for the others" in call(place, BEA)
        assert await tables(place) == []
        code = (await comes(place, ANA)).table
        assert code is not None
        assert await tables(place) == [code]
        table = await place.table(code)
        assert table.status is Status.PLAYING
        assert set(table.people) == {ANA.key, BEA.key}
        assert table.is_rated
        assert str(table.options.pace) == "live:60"
        for who in (ANA, BEA):
            assert call(place, who) == f"🔔 {who.name}'s game has begun: {code}."
            assert place.live(code, HOME[who])
            assert len(calls(place, who)) == 1
            assert await place.store.seeker(who.key) is None
        await look(place, 99.0)
        assert await tables(place) == [code]


@pytest.mark.parametrize(
    ("line", "seats"),
    [
        ("/find parchis players=3 60s", 3),
        ("/find parchis italian 4", 4),
        ("/buscar palma", 2),
        ("/cerca parchis 2", 2),
    ],
)
async def test_a_table_of_several_waits_for_all(line: str, seats: int) -> None:
    async with room() as place:
        people = [ANA, BEA, CAI, DAN][:seats]
        for who in people:
            await find(place, who, line)
            await look(place)
            assert bool(calls(place, who)) == (who == people[-1])
        for who in people[:-1]:
            assert (await comes(place, who)).table is None
        code = (await comes(place, people[-1])).table
        assert len((await place.table(code)).seats) == seats
        assert set((await place.table(code)).people) == {who.key for who in people}


async def test_other_wishes_and_blocks_keep_people_apart() -> None:
    async with room() as place:
        await find(place, ANA)
        await find(place, BEA, "/find palma 90s")
        await look(place)
        assert calls(place, ANA) == []
        await place.store.save_block(BlockRecord(BEA.key, ANA.key, "Ana", 0.0), limit=9)
        await find(place, BEA)
        await look(place)
        assert calls(place, ANA) == []
        await find(place, CAI)
        await look(place)
        assert "your table is full" in call(place, ANA)
        assert calls(place, BEA) == []


async def test_who_does_not_answer_goes_and_the_others_wait_on() -> None:
    async with room() as place:
        await find(place, ANA)
        await find(place, BEA)
        await look(place)
        await comes(place, ANA)
        await look(place, CONFIRM / 2)
        assert "waiting for the others" in call(place, ANA)
        await look(place, CONFIRM)
        assert "You keep your place in the queue" in call(place, ANA)
        assert "didn't answer in time" in call(place, BEA)
        assert "You can look again in 5 minutes" in await find(place, BEA)
        token = calls(place, BEA)[0].faces[0].rows[0][0].token
        assert "That table is no longer on offer" in said(
            await place.press(BEA, token, calls(place, BEA)[0].id, HOME[BEA])
        )
        await find(place, CAI)
        await look(place)
        await comes(place, CAI)
        assert (await comes(place, ANA)).table is not None
        await look(place, PENALTY)
        assert "Palma" in await find(place, BEA)


async def test_who_says_not_now_or_stops_is_left_in_peace() -> None:
    async with room() as place:
        await find(place, ANA)
        assert "You're not looking" in await find(place, ANA, "/find off")
        assert "You weren't looking" in await find(place, ANA, "/find off")
        await find(place, ANA)
        await find(place, BEA)
        await look(place)
        assert "answer that first" in await find(place, ANA)
        await comes(place, BEA, "Not now")
        assert "isn't looking" in call(place, BEA)
        await comes(place, ANA)
        await look(place, 3 * CONFIRM)
        assert "your place in the queue" in call(place, ANA)
        assert await place.store.seeker(BEA.key) is None
        await look(place, PATIENCE + 1)
        assert await place.store.seeker(ANA.key) is None


async def test_two_last_answers_at_once_open_one_table() -> None:
    async with room() as place:
        await find(place, ANA)
        await find(place, BEA)
        await look(place)
        await asyncio.gather(
            *(place.click(who, "I'm here", HOME[who], settle=False) for who in (ANA, BEA)), return_exceptions=True
        )
        await look(place, 3 * CONFIRM)
        assert len(await tables(place)) == 1


async def test_a_chat_that_keeps_to_itself() -> None:
    async with room() as place:
        assert "You can't look" in shown(await place.say(ANA, "/settings find=no"))
        assert "doesn't play with other chats" in await find(place, ANA)
        await place.say(ANA, "/settings find=yes")
        assert "Palma" in await find(place, ANA)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/find palma players=3", "isn't for 3 players"),
        ("/find palma 24h", "clock of seconds"),
        ("/find palma pace=none", "clock of seconds"),
    ],
)
async def test_what_nobody_can_find(line: str, told: str) -> None:
    async with room() as place:
        assert told in await find(place, ANA, line)
        assert await place.store.seeker(ANA.key) is None


async def test_a_full_chat_leaves_the_table_to_another_and_full_ones_to_nobody() -> None:
    async with room(max_tables=1) as place:
        await place.say(ANA, "/play palma", HERE)
        await place.say(CAI, "/join", HERE)
        await find(place, ANA)
        await find(place, BEA)
        await look(place)
        await comes(place, ANA)
        code = (await comes(place, BEA)).table
        assert (await place.table(code)).chat == THERE
        for who in (CAI, DAN):
            await place.say(who, "/play palma", HOME[who])
            await place.say(person("Eve"), "/join", HOME[who])
            await find(place, who, "/find parchis")
        await look(place)
        await comes(place, CAI)
        assert (await comes(place, DAN)).table is None
        assert "none of your chats has room" in call(place, CAI)
        assert await place.store.due_seekers(1e12, 9) == []


async def test_the_banned_are_not_called_and_a_chat_that_refuses_posts_loses_its_turn() -> None:
    async with room() as place:
        await find(place, ANA)
        await find(place, BEA)
        await place.store.restrict(RestrictionRecord(ANA.key, banned=True))
        await place.core.service.restrictions.refresh()
        await look(place)
        assert calls(place, BEA) == []
        await find(place, CAI)

        def trouble(call: str) -> None:
            if call == "post":
                raise error

        error: Exception = TryLater(3.0)
        place.messenger.trouble = trouble
        await look(place)
        place.messenger.trouble = lambda _: None
        await look(place, 3 * CONFIRM)  # nobody was called, so nobody has missed a call
        assert "your table is full" in call(place, BEA)
        await look(place, 3 * CONFIRM)
        await look(place, PENALTY)
        for who in (BEA, CAI):
            await find(place, who)
        error = NotAllowed("kicked")
        place.messenger.trouble = trouble
        await look(place)
        place.messenger.trouble = lambda _: None
        assert await place.store.due_seekers(1e12, 9) == [await place.store.seeker(ANA.key)]


def seeker(name: str, points: int, since: float, wish: str = "game=palma seats=D,J") -> SeekerRecord:
    return SeekerRecord(PersonKey("web", name), name, CHAT, wish, points, since, since + PATIENCE)


def test_the_most_patient_meet_those_of_the_nearest_rating() -> None:
    waiting = [seeker("a", 1000, 1.0), seeker("b", 1500, 2.0), seeker("c", 1100, 3.0), seeker("d", 1480, 4.0)]
    groups = [[one.name for one in group] for group in together(waiting, ())]
    assert groups == [["a", "c"], ["b", "d"]]
    apart = {frozenset((waiting[0].person, waiting[2].person))}
    groups = [[one.name for one in group] for group in together(waiting, apart)]
    assert groups == [["a", "d"], ["b", "c"]]


def test_one_browser_does_not_meet_itself() -> None:
    assert together([seeker("x-1", 1000, 1.0), seeker("x-2", 1000, 2.0)], ()) == []


async def test_of_two_processes_one_calls_and_one_table_opens() -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    async with room(store, messenger, seed="a") as one, room(store, messenger, seed="b") as other:
        await find(one, ANA)
        await find(other, BEA)
        await asyncio.gather(look(one), look(other))
        assert [len(calls(one, who)) for who in (ANA, BEA)] == [1, 1]
        await asyncio.gather(
            one.click(ANA, "I'm here", HOME[ANA], settle=False), other.click(BEA, "I'm here", HOME[BEA], settle=False)
        )
        await asyncio.gather(look(one, 3 * CONFIRM), look(other, 3 * CONFIRM))
        assert len(await tables(one)) == 1
        assert await store.due_seekers(1e12, 9) == []
    await store.close()


async def lived(store: Store, messenger: FakeMessenger, life: Life, seed: str) -> None:
    """What one process does before it dies: two people look, are called, one of them in private, and come."""
    messenger.doors[BEA.key] = ALONE
    async with room(store, messenger, life=life, seed=seed) as place:
        await find(place, ANA)
        await find(place, BEA)
        await look(place)
        await comes(place, ANA)
        await place.click(BEA, "I'm here", ALONE)


async def test_killed_at_any_step_one_table_opens() -> None:
    async for deeds, store, messenger in killed_at_each_deed(lived):
        async with room(store, messenger, seed=f"b{deeds}") as place:
            await taken_up(place.core)
            for _ in range(9):  # who missed a call may look again after a while
                await look(place, 3 * CONFIRM)
                for who in (ANA, BEA):
                    if not await tables(place) and await place.store.seeker(who.key) is None:
                        await find(place, who)
                await look(place)
                for who in (ANA, BEA):
                    standing = await place.store.seeker(who.key)
                    if standing is not None and standing.state is SeekerState.ASKED and standing.message:
                        await place.click(who, "I'm here", standing.call_chat)
            await look(place, 3 * CONFIRM)
            (code,) = await tables(place)
            assert set((await place.table(code)).people) == {ANA.key, BEA.key}, f"killed at deed {deeds}"
            assert await place.store.seekers_of(code) == []


async def test_people_are_found_within_the_band_that_each_asks_for() -> None:
    async with room() as place:
        assert "rating 900-1100" in await find(place, ANA, "/find palma band=900-1100")
        await find(place, BEA, "/find palma band=1500-1600")  # Ana has fewer points
        await look(place, 4)
        assert calls(place, ANA) == calls(place, BEA) == []
        await find(place, CAI)
        await look(place, 4)
        assert [len(calls(place, who)) for who in (ANA, BEA, CAI)] == [1, 0, 1]
        assert "Write the ratings" in await find(place, DAN, "/find palma band=9-1")


async def test_a_call_comes_in_private_where_that_works() -> None:
    async with room() as place:
        place.messenger.doors |= {who.key: ChatKey(PLATFORM, f"{who.name.lower()} alone") for who in (ANA, BEA, CAI)}
        await place.say(CAI, "/profile mentions=off", HOME[CAI])

        def trouble(call: str) -> None:
            if call == "post":
                place.messenger.trouble = lambda _: None
                raise NotAllowed("Ana doesn't admit it")

        for who in (ANA, BEA, CAI):
            await find(place, who, "/find parchis 3")
        place.messenger.trouble = trouble
        await look(place)
        alone = {who: place.messenger.of(place.messenger.doors[who.key]) for who in (ANA, BEA, CAI)}
        assert [len(alone[who]) for who in (ANA, BEA, CAI)] == [0, 1, 0]
        assert [len(calls(place, who)) for who in (ANA, BEA, CAI)] == [1, 0, 1]
        await comes(place, ANA)
        await comes(place, CAI)
        await look(place, 3 * CONFIRM)
        assert "Bea didn't answer in time" in alone[BEA][0].screen.text.plain
        await look(place, PENALTY)
        await find(place, BEA, "/find parchis 3")
        await look(place)
        for who in (ANA, CAI, BEA):
            code = (
                await place.click(who, "I'm here", place.messenger.doors[who.key] if who != CAI else BEYOND)
            ).table
        assert code is not None
        begun = [place.messenger.of(place.messenger.doors[who.key])[-1].screen.text.plain for who in (ANA, BEA)]
        assert begun == [f"🔔 {who.name}'s game has begun: /join {code}." for who in (ANA, BEA)]
        assert place.live(code, THERE)
        await place.say(BEA, f"/join {code}", ALONE)
        assert place.live(code, ALONE)


async def test_nobody_answers_for_another() -> None:
    async with room() as place:
        for who in (ANA, BEA):
            await place.say(who, "/find palma", HERE)
        await look(place)
        own = {
            one.faces[0].rows[0][0].token: one for one in place.messenger.of(HERE) if "🔔" in one.screen.text.plain
        }
        (first, of_ana), (second, of_bea) = own.items()
        assert "for someone else" in said(await place.press(BEA, first, of_ana.id, HERE))
        assert "for someone else" in said(await place.press(ANA, second, of_bea.id, HERE))
        assert all(one.state is SeekerState.ASKED for one in await place.store.seekers_of(first.split(":")[1]))
        await place.press(ANA, first, of_ana.id, HERE)
        assert (await place.press(BEA, second, of_bea.id, HERE)).table is not None


async def test_a_search_that_nobody_joins_says_so_once_and_in_private_where_that_works() -> None:
    async with room() as place:
        place.messenger.doors[ANA.key] = ChatKey(PLATFORM, "Ana alone")
        await find(place, ANA)
        await find(place, BEA, "/find palma 90s")
        await look(place, PATIENCE - 10)
        usual, place.messenger.trouble = place.messenger.trouble, failing(Killed())
        with pytest.raises(Killed):  # its process died while it said so
            await look(place, 20)
        place.messenger.trouble = usual
        for seconds in (SENDING, 20):
            await look(place, seconds)
        told = [(one.chat, one.screen.text.plain) for one in place.messenger.messages if "nobody turned" in
                one.screen.text.plain]  # fmt: skip
        assert sorted(chat.chat for chat, _ in told) == ["Ana alone", THERE.chat]
        assert "30 minutes for Palma · 2 players · 60 seconds per move" in dict(told)[ChatKey(PLATFORM, "Ana alone")]
        assert "weren't looking" in await find(place, ANA, "/find off")
