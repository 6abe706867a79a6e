"""In a daily game nobody's time ends, and nobody is reminded, in their quiet hours."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.core.domain.deadlines import LEFT, LEFT_ALONE, timed
from bot.core.domain.person_settings import PersonSettings, change_person
from bot.core.domain.quiet_hours import after_quiet, quiet_stretch
from bot.core.domain.table import Table
from tests.fakes.room import ANA, BEA, room
from tests.fakes.word_tables import lobby, started

HOUR, DAY = 3600, 86400
NOON = 20_000 * DAY + 12 * HOUR
HOURS = st.integers(0, 23)
ZONES = st.integers(-720, 840)
MOMENTS = st.floats(0, 4e9)
SETTINGS = st.builds(PersonSettings, quiet_from=HOURS, quiet_to=HOURS, zone=ZONES)


def at(table: Table, now: float) -> Table:
    """The table as if somebody had just acted."""
    return replace(table, updated=now)


def local_hour(settings: PersonSettings, moment: float) -> int:
    return int((moment // 60 + settings.zone) // 60 % 24)


def is_quiet(settings: PersonSettings, moment: float) -> bool:
    """By the clock on their wall."""
    begin, end, hour = settings.quiet_from, settings.quiet_to, local_hour(settings, moment)
    assert begin is not None
    assert end is not None
    return begin <= hour < end if begin <= end else hour >= begin or hour < end


@given(SETTINGS, MOMENTS)
def test_a_stretch_is_what_the_clock_on_the_wall_says(settings: PersonSettings, moment: float) -> None:
    stretch = quiet_stretch(settings, moment)
    assert (stretch is not None) == is_quiet(settings, moment)
    if stretch is not None:
        assert stretch[0] <= moment < stretch[1]
        assert is_quiet(settings, stretch[0])
        assert not is_quiet(settings, stretch[0] - 1)
        assert is_quiet(settings, stretch[1] - 1)
        assert not is_quiet(settings, stretch[1])


@given(SETTINGS, MOMENTS)
def test_a_moment_is_moved_only_out_of_quiet_hours_and_only_once(settings: PersonSettings, moment: float) -> None:
    moved = after_quiet(settings, moment)
    assert not is_quiet(settings, moved)
    assert moment <= moved < moment + DAY
    assert after_quiet(settings, moved) == moved
    assert moved == moment or is_quiet(settings, moment)


@given(SETTINGS, st.floats(1e9, 4e9), st.integers(1, 168))
def test_no_deadline_and_no_reminder_is_in_quiet_hours(settings: PersonSettings, now: float, hours: int) -> None:
    table = started(lobby(pace=f"daily:{hours}"))
    after = timed(None, at(table, now), settings)
    options = after.clock
    assert options.deadline is not None
    assert not is_quiet(settings, options.deadline)
    assert options.deadline >= now + after.options.pace.seconds
    looked_after = after.updated + LEFT_ALONE  # the lot for who begins is drawn by itself
    assert after.due == min(looked_after, options.deadline if options.remind is None else options.remind)
    if options.remind is not None:
        assert not is_quiet(settings, options.remind)
        assert now < options.remind < options.deadline


@given(st.floats(1e9, 4e9), st.integers(1, 168))
def test_without_quiet_hours_the_reminder_leaves_its_share(now: float, hours: int) -> None:
    for settings in (PersonSettings(), PersonSettings(quiet_from=3, quiet_to=3)):
        options = timed(None, at(started(lobby(pace=f"daily:{hours}")), now), settings).clock
        assert options.deadline == now + hours * HOUR
        assert options.remind == options.deadline - LEFT * hours * HOUR


def test_a_reminder_that_would_come_at_night_comes_in_the_evening() -> None:
    settings = PersonSettings(quiet_from=22, quiet_to=8, zone=60)
    options = timed(None, at(started(lobby(pace="daily:18")), NOON), settings).clock
    assert options.deadline == NOON - 12 * HOUR + DAY + 7 * HOUR  # six in the morning there becomes eight
    assert options.remind == NOON + 9 * HOUR - 60  # a minute to ten there


async def test_the_hours_are_those_of_who_is_to_act() -> None:
    async with room() as place:
        place.clock.time = float(NOON)
        await change_person(place.store, ANA.key, "Ana", quiet_from=18, quiet_to=20)
        await change_person(place.store, BEA.key, "Bea", quiet_from=20, quiet_to=21)
        code = await place.started("/play palma pace=daily:8", BEA)
        seen = set()
        for _ in range(30):
            who = await place.acting(code, [ANA, BEA])
            seen.add(who)
            deadline = (await place.table(code)).clock.deadline
            assert deadline == NOON + (8 if who == ANA else 9) * HOUR
            (board,) = place.live(code)
            await place.press(who, board.tokens[0], board.id)
        assert seen == {ANA, BEA}


async def test_live_games_know_no_quiet_hours() -> None:
    async with room() as place:
        place.clock.time = float(NOON)
        await change_person(place.store, ANA.key, "Ana", quiet_from=11, quiet_to=20)
        await place.started("/play palma pace=live:30")
        assert (await place.table()).clock.deadline == NOON + 30
