"""Seasons begin and end at midnight in the chat's zone."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.domain.season_time import SeasonLength, days_left, period_of

MADRID = ZoneInfo("Europe/Madrid")


def at(*when: int, zone: ZoneInfo = MADRID) -> float:
    return datetime(*when, tzinfo=zone).timestamp()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("length", "first", "last"),
    [
        (SeasonLength.MONTH, (2026, 11, 1), (2026, 12, 1)),
        (SeasonLength.QUARTER, (2026, 10, 1), (2027, 1, 1)),
        (SeasonLength.YEAR, (2026, 1, 1), (2027, 1, 1)),
    ],
)
def test_a_season_is_a_part_of_the_year(length: SeasonLength, first: tuple[int, ...], last: tuple[int, ...]) -> None:
    for moment in (at(2026, 11, 1), at(2026, 11, 30, 23, 59)):
        assert period_of(length, moment, MADRID) == (at(*first), at(*last))


def test_the_zone_decides_to_which_season_a_moment_belongs() -> None:
    moment = datetime(2026, 11, 30, 23, 30, tzinfo=UTC).timestamp()
    assert period_of(SeasonLength.MONTH, moment, MADRID)[0] == at(2026, 12, 1)
    assert period_of(SeasonLength.MONTH, moment, UTC)[1] == datetime(2026, 12, 1, tzinfo=UTC).timestamp()


@given(
    st.sampled_from([SeasonLength.MONTH, SeasonLength.QUARTER, SeasonLength.YEAR]),
    st.floats(0, 4e9),
    st.sampled_from([UTC, MADRID, ZoneInfo("America/Havana"), ZoneInfo("Asia/Beirut")]),
)
def test_seasons_follow_each_other_without_a_gap(length: SeasonLength, moment: float, zone: ZoneInfo) -> None:
    first, last = period_of(length, moment, zone)
    assert first <= moment < last
    assert period_of(length, first, zone) == (first, last)
    assert period_of(length, last, zone)[0] == last


def test_the_present_day_is_left_too() -> None:
    assert [days_left(100 * 86400.0, 86400.0 * day) for day in (97, 99.5, 100, 101)] == [3, 1, 0, 0]
