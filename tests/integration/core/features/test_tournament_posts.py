"""What chats and people are shown of a tournament, and how often."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.tournaments import posts
from bot.core.features.claimed_posts import SENDING
from bot.core.features.tournaments.view import games_away
from bot.core.messages.ports import ChatGone
from bot.core.messages.requests import Outcome, Request
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.life import OPENING
from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import Entrant, Stage
from data.records import ChatKey
from tests.fakes.cups import ALL, ELSEWHERE, announced, look, now, play
from tests.fakes.messenger import failing
from tests.fakes.mortal import Killed
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, PLATFORM, Room, person, room, said
from tests.fakes.thinking import at_once


async def test_an_announcement_names_what_it_cannot_use() -> None:
    async with room() as place:
        told = said(await place.say(ANA, "/tournament knockout palma adults rounds=3 through=first @Bea"))
        assert "so I left it out: adults, rounds=3, through=first, @Bea." in told
        assert "so I left it out" not in said(await place.say(ANA, "/tournament swiss rounds=3 score=2-1-1-0"))
        first = "/tournament knockout players=4 through=first"
        assert "so I left it out" not in said(await place.say(ANA, first))
        assert "The best of each table goes through." in place.messenger.messages[-1].screen.text.plain


async def test_a_tournament_has_boards_and_rules_as_any_table() -> None:
    async with room() as place:
        line = (
            "/tournament swiss parchis players=4 colours=6 pieces=2 own_pair=barrier six_all_out=12 start=1 pace=24h"
        )
        told = said(await place.say(ANA, line))
        assert "so I left it out: own_pair." in told
        assert "\nPlaces: 64.\n" in place.messenger.messages[-1].screen.text.plain
        assert "Parchís · board with 6 colours · all out: " in place.messenger.messages[-1].screen.text.plain
        assert "two pieces each · " in place.messenger.messages[-1].screen.text.plain
        (code,) = await place.store.tournaments_of(CHAT, 1)
        for one in (ANA, BEA, CAI):
            await place.say(one, f"/tournament code={code}")
        place.clock.time += 61.0
        await look(place)
        table = await place.table((await now(place, code)).rounds[0].pairings[0].table)
        assert (table.rules["colours"], table.rules["pieces"], table.rules["six_all_out"]) == (6, 2, 12)
        assert len(table.seats) == 4


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
        player, alone = people[pairing.people[0]], ChatKey(PLATFORM, "alone")
        assert f": /board {pairing.table}" in said(await place.press(player, f"cup.0.mine:{code}"))
        told = await place.core.dispatcher.command(Request(alone, player, "tournament", private=True), _delivered)
        assert f": /join {pairing.table}" in said(told)
        await place.say(player, f"/join {pairing.table}", alone)
        assert place.live(pairing.table, alone)
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


async def _delivered(outcome: Outcome) -> Outcome:
    return outcome


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
        told = re.findall(r"(Best game|Luckiest rolls): (\w+), (.*) points of win chance.*\((\w+)\)", text)
        assert [one[0] for one in told] == ["Best game", "Luckiest rolls"]
        assert {one[3] for one in told} <= set(analysed)


async def test_a_chat_can_watch_each_of_many_tables() -> None:
    async with room() as place:
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h", ANA, BEA)
        others = tuple(Entrant(n, person(f"P{n}").key, f"P{n}", ELSEWHERE) for n in range(2, 30))
        cups = Tournaments(place.store)
        await cups.change(code, lambda one: replace(one, entrants=one.entrants + others), place.clock.now())
        place.clock.time += 61.0
        await look(place)
        away = games_away(await now(place, code), CHAT)
        assert len(away) in (13, 14)
        shown = next(one for one in reversed(place.messenger.of(CHAT)) if f"cup.0.cupgames:{code}:all" in one.tokens)
        assert [one.label for one in shown.buttons if "Watch" in one.label] == [f"Watch {n}" for n, _ in away[:5]]
        listed, token = list[str](), f"cup.0.cupgames:{code}:all"
        for first in (True, False):
            told = await place.press(DAN, token, shown.id)
            assert told.screen is not None
            assert told.personal
            assert told.below == first
            *watch, further = [button for row in told.screen.rows for button in row]
            listed += [one.label for one in watch]
            token = further.token
        assert listed == [f"Watch {n}" for n, _ in away]
        await place.press(DAN, watch[-1].token, shown.id)
        assert any(away[-1][1].table in str(one.screen.about) for one in place.messenger.of(CHAT))


@pytest.mark.parametrize(("many", "rounds"), [(4, 3), (16, 4)])
async def test_a_chat_gets_one_message_of_its_tournament_a_round(many: int, rounds: int) -> None:
    """With more than two tables boards and results come in private."""
    counted = await posts(many)
    assert [one.stage for one in counted[2:]] == [*(f"round {number}" for number in range(1, rounds + 1)), "end"]
    assert all(one.own == 1 for one in counted)
    played = counted[2:-1]
    assert [one.boards for one in played] == [2 if many == 4 else 0] * rounds  # they tell the results
    assert [one.private for one in played] == [0 if many == 4 else 2 * many] * rounds
    assert [one.pings for one in counted] == [0, 0, *[many // 2] * rounds, 0]  # who begins


async def begun_without_its_post(place: Room) -> str:
    """Begin a tournament of three whose process dies while it posts round 1; return its code."""
    code = await announced(place, "/tournament roundrobin palma start=1 pace=24h", ANA, BEA, CAI)
    place.clock.time += 61.0
    usual, place.messenger.trouble = place.messenger.trouble, failing(Killed())
    with pytest.raises(Killed):
        await look(place)
    place.messenger.trouble = usual
    return code


async def test_a_round_that_ends_before_its_lost_post_is_sent_again_is_posted_all_the_same() -> None:
    async with room() as place:
        code = await begun_without_its_post(place)
        place.clock.time += OPENING
        await look(place)
        (pairing,) = (await now(place, code)).pairings
        loser = [ANA, BEA, CAI][pairing.people[0]]
        await place.end(pairing.table, "resign", [loser])
        await look(place)
        assert len((await now(place, code)).rounds) == 2
        for _ in range(2):
            place.clock.time += SENDING
            await look(place)
        told = [one.faces[0].text.plain for one in place.messenger.of(CHAT) if one.nonce.startswith("cup:")]
        rounds = [match[1] for text in told if (match := re.search(r"Round (\d) of 3", text))]
        assert rounds == ["1", "2"]
        shown = [one for one in place.messenger.of(CHAT) if one.nonce.startswith("cup:")]
        assert [bool(one.buttons) for one in shown[-2:]] == [False, True]


async def test_two_rounds_that_end_while_a_lost_post_is_waited_for_are_told_in_order() -> None:
    async with room() as place:
        code = await begun_without_its_post(place)
        for number in (0, 1):
            place.clock.time += OPENING
            await look(place)
            pairing = (await now(place, code)).rounds[number].pairings[0]
            await place.end(pairing.table, "resign", [[ANA, BEA, CAI][pairing.people[0]]])
            await look(place)
        assert len((await now(place, code)).rounds) == 3
        for _ in range(3):
            place.clock.time += SENDING
            await look(place)
        shown = [one for one in place.messenger.of(CHAT) if one.nonce.startswith("cup:")]
        texts = [one.faces[0].text.plain for one in shown]
        rounds = [match[1] for text in texts if (match := re.search(r"Round (\d) of 3", text))]
        assert rounds == ["1", "2", "3"]
        assert [bool(one.buttons) for one in shown[-3:]] == [False, False, True]
        assert "✓" in shown[-2].screen.text.plain  # it tells how round 2 ended


async def test_a_chat_that_goes_away_keeps_no_other_from_its_posts_and_its_people_play_on() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h name=Copa", ANA, BEA)
        await place.say(CAI, f"/tournament code={code}", ELSEWHERE)
        await look(place)
        assert len(await place.store.tournament_posts(code)) == 2
        real = place.messenger.post

        async def post(chat: ChatKey, *given: Any, **more: Any) -> str:
            if chat == ELSEWHERE:
                raise ChatGone("kicked")
            return await real(chat, *given, **more)

        place.messenger.post = post  # type: ignore[method-assign]
        place.clock.time += 61.0
        for _ in range(4):  # nobody plays: each round ends at its deadline
            await look(place)
            place.clock.time += 8 * 86400.0
        done = await now(place, code)
        assert done.stage is Stage.OVER
        assert [one.chat for one in await place.store.tournament_posts(code)] == [CHAT]
        told = [one.faces[0].text.plain for one in place.messenger.of(CHAT)]
        assert sum(text.startswith("🏆 Copa") for text in told) == 5  # entries, three rounds, the end
