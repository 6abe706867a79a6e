"""Who enters a tournament, leaves it, looks after it, and what they may see."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.core.domain.deadlines import GATHERING
from bot.core.domain.table import Table
from bot.core.tournaments.life import CHECKIN
from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import Stage
from data.records import ChatKey, RestrictionRecord, Status
from tests.fakes.cups import ELSEWHERE, EVE, announced, look, now, play
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, PLATFORM, PLAYS, Room, room, said


async def test_nobody_else_decides_about_a_tournament_or_its_tables() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h", BEA, CAI, DAN)
        assert "runs this tournament" in said(await place.press(BEA, f"cup.0.manage:{code}"))
        assert "runs this tournament" in said(await place.press(BEA, f"cup.0.host:{code}:cancel"))
        assert "can't find" in said(await place.press(BEA, "cup.0.enter:zzzzzz"))
        assert "You're in already" in said(await place.press(BEA, f"cup.0.enter:{code}"))
        assert "not in this tournament" in said(await place.press(EVE, f"cup.0.quit:{code}"))
        place.clock.time += 61.0
        await look(place)
        table = (await now(place, code)).rounds[0].pairings[0].table
        assert "belongs to a tournament" in said(await place.say(ANA, f"/close {table}"))
        await place.press(ANA, f"cup.0.host:{code}:pause")
        assert (await now(place, code)).paused is not None
        await place.press(ANA, f"cup.0.host:{code}:pause")
        await place.press(ANA, f"cup.0.host:{code}:cancel")
        assert (await now(place, code)).stage is Stage.CANCELLED
        assert (await place.table(table)).status is Status.PLAYING  # games go on


async def test_who_deletes_their_data_is_nobody_and_the_tournament_goes_on() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h", ANA, BEA, CAI, DAN)
        place.clock.time += 61.0
        await look(place)
        await place.say(DAN, "/deletemydata")
        await place.click(DAN, "Yes, delete my data")
        done = await play(place, code, [ANA, BEA, CAI])
        assert done.stage is Stage.OVER
        assert done.entrants[3].is_gone
        assert all(3 not in pairing.sides for drawn in done.rounds[1:] for pairing in drawn.pairings)
        posts = await place.store.tournament_posts(code)
        assert all("Dan" not in one.screen.text.plain for one in place.messenger.messages[-len(posts) :])


async def test_a_hidden_name_is_hidden_in_tournaments_and_stays_stored() -> None:
    async with room() as place:
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h", BEA, CAI)
        await place.store.restrict(RestrictionRecord(BEA.key, hidden=True))
        await place.core.service.restrictions.refresh()
        await place.say(ANA, f"/tournament code={code}")
        place.clock.time += 20.0
        await look(place)
        await place.say(ANA, "/tournament")
        text = place.messenger.messages[-1].screen.text.plain
        assert "🎭" in text
        assert "Bea" not in text
        record = await place.store.tournament(code)
        assert record is not None
        assert [one.name for one in record.entrants] == ["Bea", "Cai", "Ana"]


async def test_the_host_removes_somebody_and_the_next_who_waits_comes_in() -> None:
    """T60."""
    async with room() as place:
        code = await announced(place, "/tournament swiss palma start=30 pace=24h most=3", ANA, BEA, CAI, DAN)
        assert "You're on the waiting list." in said(await place.press(DAN, f"cup.0.mine:{code}"))
        assert "runs this tournament" in said(await place.press(BEA, f"cup.0.list:{code}:0"))
        assert "runs this tournament" in said(await place.press(BEA, f"cup.0.drop:{code}:0"))
        shown = await place.press(ANA, f"cup.0.list:{code}:0")
        assert shown.screen is not None
        assert [button.label for row in shown.screen.rows for button in row] == ["Ana", "Bea", "Cai", "Dan", "◀ Back"]
        assert said(await place.press(ANA, f"cup.0.drop:{code}:1")) == "Bea is out."
        tournament = await now(place, code)
        assert tournament.active == (0, 2, 3)
        for number in ("1", "9", "x", "-1"):
            assert said(await place.press(ANA, f"cup.0.drop:{code}:{number}"))
        assert (await now(place, code)) == tournament
        assert "removed you" in said(await place.say(BEA, f"/tournament code={code}"))
        assert "not in this tournament" in said(await place.press(BEA, f"cup.0.mine:{code}"))


async def test_a_host_invites_people_and_lets_somebody_take_over_a_place() -> None:
    async with room() as place:
        place.by_hand = False
        await place.say(ANA, "/tournament roundrobin palma who=invited start=1 pace=24h name=Copa")
        (code,) = await place.store.tournaments_of(CHAT, 1)
        assert "by invitation only" in said(await place.press(BEA, f"cup.0.enter:{code}"))
        assert "runs this tournament" in said(await place.say(BEA, "/tournament @Cai"))
        for guest in (BEA, CAI):
            asked = await place.say(ANA, f"/tournament @{guest.name}")
            assert asked.screen is not None
            assert f"{guest.name}, Ana invites you" in asked.screen.text.plain
        await place.press(BEA, f"cup.0.guest:{code}:yes")
        await place.say(CAI, f"/tournament code={code}", ELSEWHERE)  # from another chat
        await place.press(ANA, f"cup.0.enter:{code}")
        place.clock.time += 61.0
        await look(place)
        assert (await now(place, code)).stage is Stage.PLAYING
        assert "Replace someone" in str((await place.press(ANA, f"cup.0.manage:{code}")).screen)
        assert "want to replace" in str((await place.press(ANA, f"cup.0.heirs:{code}:0")).screen)
        assert "replace=1" in said(await place.press(ANA, f"cup.0.heir:{code}:0"))
        asked = await place.say(ANA, f"/tournament replace={BEA.name} person=@Dan")
        assert asked.screen is not None
        assert "take Bea's place in Copa" in asked.screen.text.plain
        taken = await place.press(DAN, f"cup.0.guest:{code}:yes")
        assert taken.screen is not None
        assert "Dan is in Copa" in taken.screen.text.plain
        done = await play(place, code)
        assert [one.person for one in done.entrants] == [DAN.key, CAI.key, ANA.key, BEA.key]
        names = {one.name for one in done.entrants if one.number in {row.number for row in standings(done)}}
        assert names == {"Ana", "Cai", "Dan"}


async def test_a_private_call_is_in_the_chat_s_language_if_the_person_has_none() -> None:
    async with room() as place:
        place.messenger.doors[BEA.key] = alone = ChatKey(PLATFORM, "Bea alone")
        await announced(place, "/tournament swiss palma start=30 pace=60s name=Copa", ANA, BEA, CAI)
        await place.say(ANA, "/language es chat")
        place.clock.time += 1800.0 - CHECKIN
        await look(place)
        (call,) = place.messenger.of(alone)
        assert call.screen.text.plain.startswith("🔔 Copa empieza")


async def test_each_entrant_is_called_once_to_check_in_and_in_private_where_that_works() -> None:
    async with room() as place:
        code = await announced(place, "/tournament swiss palma start=30 pace=60s name=Copa", ANA, BEA, CAI, DAN)
        await place.say(EVE, f"/tournament code={code}", ELSEWHERE)
        await place.say(DAN, "/profile mentions=no")
        doors = {ANA.key: ChatKey(PLATFORM, "Ana alone"), BEA.key: ChatKey(PLATFORM, "Bea alone")}
        place.messenger.doors.update(doors)
        before = len(place.messenger.messages)
        place.clock.time += 1800.0 - CHECKIN
        for _ in range(3):
            await look(place)
            place.clock.time += 20.0
        sent = place.messenger.messages[before:]
        assert Counter(one.chat for one in sent) == dict.fromkeys([*doors.values(), CHAT, ELSEWHERE], 1)
        called = {one.chat: [part.mention for line in one.faces[0].text.lines for part in line if part.mention]
                  for one in sent}  # fmt: skip
        assert called == {doors[ANA.key]: [], doors[BEA.key]: [], CHAT: [CAI.key], ELSEWHERE: [EVE.key]}
        there = await place.press(ANA, f"cup.0.here:{code}", chat=doors[ANA.key])
        assert there.screen is not None
        assert there.screen.text.plain == "See you at the table!"
        assert there.screen.rows == ()
        assert (await now(place, code)).entrants[0].here
        await place.press(CAI, f"cup.0.here:{code}")
        place.clock.time += 20.0
        await look(place)
        assert "are you here?" not in next(one for one in sent if one.chat == CHAT).screen.text.plain


async def test_a_live_tournament_asks_who_is_here() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament roundrobin palma start=30 pace=60s", ANA, BEA, CAI, DAN)
        place.clock.time += 1800.0 - CHECKIN
        await look(place)
        assert (await now(place, code)).stage is Stage.CHECKIN
        for one in (ANA, BEA, CAI):
            assert said(await place.click(one, "I'm here")) == "See you at the table!"
        place.clock.time += CHECKIN
        await look(place)
        playing = await now(place, code)
        assert playing.stage is Stage.PLAYING
        assert playing.active == (0, 1, 2)  # Dan did not come
        assert len(playing.rounds[0].pairings) == 1
        assert len(playing.rounds[0].byes) == 1
        done = await play(place, code)
        assert len(done.rounds) == 3
        assert {frozenset(one.people) for one in done.pairings} == {
            frozenset((0, 1)),
            frozenset((0, 2)),
            frozenset((1, 2)),
        }


async def test_in_later_live_rounds_no_clock_runs_before_all_are_there_or_two_minutes_are_over() -> None:
    async with room() as place:
        people = [ANA, BEA, CAI]
        code = await announced(place, "/tournament roundrobin palma start=1 pace=30s", *people)
        await look(place)
        for one in people:
            await place.press(one, f"cup.0.here:{code}")
        place.clock.time += 61.0
        await look(place)
        first, names = await _newest(place, code), [one.name for one in people]
        assert first.clock.deadline is not None, "the time was announced, and all have checked in"
        await place.end(first.id, "resign", [people[names.index(first.seats[0].name)]])
        await look(place)
        second = await _newest(place, code)
        assert second.clock.deadline is None
        board = place.live(second.id)[-1]
        assert "The clock starts once everyone is here. Still missing" in board.screen.text.plain
        late = await place.acting(second.id, people)
        other = next(one for one in people if second.sits(one.key) and one != late)
        assert "once everyone's here" in said(await place.click(other, "I'm here"))
        assert (await _newest(place, code)).clock.deadline is None
        await place.press(late, next(one for one in place.board(second.id).tokens if PLAYS.search(one)))
        assert (await _newest(place, code)).clock.deadline == place.clock.time + 30.0
        await place.end(second.id, "resign", [late])
        await look(place)
        third = await _newest(place, code)
        assert third.clock.until == third.due == place.clock.time + GATHERING
        place.clock.time += GATHERING
        await place.core.scheduler.look()
        await place.core.publisher.idle()
        third = await _newest(place, code)
        assert third.clock.deadline == place.clock.time + 30.0
        assert "Still missing" not in place.live(third.id)[-1].screen.text.plain


async def _newest(place: Room, code: str) -> Table:
    """Return the table of a tournament's round."""
    (pairing,) = (await now(place, code)).rounds[-1].pairings
    return await place.table(pairing.table)


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("/tournament swiss pace=none", "needs a clock"),
        ("/tournament arena pace=24h", "needs a clock"),
        ("/tournament swiss start=never", "can't read"),
        ("/tournament swiss start=2019-01-01T10:00", "within sixty"),
        ("/tournament swiss band=9-1", "Write the ratings"),
        ("/tournament swiss palma score=3-2-1", "like this: 2-0"),
        ("/tournament swiss players=3 score=1-2-0", "like this: 3-1-0"),
        ("/tournament swiss palma players=5", "isn't for 5"),
        ("/tournament", "no tournament here"),
    ],
)
async def test_what_cannot_be_is_refused_in_words(line: str, refusal: str) -> None:
    async with room() as place:
        outcome = await place.say(ANA, line)
        assert refusal in said(outcome)
        assert await place.store.tournaments_of(CHAT, 9) == []
