"""Numbers as each language writes them, by Babel."""

from __future__ import annotations

from functools import lru_cache

from babel.core import Locale
from babel.numbers import format_percent

from bot.core.i18n.translator import N_, Translator

WHOLE = "#,##0"
COUNTS = (
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
)
"""The words for 2 to 10, next to any noun; a language where that doesn't work has figures instead."""


def in_percent(share: float, t: Translator, digits: str = WHOLE) -> str:
    """Write a share as the language does: `41%`, in Spanish `41 %`."""
    return _written(share, t.locale, digits)


@lru_cache(maxsize=512)
def _written(share: float, locale: str, digits: str) -> str:
    """Write a share; most are whole hundredths, and Babel takes long."""
    return format_percent(share, _pattern(locale, digits), locale=locale)


def in_words(t: Translator, count: int) -> str:
    """Write a small count as a word, others as a figure."""
    return t(COUNTS[count - 2]) if 2 <= count < 2 + len(COUNTS) else str(count)


@lru_cache(maxsize=64)
def _pattern(locale: str, digits: str) -> str:
    """Return the pattern with plain spaces: the fonts of pictures have no others."""
    pattern = str(Locale.parse(locale).percent_formats[None].pattern)
    return " ".join(pattern.replace(WHOLE, digits).split())
