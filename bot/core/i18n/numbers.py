"""Numbers as each language writes them, by Babel."""

from __future__ import annotations

from functools import lru_cache

from babel.core import Locale
from babel.numbers import format_percent

from bot.core.i18n.translator import Translator

WHOLE = "#,##0"


def in_percent(share: float, t: Translator, digits: str = WHOLE) -> str:
    """Write a share as the language does: `41%`, in Spanish `41 %`."""
    return _written(share, t.locale, digits)


@lru_cache(maxsize=512)
def _written(share: float, locale: str, digits: str) -> str:
    """Write a share; most are whole hundredths, and Babel takes long."""
    return format_percent(share, _pattern(locale, digits), locale=locale)


@lru_cache(maxsize=64)
def _pattern(locale: str, digits: str) -> str:
    """Return the pattern with plain spaces: the fonts of pictures have no others."""
    pattern = str(Locale.parse(locale).percent_formats[None].pattern)
    return " ".join(pattern.replace(WHOLE, digits).split())
