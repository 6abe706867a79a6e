"""Whole tournaments through the whole core: announced, entered, played by presses, ended and shown."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from benchmarks.tournaments import posts
from bot.core.features.tournaments.running import TournamentRunner
from bot.core.messages.requests import Person
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.life import CHECKIN
from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import Stage, Tournament
from data.open_store import open_store
from data.records import ChatKey, RestrictionRecord, Status
from data.season_records import HonourKind
from tests.fakes.messenger import FakeMessenger
from tests.fakes.mortal import Killed, Life
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, PLATFORM, Room, person, room, said, taken_up
from tests.fakes.thinking import at_once

EVE, FAY = person("Eve"), person("Fay")
ELSEWHERE = ChatKey(PLATFORM, "elsewhere")
ALL = [ANA, BEA, CAI, DAN, EVE, FAY]


async def look(place: Room) -> None:
    """Let the tournaments' recurring work run once."""
    for one in place.core.beside:
        if isinstance(getattr(one.look, "__self__", None), TournamentRunner):
            await one.look()
    await place.core.service.computers.idle()
    await place.core.publisher.idle()


async def now(place: Room, code: str) -> Tournament:
    found = await Tournaments(place.store).get(code)
    assert found is not None
    return found


async def announced(place: Room, line: str, *people: Person) -> str:
    """Announce a tournament as Ana; these people enter. Return its code."""
    told = await place.say(ANA, line)
    assert told.notice is not None
    (code,) = await place.store.tournaments_of(CHAT, 1)
    for one in people:
        await place.say(one, f"/tournament code={code}")
    return code


async def play(place: Room, code: str, people: list[Person] = ALL, chat: ChatKey = CHAT) -> Tournament:
    """Play a tournament to its end by presses."""
    for _ in range(60):
        await look(place)
        tournament = await now(place, code)
        if tournament.stage in (Stage.OVER, Stage.CANCELLED):
            return tournament
        for pairing in tournament.pairings:
            if pairing.opened and not pairing.is_over:
                where = next((tournament.entrants[one].chat for one in pairing.people), chat)
                await place.play_out(pairing.table, people, where)
        place.clock.time += 5.0
    raise AssertionError("it never ends")


async def test_a_knock_out_of_four_duels_is_played_to_its_podium() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament knockout palma start=1 pace=24h name=Copa", ANA, BEA, CAI, DAN)
        before = len(place.messenger.messages)
        place.clock.time += 61.0
        done = await play(place, code)
        assert done.stage is Stage.OVER
        assert [len(drawn.pairings) for drawn in done.rounds] == [2, 1]
        posts = [one for one in place.messenger.messages[before:] if one.nonce.startswith("cup:")]
        assert len(posts) == 3  # a round each, and the end
        last = posts[-1].screen
        winner = done.entrants[standings(done)[0].number].name
        assert f"{winner} wins the tournament!" in last.text.plain
        assert last.picture is not None
        assert last.rows == ()
        cups = await place.store.honours_of_chat(CHAT)
        assert [(one.kind, one.event, one.place) for one in cups[:3]] == [
            (HonourKind.CUP, code, n) for n in (1, 2, 3)
        ]
        assert await place.store.due_tournaments(1e12, 9) == []  # all that follows is done
        for pairing in done.pairings:
            table = await place.table(pairing.table)
            assert table.links.tournament == code
            assert table.is_rated
            result = await place.store.result(table.id)
            assert result is not None


async def test_a_knock_out_tells_each_person_where_they_stand() -> None:
    async with room() as place:
        place.by_hand = False
        people = [ANA, BEA, CAI]
        code = await announced(place, "/tournament knockout palma start=1 pace=24h name=Copa", *people)
        place.clock.time += 61.0
        await look(place)
        drawn = (await now(place, code)).rounds[0]
        (free,), (pairing,) = drawn.byes, drawn.pairings
        assert "no game in this round" in said(await place.press(people[free], f"cup.0.mine:{code}"))
        assert "playing against" in said(await place.press(people[pairing.people[0]], f"cup.0.mine:{code}"))
        await place.play_out(pairing.table, ALL)
        await look(place)
        (final,) = (await now(place, code)).rounds[-1].pairings
        (loser,) = set(pairing.people) - set(final.people)
        assert "out of this tournament" in said(await place.press(people[loser], f"cup.0.mine:{code}"))
        told = [one.faces[0].text.plain for one in place.messenger.messages]
        assert any(f"Straight into the next round: {people[free].name}." in text for text in told)
        buttons = [button.label for one in place.messenger.messages for row in one.screen.rows for button in row]
        assert "Analysis" in buttons
        assert "Rematch" not in buttons  # the next round is the tournament's


@pytest.mark.parametrize("form", ["swiss", "roundrobin"])
async def test_four_at_a_table_with_bots_on_free_seats(form: str) -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(
            place, f"/tournament {form} parchis players=4 start=1 pace=24h rounds=2", ANA, BEA, CAI, DAN, EVE
        )
        place.clock.time += 61.0
        done = await play(place, code)
        assert done.stage is Stage.OVER
        assert len(done.rounds) == 2
        assert sorted(len(pairing.people) for pairing in done.rounds[0].pairings) == [2, 3]
        assert [row.place for row in standings(done)] == [1, 2, 3, 4, 5]


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


async def test_an_arena_goes_on_for_its_time_and_people_may_rest() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament arena palma start=1 pace=60s length=3", ANA, BEA, CAI, DAN)
        await look(place)
        for one in (ANA, BEA, CAI, DAN):
            await place.click(one, "I'm here")
        place.clock.time += 61.0
        await look(place)
        assert len([one for one in (await now(place, code)).pairings if one.opened]) == 2
        assert "resting" in said(await place.click(DAN, "Rest"))
        done = await play(place, code)
        assert done.stage is Stage.OVER
        games = Counter(number for pairing in done.pairings for number in pairing.people)
        assert games[3] == 1  # Dan rested after the first
        assert games[0] > 1


async def test_people_of_two_chats_play_each_other_where_they_entered() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h", ANA)
        await place.say(BEA, f"/tournament code={code}", ELSEWHERE)
        await place.say(CAI, f"/tournament code={code}", ELSEWHERE)
        await look(place)
        shown = [place.messenger.of(chat)[-1] for chat in (CHAT, ELSEWHERE)]
        assert all("everyone against" in one.screen.text.plain for one in shown)
        assert [[button.label for button in one.buttons] for one in shown] == [
            ["Enter", "Leave", "Manage"], ["Enter", "Leave"],
        ]  # fmt: skip
        place.clock.time += 61.0
        await look(place)
        tournament = await now(place, code)
        (pairing,) = tournament.rounds[0].pairings
        for number in pairing.people:
            assert place.live(pairing.table, tournament.entrants[number].chat)
        (other,) = {CHAT, ELSEWHERE} - {tournament.entrants[number].chat for number in pairing.people} or {None}
        assert other is None or not place.live(pairing.table, other)  # nobody plays from there


async def test_who_asks_for_it_gets_the_one_message_again_below() -> None:
    async with room() as place:
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h name=Copa", ANA)
        before = len(place.messenger.messages)
        await place.say(BEA, "/tournament")
        assert len(place.messenger.messages) == before + 1
        buttons = [one.id for one in place.messenger.messages if f"cup.0.enter:{code}" in one.tokens]
        assert buttons == [place.messenger.messages[-1].id]  # the one before has lost its own
        await place.click(BEA, "Enter")
        place.clock.time += 20.0
        await look(place)
        assert "2 entrants" in place.messenger.messages[-1].screen.text.plain
        assert (await place.say(CAI, "/tournament", ELSEWHERE)).notice is not None  # none is shown there


async def test_nobody_else_decides_about_a_tournament_or_its_tables() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h", BEA, CAI, DAN)
        assert "looks after" in said(await place.press(BEA, f"cup.0.manage:{code}"))
        assert "looks after" in said(await place.press(BEA, f"cup.0.host:{code}:cancel"))
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


async def test_a_deadline_ends_a_round_by_what_the_boards_show() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h length=2", ANA, BEA, CAI, DAN)
        place.clock.time += 61.0
        await look(place)
        place.clock.time += 2 * 86400.0 + 700.0
        await look(place)
        tournament = await now(place, code)
        assert tournament.rounds[0].is_over
        assert len(tournament.rounds) == 2


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


async def test_a_series_announces_its_next_edition_once() -> None:
    async with room() as place:
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h every=week", ANA)
        place.clock.time += 61.0
        await look(place)
        assert (await now(place, code)).stage is Stage.CANCELLED  # too few
        await look(place)
        codes = await place.store.tournaments_of(CHAT, 9)
        assert len(codes) == 2
        edition = await now(place, codes[0])
        assert edition.stage is Stage.ENTRIES
        assert edition.terms.starts == (await now(place, code)).terms.starts + 7 * 86400


async def test_a_league_goes_on_every_week_with_those_who_are_in() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament swiss palma divisions=2 rounds=1 start=1 pace=24h", *ALL)
        place.clock.time += 61.0
        done = await play(place, code)
        await look(place)
        (following, _) = await place.store.tournaments_of(CHAT, 9)
        text = place.messenger.messages[-1].screen.text.plain
        assert "Everyone of the last edition is in" in text
        edition = await now(place, following)
        assert Counter(one.division for one in edition.entrants) == {0: 3, 1: 3}
        honours = await place.store.honours_of_chat(CHAT)
        assert {(one.kind, one.event) for one in honours} == {(HonourKind.LEAGUE, code)}
        champions = [done.entrants[row.number].person for row in standings(done) if row.place == 1]
        assert [one.player for one in honours if one.place == 1] == champions[:1]  # of the first division


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("/tournament swiss pace=none", "needs a clock"),
        ("/tournament arena pace=24h", "needs a clock"),
        ("/tournament swiss start=never", "can't read"),
        ("/tournament swiss start=2019-01-01T10:00", "within sixty"),
        ("/tournament swiss band=9-1", "Write the ratings"),
        ("/tournament swiss palma players=5", "isn't for 5"),
        ("/tournament", "no tournament here"),
    ],
)
async def test_what_cannot_be_is_refused_in_words(line: str, refusal: str) -> None:
    async with room() as place:
        outcome = await place.say(ANA, line)
        assert refusal in said(outcome)
        assert await place.store.tournaments_of(CHAT, 9) == []


@pytest.mark.parametrize("moment", range(1, 26, 6))
async def test_a_process_killed_at_any_write_leaves_a_tournament_that_goes_on(moment: int) -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    life = Life()
    try:
        async with room(store, messenger, life=life) as place:
            place.by_hand = False
            code = await announced(place, "/tournament roundrobin palma start=1 pace=24h", ANA, BEA, CAI)
            place.clock.time += 61.0
            life.deeds = life.done + moment
            try:
                await look(place)
                tournament = await now(place, code)
                await place.play_out(tournament.rounds[0].pairings[0].table, ALL)
                await look(place)
            except (Killed, ValueError, AssertionError):
                assert life.dead  # the room, too, sees only half of what the dead process did
        async with room(store, messenger, seed="2") as place:
            place.by_hand = False
            place.clock.time += 7200.0
            await taken_up(place.core)
            done = await play(place, code)
            assert done.stage is Stage.OVER
            assert len(done.rounds) == 3
            assert len(list(done.pairings)) == len({one.table for one in done.pairings}) == 3
            tables = [one for one in await store.all_tables(tuple(Status)) if one.status is not Status.CANCELLED]
            assert {one.id for one in tables} == {one.table for one in done.pairings}  # no table twice
            told = [text for one in messenger.messages if (text := one.faces[0].text.plain).startswith("🏆")]
            rounds = Counter(text.split("\n")[1].split(",")[0] for text in told if "Round" in text)
            assert rounds == {f"Round {number} of 3": 1 for number in (1, 2, 3)}  # each is posted once
    finally:
        await store.close()


async def test_the_host_removes_somebody_and_the_next_who_waits_comes_in() -> None:
    """T60."""
    async with room() as place:
        code = await announced(place, "/tournament swiss palma start=30 pace=24h most=3", ANA, BEA, CAI, DAN)
        assert "looks after" in said(await place.press(BEA, f"cup.0.list:{code}:0"))
        assert "looks after" in said(await place.press(BEA, f"cup.0.drop:{code}:0"))
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


async def test_pairs_enter_by_a_question_and_play_a_whole_tournament_together() -> None:
    async with room() as place:
        place.by_hand = False
        place.known += [EVE, FAY]
        told = await place.say(ANA, "/tournament swiss pairs=yes start=1 pace=24h rounds=2 name=Copa")
        assert told.notice is not None
        (code,) = await place.store.tournaments_of(CHAT, 1)
        assert "Name your partner" in said(await place.press(ANA, f"cup.0.enter:{code}"))
        for first, second in ((ANA, BEA), (CAI, DAN), (EVE, FAY)):
            asked = await place.say(first, f"/tournament code={code} @{second.name}")
            assert asked.screen is not None
            assert f"{second.name}, will you enter" in asked.screen.text.plain
            assert "for someone else" in said(await place.press(first, f"cup.0.guest:{code}:yes"))
            agreed = await place.press(second, f"cup.0.guest:{code}:yes")
            assert agreed.screen is not None
            assert f"{first.name} & {second.name} are in" in agreed.screen.text.plain
        place.clock.time += 61.0
        done = await play(place, code)
        assert done.stage is Stage.OVER
        pairs = [{done.entrants[one].person for one in done.members(side)} for side in (0, 2, 4)]
        for pairing in done.pairings:
            table = await place.table(pairing.table)
            assert table.is_rated
            teams = [{table.seats[seat].person for seat in side} for side in table.sides]
            assert all(team in pairs for team in teams)
        assert "win the tournament!" in place.messenger.messages[-1].screen.text.plain
        cups = await place.store.honours_of_chat(CHAT)
        assert sorted((one.place, one.player in pairs[0] | pairs[1] | pairs[2]) for one in cups) == [
            (place_, True) for place_ in (1, 1, 2, 2, 3, 3)
        ]


async def test_a_host_invites_people_and_lets_somebody_take_over_a_place() -> None:
    async with room() as place:
        place.by_hand = False
        await place.say(ANA, "/tournament roundrobin palma who=invited start=1 pace=24h name=Copa")
        (code,) = await place.store.tournaments_of(CHAT, 1)
        assert "whom the host has invited" in said(await place.press(BEA, f"cup.0.enter:{code}"))
        assert "looks after" in said(await place.say(BEA, "/tournament @Cai"))
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
        assert "Whose place" in str((await place.press(ANA, f"cup.0.heirs:{code}:0")).screen)
        assert "replace=1" in said(await place.press(ANA, f"cup.0.heir:{code}:0"))
        asked = await place.say(ANA, f"/tournament replace={BEA.name} person=@Dan")
        assert asked.screen is not None
        assert "play on in Copa for Bea" in asked.screen.text.plain
        taken = await place.press(DAN, f"cup.0.guest:{code}:yes")
        assert taken.screen is not None
        assert "Dan is in Copa" in taken.screen.text.plain
        done = await play(place, code)
        assert [one.person for one in done.entrants] == [DAN.key, CAI.key, ANA.key, BEA.key]
        names = {one.name for one in done.entrants if one.number in {row.number for row in standings(done)}}
        assert names == {"Ana", "Cai", "Dan"}


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


async def test_past_tournaments_are_listed_with_standings_and_games_to_replay() -> None:
    async with room() as place:
        place.by_hand = False
        assert "no tournament here yet" in said(await place.say(ANA, "/tournament show=past"))
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h name=Copa", ANA, BEA, CAI)
        place.clock.time += 61.0
        done = await play(place, code)
        await place.say(ANA, "/tournament swiss palma start=1 pace=24h name=Otra")
        listed = await place.say(BEA, "/tournament show=past")
        assert listed.screen is not None
        first, otra, copa = listed.screen.text.plain.split("\n")
        assert first == "Tournaments in this chat"
        assert otra.startswith("Otra")
        assert otra.endswith("in progress")
        assert copa.endswith(f"🥇 {done.entrants[standings(done)[0].number].name}")
        assert [button.token for row in listed.screen.rows for button in row] == [f"cup.0.cupend:{code}:0"]
        places = (await place.press(BEA, f"cup.0.cupend:{code}:0")).screen
        assert places is not None
        assert all(name in places.text.plain for name in ("Ana", "Bea", "Cai"))
        tables = (await place.press(BEA, f"cup.0.cupend:{code}:1")).screen
        assert tables is not None
        games = [part.game for line in tables.text.lines for part in line if part.game]
        assert games == [pairing.table for pairing in done.pairings]
        back = [button.token for row in tables.rows for button in row]
        assert back == [f"cup.0.cupend:{code}:0"]


async def test_the_end_tells_the_best_game_and_the_biggest_luck_of_games_that_were_analysed() -> None:
    async with room(thinking=at_once()) as place:
        place.by_hand = False
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h name=Copa", ANA, BEA, CAI)
        place.clock.time += 61.0
        for _ in range(12):
            await look(place)
            tournament = await now(place, code)
            for pairing in tournament.pairings:
                if pairing.opened and not pairing.is_over:
                    await place.play_out(pairing.table, ALL)
                    if len(tournament.rounds) < 3:  # the last game isn't analysed, and nobody starts that
                        await place.say(ANA, f"/analysis {pairing.table}")
                        await place.core.background.idle()
            place.clock.time += 5.0
        done = await now(place, code)
        text = place.messenger.messages[-1].screen.text.plain
        analysed = [one.table for one in done.pairings if await place.store.analysis(one.table) is not None]
        assert analysed == [one.table for one in done.pairings][:2]
        told = re.findall(r"(Best game|Biggest luck): (\w+), (.*) points of win chance.*\((\w+)\)", text)
        assert [one[0] for one in told] == ["Best game", "Biggest luck"]
        assert {one[3] for one in told} <= set(analysed)


async def test_a_chat_gets_one_message_of_its_tournament_a_round() -> None:
    """A live Swiss tournament of sixteen in one chat; three a round would be the most."""
    counted = {name: (own, boards, pings) for name, own, boards, pings in await posts(16)}
    assert list(counted) == ["entries", "check-in", "round 1", "round 2", "round 3", "round 4", "end"]
    assert all(own == 1 for own, _, _ in counted.values())
    assert [pings for _, _, pings in counted.values()] == [0, 16, 8, 8, 8, 8, 0]  # all to check in, then who begins
    assert [boards for _, boards, _ in counted.values()] == [0, 0, 8, 8, 8, 8, 0]
