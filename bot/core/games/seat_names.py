"""The colours and sides by name, as people of any language type them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from bot.core.games.profiles import PROFILES
from bot.core.i18n.spelling import folded
from bot.core.i18n.translator import languages, translator

_SEAT = re.compile("[a-z]{1,3}|[1-6]", re.IGNORECASE | re.ASCII)


def letters() -> Mapping[str, str]:
    """Return the letter of each colour and side, by its names in all languages: `rojo`, `rosso` and `red` are R."""
    return _letters(tuple(PROFILES))


@cache
def _letters(games: tuple[str, ...]) -> Mapping[str, str]:
    return {
        folded(t(sentence, n="")): letter
        for t in map(translator, languages())
        for game in games
        for sentence, letter in PROFILES[game].seat_words.items()
    }


def letter_of(word: str) -> str:
    """Return the letter that a name means; other words are letters or numbers already."""
    return letters().get(folded(word), word.upper())


def is_seat(word: str) -> bool:
    """Return whether a word can only be a seat: letters, a number, or one of the names."""
    return folded(word) in letters() or _SEAT.fullmatch(word) is not None


def are_seats(words: str) -> bool:
    """Return whether words can only be several seats, or teams of them: `YR,BG`, `rojo,azul`."""
    seats, known = words.split(","), set("".join(letters().values()))
    return len(seats) > 1 and all(seat and set(letter_of(seat)) <= known for seat in seats)
