"""/holiday: slow games stand still for who is away, the board says until when, and nobody loses time by it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.core.domain.deadlines import CLAIM, GAME_IDLE, LAST_CALL, held
from bot.core.domain.person_settings import PersonSettings, change_person, person_settings
from bot.core.i18n.translator import languages
from bot.core.messages.requests import Person, Request
from data.open_store import open_store
from data.records import Status
from tests.fakes.clocked_table import acts, begun, board, called, clock_of, passes, text, until_due
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import ANA, BEA, CAI, CHAT, Room, room, said

HOUR, DAY = 3600.0, 86400.0
NOON = datetime(2026, 8, 1, 12, tzinfo=UTC).timestamp()
BACK = datetime(2026, 8, 13, tzinfo=UTC).timestamp()
AWAY = "{} is on holiday until 2026-08-13 00:00 UTC."


@pytest.fixture
async def place() -> AsyncIterator[Room]:
    async with room(messenger=FakeMessenger(rings=True)) as found:
        found.clock.time = NOON
        yield found


async def playing(place: Room, pace: str = "24h") -> tuple[str, Person, Person]:
    """A game that waits for somebody: its code, that person, and the other one."""
    code = await begun(place, f"/play palma pace={pace}", BEA)
    who = await acting(place, code)
    return code, who, BEA if who is ANA else ANA


async def acting(place: Room, code: str) -> Person:
    who = await place.actor(code, [ANA, BEA])
    assert who is not None
    return who


def seen(place: Room) -> set[str]:
    return {one.id for one in place.messenger.of(CHAT)}


def pings(place: Room, who: Person, known: set[str] | None = None) -> int:
    """How many messages called somebody when they were posted, other than known ones."""
    posted = [one for one in place.messenger.of(CHAT) if one.id not in (known or set())]
    return sum(who.key.user in called(replace(one, screen=one.faces[0])) for one in posted)


async def test_days_are_the_chat_s_for_whom_no_time_zone_is_known(place: Room) -> None:
    await place.say(ANA, "/settings zone=Europe/Madrid")
    assert "until 12 August 2026" in said(await place.say(BEA, "/holiday until 12 Aug"))
    assert (await person_settings(place.store, BEA.key)).away == BACK - 2 * HOUR
    assert "until 12 August 2026" in said(await place.say(BEA, "/holiday"))


async def test_a_clock_that_runs_stands_still_until_they_are_back(place: Room) -> None:
    code, who, other = await playing(place)
    await passes(place, 6 * HOUR)
    told = said(await place.say(who, "/holiday until 12 Aug"))
    assert "Happy holidays! You're away until 12 August 2026." in told
    assert "Paused right now: 1" in told
    assert "Holiday left, out of 21 days a year: 9 (2026)" in told
    clock = await clock_of(place, code)
    assert (clock.holiday, clock.deadline, clock.remind) == (BACK, BACK + 18 * HOUR, BACK + 12 * HOUR)
    assert AWAY.format(who.name) in text(place)
    before = (await place.table(code)).plies
    for _ in range(11):
        await passes(place, DAY)
    assert (await place.table(code)).plies == before
    assert (await clock_of(place, code)) == clock
    await passes(place, BACK - place.clock.now())
    assert "on holiday" not in text(place)
    clock = await clock_of(place, code)
    assert (clock.holiday, clock.deadline) == (None, BACK + 18 * HOUR)
    await passes(place, 12 * HOUR)
    assert pings(place, who) > 0
    assert (await clock_of(place, code)).warned is not None
    await passes(place, 6 * HOUR)
    assert (await place.table(code)).plies > before  # a bot plays for who is late after all
    assert other is not who


async def test_a_turn_that_comes_meanwhile_has_all_its_time_and_calls_once_they_are_back(place: Room) -> None:
    code, who, other = await playing(place)
    told = said(await place.say(other, "/holiday 12/8"))
    assert "Paused right now: 0" in told
    assert "on holiday" not in text(place)
    await passes(place, HOUR)
    since = seen(place)
    await until_due(place, code, other, ANA, BEA)
    clock = await clock_of(place, code)
    assert (clock.holiday, clock.deadline) == (BACK, BACK + DAY)
    assert AWAY.format(other.name) in text(place)
    assert pings(place, other, since) == 0
    await passes(place, BACK - place.clock.now())
    assert pings(place, other, since) == 1
    assert "on holiday" not in text(place)
    assert (await clock_of(place, code)).deadline == BACK + DAY
    assert who is not other


async def test_they_may_play_all_the_same(place: Room) -> None:
    code, who, _ = await playing(place)
    await place.say(who, "/holiday until 12 Aug")
    assert await acts(place, code, ANA, BEA) == who
    await until_due(place, code, who, ANA, BEA)
    assert (await clock_of(place, code)).holiday == BACK


async def test_who_comes_back_early_gets_days_and_the_others_their_game_back(place: Room) -> None:
    code, who, _ = await playing(place)
    await passes(place, 6 * HOUR)
    await place.say(who, "/holiday until 12 Aug")
    await passes(place, 3 * DAY)
    told = said(await place.say(who, "/holiday off"))
    assert "Welcome back!" in told
    assert "17 (2026)" in told  # 1 to 4 August are gone
    clock = await clock_of(place, code)
    assert (clock.holiday, clock.deadline, clock.remind) == (
        None,
        place.clock.now() + 18 * HOUR,
        place.clock.now() + 12 * HOUR,
    )
    assert "on holiday" not in text(place)
    assert said(await place.say(who, "/vacaciones no")) == "You aren't on holiday."
    await passes(place, 18 * HOUR + 1)
    assert (await clock_of(place, code)).deadline != clock.deadline


async def test_another_day_moves_the_end(place: Room) -> None:
    code, who, _ = await playing(place)
    await place.say(who, "/holiday until 12 Aug")
    for line, day in (("/ferie fino al 15 agosto", 16), ("/vacaciones hasta el 5 de agosto", 6)):
        await place.say(who, line)
        back = datetime(2026, 8, day, tzinfo=UTC).timestamp()
        clock = await clock_of(place, code)
        assert (clock.holiday, clock.deadline) == (back, back + DAY)


async def test_a_reminder_that_was_given_comes_again(place: Room) -> None:
    code, who, _ = await playing(place)
    await passes(place, 20 * HOUR)
    assert (await clock_of(place, code)).remind is None
    await place.say(who, "/holiday until 12 Aug")
    clock = await clock_of(place, code)
    assert (clock.remind, clock.deadline) == (BACK, BACK + 4 * HOUR)
    since = seen(place)
    await passes(place, BACK - place.clock.now())
    await passes(place, 0)
    assert pings(place, who, since) >= 1


async def test_nobody_claims_or_closes_a_game_without_a_clock_meanwhile(place: Room) -> None:
    code, who, _ = await playing(place, "none")
    await passes(place, DAY)
    await place.say(who, "/holiday until 20 Aug")
    back = datetime(2026, 8, 21, tzinfo=UTC).timestamp()
    assert (await clock_of(place, code)).claim == back + CLAIM - DAY
    while place.clock.now() + DAY < back:
        await passes(place, DAY)
        clock = await clock_of(place, code)
        assert (clock.claimable, clock.closes) == (False, None)
    await passes(place, back - place.clock.now())
    for _ in range(3):
        await passes(place, DAY)
    clock = await clock_of(place, code)
    assert (clock.claimable, clock.closes) == (True, None)
    assert (await place.table(code)).due == back + GAME_IDLE - LAST_CALL


async def test_somebody_alone_with_bots_keeps_the_game_too(place: Room) -> None:
    await place.say(ANA, "/play palma pace=24h")
    await place.click(ANA, "Start with bots")
    code = (await place.table()).id
    assert (await clock_of(place, code)).deadline is None
    await place.say(ANA, "/holiday until 20 Aug")
    for _ in range(19):
        await passes(place, DAY)
    assert (await place.table(code)).status is Status.PLAYING
    assert (await clock_of(place, code)).closes is None


async def test_live_games_know_no_holiday(place: Room) -> None:
    code, who, _ = await playing(place, "60s")
    before = await place.table(code)
    assert "Paused right now: 0" in said(await place.say(who, "/holiday until 12 Aug"))
    assert (await place.table(code)).clock == before.clock
    await passes(place, 60)
    assert (await place.table(code)).plies > before.plies


async def test_nor_do_tournaments_and_games_of_the_day(place: Room) -> None:
    code, who, _ = await playing(place)
    table = await place.table(code)
    away = PersonSettings(away=BACK)
    assert held(table, NOON, away) is not None
    assert held(replace(table, links=replace(table.links, tournament="t1")), NOON, away) is None
    assert held(replace(table, clock=replace(table.clock, stops=NOON + DAY)), NOON, away) is None
    assert who in (ANA, BEA)


async def test_quiet_hours_hold_after_it_too(place: Room) -> None:
    code, who, _ = await playing(place)
    await change_person(place.store, who.key, who.name, quiet_from=16, quiet_to=20)
    await passes(place, 6 * HOUR)
    await place.say(who, "/holiday until 12 Aug")
    assert (await clock_of(place, code)).deadline == BACK + 20 * HOUR  # and not at 18


async def test_days_end_at_midnight_of_their_zone(place: Room) -> None:
    code, who, _ = await playing(place)
    await place.say(who, "/profile zone=America/New_York")
    await place.say(who, "/holiday until 12 Aug")
    assert (await clock_of(place, code)).holiday == BACK + 4 * HOUR


async def test_a_process_that_dies_before_the_clocks_stop_loses_nothing(place: Room) -> None:
    code, who, _ = await playing(place)
    before = (await place.table(code)).plies
    await change_person(place.store, who.key, who.name, away=BACK)
    for _ in range(3):
        await passes(place, 10 * HOUR)
    assert (await place.table(code)).plies == before
    assert (await clock_of(place, code)).holiday == BACK


@pytest.mark.parametrize(
    ("away", "back", "deadline"),
    [(2 * DAY, BACK, BACK + DAY), (12 * DAY, None, BACK + 1.5 * DAY)],  # no clock ran on holiday anyway
)
async def test_it_outlasts_an_outage(tmp_path: Path, away: float, back: float | None, deadline: float) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/games.sqlite3")
    async with room(store) as place:
        place.clock.time = NOON
        code, who, _ = await playing(place)
        await place.core.scheduler._live()
        await place.say(who, "/holiday until 12 Aug")
        await place.core.scheduler._live()
    async with room(store) as place:
        place.clock.time = NOON + away
        await place.core.scheduler.start()
        await passes(place, 1)
        clock = await clock_of(place, code)
        assert (clock.holiday, clock.deadline) == (back, deadline)
    await store.close()


async def test_the_status_and_what_is_refused(place: Room) -> None:
    for words in ("You aren't on holiday.", "Holiday left, out of 21 days a year: 21 (2026)", "/holiday 8 Aug"):
        assert words in said(await place.say(ANA, "/holiday"))
    assert "I don't know the day “soon”" in said(await place.say(ANA, "/holiday soon"))
    assert "You aren't on holiday." in said(await place.say(ANA, "/holiday off"))
    assert "That day is over" in said(await place.say(ANA, "/holiday 2026-07-31"))
    assert "more than 21 days of holiday in 2026: you have 21 left" in said(await place.say(ANA, "/holiday 22 Aug"))
    assert (await person_settings(place.store, ANA.key)).holidays == ""
    await place.say(ANA, "/holiday 12 Aug")
    told = said(await place.say(ANA, "/holiday"))
    assert "🌴 You're on holiday until 12 August 2026." in told
    assert "/holiday off" in told
    place.clock.time = datetime(2026, 12, 25, tzinfo=UTC).timestamp()
    assert "2 (2026) · 18 (2027)" in said(await place.say(ANA, "/holiday 3 Jan"))


async def test_it_is_exported_and_erased_with_the_person(place: Room) -> None:
    await place.say(CAI, "/holiday until 12 Aug")
    asked = Request(CHAT, CAI, "mydata", private=True)

    async def deliver(outcome):  # type: ignore[no-untyped-def]
        return outcome

    document = (await place.core.dispatcher.command(asked, deliver)).document
    assert document is not None
    assert "2026-08-01/2026-08-12" in document.text
    await place.say(CAI, "/deletemydata")
    await place.click(CAI, "Yes")
    assert await person_settings(place.store, CAI.key) == PersonSettings()
    assert "21 (2026)" in said(await place.say(CAI, "/holiday"))


@pytest.mark.parametrize("language", languages())
async def test_all_of_it_is_told_in_each_language(place: Room, language: str) -> None:
    who = replace(ANA, locale=language)
    code, _, _ = await playing(place)
    await until_due(place, code, ANA, ANA, BEA)
    for line in ("/holiday", "/holiday 12/8", "/holiday", "/holiday off"):
        told = said(await place.say(who, line))
        assert "{" not in told
        assert "2026" in told
    assert board(place)
