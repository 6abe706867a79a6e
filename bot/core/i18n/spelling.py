"""Words as people write them: with or without accents, in any case, their parts joined by whatever they like."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache

ALIKE = 0.75
"""How much of a word must be like another one for that to have been meant, from 0 to 1."""

_JOINTS = "_-'’"

ON, OFF = ("yes", "true", "on", "1", "sí"), ("no", "false", "off", "0")
"""What people write who switch something on or off."""


@lru_cache(maxsize=4096)  # all names of commands and options, once for every application
def folded(word: str) -> str:
    """Return what of a word tells it from others: small, without accents, and without what joins its parts.

    `Mis datos`, `mis_datos` and `MISDATOS` are one word, `Parchís` and `parchis` another.
    """
    return "".join(char for char in unaccented(word.casefold()) if not (char.isspace() or char in _JOINTS))


def unaccented(word: str) -> str:
    """Return a word without accents: `avísame` as `avisame`."""
    return "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))


def truth(word: str) -> bool | None:
    """Return what somebody means who switches something on or off; None if it is neither."""
    return _TRUTHS.get(folded(word))


_TRUTHS = {folded(word): words is ON for words in (ON, OFF) for word in words}


def spellings(words: Mapping[str, Iterable[str]]) -> Mapping[str, str]:
    """Return the thing that each folded word means, of the words for each thing, itself one of them.

    Raises ValueError where two things have one word, or a word is empty.
    """
    table: dict[str, str] = {}
    for thing, ways in words.items():
        for way in (thing, *ways):
            known = table.setdefault(folded(way), thing)
            if known != thing or not folded(way):
                raise ValueError(f"{way!r} means {known} and {thing}")
    return table


def nearest(word: str, table: Mapping[str, str]) -> str | None:
    """Return the thing whose word is most like another word; None if none is much like it."""
    near = get_close_matches(folded(word), table, n=1, cutoff=ALIKE)
    return table[near[0]] if near else None
