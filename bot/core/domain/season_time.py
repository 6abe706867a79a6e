"""When a chat's seasons begin and end, in its zone."""

from __future__ import annotations

from datetime import datetime, tzinfo
from enum import StrEnum
from math import ceil

DAY = 86400.0


class SeasonLength(StrEnum):
    """How long a chat's seasons last."""

    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    OFF = "off"


_MONTHS = {SeasonLength.MONTH: 1, SeasonLength.QUARTER: 3, SeasonLength.YEAR: 12}


def period_of(length: SeasonLength, moment: float, zone: tzinfo) -> tuple[float, float]:
    """Return the first moment of the period that a moment is in, and that of the next period.

    Periods begin at midnight in the zone. Raises KeyError without seasons.
    """
    months, local = _MONTHS[length], datetime.fromtimestamp(moment, zone)
    first = 12 * local.year + (local.month - 1) // months * months
    return _midnight(first, zone), _midnight(first + months, zone)


def _midnight(months: int, zone: tzinfo) -> float:
    year, month = divmod(months, 12)
    return datetime(year, month + 1, 1, tzinfo=zone).timestamp()


def days_left(until: float, now: float) -> int:
    """Return how many days are left, the present one included; 0 once it is over."""
    return max(0, ceil((until - now) / DAY))
