"""Read the sentences that players see, in any language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from babel.messages.pofile import read_po

from bot.core.commands.group import registry_of
from bot.core.i18n.grammar import LOCALES, grammar, neighbours
from bot.core.i18n.translator import DOMAIN, FALLBACK, _known, _read, catalogues, languages, spoken, translator
from bot.locales.update import extract
from bot.platforms.discord.locales import locales_of


@cache
def sentences(language: str) -> Mapping[str, str]:
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


def forget() -> None:
    """Read the catalogues again on next use."""
    sentences.cache_clear()
    for cached in (languages, spoken, catalogues, translator, grammar, neighbours, _read, _known):
        cached.cache_clear()
    for made_of_them in (locales_of, registry_of):
        made_of_them.cache_clear()
