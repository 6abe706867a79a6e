"""Names of rule switches and their values for typing: `6_largo=7`.

The engine's names work too. The others, in the catalogues, are those of the lobby's buttons, in each language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from bot.core.i18n.names import others, own
from bot.core.i18n.spelling import folded, spellings
from bot.core.i18n.translator import FALLBACK


def names_of_switches() -> Mapping[str, tuple[str, ...]]:
    """Return more names of each switch of any game."""
    return others("switches")


def names_of_values() -> Mapping[str, tuple[str, ...]]:
    """Return more names of each value that is a word. A word may mean different values of different switches."""
    return others("switch_values")


def switch_shown(name: str, language: str) -> str:
    """Return the name of a switch as a reader types it."""
    return _shown("switches", name, language)


def value_shown(value: str, language: str) -> str:
    """Return the name of a switch's value as a reader types it."""
    known = {"true": "yes", "false": "no"}.get(value)
    return _shown("switch_values", value, language) if known is None else _shown("flags", known, language)


def rules_shown(line: str, language: str) -> str:
    """Return `key=value` pairs as a reader types them."""
    pairs = (pair.partition("=") for pair in line.split())
    return " ".join(
        f"{switch_shown(name, language)}{sign}{value_shown(value, language)}" for name, sign, value in pairs
    )


def _shown(kind: str, name: str, language: str) -> str:
    """Return the first name in a language, or the engine's; English readers type the engine's."""
    return name if language == FALLBACK else str(next(iter(own(kind, language).get(name, ())), name))


@cache
def _switches() -> Mapping[str, str]:
    return spellings(names_of_switches())


def switch_called(word: str) -> str:
    """Return the switch that a word names, or the word itself."""
    return _switches().get(folded(word), word)


def value_called(word: str, legal: Iterable[str]) -> str:
    """Return the legal value that a word names, or the word in lower case."""
    ways = spellings({value: names_of_values().get(value, ()) for value in legal})
    return ways.get(folded(word), word.lower())
