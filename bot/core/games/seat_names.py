"""The colours and sides by name, as people of any language type them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bot.core.games import palma_words, parchis_words
from bot.core.i18n.translator import languages, translator


@cache
def letters() -> Mapping[str, str]:
    """The letter of each colour and side, by its names in all languages: `rojo`, `rosso` and `red` are R."""
    found: dict[str, str] = {}
    for t in map(translator, languages()):
        for letter, name in (parchis_words.COLOURS | palma_words.SIDES).items():
            found[t(name).casefold()] = letter
        for letter, name in palma_words.PIECES.items():
            found[t(name, n="").strip().casefold()] = letter
    return found


def letter_of(word: str) -> str:
    """The letter that a name means; other words are letters or numbers already."""
    return letters().get(word.casefold(), word.upper())


def pattern() -> str:
    """What a word looks like that can only be a seat: letters, a number, or one of the names."""
    return "|".join(("[a-z]{1,3}", "[1-6]", *sorted(letters())))
