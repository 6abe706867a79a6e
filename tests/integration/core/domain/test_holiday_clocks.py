"""A holiday takes no time from anybody's clock and gives none, whenever it begins, changes and ends."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.core.domain.deadlines import held, timed
from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.table import Table
from tests.fakes.word_tables import lobby, started

HOUR, DAY = 3600.0, 86400.0
NOW = 20_000 * DAY
NONE = PersonSettings()


def synced(table: Table, now: float, settings: PersonSettings) -> Table:
    after = held(table, now, settings)
    return table if after is None else timed(table, after, settings)


@given(
    st.sampled_from(["daily:8", "daily:48", "none"]),
    st.lists(st.tuples(st.floats(0, 30 * HOUR), st.none() | st.floats(HOUR, 10 * DAY)), max_size=6),
)
def test_the_time_that_is_left_stays(pace: str, steps: list[tuple[float, float | None]]) -> None:
    """However often holidays begin, change and end, as long as the clock has not run out."""
    table = timed(None, replace(started(lobby(pace=pace)), updated=NOW), NONE)
    now, settings, ran = NOW, NONE, 0.0
    first = table.clock.deadline or table.clock.claim
    assert first is not None
    allowed = first - NOW
    for waits, length in steps:
        away = max(0.0, min(settings.away, now + waits) - now)
        if ran + waits - away >= allowed * 0.7:  # from there on, reminders and ends come between
            break
        ran += waits - away
        now += waits
        table = synced(table, now, settings)
        settings = PersonSettings(away=0.0 if length is None else now + length)
        table = synced(table, now, settings)
        end = table.clock.deadline or table.clock.claim
        assert end is not None
        assert abs(end - (max(now, settings.away) + allowed - ran)) < 1e-3
        assert table.clock.holiday == (settings.away or None)
        assert table.due is not None
        assert table.due <= end
        assert held(table, now, settings) is None


@given(st.floats(1, 20 * DAY), st.sampled_from(["daily:8", "daily:48"]))
def test_a_decision_that_begins_on_holiday_has_all_its_time_after_it(length: float, pace: str) -> None:
    settings = PersonSettings(away=NOW + length)
    table = timed(None, replace(started(lobby(pace=pace)), updated=NOW), settings)
    assert table.clock.holiday == settings.away
    assert table.clock.deadline == settings.away + table.options.pace.seconds
    assert table.clock.remind is not None
    assert table.clock.remind > settings.away


def test_a_holiday_that_is_over_and_live_games_change_nothing() -> None:
    over = PersonSettings(away=NOW)
    for pace, settings in (("daily:8", over), ("none", over)):
        table = timed(None, replace(started(lobby(pace=pace)), updated=NOW), settings)
        assert table.clock == timed(None, replace(started(lobby(pace=pace)), updated=NOW), NONE).clock
        assert held(table, NOW, settings) is None
