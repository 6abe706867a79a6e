"""Names of colours and sides, as people of any language type them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from bot.core.games.game_words import words_of
from bot.core.games.profiles import PROFILES
from bot.core.i18n.spelling import folded
from bot.core.i18n.translator import Translator, languages, translator
from bot.core.i18n.vocabulary import is_known, split

_SEAT = re.compile("[a-z]{1,3}|[1-6]", re.IGNORECASE | re.ASCII)


def letters() -> Mapping[str, str]:
    """Return the letter of each colour and side, by its names in all languages: `rojo`, `rosso` and `red` are R."""
    return _letters(tuple(PROFILES))


@cache
def _letters(games: tuple[str, ...]) -> Mapping[str, str]:
    return {
        folded(t(sentence, n="").split()[-1]): letter  # a piece has its article in some languages: `lo sciacallo`
        for t in map(translator, languages())
        for game in games
        for sentence, letter in PROFILES[game].seat_words.items()
    }


def letter_of(word: str) -> str:
    """Return the letter that a name means; other words stay: they are letters or numbers."""
    return letters().get(folded(word), word.upper())


def is_seat(word: str) -> bool:
    """Return whether a word can only be a seat: letters that no sentence has, a number, or a name."""
    if folded(word) in letters():
        return True
    return _SEAT.fullmatch(word) is not None and (len(word) == 1 or not any(map(is_known, split(word))))


def are_seats(words: str) -> bool:
    """Return whether words can only be several seats, or teams of them: `YR,BG`, `rojo,azul`, `rojo+azul,verde`."""
    seats, known = words.split(","), set("".join(letters().values()))
    return len(seats) > 1 and all(set(letter_of(part)) <= known for seat in seats for part in seat.split("+") if part)


def seats_of(words: str) -> list[str]:
    """Read seats or teams: `YR,BG`, or names with a plus between those of one, `red+yellow,blue+green`."""
    groups = [word.split("+") for word in words.replace(",", " ").split()]
    if len(groups) == 1:
        groups = [[part] for part in groups[0]]  # red+blue alone are two
    return ["".join(letter_of(part) for part in group).upper() for group in groups][:6]


def spoken(t: Translator, game: str, seats: Sequence[str]) -> str:
    """Return seats or teams by the names of their colours, as `seats_of` reads them."""
    named = words_of(game)
    return ",".join("+".join(named.side(t, letter) for letter in seat) for seat in seats)
