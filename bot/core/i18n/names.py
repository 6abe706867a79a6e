"""The names of commands, options and values, by language: `bot/locales/*/names.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.spelling import folded
from bot.core.i18n.translator import FALLBACK

FILE = "names.toml"
OFF, ON, AUTO = "off", "on", "auto"
"""OFF in place of hours means none."""


class Called(NamedTuple):
    """The names in menus by language, and what else can be typed in any language."""

    names: dict[str, str]
    others: tuple[str, ...]


@cache
def _files() -> Mapping[str, Mapping[str, Any]]:
    """Return the file of each language, English first."""
    paths = sorted(LOCALES.glob(f"*/{FILE}"), key=lambda path: (path.parent.name != FALLBACK, path))
    return {path.parent.name: tomllib.loads(path.read_text(encoding="utf-8")) for path in paths}


def called(kind: str, thing: str) -> Called:
    """Return the names of one of the `commands` or `options`; in English its key is the name in menus."""
    names: dict[str, str] = {}
    more: list[str] = []
    for language, file in _files().items():
        ways: Sequence[str] = file.get(kind, {}).get(thing, ())
        if language != FALLBACK and ways:
            names[language], ways = ways[0], ways[1:]
        more += ways
    return Called(names, tuple(dict.fromkeys(more)))


def choices_called(option: str, choices: Sequence[str]) -> Mapping[str, Called]:
    """Return the names of an option's choices, without those that have none."""
    found: dict[str, Called] = {}
    for language, file in _files().items():
        for choice, ways in file.get("choices", {}).get(option, {}).items():
            if choice in choices:
                known = found.get(choice, Called({}, ()))
                found[choice] = Called({**known.names, language: ways[0]}, (*known.others, *ways[1:]))
    return found


@cache
def others(kind: str) -> Mapping[str, tuple[str, ...]]:
    """Return all words for each thing of a kind, such as `games`, in all languages."""
    found: dict[str, dict[str, None]] = {}
    for file in _files().values():
        for thing, ways in file.get(kind, {}).items():
            found.setdefault(thing, {}).update(dict.fromkeys(ways))
    return {thing: tuple(ways) for thing, ways in found.items()}


def own(kind: str, language: str) -> Mapping[str, Any]:
    """Return what a language, or else English, has of a kind, such as `samples`."""
    table: Mapping[str, Any] = _files().get(language, _files()[FALLBACK]).get(kind, {})
    return table


def by_language(kind: str, thing: str) -> dict[str, tuple[str, ...]]:
    """Return the lines for a thing in each language that has some, such as the `samples` of a command."""
    return {language: tuple(file[kind][thing]) for language, file in _files().items() if thing in file.get(kind, {})}


def without_ending(word: str) -> str:
    """Return a number without what a language says after it, such as Basque `21etan`; other words as they are."""
    found = _ended().fullmatch(word)
    return found[1] if found else word


@cache
def _ended() -> re.Pattern[str]:
    endings = sorted((way for ways in others("endings").values() for way in ways), key=len, reverse=True)
    return re.compile(rf"(\d[\d:.]*)(?:{'|'.join(endings)})")


def truth(word: str) -> bool | None:
    """Return whether a word means on or off; None if it is neither."""
    return _truths().get(folded(word))


def off_in(language: str) -> str:
    """Return how a language calls OFF, as for the length of seasons."""
    return str(own("choices", language)["season"][OFF][0])


def is_off(word: str) -> bool:
    """Return whether a word in place of hours or a zone means none; 0 is an hour."""
    return truth(word) is False and not word.strip().isdecimal()


def is_auto(word: str) -> bool:
    """Return whether a word in place of a zone means that nobody chose one: `auto`, `automático`, `off`."""
    return is_off(word) or folded(word) in _automatic()


@cache
def _automatic() -> frozenset[str]:
    """Return how all languages call the choice that none is made."""
    known = choices_called("language", (AUTO,))[AUTO]
    return frozenset(map(folded, (AUTO, *known.names.values(), *known.others)))


@cache
def _truths() -> Mapping[str, bool]:
    return {folded(way): thing == "yes" for thing, ways in others("flags").items() for way in ways}
