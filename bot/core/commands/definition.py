"""What a command is; out of all of them every platform's menu, tree and completion are made, and help is too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from typing import Any

from bot.core.i18n.spelling import folded, nearest, spellings
from bot.core.i18n.translator import N_, Translator


class OptionKind(StrEnum):
    """What an option takes; in a Request it is always text."""

    CHOICE = "choice"
    TEXT = "text"
    INTEGER = "integer"
    FLAG = "flag"  # `yes` or `no`
    PERSON = "person"  # a name or mention; whom the platform knows to be meant is told apart
    FILE = "file"  # nothing that could be typed: it comes along


FLAG_CHOICES = ("yes", "no")

Names = Mapping[str, str]
"""What something is called in menus, by language; a language that is not there has the English name."""


ChoiceSource = Callable[[tuple[str, ...]], tuple[str, ...]]
"""Gives choices that are only known once all games, languages and commands are; takes the commands' names."""


class Section(Enum):
    """Where /help tells of a command, by its title."""

    FIRST_STEPS = N_("First steps")
    TABLE = N_("At the table")
    GAMES = N_("Games and rankings")
    PERSON_AND_CHAT = N_("You and this chat")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command.

    Typed, it may stand as a bare word unless it is `keyed`; the one that is `rest` is keyed too, and takes every
    `key=value` that no other option has. One that is `whole` takes the rest of the line as it is,
    but for a `table=` at either end; if it is `long` too, all of it, line ends and all. One for `threads` is offered
    only where tables can have threads. The `choices` of a TEXT are suggestions. In menus the option has its `names`,
    and each choice those of `choice_names`, by language and choice; typed, it has any of them, and the `aliases` that
    no menu shows.
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
    threads: bool = False
    bounds: tuple[int, int] | None = None
    """The least and the most that an INTEGER without choices may be."""
    pattern: str = ".*"
    """What a bare word looks like that can only be this."""
    source: ChoiceSource | None = None
    """What the registry puts before the choices."""
    names: Names = field(default_factory=dict, hash=False)
    aliases: tuple[str, ...] = ()
    choice_names: Mapping[str, Names] = field(default_factory=dict, hash=False)

    @property
    def values(self) -> tuple[str, ...]:
        """Return what can be chosen; nothing where any value can."""
        return self.choices or (FLAG_CHOICES if self.kind is OptionKind.FLAG else ())

    @property
    def must_be_named(self) -> bool:
        """Return whether it is typed as `key=value`: a bare word is not enough, or says too little."""
        return (self.keyed and not self.rest) or self.kind is OptionKind.FLAG

    def suits(self, word: str) -> bool:
        """Return whether a bare word looks like this option's value."""
        return self.accepts(word) and re.fullmatch(self.pattern, word, re.IGNORECASE) is not None

    def accepts(self, word: str) -> bool:
        """Return whether a word can be this option's value."""
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
    """A command; its description is a sentence to translate, its `names` are what menus call it.

    Typed, it has any of its names, and the `aliases` that no menu shows. Raises ValueError where two options have one
    name.

    /help tells of it in its `section`, those of a lower `rank` before others; else as they stand in the registry.
    """

    name: str
    description: str
    options: tuple[Option, ...] = ()
    example: str = ""
    names: Names = field(default_factory=dict, hash=False)
    aliases: tuple[str, ...] = ()
    section: Section = Section.GAMES
    rank: int = 100
    _spelled: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_spelled", spellings({one.name: _words(one) for one in self.options}))

    def option(self, word: str) -> Option | None:
        """Return an option by its name in any language; None for no such option."""
        name = self._spelled.get(folded(word))
        return next((option for option in self.options if option.name == name), None)


@dataclass(frozen=True, slots=True)
class Registry:
    """All commands, in the order in which they are shown; raises ValueError where two of them have one name."""

    commands: tuple[Command, ...]
    _named: Mapping[str, Command] = field(init=False, repr=False, compare=False)
    _spelled: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_named", {command.name: command for command in self.commands})
        object.__setattr__(self, "_spelled", spellings({one.name: _words(one) for one in self.commands}))

    @classmethod
    def of(cls, commands: Iterable[Command]) -> Registry:
        """Return the registry of these commands, choices that depend on what there is filled in."""
        commands = tuple(commands)
        return cls(tuple(replace(one, options=_filled(one.options, names(commands))) for one in commands))

    def __iter__(self) -> Iterator[Command]:
        return iter(self.commands)

    def get(self, name: str) -> Command | None:
        """Return a command by its name in any language; None for no such command."""
        return self._named.get(self._spelled.get(folded(name), ""))

    def near(self, name: str) -> Command | None:
        """Return the command whose name in some language is most like another word; None if none is much like it."""
        return self._named.get(nearest(name, self._spelled) or "")

    def offered(self, *, threads: bool) -> Registry:
        """Return the commands with the options that make sense on a platform, which has threads or not."""
        if threads:
            return self
        return Registry(
            tuple(replace(one, options=tuple(o for o in one.options if not o.threads)) for one in self.commands)
        )

    def in_section(self, section: Section) -> list[Command]:
        """Return the commands of a section, as /help tells of them."""
        return sorted((one for one in self.commands if one.section is section), key=lambda one: one.rank)

    def localized_names(self) -> dict[str, dict[str, str]]:
        """Return what menus call the commands, by language and name, where that is not the English name."""
        tongues = {language for command in self.commands for language in command.names}
        return {
            language: {one.name: one.names[language] for one in self.commands if language in one.names}
            for language in sorted(tongues)
        }

    def describe(self, t: Translator) -> list[dict[str, Any]]:
        """Return names, descriptions, options and choices in one language, as JSON: what completion needs."""
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


def _words(named: Command | Option) -> tuple[str, ...]:
    return (*named.names.values(), *named.aliases)


def _filled(options: tuple[Option, ...], commands: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(
        option
        if option.source is None
        else replace(option, choices=(*option.source(commands), *option.choices), source=None)
        for option in options
    )


def names(commands: Sequence[Command] | Registry) -> tuple[str, ...]:
    """Return the names of commands, in their order."""
    return tuple(command.name for command in commands)
