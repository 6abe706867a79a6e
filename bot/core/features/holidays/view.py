"""A person's holiday in words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from bot.core.domain.holidays import A_YEAR, on_holiday, taken, today
from bot.core.domain.person_settings import PersonSettings
from bot.core.i18n.dates import written_date, written_skeleton
from bot.core.i18n.text_format import strong, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Part, Text


def status_text(settings: PersonSettings, now: float, t: Translator) -> Text:
    """Say whether somebody is on holiday, what is left of their days, and how to change it."""
    off = t.command("/holiday off")
    until = on_holiday(settings, now)
    if until is None:
        start = t.command(f"/holiday {_example(settings, now, t)}")
        return text_of(
            words(t("You aren't on holiday.")),
            _left(settings, now, t),
            t.text("To go on holiday: {command}. Your slow games pause until you're back.", command=start),
        )
    last = datetime.fromtimestamp(until, settings.clock or UTC).date() - timedelta(days=1)
    return text_of(
        t.text("🌴 You're on holiday until {day}.", day=_day(last, t)),
        _left(settings, now, t),
        t.text("To come back: {command}", command=off),
    )


def begun_text(settings: PersonSettings, last: date, waiting: int, now: float, t: Translator) -> Text:
    """Confirm a holiday, with the number of games that stand still from now on."""
    return text_of(
        t.text("🌴 Happy holidays! You're away until {day}.", day=_day(last, t)),
        t.text("Your slow games pause at your turn. Paused right now: {n}", n=waiting),
        words(t("Live games, tournaments and the game of the day go on.")),
        _left(settings, now, t),
        t.text("To come back sooner: {command}", command=t.command("/holiday off")),
    )


def ended_text(settings: PersonSettings, now: float, t: Translator) -> Text:
    return text_of(words(t("Welcome back! Your games go on.")), _left(settings, now, t))


def _left(settings: PersonSettings, now: float, t: Translator) -> Line:
    """Say how many days are left this year, and the next if the holiday reaches it."""
    year = today(settings, now).year
    years = [year, year + 1] if taken(settings, year + 1) else [year]
    parts = [f"{A_YEAR - taken(settings, each)} ({each})" for each in years]
    return t.text("Holiday left, out of {n} days a year: {years}", n=A_YEAR, years=" · ".join(parts))


def _example(settings: PersonSettings, now: float, t: Translator) -> str:
    day = today(settings, now) + timedelta(days=7)
    return written_skeleton("MMMd", day, t)


def _day(day: date, t: Translator) -> Part:
    return strong(written_date(day, "long", t))
