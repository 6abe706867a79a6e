"""What a command is; out of all of them every platform's menu, tree and completion are made, and help is too."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.core.i18n.translator import Translator


class OptionKind(StrEnum):
    """What an option takes; in a Request it is always text."""

    CHOICE = "choice"
    TEXT = "text"
    INTEGER = "integer"
    FLAG = "flag"  # `yes` or `no`
    PERSON = "person"  # a name or mention; whom the platform knows to be meant is told apart
    FILE = "file"  # nothing that could be typed: it comes along


FLAG_CHOICES = ("yes", "no")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command.

    Typed, it may stand as a bare word unless it is `keyed`; the one that is `rest` is keyed too, and takes every
    `key=value` that no other option has. One that is `whole` takes the rest of the line as it is,
    but for a `table=` at either end; if it is `long` too, all of it, line ends and all. The `choices` of a TEXT are
    suggestions.
    """

    name: str
    kind: OptionKind
    description: str
    choices: tuple[str, ...] = ()
    required: bool = False
    keyed: bool = False
    rest: bool = False
    whole: bool = False
    long: bool = False
    bounds: tuple[int, int] | None = None
    """The least and the most that an INTEGER without choices may be."""
    pattern: str = ".*"
    """What a bare word looks like that can only be this."""

    @property
    def values(self) -> tuple[str, ...]:
        """What can be chosen, if only some values can."""
        return self.choices or (FLAG_CHOICES if self.kind is OptionKind.FLAG else ())

    @property
    def must_be_named(self) -> bool:
        """Whether it is typed as `key=value`: a bare word is not enough, or says too little."""
        return (self.keyed and not self.rest) or self.kind is OptionKind.FLAG

    def suits(self, word: str) -> bool:
        """Whether a bare word looks like this option's value."""
        return self.accepts(word) and re.fullmatch(self.pattern, word, re.IGNORECASE) is not None

    def accepts(self, word: str) -> bool:
        """Whether a word can be this option's value."""
        if self.kind is OptionKind.FILE:
            return False
        if self.kind in (OptionKind.TEXT, OptionKind.PERSON):
            return True
        if self.kind is OptionKind.INTEGER:
            return word.isdecimal() and (not self.choices or word in self.choices) and self._within(word)
        return word.lower() in (self.choices or FLAG_CHOICES)

    def _within(self, word: str) -> bool:
        return self.bounds is None or (len(word) < 10 and self.bounds[0] <= int(word) <= self.bounds[1])


@dataclass(frozen=True, slots=True)
class Command:
    """A command; its description is a sentence to translate."""

    name: str
    description: str
    options: tuple[Option, ...] = ()
    example: str = ""


@dataclass(frozen=True, slots=True)
class Registry:
    """All commands, in the order in which they are shown."""

    commands: tuple[Command, ...]

    def __iter__(self) -> Iterator[Command]:
        return iter(self.commands)

    def get(self, name: str) -> Command | None:
        """A command by its name."""
        return next((command for command in self.commands if command.name == name), None)

    def describe(self, t: Translator) -> list[dict[str, Any]]:
        """Names, descriptions, options and choices in one language, as JSON: what completion needs."""
        return [
            {
                "name": command.name,
                "description": t(command.description),
                "example": command.example,
                "options": [
                    {
                        "name": option.name,
                        "kind": option.kind.value,
                        "description": t(option.description),
                        "choices": list(option.values),
                        "required": option.required,
                    }
                    for option in command.options
                ],
            }
            for command in self.commands
        ]


def names(commands: Sequence[Command] | Registry) -> tuple[str, ...]:
    """Their names."""
    return tuple(command.name for command in commands)
