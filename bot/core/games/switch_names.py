"""Names of rule switches and their values for typing: `6_largo=7`.

The engine's names work too. The others, in the catalogues, are those of the lobby's buttons, in each language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from bot.core.i18n.names import others
from bot.core.i18n.spelling import folded, spellings


def names_of_switches() -> Mapping[str, tuple[str, ...]]:
    """Return more names of each switch of any game."""
    return others("switches")


def names_of_values() -> Mapping[str, tuple[str, ...]]:
    """Return more names of each value that is a word. A word may mean different values of different switches."""
    return others("switch_values")


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
