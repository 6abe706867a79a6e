"""What words name before a line is read: commands of several words, games, and words of sentences."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bot.core.commands.definition import Registry
from bot.core.i18n.concepts import concepts_of
from bot.core.i18n.spelling import folded
from bot.core.i18n.vocabulary import is_company, is_known, is_small, other_names, phrases, split

SIGNS = "¡!¿?.,;…"
"""Signs around a command's name."""
SHORT = 3
"""The most letters of a word that may be the beginning of a person's name, and words around one in small letters."""


def is_name(words: list[str], registry: Registry) -> bool:
    """Return whether several words are the name of a command, as in `/give up`."""
    name = folded("".join(word.strip(SIGNS) for word in words))
    return name in _several() and registry.get(name) is not None


@cache
def _several() -> frozenset[str]:
    return frozenset(folded(way) for ways in other_names().values() for way in ways if " " in way)


def is_game(name: str) -> bool:
    """Return whether a word names a game, which opens a table of it."""
    meanings = phrases().get(" ".join(split(name)), ())
    return any(kind == "play" and thing.startswith("game=") for kind, thing in meanings)


def is_spoken(word: str, registry: Registry) -> bool:
    """Return whether a word is one that people use in sentences."""
    return any(map(is_known, split(word))) or registry.asked(folded(word)) is not None


def is_no_person(words: Iterable[str], registry: Registry) -> bool:
    """Return whether words in small letters ask for something instead of naming a person: `in the ranking`."""
    plain = [word.strip(SIGNS) for word in words]
    asked = [word for word in plain if registry.asked(folded(word)) is not None]
    company = [word for word in plain if is_company(word) and len(word) >= SHORT]
    return bool(asked or company) and all(
        word.islower() and (word in asked or word in company or is_small(word)) for word in plain
    )


def may_name(words: list[str]) -> bool:
    """Return whether words after a command in a sentence may name a person: `of Bea Ortiz`, `@bea`, `ana`."""
    plain = [word.strip(SIGNS) for word in words if "=" not in word]
    names = [word for word in plain if not (word.islower() and is_small(folded(word)))]
    if any(word.startswith("@") or word[:1].isupper() for word in names):
        return all(word[:1].isupper() or word.startswith("@") or is_small(folded(word)) for word in plain)
    known = any(is_known(word) or concepts_of(folded(word)) for word in names)
    return not words or (len(names) == 1 and len(words) <= SHORT and not known)


def are_polite(words: list[str]) -> bool:
    """Return whether words where a person may be named are no name; a short one alone may be the beginning of one."""
    small = all(word.islower() and _is_small(word) for word in words)
    return small and any(len(word) > SHORT for word in words)


def _is_small(word: str) -> bool:
    """Return whether all parts of a word carry nothing: `j'ai`. A mention does, and a value: `me=yes`."""
    return word[0] != "@" and "=" not in word and all(len(part) == 1 or is_small(part) for part in split(word))
