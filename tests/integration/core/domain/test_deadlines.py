"""A table with a pace: reminders, turns played for who is late, being away and back, and ending a game over it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.core.domain import deadlines
from bot.core.domain.person_settings import change_person
from bot.core.domain.play import LATE
from bot.core.domain.seat_offers import offers
from bot.core.domain.time_control import TimeControl
from bot.core.messages.button_tokens import Verb, encode
from bot.core.services.table_codec import heading_of
from data.records import Status
from tests.fakes.clocked_table import acts, away, begun, board, called, clock_of, falls, passes, text, until_due
from tests.fakes.messenger import Message
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, room, said

HOUR = 3600.0


SEATS = {ANA: "D", BEA: "J"}


@pytest.fixture
async def place() -> AsyncIterator[Room]:
    async with room() as found:
        yield found


def reminders(place: Room) -> list[Message]:
    return [m for m in place.messenger.of(CHAT) if "running out" in m.screen.text.plain]


async def test_a_deadline_is_stored_with_the_move_and_shown(place: Room) -> None:
    code = await begun(place, "/play palma pace=live:60", BEA)
    for _ in range(5):
        record = await place.store.table(code)
        assert record is not None
        clock, deadline = heading_of(record).clock, place.clock.now() + 60
        assert clock.deadline == deadline
        assert record.due == (deadline if clock.nudge is None else clock.nudge)  # a ping for who was there before
        assert "⏳ 60 seconds for this move. Time's up: " in text(place)
        moments = [part.moment for line in board(place).screen.text.lines for part in line if part.moment]
        assert moments == [deadline]
        place.clock.time += 7
        await acts(place, code, ANA, BEA)


async def test_nothing_happens_before_its_time_and_a_live_pace_reminds_of_nothing(place: Room) -> None:
    code = await begun(place, "/play palma pace=live:60", BEA)
    before = await place.table(code)
    shown = len(place.messenger.messages)
    await passes(place, 59.9)
    assert await place.table(code) == before
    assert len(place.messenger.messages) == shown
    await passes(place, 0.1)
    assert (await place.table(code)).version > before.version


async def test_the_turn_is_played_and_told_openly(place: Room) -> None:
    code = await begun(place, "/play parchis pace=live:60", BEA, CAI)
    who = await place.acting(code, [ANA, BEA, CAI])
    await passes(place, 60)
    table = await place.table(code)
    late = [move for move in table.log if move.automation == LATE]
    assert late
    assert {table.seats[move.seat].person for move in late} == {who.key}
    assert {move.version for move in late} == {late[0].version}
    assert f"{who.name} ran out of time: a bot played." in text(place)
    assert await place.actor(code, [ANA, BEA, CAI]) not in (who, None)


async def test_a_daily_pace_reminds_once_with_a_mention(place: Room) -> None:
    code = await begun(place, "/play palma pace=daily:24", BEA)
    who = await place.acting(code, [ANA, BEA])
    token = place.live(code)[0].tokens[0]
    await passes(place, 18 * HOUR - 1)
    assert reminders(place) == []
    await passes(place, 1)
    (reminder,) = reminders(place)
    assert called(reminder) == [who.key.user]
    await passes(place, HOUR)
    assert reminders(place) == [reminder]
    assert (await place.press(who, token)).notice is None  # a button from before the reminder still counts
    assert reminders(place) == []
    assert (await clock_of(place, code)).deadline == place.clock.now() + 24 * HOUR


async def test_a_reminder_takes_the_place_of_the_call_beside_a_fixed_board(place: Room) -> None:
    await place.say(ANA, "/settings board fixed")
    await begun(place, "/play palma pace=daily:8", BEA)
    (call,) = [m for m in place.messenger.of(CHAT) if "it's your turn at table" in m.screen.text.plain]
    await passes(place, 6 * HOUR)
    assert call.gone
    assert len(reminders(place)) == 1


async def test_after_three_turns_in_a_row_the_computer_plays_until_they_are_back(place: Room) -> None:
    code = await begun(place, "/play parchis pace=live:30", BEA, CAI)
    people = (ANA, BEA, CAI)
    await falls(place, code, ANA, *people)
    await falls(place, code, ANA, *people)
    assert not any(seat.is_away for seat in (await place.table(code)).seats)
    await falls(place, code, ANA, *people)
    table = await place.table(code)
    assert [seat.person for seat in table.seats if seat.is_away] == [ANA.key]
    assert "💤 Away" in text(place)
    for _ in range(40):  # the others never wait for Ana
        assert await acts(place, code, BEA, CAI) in (BEA, CAI)
    assert "not away" in said(await place.press(BEA, encode(code, 1, Verb.BACK)))
    assert "Welcome back" in said(await place.click(ANA, "I'm back"))
    table = await place.table(code)
    assert not any(seat.computer for seat in table.seats if seat.person is not None)
    await until_due(place, code, ANA, *people)
    assert "💤" not in text(place)
    await falls(place, code, ANA, *people)  # and begins again from nothing
    assert not any(seat.is_away for seat in (await place.table(code)).seats)


async def test_acting_in_time_forgives_earlier_turns(place: Room) -> None:
    code = await begun(place, "/play palma pace=live:30", BEA)
    for _ in range(3):
        await falls(place, code, ANA, ANA, BEA)
        await falls(place, code, ANA, ANA, BEA)
        await until_due(place, code, ANA, ANA, BEA)
        assert await acts(place, code, ANA, BEA) == ANA
    assert not any(seat.late for seat in (await place.table(code)).seats)


@pytest.mark.parametrize("way", ["command", "old button"])
async def test_whoever_acts_is_back(place: Room, way: str) -> None:
    code = await begun(place, "/play palma pace=live:30", BEA)
    await until_due(place, code, ANA, ANA, BEA)
    token = place.live(code)[0].tokens[0]
    await away(place, code, ANA, ANA, BEA)
    outcome = await (place.say(ANA, "/roll") if way == "command" else place.press(ANA, token))
    assert "Welcome back" in said(outcome)
    assert not any(seat.is_away for seat in (await place.table(code)).seats)


async def test_with_two_people_the_other_one_may_end_the_game_and_wins(place: Room) -> None:
    code = await begun(place, "/play palma pace=live:30", BEA)
    assert "Nobody has been away long enough" in said(await place.press(BEA, encode(code, 1, Verb.END)))
    await away(place, code, ANA, ANA, BEA)
    for nobody in (ANA, CAI):
        assert "aren't away" in said(await place.press(nobody, encode(code, 1, Verb.END)))
    await place.click(BEA, "Claim the win")
    record = await place.table(code)
    assert record.status is Status.OVER
    assert record.due == place.clock.now() + deadlines.FADES
    ana = next(index for index, seat in enumerate(record.seats) if seat.person == ANA.key)
    result = record.result
    assert (list(result.places), result.reason) == ([2, 1] if ana == 0 else [1, 2], "forfeited")
    assert "I'm back" not in [button.label for button in board(place).buttons]
    assert "over" in said(await place.press(ANA, encode(code, 1, Verb.BACK)))


async def test_in_a_team_game_all_who_are_present_must_agree(place: Room) -> None:
    code = await begun(place, "/play parchis teams=YR,BG pace=live:30", BEA, CAI, DAN)
    people = (ANA, BEA, CAI, DAN)
    await away(place, code, ANA, *people)
    await place.click(BEA, "End the game")
    await place.click(BEA, "Yes, end it")
    assert "Votes to end the game: 1 of 3." in text(place)
    assert "already said yes" in said(await place.click(BEA, "Yes, end it"))
    await place.click(CAI, "No, play on")
    assert (await place.table(code)).votes.agreed == ()
    await place.click(CAI, "End the game")
    assert "End the game now?" in text(place)
    for nobody in (ANA,):
        assert "aren't away" in said(await place.click(nobody, "Yes, end it"))
        assert "aren't away" in said(await place.click(nobody, "No, play on"))
    for person in (BEA, CAI):
        await place.click(person, "Yes, end it")
    assert (await place.table(code)).status is Status.PLAYING
    await place.click(DAN, "Yes, end it")
    table = await place.table(code)
    assert table.status is Status.OVER
    places = list(table.result.places)
    ana = next(index for index, seat in enumerate(table.seats) if seat.person == ANA.key)
    assert places[ana] == places[(ana + 2) % 4] == 2
    assert places[(ana + 1) % 4] == places[(ana + 3) % 4] == 1


async def test_coming_back_makes_votes_void(place: Room) -> None:
    code = await begun(place, "/play parchis teams=YR,BG pace=live:30", BEA, CAI, DAN)
    people = (ANA, BEA, CAI, DAN)
    await away(place, code, ANA, *people)
    await place.click(BEA, "End the game")
    await place.click(BEA, "Yes, end it")
    await place.click(ANA, "I'm back")
    assert (await place.table(code)).votes.agreed == ()
    assert "End the game" not in text(place)
    assert "Nobody has been away long enough" in said(await place.press(CAI, encode(code, 1, Verb.END)))


async def test_three_people_without_teams_play_on(place: Room) -> None:
    code = await begun(place, "/play parchis pace=live:30", BEA, CAI)
    await away(place, code, ANA, ANA, BEA, CAI)
    labels = [button.label for button in board(place).buttons]
    assert "I'm back" in labels
    assert "End the game" not in labels


async def test_the_clock_stands_still_for_the_last_one(place: Room) -> None:
    code = await begun(place, "/play palma pace=live:30", BEA)
    await away(place, code, ANA, ANA, BEA)
    for _ in range(deadlines.STRIKES):
        await falls(place, code, BEA, BEA)
    table = await place.table(code)
    assert (await clock_of(place, code)).deadline is None
    assert [seat.person for seat in table.seats if seat.is_away] == [ANA.key]
    assert "⏳ The clock is waiting for" in text(place)
    await passes(place, HOUR)
    assert (await place.table(code)).version == table.version
    await place.click(ANA, "I'm back")  # then it runs again
    assert (await clock_of(place, code)).deadline == place.clock.now() + 30
    await passes(place, 30)
    assert [seat.person for seat in (await place.table(code)).seats if seat.is_away] == [BEA.key]


async def test_who_is_away_may_resign(place: Room) -> None:
    code = await begun(place, "/play parchis pace=live:30", BEA, CAI)
    await away(place, code, ANA, ANA, BEA, CAI)
    await place.say(ANA, f"/resign {code}")
    await place.click(ANA, "Yes, resign")
    table = await place.table(code)
    (seat,) = [seat for seat in table.seats if seat.person == ANA.key]
    assert (seat.computer, seat.is_away) == ("casual", False)
    assert "not away" in said(await place.press(ANA, encode(code, 1, Verb.BACK)))


async def test_the_next_game_keeps_the_pace_and_seats_who_was_away(place: Room) -> None:
    code = await begun(place, "/play palma pace=live:30", BEA)
    await away(place, code, ANA, ANA, BEA)
    await place.click(BEA, "Claim the win")
    await place.click(BEA, "Rematch")
    record = await place.table()
    assert record.id != code
    assert record.options.pace == TimeControl.parse("live:30")
    assert [(seat.person, seat.computer, seat.late) for seat in record.seats] == [
        (None, None, 0),  # kept for Ana
        (BEA.key, None, 0),
    ]
    assert [(offer.seat, offer.person) for offer in offers(record)] == [(0, ANA.key)]


async def test_one_who_plays_all_seats_of_a_hot_seat_is_never_away(place: Room) -> None:
    code = await place.opened("/play palma pace=live:30")
    await place.say(ANA, "/join")
    await place.click(ANA, "tart")
    for _ in range(deadlines.STRIKES):
        await falls(place, code, ANA, ANA)
    assert (await clock_of(place, code)).deadline is None
    assert await place.actor(code, [ANA]) == ANA


async def test_quiet_hours_that_are_chosen_later_are_kept_too(place: Room) -> None:
    place.clock.time = 10 * 24 * HOUR + 20 * HOUR  # eight in the evening
    code = await begun(place, "/play palma pace=daily:4", BEA)
    who = await place.acting(code, [ANA, BEA])
    await change_person(place.store, who.key, who.name, quiet_from=22, quiet_to=8)
    await passes(place, 3 * HOUR)
    assert reminders(place) == []
    await passes(place, 8 * HOUR)
    assert (await clock_of(place, code)).deadline == 11 * 24 * HOUR + 8 * HOUR
    plies = (await place.table(code)).plies
    await passes(place, HOUR - 1)
    assert (await place.table(code)).plies == plies
    await passes(place, 1)
    assert (await place.table(code)).plies > plies


async def test_whoever_changes_their_quiet_hours_again_and_again_gains_no_more(place: Room) -> None:
    place.clock.time = 10 * 24 * HOUR + 20 * HOUR
    code = await begun(place, "/play palma pace=daily:4", BEA)
    who = await place.acting(code, [ANA, BEA])
    await change_person(place.store, who.key, who.name, quiet_from=22, quiet_to=8)
    await passes(place, 11 * HOUR)
    plies = (await place.table(code)).plies
    await change_person(place.store, who.key, who.name, quiet_from=7, quiet_to=21)
    await passes(place, HOUR + 1)
    assert (await place.table(code)).plies > plies
