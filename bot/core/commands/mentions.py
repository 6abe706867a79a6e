"""Read lines that name people, whatever they are called: `/challenge @Nico 2 palma`.

A name may hold blanks, digits, emoji and any script. While a line is read, a word without meaning stands for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from bot.core.commands.bad_lines import BadLine
from bot.core.commands.definition import OptionKind, Registry
from bot.core.commands.parser import Parsed, parse_line
from bot.core.i18n.called import letters_of
from bot.core.i18n.refusal import InWords
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Part

_HANDLE = re.compile(r"(?<!\S)@\w+")
_STANDING = "@zqxjkvq"
"""The beginning of a word that stands for a name."""
_MOST = 8
"""The most names in a line."""


def parse_naming(line: str, registry: Registry, people: Iterable[str]) -> Parsed:
    """Return the command of a line in which these people may be named; raises BadLine, as `parse_line` does."""
    plain, names = _without_names(line, registry, people)
    try:
        parsed = parse_line(plain, registry)
    except BadLine as error:
        error.values = {name: _shown(value, names) for name, value in error.values.items()}
        error.offer = _in_full(error.offer, names)
        raise
    return Parsed(parsed.name, {name: _in_full(value, names) for name, value in parsed.options.items()})


def may_name(line: str, registry: Registry) -> bool:
    """Return whether a line may name people: its command takes some, or it is none that is known."""
    command = registry.begun(line)
    taken = (one.kind is OptionKind.PERSON or one.whole for one in (() if command is None else command.options))
    return command is None or any(taken)


def _without_names(line: str, registry: Registry, people: Iterable[str]) -> tuple[str, dict[str, str]]:
    """Return a line with a word for each name in it, and the names as they were typed, by these words."""
    names: dict[str, str] = {}

    def stand(name: str) -> str:
        word = f"{_STANDING}{chr(ord('a') + len(names))}"
        names[word] = name
        return word

    command = registry.begun(line)
    bare = command is not None and any(one.kind is OptionKind.PERSON and not one.whole for one in command.options)
    for name in sorted({*people}, key=lambda one: -len(letters_of(one))):
        while len(names) < _MOST and (span := _place(line, name, bare=bare)) is not None:
            line = f"{line[: span[0]]}{stand(line[slice(*span)])}{line[span[1] :]}"
    while len(names) < _MOST and (found := _next_handle(line)) is not None:
        line = f"{line[: found.start()]}{stand(found[0])}{line[found.end() :]}"
    return line, names


def _next_handle(line: str) -> re.Match[str] | None:
    """Return the next user name in a line."""
    return next((one for one in _HANDLE.finditer(line) if not one[0].startswith(_STANDING)), None)


def _place(line: str, name: str, *, bare: bool) -> tuple[int, int] | None:
    """Return where a name is in a line, with the sign before it; None if it isn't there.

    `bare`: a name of several words or with signs needs no `@` before it.
    """
    wanted, counted = letters_of(name), [(at, char) for at, sign in enumerate(line) for char in letters_of(sign)]
    text = "".join(char for _, char in counted)
    start = text.find(wanted) if wanted else -1
    while start >= 0:
        first, last = counted[start][0], counted[start + len(wanted) - 1][0] + 1
        while last < len(line) and not line[last].isspace() and not letters_of(line[last]):
            last += 1  # an accent apart, or what joins and colours emoji
        before, whole = (
            line[:first].rstrip("\u200e\u200f\u2066\u2067\u2068\u2069"),
            not line[last : last + 1].isalnum(),
        )
        if whole and before.endswith("@") and (len(before) == 1 or not before[-2].isalnum()):
            return len(before) - 1, last
        if whole and (before.endswith("=") or (bare and before[-1:].isspace() and not name.isalpha())):
            return first, last
        start = text.find(wanted, start + 1)
    return None


def _in_full(text: str, names: Mapping[str, str]) -> str:
    for word, name in names.items():
        text = text.replace(word, name).replace(word[1:], name.removeprefix("@"))
    return text


def _shown(value: str | int | Part | InWords, names: Mapping[str, str]) -> str | int | Part | InWords:
    """Return a value of an error with names in full."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        return _in_full(value, names)
    if isinstance(value, Part):
        return value._replace(text=_in_full(value.text, names))
    return partial(_told, value, names)


def _told(value: Callable[[Translator], str | Part], names: Mapping[str, str], t: Translator) -> str | Part:
    words = value(t)
    return _in_full(words, names) if isinstance(words, str) else words._replace(text=_in_full(words.text, names))
