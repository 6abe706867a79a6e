"""What is wrong with a translation: a lost place or command, another number, a word to avoid, a text too long."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from math import inf
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message

from bot.core.features.registry import registry
from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.text_format import width

STYLE = "style.toml"
DESCRIPTION = 100
"""The most characters of what menus say of a command or an option (Discord)."""
NOTICE = 200
"""The most characters of an answer to a press (Telegram), with ordinary values."""
LABEL = 24
"""The most characters of a button that a phone shows."""
ORDINARY = 20
"""The characters that a value of a notice usually has at most."""
_VIEWS = re.compile(r"/views/|/core/games/|view\.py$")
"""Where words of boards, sheets and long texts are, which no platform bounds like the answer to a press."""
_UNSAID = re.compile(r"\{[^}]*\}|/\w+")
_NUMBER = re.compile(r"(?<![-+\d])\d+")
"""A number without a sign: time zones differ by country."""
_COMMAND = re.compile(r"(?<![\w}.])/[a-z]+\b")
_BUTTON = re.compile(r'\b(?:main|side|danger|choice|Button)\(\s*t\(\s*"((?:[^"\\]|\\.)+)"')
"""The label of a button where the code makes it."""


@cache
def style(language: str) -> dict[str, Any]:
    """Return what the texts of a language keep to; a language without a file fails every test of words."""
    return tomllib.loads((LOCALES / language / STYLE).read_text(encoding="utf-8"))


@cache
def never(language: str) -> re.Pattern[str]:
    """Return the words that a language avoids."""
    return re.compile(rf"\b(?:{'|'.join(style(language)['never'])})\b", re.IGNORECASE)


def words(text: str) -> str:
    """Return a sentence without its places and the quoted and given words of commands."""
    return _UNSAID.sub(" ", text)


def places(sentence: str) -> set[str]:
    """Return the places of a sentence, with how they are formatted. Raises ValueError if a brace stands alone."""
    return {
        f"{place}{f'!{sign}' if sign else ''}{f':{form}' if form else ''}"
        for _, place, form, sign in Formatter().parse(sentence)
        if place is not None
    }


def texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def ids(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def faults(catalogue: Catalog, sentences: Catalog, tag: str) -> Iterator[str]:
    """Yield what is wrong with the translated messages of a catalogue; `sentences` says where they stand.

    A variant has other words than its language, whose style therefore says nothing about it.
    """
    avoided = never(tag) if (LOCALES / tag / STYLE).is_file() else None
    for message in catalogue:
        if not message.id or not texts(message) or not all(texts(message)):
            continue
        told = ids(message)[0]
        try:
            if lost := _places_that_differ(message):
                yield f"places, {', '.join(sorted(lost))}: {told!r}"
                continue
        except ValueError:
            yield f"stray brace: {told!r}"
            continue
        most = _most(told, sentences.get(message.id))
        for text in texts(message):
            yield from _wrong_words(message, text, avoided)
            filled = _filled(text)
            if width(filled) > most:
                yield f"{width(filled)} characters, {most} at most: {text!r}"


def _wrong_words(message: Message, text: str, avoided: re.Pattern[str] | None) -> Iterator[str]:
    known = _numbers(ids(message))
    commands = {command for sentence in ids(message) for command in _COMMAND.findall(sentence)}
    if other := commands.symmetric_difference(_COMMAND.findall(text)):
        yield f"commands, {', '.join(sorted(other))}: {text!r}"
    if text != text.strip() or "  " in text:
        yield f"spaces: {text!r}"
    if avoided is not None and (bad := avoided.findall(words(text))):
        yield f"avoids {', '.join(bad)}: {text!r}"
    if known and (other := _numbers([text]) - known):
        yield f"another number, {', '.join(sorted(other))}: {text!r}"


def _most(told: str, message: Message | None) -> float:
    """Return the most characters of a sentence, by where it is said."""
    if told in _labels() and not places(told):
        return LABEL
    if told in _described():
        return DESCRIPTION
    return NOTICE if _is_notice(message) else inf


def _numbers(sentences: list[str]) -> set[str]:
    return {number for sentence in sentences for number in _NUMBER.findall(sentence)}


def _places_that_differ(message: Message) -> set[str]:
    """Return the places that were lost or added; what is said of one alone need not show its number."""
    wanted = set().union(*map(places, ids(message)))
    first, *others = map(places, texts(message))
    differ = set().union(*(each ^ wanted for each in others))
    return differ | ((first ^ wanted) - ({"n"} - first if others else set()))


@cache
def _labels() -> frozenset[str]:
    """Return the sentences of which the code makes buttons."""
    files = (LOCALES.parent / "core").rglob("*.py")
    return frozenset(label for file in files for label in _BUTTON.findall(file.read_text(encoding="utf-8")))


@cache
def _described() -> set[str]:
    return {
        sentence
        for command in registry()
        for sentence in (command.description, *(option.description for option in command.options))
    }


def _is_notice(message: Message | None) -> bool:
    """Return whether a sentence can be the answer to a press: it is said outside the views."""
    return (
        message is not None
        and isinstance(message.id, str)
        and any(not _VIEWS.search(name) for name, _ in message.locations)
    )


def _filled(text: str) -> str:
    return text.format_map(dict.fromkeys(places(text), "x" * ORDINARY))
