"""Whole tournaments of each format through the whole core, played by presses."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction

from bot.core.domain.play import LATE
from bot.core.tournaments.leagues import climbers
from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import Stage
from data.season_records import HonourKind
from tests.fakes.cups import ALL, ELSEWHERE, EVE, FAY, announced, look, now, play
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, room, said


async def test_a_game_that_ends_at_once_gives_the_points_of_a_bye() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament swiss palma rounds=1 start=1 pace=24h score=6-1", *ALL[:4])
        assert "by place: 6-1." in place.messenger.messages[-1].screen.text.plain
        place.clock.time += 61.0
        await look(place)
        left, played = (await now(place, code)).rounds[0].pairings
        await place.end(left.table, "resign", [ALL[left.people[0]]])
        await place.play_out(played.table, ALL)
        await look(place)
        rows = {row.number: row.points for row in standings(await now(place, code))}
        assert [rows[one] for one in left.people] == [0, Fraction(7, 2)]
        assert sorted(rows[one] for one in played.people) == [1, 6]


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
        last, final = posts[-1].screen, posts[-2].screen
        winner = done.entrants[standings(done)[0].number].name
        assert f"Final\n1. ✓ {winner} > " in final.text.plain  # it keeps its last result, and has no buttons
        assert final.rows == ()
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


async def test_four_at_a_table_with_bots_on_free_seats() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(
            place, "/tournament swiss parchis players=4 start=1 pace=24h rounds=2", ANA, BEA, CAI, DAN, EVE
        )
        place.clock.time += 61.0
        done = await play(place, code)
        assert done.stage is Stage.OVER
        assert len(done.rounds) == 2
        assert sorted(len(pairing.people) for pairing in done.rounds[0].pairings) == [2, 3]
        assert [row.place for row in standings(done)] == [1, 2, 3, 4, 5]


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
        assert all("round robin" in one.screen.text.plain for one in shown)
        assert [[button.label for button in one.buttons] for one in shown] == [
            ["Enter", "Leave", "Manage"], ["Enter", "Leave"],
        ]  # fmt: skip
        place.clock.time += 61.0
        await look(place)
        tournament = await now(place, code)
        (pairing,) = tournament.rounds[0].pairings
        for number in pairing.people:
            assert place.live(pairing.table, tournament.entrants[number].chat)
        place.clock.time += 7 * 86400.0  # the rounds of this table and of the next end by the clock
        for _ in range(3):
            await look(place)
            tournament = await now(place, code)
            (pairing,) = tournament.rounds[-1].pairings
            away = {CHAT, ELSEWHERE} - {tournament.entrants[number].chat for number in pairing.people}
            if away:
                break
            place.clock.time += 7 * 86400.0
        (other,) = away
        assert not place.live(pairing.table, other)  # nobody plays from there
        await place.click(DAN, "Watch 1", other)
        (board,) = [one for one in place.messenger.of(other) if pairing.table in str(one.screen.about)]
        assert not board.buttons


async def test_a_deadline_that_may_be_extended_ends_a_round_by_what_the_boards_show() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament roundrobin palma start=1 pace=24h length=2", ANA, BEA, CAI, DAN)
        place.clock.time += 61.0
        await look(place)
        assert "Done." in said(await place.press(ANA, f"cup.0.host:{code}:extend"))  # by half of its length (T53)
        place.clock.time += 2 * 86400.0 + 700.0
        await look(place)
        assert not any(pairing.is_over for pairing in (await now(place, code)).pairings)
        place.clock.time += 86400.0
        await look(place)
        tournament = await now(place, code)
        assert tournament.rounds[0].is_over
        assert len(tournament.rounds) == 2


async def test_at_a_deadline_what_bots_have_played_for_absent_people_counts_for_nobody() -> None:
    async with room() as place:
        code = await announced(place, "/tournament swiss palma rounds=1 start=1 pace=6h length=1", *ALL[:4])
        place.clock.time += 61.0
        for _ in range(6):
            await look(place)
            place.clock.time += 5 * 3600.0
            await place.core.scheduler.look()
        await look(place)
        done = await now(place, code)
        points = {row.number: row.points for row in standings(done)}
        late = set()
        for pairing in done.rounds[0].pairings:
            moves = (await place.table(pairing.table)).standing
            late |= {pairing.sides[move.seat] for move in moves if move.automation == LATE}
        assert any(pairing.place_of(one) == 1 for pairing in done.pairings for one in late & set(pairing.people))
        assert not any(points[one] for one in late)


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
        await place.say(ANA, "/tournament swiss palma every Friday at 21:00")
        assert "There's a new edition every week." in place.messenger.messages[-1].screen.text.plain
        newest, *_ = await place.store.tournaments_of(CHAT, 1)
        starts = datetime.fromtimestamp((await now(place, newest)).terms.starts, UTC)
        assert (starts.strftime("%A"), starts.hour) == ("Friday", 21)


async def test_a_league_goes_on_every_week_with_those_who_are_in() -> None:
    async with room() as place:
        place.by_hand = False
        code = await announced(place, "/tournament swiss palma divisions=2 rounds=1 start=1 pace=24h", *ALL)
        place.clock.time += 61.0
        done = await play(place, code)
        ((up,), (down,)) = climbers(done)
        told = "\n".join(one.faces[0].text.plain for one in place.messenger.of(CHAT))
        assert f"Moving up: {done.entrants[up].name}." in told
        assert f"Moving down: {done.entrants[down].name}." in told
        await look(place)
        (following, _) = await place.store.tournaments_of(CHAT, 9)
        text = place.messenger.messages[-1].screen.text.plain
        assert "Everyone from the last edition is in" in text
        edition = await now(place, following)
        assert Counter(one.division for one in edition.entrants) == {0: 3, 1: 3}
        honours = await place.store.honours_of_chat(CHAT)
        assert {(one.kind, one.event) for one in honours} == {(HonourKind.LEAGUE, code)}
        champions = [done.entrants[row.number].person for row in standings(done) if row.place == 1]
        assert [one.player for one in honours if one.place == 1] == champions[:1]  # of the first division


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
