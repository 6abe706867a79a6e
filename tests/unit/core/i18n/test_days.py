"""Days as people type them, in each language."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from babel.dates import format_date
from hypothesis import given
from hypothesis import strategies as st

from bot.core.i18n.days import read_day
from bot.core.i18n.translator import languages

TODAY = date(2026, 11, 27)
"""A Friday."""


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("12 Aug", date(2027, 8, 12)),
        ("until 12 Aug", date(2027, 8, 12)),
        ("Until August 12th", date(2027, 8, 12)),
        ("until the 3rd of May", date(2027, 5, 3)),
        ("December 24, 2026", date(2026, 12, 24)),
        ("hasta el 12 de agosto", date(2027, 8, 12)),
        ("el 1º de enero de 2027", date(2027, 1, 1)),
        ("fino al 12 agosto", date(2027, 8, 12)),
        ("fino all’8 agosto", date(2027, 8, 8)),
        ("l'8 dic.", date(2026, 12, 8)),
        ("3 sept.", date(2027, 9, 3)),
        ("Wednesday, 12 August 2027", date(2027, 8, 12)),
        ("2026-12-24", date(2026, 12, 24)),
        ("hasta 2026-12-24", date(2026, 12, 24)),
        ("12/8", date(2027, 8, 12)),
        ("until=12/8", date(2027, 8, 12)),
        ("fino_a=12 ago", date(2027, 8, 12)),
        ("hasta el lunes", TODAY + timedelta(days=3)),
        ("8/25", date(2027, 8, 25)),
        ("24.12.", date(2026, 12, 24)),
        ("24-12-26", date(2026, 12, 24)),
        ("24/12/2026", date(2026, 12, 24)),
        ("27 nov", TODAY),
        ("26 nov", date(2027, 11, 26)),
        ("29 feb", date(2028, 2, 29)),
        ("today", TODAY),
        ("mañana", TODAY + timedelta(days=1)),
        ("domani", TODAY + timedelta(days=1)),
        ("sabado", TODAY + timedelta(days=1)),
        ("giovedì", TODAY + timedelta(days=6)),
        ("until Friday", TODAY + timedelta(days=7)),
        ("abuztuaren 12a arte", date(2027, 8, 12)),
        ("2027ko abuztuaren 12a, osteguna", date(2027, 8, 12)),
    ],
)
def test_a_day_is_read_in_any_language(text: str, day: date) -> None:
    assert read_day(text, TODAY) == day
    assert read_day(text.upper(), TODAY) == day


@pytest.mark.parametrize(
    "text",
    ["", "12", "until", "August", "31/2", "30 Feb", "2026-13-01", "2026-02-30", "40 Aug", "12 Aug Aug", "hello",
     "12 Aug 20:00", "1 2 Aug 2026", "0 Aug", "٣ Aug", "9" * 500, "12 Aug " * 50],
)  # fmt: skip
def test_other_words_are_no_day(text: str) -> None:
    assert read_day(text, TODAY) is None


@given(st.dates(TODAY, date(2029, 12, 31)), st.sampled_from(languages()), st.sampled_from(("long", "full", "medium")))
def test_what_babel_writes_is_read(day: date, language: str, width: str) -> None:
    assert read_day(format_date(day, width, locale=language), TODAY) == day


@given(st.text(max_size=70))
def test_no_text_breaks_it(text: str) -> None:
    found = read_day(text, TODAY)
    assert found is None or isinstance(found, date)
