"""Times in the reader's zone, with daylight saving, and to the second where the clock is in seconds."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core.domain.chat_settings import settings_of
from bot.core.domain.person_settings import PersonSettings, person_settings
from bot.core.domain.quiet_hours import quiet_stretch
from bot.core.i18n.time_zones import moment, read_zone, zone_of
from bot.core.messages.requests import Person
from tests.fakes.clocked_table import begun, passes
from tests.fakes.room import ANA, BEA, CHAT, Room, room, said
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import User

MADRID = ZoneInfo("Europe/Madrid")
WINTER, SUMMER = (datetime(2026, month, 15, 19, 28, 40, tzinfo=UTC).timestamp() for month in (1, 7))


@pytest.mark.parametrize(
    ("word", "zone"),
    [
        ("Europe/Madrid", "Europe/Madrid"),
        ("europe/madrid", "Europe/Madrid"),
        ("madrid", "Europe/Madrid"),
        ("New York", "America/New_York"),
        ("+1", "+1"),
        ("UTC-3:30", "-3:30"),
        ("0", "+0"),
        ("Nowhere", None),
        ("+15", None),
        ("../../etc/passwd", None),
        ("", None),
    ],
)
def test_a_zone_is_read_by_its_name_its_city_or_its_distance(word: str, zone: str | None) -> None:
    assert read_zone(word) == zone


def test_a_time_tells_its_zone_and_daylight_saving() -> None:
    assert moment(WINTER, zone=MADRID).text == "2026-01-15 20:28 CET"
    assert moment(SUMMER, exact=True, zone=MADRID).text == "21:28:40 CEST"
    assert moment(WINTER, exact=True).text == "19:28:40 UTC"
    assert moment(WINTER, zone=zone_of("-3:30")).text == "2026-01-15 15:58 UTC-3:30"
    assert zone_of("Nowhere/Atall") is UTC


def test_quiet_hours_move_with_the_clocks() -> None:
    settings = PersonSettings(quiet_from=22, quiet_to=7, place="Europe/Madrid")
    for month, hour in ((1, 21), (7, 20)):
        begins = datetime(2026, month, 15, hour, tzinfo=UTC).timestamp()
        assert quiet_stretch(settings, begins - 1) is None
        assert quiet_stretch(settings, begins) == (begins, begins + 9 * 3600)


async def deadline_line(place: Room, code: str) -> str:
    return next(line for line in place.live(code)[-1].screen.text.plain.splitlines() if "⏳" in line)


async def test_a_board_tells_times_in_the_zone_of_whoever_is_to_act_or_of_the_chat() -> None:
    async with room() as place:
        place.clock.time = SUMMER
        await place.say(ANA, "/profile zone=Europe/Madrid")
        await place.say(BEA, "/profile zone=Asia/Kathmandu")
        code = await begun(place, "/play palma pace=daily:24 auto=no", BEA)
        who = await place.actor(code, [ANA, BEA])
        zones = {ANA: "21:28 CEST", BEA: "01:13 UTC+5:45"}
        assert who is not None
        assert "⏳" not in place.live(code)[-1].screen.text.plain
        await passes(place, 18 * 3600)  # the reminder comes, and the end is near
        assert zones[who] in await deadline_line(place, code)
        await place.say(ANA, "/settings zone=new_york")
        assert (await settings_of(place.store, CHAT)).zone == "America/New_York"
        assert "15:28 EDT" in await deadline_line(place, code)
        await place.say(ANA, "/settings zone=off")
        assert zones[who] in await deadline_line(place, code)
        assert "not “Nowhere”" in said(await place.say(ANA, "/settings zone=Nowhere"))


async def test_a_reminder_tells_seconds_where_the_clock_is_in_seconds() -> None:
    async with room() as place:
        place.clock.time = SUMMER
        code = await begun(place, "/play palma pace=live:120 auto=no", BEA)
        await passes(place, 91)
        (reminder,) = [one for one in place.messenger.of(CHAT) if "running out" in one.screen.text.plain]
        assert "running out: 19:30:40 UTC" in reminder.screen.text.plain
        assert code in reminder.screen.text.plain


async def test_on_telegram_the_zone_is_chosen() -> None:
    ana, bea = User(7001, "Ana", language_code="en"), User(7002, "Bea", language_code="en")
    async with telegram_room() as place:
        for who in (ana, bea):
            await place.say(who, "/profile zone=Europe/Madrid", place.server.chat(who.id))
        await place.say(ana, "/play palma pace=live:300 auto=no")
        await place.say(bea, "/join")
        await place.say(ana, "/start")
        code = (await place.table()).id
        assert " CET" in place.board(code).text or " CEST" in place.board(code).text
        assert place.server.refused == []


async def test_what_a_browser_tells_is_a_guess_that_a_choice_overrides() -> None:
    there = Person(ANA.key, "Ana", "en", zone="Asia/Kathmandu")
    async with room() as place:
        await place.say(there, "/play palma")
        assert await person_settings(place.store, ANA.key) == PersonSettings(guessed="Asia/Kathmandu")
        assert "Asia/Kathmandu, according to your browser" in said(await place.say(there, "/profile"))
        await place.say(there, "/profile zone=Europe/Madrid")
        assert (await person_settings(place.store, ANA.key)).clock == MADRID
        lying = Person(BEA.key, "Bea", "en", zone="Mars/Olympus")
        await place.say(lying, "/join")
        assert (await person_settings(place.store, BEA.key)).clock is None


def test_a_zone_that_an_earlier_version_stored_still_counts() -> None:
    assert PersonSettings.load('{"zone":90}').ahead(WINTER) == 90 * 60
