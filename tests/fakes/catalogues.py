"""Read the sentences that players see, in any language."""

from __future__ import annotations

from babel.messages.pofile import read_po

from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.translator import DOMAIN, FALLBACK
from bot.locales.update import extract


def sentences(language: str) -> dict[str, str]:
    """Return the sentences of a language by their English, plurals joined."""
    if language == FALLBACK:
        known = [(one.id, one.id) for one in extract() if one.id]
    else:
        with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
            known = [(one.id, one.string) for one in read_po(file, locale=language) if one.id]
    return {
        (key if isinstance(key, str) else key[0]): (text if isinstance(text, str) else " | ".join(text))
        for key, text in known
    }
