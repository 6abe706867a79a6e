"""What the texts of a language keep to: `bot/locales/<language>/style.toml`."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any

from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.translator import FALLBACK, languages

FILE = "style.toml"
FOREIGN = [language for language in languages() if language != FALLBACK]


@cache
def style(language: str) -> dict[str, Any]:
    """Return a language's file; a language without one fails every test of words."""
    return tomllib.loads((LOCALES / language / FILE).read_text(encoding="utf-8"))


def never(language: str) -> re.Pattern[str]:
    """Return the words that a language avoids."""
    return re.compile(rf"\b(?:{'|'.join(style(language)['never'])})\b", re.IGNORECASE)
