"""What a command is; out of all of them every platform's menu, tree and completion are made, and help is too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from functools import lru_cache
from typing import Any

from bot.core.i18n.spelling import folded, nearest, spellings, truth
from bot.core.i18n.translator import FALLBACK, N_, Translator, languages, translator


class OptionKind(StrEnum):
    """What an option takes; in a Request it is always text."""

    CHOICE = "choice"
    TEXT = "text"
    INTEGER = "integer"
    FLAG = "flag"  # `yes` or `no`
    PERSON = "person"  # a name or mention; whom the platform knows to be meant is told apart
    FILE = "file"  # nothing that could be typed: it comes along


FLAG_CHOICES = ("yes", "no")
YES_NO: Mapping[str, Names] = {
    "en": {"yes": "yes", "no": "no"},
    "es": {"yes": "sí", "no": "no"},
    "it": {"yes": "sì", "no": "no"},
}
"""What menus call the values of a flag."""

Names = Mapping[str, str]
"""What something is called in menus, by language; a language that is not there has the English name."""


ChoiceWords = Callable[[Translator, str], tuple[str, ...]]
"""Says what a choice is called in a language: in menus by the first word, typed by any of them."""

ChoiceSource = Callable[[tuple[str, ...]], tuple[str, ...]]
"""Gives choices that are only known once all games, languages and commands are; takes the commands' names."""


class Section(Enum):
    """Where /help tells of a command, by its title."""

    FIRST_STEPS = N_("First steps")
    TABLE = N_("At the table")
    GAMES = N_("Games and leaderboards")
    PERSON_AND_CHAT = N_("You and this chat")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command.

    Typed, it may stand as a bare word unless it is `keyed`; the one that is `rest` is keyed too, and takes every
    `key=value` whose key is one of its `taken_keys`. One that is `whole` takes the rest of the line as it is,
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
    alone: str | None = None
    """The value that the bare name of an option stands for, where it stands for one; a FLAG's is `yes`."""
    looks: Callable[[str], bool] | None = None
    """Whether words can only be this TEXT, which then needs no name."""
    taken_keys: Callable[[], Mapping[str, Iterable[str]]] = dict
    """Returns the keys that a `rest` option takes, each with its other names."""
    source: ChoiceSource | None = None
    """What the registry puts before the choices."""
    names: Names = field(default_factory=dict, hash=False)
    aliases: tuple[str, ...] = ()
    choice_names: Mapping[str, Names] = field(default_factory=dict, hash=False)
    choice_aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    choice_words: ChoiceWords | None = None
    """What choices are called that come from a source; nothing for those of which `choice_names` tell."""

    @property
    def values(self) -> tuple[str, ...]:
        """Return what can be chosen; nothing where any value can."""
        return self.choices or (FLAG_CHOICES if self.kind is OptionKind.FLAG else ())

    @property
    def must_be_named(self) -> bool:
        """Return whether it is typed as `key=value`: a bare word is not enough, or says too little."""
        return (self.keyed and not self.rest) or self.kind is OptionKind.FLAG

    @property
    def alone_value(self) -> str | None:
        """Return what the bare name of the option means; None if it means nothing."""
        return FLAG_CHOICES[0] if self.kind is OptionKind.FLAG else self.alone

    def suits(self, word: str) -> bool:
        """Return whether a bare word looks like this TEXT."""
        return self.kind is OptionKind.TEXT and self.looks is not None and self.looks(word)

    def meant(self, word: str) -> str | None:
        """Return the value that is meant by a word of any language; None if it can be none."""
        if self.kind is OptionKind.FILE:
            return None
        if self.kind in (OptionKind.TEXT, OptionKind.PERSON):
            return word
        if self.kind is OptionKind.INTEGER:
            fits = word.isdecimal() and (not self.choices or word in self.choices) and self._within(word)
            return word if fits else None
        if self.kind is OptionKind.FLAG:
            switched = truth(word)
            return None if switched is None else FLAG_CHOICES[not switched]
        return _spelled_choices(self).get(folded(word))

    def choice_name(self, choice: str, t: Translator) -> str:
        """Return what menus of a language call a choice."""
        return next(iter(self.words_of(choice, t)), choice)

    def words_of(self, choice: str, t: Translator) -> tuple[str, ...]:
        """Return all that a choice is called in a language, as menus call it first."""
        if self.kind is OptionKind.FLAG:
            return (YES_NO.get(t.language, YES_NO[FALLBACK]).get(choice, choice),)
        words = self.choice_words(t, choice) if self.choice_words is not None else ()
        if words:
            return words
        names = self.choice_names.get(t.language) or self.choice_names.get(FALLBACK, {})
        return (names.get(choice, choice), *self.choice_aliases.get(choice, ()))

    def _within(self, word: str) -> bool:
        return self.bounds is None or (len(word) < 10 and self.bounds[0] <= int(word) <= self.bounds[1])


@dataclass(frozen=True, slots=True)
class Command:
    """A command; its description is a sentence to translate, its `names` are what menus call it.

    Typed, it has any of its names, and the `aliases` that no menu shows. Raises ValueError where two options have one
    name.

    /help tells of it in its `section`, those of a lower `rank` before others; else as they stand in the registry.
    `urgent`: those who play wait for its answer, which no limit on answers may hold up.
    """

    name: str
    description: str
    options: tuple[Option, ...] = ()
    example: str = ""
    names: Names = field(default_factory=dict, hash=False)
    aliases: tuple[str, ...] = ()
    section: Section = Section.GAMES
    rank: int = 100
    urgent: bool = False
    _spelled: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_spelled", spellings({one.name: _words(one) for one in self.options}))

    def spelled(self) -> Mapping[str, str]:
        """Return the name of the option that each folded word means."""
        return self._spelled

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

    def describe(self, t: Translator) -> list[dict[str, Any]]:
        """Return names, descriptions, options and choices as a reader types them, as JSON: what completion needs.

        The `key` of a command or option is its name in the registry.
        """
        return [
            {
                "key": command.name,
                "name": t.quoting.command(command.name),
                "description": t(command.description),
                "example": t.typed(command.example),
                "options": [
                    {
                        "key": option.name,
                        "name": t.quoting.option(command.name, option.name),
                        "kind": option.kind.value,
                        "description": t(option.description),
                        "choices": [t.quoting.choice(command.name, option.name, one) for one in option.values],
                        "required": option.required,
                    }
                    for option in command.options
                ],
            }
            for command in self.commands
        ]


@lru_cache(maxsize=1024)
def _spelled_choices(option: Option) -> Mapping[str, str]:
    """Return the choice that each word means; made when one is first typed, since it takes all catalogues."""
    tongues = [translator(language) for language in languages()]
    return spellings({one: [word for t in tongues for word in option.words_of(one, t)] for one in option.choices})


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
