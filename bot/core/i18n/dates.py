"""Dates as each language writes them, by Babel; endings in brackets take their form: Basque `27(a)` is `27a`."""

from __future__ import annotations

from datetime import date

from babel.dates import format_date, format_interval, format_skeleton

from bot.core.i18n.translator import Translator


def written_date(day: date, pattern: str, t: Translator) -> str:
    """Write a day by a pattern or by a length, such as `long`."""
    return t.settled(format_date(day, pattern, locale=t.locale))


def written_skeleton(skeleton: str, day: date, t: Translator) -> str:
    """Write the parts of a day that a skeleton names: `MMMMd` is `12 August`."""
    return t.settled(format_skeleton(skeleton, day, locale=t.locale))


def written_interval(first: date, last: date, skeleton: str, t: Translator) -> str:
    """Write a span of days: `Oct – Dec 2026`."""
    return t.settled(format_interval(first, last, skeleton, locale=t.locale))
