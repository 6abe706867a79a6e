"""The colours and sides by name, as people of any language type them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from bot.core.games.profiles import PROFILES
from bot.core.i18n.translator import languages, translator


def letters() -> Mapping[str, str]:
    """Return the letter of each colour and side, by its names in all languages: `rojo`, `rosso` and `red` are R."""
    return _letters(tuple(PROFILES))


@cache
def _letters(games: tuple[str, ...]) -> Mapping[str, str]:
    return {
        t(sentence, n="").strip().casefold(): letter
        for t in map(translator, languages())
        for game in games
        for sentence, letter in PROFILES[game].seat_words.items()
    }


def letter_of(word: str) -> str:
    """Return the letter that a name means; other words are letters or numbers already."""
    return letters().get(word.casefold(), word.upper())


def pattern() -> str:
    """Return what a word looks like that can only be a seat: letters, a number, or one of the names."""
    return "|".join(("[a-z]{1,3}", "[1-6]", *sorted(letters())))
