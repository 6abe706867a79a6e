"""Find people by a name as somebody types it: case, accents, blanks and signs that nobody sees don't count."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeVar

from bot.core.i18n.spelling import unaccented

T = TypeVar("T")
_UNSEEN = ("C", "M", "Z")
"""The kinds of characters that don't count: controls such as those of directions, accents and blanks."""


def letters_of(name: str) -> str:
    """Return the letters and signs of a name that count: those of `İpek Öz` are `ipekoz`."""
    plain = unaccented(name.casefold()).casefold()
    return "".join(char for char in plain if unicodedata.category(char)[0] not in _UNSEEN)


def people_called(word: str, people: Iterable[T], name_of: Callable[[T], str], *, partly: bool = False) -> list[T]:
    """Return the people that a name means: those called so, else written alike.

    `partly`: else those whose name begins so, else those whose name contains it.
    """
    known, wanted, letters = list(people), word.casefold(), letters_of(word)
    ways: list[Callable[[str], bool]] = [lambda name: name.casefold() == wanted]
    if letters:
        ways.append(lambda name: letters_of(name) == letters)
    if letters and partly:
        ways += [lambda name: letters_of(name).startswith(letters), lambda name: letters in letters_of(name)]
    return next((found for fits in ways if (found := [one for one in known if fits(name_of(one))])), [])
