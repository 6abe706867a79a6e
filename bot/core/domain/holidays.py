"""A person's holidays: days on which games of days stand still for them, 21 in each year.

A day counts from its first minute on holiday. If somebody comes back early, they get the days after that one back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.table import Table
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_

A_YEAR = 21
"""The most days of holiday in a calendar year."""
_DAY = timedelta(days=1)


def on_holiday(settings: PersonSettings, now: float) -> float | None:
    """Return when a person's holiday ends (Unix seconds); None if they are on none."""
    return settings.away if now < settings.away else None


def holiday_at(table: Table, settings: PersonSettings, now: float) -> float | None:
    """Return when the holiday of a table's player to act ends; None where holidays don't count.

    Games of the day and of tournaments have an end of their own, which nobody's holiday moves.
    """
    if table.clock.is_of_day or table.links.tournament is not None:
        return None
    return on_holiday(settings, now)


def today(settings: PersonSettings, now: float) -> date:
    return datetime.fromtimestamp(now, settings.clock or UTC).date()


def taken(settings: PersonSettings, year: int) -> int:
    """Return how many days of a year were, or will be, on holiday."""
    return sum(day.year == year for day in _days(settings))


def begun(settings: PersonSettings, last: date, now: float) -> PersonSettings:
    """Return the settings of a person whose holiday lasts from now to the end of a day; raises Refusal.

    It replaces the holiday that they are on.
    """
    first = today(settings, now)
    if last < first:
        raise Refusal(N_("That day is over. Name one from today on."))
    days = {*_days(ended(settings, now)), *_span(first, last)}
    for year, count in sorted(Counter(day.year for day in days).items()):
        if count > A_YEAR:
            left = A_YEAR - taken(ended(settings, now), year)
            raise Refusal(
                N_("That's more than {n} days of holiday in {year}: you have {left} left."),
                n=A_YEAR,
                year=year,
                left=left,
            )
    clock = settings.clock or UTC
    until = datetime.combine(last + _DAY, time(), clock).timestamp()
    return replace(settings, away=until, holidays=_text(day for day in days if day.year >= first.year))


def ended(settings: PersonSettings, now: float) -> PersonSettings:
    """Return the settings of a person who is back: the days after today are given back."""
    if on_holiday(settings, now) is None:
        return replace(settings, away=0.0)
    now_day = today(settings, now)
    return replace(settings, away=0.0, holidays=_text(day for day in _days(settings) if day <= now_day))


def _days(settings: PersonSettings) -> set[date]:
    """Return all days of the stored holidays; what cannot be read is none."""
    found = set[date]()
    for span in settings.holidays.split():
        first, _, last = span.partition("/")
        try:
            found |= _span(date.fromisoformat(first), date.fromisoformat(last))
        except ValueError:
            continue
    return found


def _span(first: date, last: date) -> set[date]:
    length = min((last - first).days, 2 * A_YEAR)  # one day more than two years together have
    return {first + timedelta(days=number) for number in range(length + 1)}


def _text(days: Iterable[date]) -> str:
    """Return days as they are stored: `2026-08-01/2026-08-12`, one stretch after the other."""
    stretches: list[list[date]] = []
    for day in sorted(days):
        if stretches and day - stretches[-1][1] == _DAY:
            stretches[-1][1] = day
        else:
            stretches.append([day, day])
    return " ".join(f"{first}/{last}" for first, last in stretches)
