"""Moments as people type them, in all languages."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core.i18n.moments import is_moment, read_moment

ZONE = ZoneInfo("Europe/Madrid")
NOW = datetime(2027, 3, 24, 20, 30, tzinfo=ZONE)
"""A Wednesday evening, four days before summer time."""


@pytest.mark.parametrize(
    ("text", "at", "every"),
    [
        ("21:00", "2027-03-24 21:00", 0),
        ("9pm", "2027-03-24 21:00", 0),
        ("at 9 pm", "2027-03-24 21:00", 0),
        ("a las 20", "2027-03-25 20:00", 0),
        ("alle 21.15", "2027-03-24 21:15", 0),
        ("Friday 21:00", "2027-03-26 21:00", 0),
        ('"Friday 21:00"', "2027-03-26 21:00", 0),
        ("Friday_21:00", "2027-03-26 21:00", 0),
        ("on Friday at 9pm", "2027-03-26 21:00", 0),
        ("el viernes a las 21", "2027-03-26 21:00", 0),
        ("venerdì alle 21", "2027-03-26 21:00", 0),
        ("miércoles 20:00", "2027-03-31 20:00", 0),
        ("mercoledì 21:00", "2027-03-24 21:00", 0),
        ("mañana a las 9 de la mañana", "2027-03-25 09:00", 0),
        ("domani alle 9 di sera", "2027-03-25 21:00", 0),
        ("9 o'clock on Friday", "2027-03-26 09:00", 0),
        ("tonight at 11", "2027-03-24 23:00", 0),
        ("tomorrow 12am", "2027-03-25 00:00", 0),
        ("in 30 minutes", "2027-03-24 21:00", 0),
        ("en una hora", "2027-03-24 21:30", 0),
        ("dentro de media hora", "2027-03-24 21:00", 0),
        ("fra un'ora", "2027-03-24 21:30", 0),
        ("every Friday at 21:00", "2027-03-26 21:00", 7),
        ("todos los sábados a las 18", "2027-03-27 18:00", 7),
        ("ogni domenica alle 18", "2027-03-28 18:00", 7),
        ("every day at 21:00", "2027-03-24 21:00", 1),
        ("cada día a las 20", "2027-03-25 20:00", 1),
        ("larunbatean 17:00etan", "2027-03-27 17:00", 0),
        ("bihar 21etan", "2027-03-25 21:00", 0),
    ],
)
def test_a_moment_in_words(text: str, at: str, every: int) -> None:
    found = read_moment(text, NOW)
    assert found is not None
    assert f"{found.at:%Y-%m-%d %H:%M}" == at
    assert found.every == every
    assert is_moment(text)


@pytest.mark.parametrize(
    "text",
    [
        "30",
        "4",
        "in four",
        "in quattro",
        "4 players",
        "4 el viernes",
        "4 alle",
        "el",
        "parchís",
        "25:00",
        "24h",
        "every 21:00",
        "day",
        "",
    ],
)
def test_other_words_are_no_moment(text: str) -> None:
    assert not is_moment(text)
    assert read_moment(text, NOW) is None


def test_a_day_alone_is_one_that_lacks_its_time() -> None:
    assert is_moment("el viernes")
    assert read_moment("el viernes", NOW) is None
