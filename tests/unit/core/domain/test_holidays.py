"""A person's days of holiday: 21 a year, and those that were not used come back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.domain.holidays import A_YEAR, begun, ended, on_holiday, taken, today
from bot.core.domain.person_settings import PersonSettings
from bot.core.i18n.refusal import Refusal

NONE = PersonSettings()


def at(day: date, hour: int = 12) -> float:
    return datetime(day.year, day.month, day.day, hour, tzinfo=UTC).timestamp()


AUGUST = date(2026, 8, 1)
NOON = at(AUGUST)


def refused(settings: PersonSettings, last: date, now: float) -> str:
    with pytest.raises(Refusal) as refusal:
        begun(settings, last, now)
    return refusal.value.sentence


def test_it_lasts_from_now_to_the_end_of_the_last_day() -> None:
    away = begun(NONE, date(2026, 8, 12), NOON)
    assert on_holiday(NONE, NOON) is None
    end = at(date(2026, 8, 13), 0)
    assert on_holiday(away, NOON) == on_holiday(away, end - 1) == end
    assert on_holiday(away, end) is None
    assert taken(away, 2026) == 12
    assert away.holidays == "2026-08-01/2026-08-12"


def test_days_are_those_of_their_clock() -> None:
    kiribati = PersonSettings(place="Pacific/Kiritimati")  # 14 hours ahead
    assert today(kiribati, NOON) == date(2026, 8, 2)
    away = begun(kiribati, date(2026, 8, 2), NOON)
    assert on_holiday(away, NOON) == at(date(2026, 8, 2), 10)
    assert taken(away, 2026) == 1
    assert refused(kiribati, AUGUST, NOON).startswith("That day is over")


def test_the_days_of_a_year_are_all_there_are() -> None:
    full = begun(NONE, AUGUST + timedelta(days=A_YEAR - 1), NOON)
    assert taken(full, 2026) == A_YEAR
    assert "That's more" in refused(NONE, AUGUST + timedelta(days=A_YEAR), NOON)
    assert "That's more" in refused(NONE, date(2400, 1, 1), NOON)
    assert "That's more" in refused(full, date(2026, 9, 1), at(date(2026, 9, 1)))


def test_several_in_a_year_share_its_days() -> None:
    first = begun(NONE, date(2026, 8, 10), NOON)
    autumn = date(2026, 10, 1)
    second = begun(first, autumn + timedelta(days=10), at(autumn))
    assert second.holidays == "2026-08-01/2026-08-10 2026-10-01/2026-10-11"
    assert taken(second, 2026) == A_YEAR
    assert "That's more" in refused(first, autumn + timedelta(days=11), at(autumn))


def test_who_comes_back_early_gets_the_days_after_that_back() -> None:
    away = begun(NONE, date(2026, 8, 12), NOON)
    back = ended(away, at(date(2026, 8, 5)))
    assert on_holiday(back, at(date(2026, 8, 5))) is None
    assert taken(back, 2026) == 5
    assert taken(ended(away, NOON), 2026) == 1
    again = begun(ended(away, NOON), AUGUST, NOON + 3600)
    assert taken(again, 2026) == 1  # a day counts once
    assert ended(back, at(date(2026, 9, 1))) == back


def test_another_end_takes_the_place_of_the_first() -> None:
    away = begun(NONE, date(2026, 8, 12), NOON)
    shorter, longer = begun(away, date(2026, 8, 3), NOON), begun(away, date(2026, 8, 20), at(date(2026, 8, 4)))
    assert (taken(shorter, 2026), on_holiday(shorter, NOON)) == (3, at(date(2026, 8, 4), 0))
    assert taken(longer, 2026) == 20


def test_each_year_has_its_own_days_and_old_years_are_forgotten() -> None:
    december = date(2026, 12, 20)
    away = begun(begun(NONE, date(2026, 8, 9), NOON), date(2027, 1, 21), at(december))
    assert (taken(away, 2026), taken(away, 2027)) == (9 + 12, 21)
    assert "That's more" in refused(NONE, date(2027, 1, 22), at(december))
    summer = date(2027, 8, 1)
    assert "That's more" in refused(away, summer, at(summer))
    later = begun(away, date(2028, 1, 2), at(date(2028, 1, 1)))
    assert later.holidays == "2028-01-01/2028-01-02"


def test_stored_words_that_mean_nothing_are_no_holiday() -> None:
    broken = PersonSettings(
        holidays="x 2026-08-01 2026-08-01/ /2026-08-01 2026-08-09/2026-08-01 2026-08-03/2026-08-04"
    )
    assert taken(broken, 2026) == 2
    assert taken(PersonSettings(holidays="0001-01-01/9999-12-31"), 1) <= 2 * A_YEAR + 1


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 45), st.booleans()), max_size=30))
def test_no_year_ever_has_more(steps: list[tuple[int, int, bool]]) -> None:
    settings, now = NONE, NOON
    for waits, length, back in sorted(steps):
        now = max(now, NOON + waits * 86400)
        try:
            settings = (
                ended(settings, now) if back else begun(settings, today(settings, now) + timedelta(length), now)
            )
        except Refusal:
            continue
        assert all(taken(settings, year) <= A_YEAR for year in range(2026, 2030))
        assert back == (on_holiday(settings, now) is None)
        assert PersonSettings.load(settings.dump()) == settings
