"""The languages whose texts are translations."""

from __future__ import annotations

from bot.core.i18n.translator import FALLBACK, languages

FOREIGN = [language for language in languages() if language != FALLBACK]
