"""Words as people write them: with or without accents, in any case, their parts joined in any way."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache

ALIKE = 0.75
"""The least similarity of a word to the one it may mean, from 0 to 1."""

_JOINTS = re.compile(r"[\s_'’-]+")
_BLANKS = re.compile(r"(\s+)")


@lru_cache(maxsize=4096)  # all names of commands and options, once for every application
def folded(word: str) -> str:
    """Return a word's essential letters: lower case, without accents and joints.

    `Mis datos`, `mis_datos` and `MISDATOS` are one word, `Parchís` and `parchis` another.
    """
    return _JOINTS.sub("", unaccented(word.casefold()))


def unaccented(word: str) -> str:
    """Return a word without accents: `avísame` as `avisame`, and the `ı` of a Turkish keyboard as `i`."""
    if word.isascii():
        return word
    plain = "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))
    return plain.replace("ı", "i")


def plain_digits(line: str) -> str:
    """Return a line with the digits of all scripts and full-width signs as in ASCII; names after @ stay."""
    if line.isascii():
        return line
    return "".join(word if word.startswith("@") else "".join(map(_plain, word)) for word in _BLANKS.split(line))


def _plain(char: str) -> str:
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    wide = "\N{FULLWIDTH EXCLAMATION MARK}" <= char <= "\N{FULLWIDTH TILDE}" and not char.isalpha()
    return unicodedata.normalize("NFKC", char) if wide else char


def spellings(words: Mapping[str, Iterable[str]]) -> Mapping[str, str]:
    """Return what each folded word means, from the words for each thing, which include the thing itself.

    Raises ValueError if two things share a word, or a word is empty.
    """
    table: dict[str, str] = {}
    for thing, ways in words.items():
        for way in (thing, *ways):
            known = table.setdefault(folded(way), thing)
            if known != thing or not folded(way):
                raise ValueError(f"{way!r} means {known} and {thing}")
    return table


def nearest(word: str, table: Mapping[str, str], alike: float = ALIKE) -> str | None:
    """Return the thing with the most similar word; None if none is similar enough."""
    near = get_close_matches(folded(word), table, n=1, cutoff=alike)
    return table[near[0]] if near else None
