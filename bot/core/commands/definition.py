"""Command definitions, from which menus, trees, completion and help are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from functools import lru_cache
from typing import Any

from bot.core.i18n.names import OFF, ON, by_language, called, choices_called, is_off, off_in, own, truth
from bot.core.i18n.spelling import ALIKE, folded, nearest, spellings
from bot.core.i18n.translator import FALLBACK, N_, Translator, languages, translator
from bot.core.i18n.typos import Typos
from bot.core.i18n.vocabulary import COMMANDS, other_names, split


class OptionKind(StrEnum):
    """What an option takes; in a Request it is always text."""

    CHOICE = "choice"
    TEXT = "text"
    INTEGER = "integer"
    FLAG = "flag"  # `yes` or `no`
    PERSON = "person"  # a name or mention; the platform's person comes separately
    FILE = "file"  # attached, never typed


CLAIMED = 5
"""The least letters of another name that is a command where other bots listen too."""
NAMED = 32
"""The most letters of a name that are compared with others."""
FLAG_CHOICES = ("yes", "no")

Names = Mapping[str, str]
"""Names in menus, by language; a language that is missing has the English name."""


ChoiceWords = Callable[[Translator, str], tuple[str, ...]]
"""Returns a choice's names in a language: the first is for menus, all can be typed."""

ChoiceSource = Callable[[tuple[str, ...]], tuple[str, ...]]
"""Returns choices that depend on all games, languages and commands; takes the commands' names."""


class Section(Enum):
    """The section of a command in /help, by its title."""

    FIRST_STEPS = N_("First steps")
    TABLE = N_("At the table")
    GAMES = N_("Games and leaderboards")
    PERSON_AND_CHAT = N_("You and this chat")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command; typed as a bare word or as `name=value`.

    The `choices` of a TEXT are suggestions. Menus show its `names`, and `choice_names` by language and choice. Typing
    accepts all of these, and the `aliases` that no menu shows. The registry fills all four from the catalogues.
    """

    name: str
    kind: OptionKind
    description: str
    choices: tuple[str, ...] = ()
    required: bool = False
    keyed: bool = False
    """It must be typed as `name=value`, unless `looks` recognizes the value."""
    rest: bool = False
    """For a keyed TEXT: it collects every `key=value` of the line with one of its `taken_keys`."""
    whole: bool = False
    """It takes all words of the line, without a name. Only at either end may be `name=value` of other options."""
    long: bool = False
    """For a `whole` one: it takes everything after the command's name, with line ends."""
    spans: bool = False
    """For a keyed TEXT: after its name it takes all words in quotes, else those up to the next option."""
    threads: bool = False
    """It appears only on platforms where tables can have threads."""
    bounds: tuple[int, int] | None = None
    """The least and the greatest value of an INTEGER without choices."""
    alone: str | None = None
    """The value if only the option's name is typed (`/play teams`); None if that isn't enough. A FLAG's is `yes`."""
    looks: Callable[[str], bool] | None = None
    """Recognizes values of this TEXT, such as a table's code: bare words that it accepts become the value.

    A CHOICE takes the values that it recognizes besides its choices.
    """
    taken_keys: Callable[[], Mapping[str, Iterable[str]]] = dict
    """Returns the keys that a `rest` option takes, each with its other names."""
    source: ChoiceSource | None = None
    """Choices that the registry puts first."""
    names: Names = field(default_factory=dict, hash=False)
    aliases: tuple[str, ...] = ()
    choice_names: Mapping[str, Names] = field(default_factory=dict, hash=False)
    choice_aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    choice_words: ChoiceWords | None = None
    """The names of choices from a source, or of words that a TEXT takes; empty for those with `choice_names`."""

    @property
    def values(self) -> tuple[str, ...]:
        """Return the choices; empty if any value is allowed."""
        return self.choices or (FLAG_CHOICES if self.kind is OptionKind.FLAG else ())

    @property
    def must_be_named(self) -> bool:
        """Return whether it is typed as `key=value`, since a bare word is not enough, or says too little."""
        return (self.keyed and not self.rest) or self.kind is OptionKind.FLAG

    @property
    def alone_value(self) -> str | None:
        """Return the value of the option's bare name; None if it has none."""
        return FLAG_CHOICES[0] if self.kind is OptionKind.FLAG else self.alone

    def suits(self, word: str) -> bool:
        return self.kind in (OptionKind.TEXT, OptionKind.PERSON) and self.looks is not None and self.looks(word)

    def meant(self, word: str) -> str | None:
        """Return the value of a word in any language; None for no valid one."""
        if self.kind is OptionKind.FILE:
            return None
        if self.kind is OptionKind.TEXT and self.alone is not None and truth(word):
            return self.alone
        if self.kind is OptionKind.TEXT and OFF in self.choices and is_off(word):
            return OFF
        if self.kind in (OptionKind.TEXT, OptionKind.PERSON):
            return word
        if self.kind is OptionKind.INTEGER:
            fits = word.isdecimal() and (not self.choices or word in self.choices) and self._within(word)
            return word if fits else None
        if self.kind is OptionKind.FLAG:
            switched = truth(word)
            return None if switched is None else FLAG_CHOICES[not switched]
        other = word if self.looks is not None and self.looks(word) else None
        return _spelled_choices(self).get(folded(word), other) or self._switched(word)

    def _switched(self, word: str) -> str | None:
        """Return the choice `on` or `off` of a word that means either; None if there is no such choice."""
        wanted = truth(word)
        choice = None if wanted is None else (OFF, ON)[wanted]
        return choice if choice in self.choices else None

    def mistyped(self, word: str) -> str | None:
        """Return the choice whose name has one slip here; None if there is none, or several."""
        if self.kind is not OptionKind.CHOICE:
            return None
        near = {_spelled_choices(self)[way] for way in _choice_slips(self).near(folded(word))}
        return near.pop() if len(near) == 1 else None

    def near(self, word: str) -> str | None:
        """Return the choice with the most similar name; None if none is similar enough."""
        return nearest(word[:NAMED], _spelled_choices(self)) if self.kind is OptionKind.CHOICE else None

    def choice_name(self, choice: str, t: Translator) -> str:
        """Return a choice's name in menus of a language."""
        return next(iter(self.words_of(choice, t)), choice)

    def words_of(self, choice: str, t: Translator) -> tuple[str, ...]:
        """Return a choice's names in a language, the menus' first."""
        if self.kind is OptionKind.FLAG:
            return (next(iter(own("flags", t.language).get(choice, ())), choice),)
        words = self.choice_words(t, choice) if self.choice_words is not None else ()
        if words:
            return words
        if self.kind is OptionKind.TEXT and choice == OFF:
            return (off_in(t.language),)
        names = self.choice_names.get(t.language) or self.choice_names.get(FALLBACK, {})
        return (names.get(choice, choice), *self.choice_aliases.get(choice, ()))

    def _within(self, word: str) -> bool:
        return self.bounds is None or (len(word) < 10 and self.bounds[0] <= int(word) <= self.bounds[1])


@dataclass(frozen=True, slots=True)
class Command:
    """A command; its description is a sentence to translate, its `names` are for menus.

    Typing accepts all its names, and the `aliases` that no menu shows. The registry fills both, and the `samples`,
    from the catalogues. Raises ValueError if two options have the same name.

    /help lists it in its `section`, by `rank`, then in the registry's order. `urgent`: players wait for its answer,
    so no limit on answers may delay it. `wishes`: what is typed may be a wish in plain words. `samples`: lines to
    type, by language, and `topics`: what people may ask for, which /help shows in place of the options.
    """

    name: str
    description: str
    options: tuple[Option, ...] = ()
    example: str = ""
    """A line to type, in English; `examples` has those of other languages."""
    examples: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    names: Names = field(default_factory=dict, hash=False)
    aliases: tuple[str, ...] = ()
    section: Section = Section.GAMES
    rank: int = 100
    urgent: bool = False
    wishes: bool = False
    talks: bool = False
    """Small words between its options mean nothing, and numbers may be words: `for four`."""
    careful: bool = False
    """It takes something away: a mistyped name never means it, nor a sentence with other words."""
    samples: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    topics: tuple[str, ...] = ()
    as_in_play: tuple[str, ...] = ()
    """Options that /help explains at /play alone."""
    _spelled: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_spelled", spellings({one.name: _words(one) for one in self.options}))

    def example_in(self, language: str) -> str:
        """Return the example whose words are a language's."""
        return next(iter(self.examples.get(language, ())), self.example)

    def spelled(self) -> Mapping[str, str]:
        """Return the name of the option that each folded word means."""
        return self._spelled

    def option(self, word: str) -> Option | None:
        """Return an option by its name in any language; None if there is none."""
        name = self._spelled.get(folded(word))
        return next((option for option in self.options if option.name == name), None)


@dataclass(frozen=True, slots=True)
class Registry:
    """All commands, in display order; raises ValueError if two of them have the same name."""

    commands: tuple[Command, ...]
    _named: Mapping[str, Command] = field(init=False, repr=False, compare=False)
    _spelled: Mapping[str, str] = field(init=False, repr=False, compare=False)
    _own: Mapping[str, str] = field(init=False, repr=False, compare=False)
    _phrases: Mapping[str, str] = field(init=False, repr=False, compare=False)
    _slips: list[Typos] = field(init=False, repr=False, compare=False, default_factory=list)
    """What finds mistyped names, made on first use."""
    _threadless: list[Registry] = field(init=False, repr=False, compare=False, default_factory=list)
    """The registry of platforms without threads, made on first use."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_named", {command.name: command for command in self.commands})
        own = spellings({one.name: _words(one) for one in self.commands})
        also = {one.name: other_names().get(one.name, ()) for one in self.commands}
        others = {folded(way): name for name, ways in also.items() for way in ways}
        object.__setattr__(self, "_spelled", {**others, **own})
        object.__setattr__(self, "_own", own)
        called = {one.name: (one.name, *_words(one), *also[one.name]) for one in reversed(self.commands)}
        phrases = {" ".join(split(way)): name for name, ways in called.items() for way in ways}
        object.__setattr__(self, "_phrases", phrases)

    @classmethod
    def of(cls, commands: Iterable[Command]) -> Registry:
        """Return the registry of these commands, with their names, and with choices from their sources filled in."""
        commands = tuple(commands)
        return cls(tuple(_named(one, _filled(one.options, names(commands))) for one in commands))

    def __iter__(self) -> Iterator[Command]:
        return iter(self.commands)

    def get(self, name: str) -> Command | None:
        """Return a command by its name in any language; None if there is none."""
        return self._named.get(self._spelled.get(folded(name), ""))

    def begun(self, line: str) -> Command | None:
        """Return the command that the first word of a line names: `/play@bot`; None if it names none."""
        words = line.split(maxsplit=1)
        return self.get(words[0].split("@")[0].removeprefix("/")) if words else None

    def asked(self, phrase: str) -> Command | None:
        """Return the command that words of a sentence ask for, as `split` gives them; None if there is none."""
        return self._named.get(self._phrases.get(phrase, ""))

    def owns(self, name: str) -> bool:
        """Return whether a name is a command's in menus, or one of its first aliases."""
        return folded(name) in self._own

    def mistyped(self, name: str) -> Command | None:
        """Return the command whose name has one slip here; None if there is none, or several, or it is careful."""
        if not self._slips:
            self._slips.append(Typos(self._spelled))
        near = {self._spelled[word] for word in self._slips[0].near(folded(name[:NAMED]))}
        command = self._named[near.pop()] if len(near) == 1 else None
        return None if command is None or command.careful else command

    def claims(self, name: str) -> bool:
        """Return whether a name is a command's where other bots listen too: short common ones are left to them."""
        command = self.get(name)
        if command is None:
            return False
        names = map(folded, other_names(COMMANDS).get(command.name, ()))
        return self.owns(name) or (len(folded(name)) >= CLAIMED and folded(name) in names)

    def near(self, name: str, alike: float = ALIKE) -> Command | None:
        """Return the command with the most similar name in any language; None if none is similar enough."""
        return self._named.get(nearest(name[:NAMED], self._spelled, alike) or "")

    def offered(self, *, threads: bool) -> Registry:
        """Return the commands with the options that apply on a platform, with or without threads."""
        if threads:
            return self
        if not self._threadless:
            fitting = (replace(one, options=tuple(o for o in one.options if not o.threads)) for one in self.commands)
            self._threadless.append(Registry(tuple(fitting)))
        return self._threadless[0]

    def in_section(self, section: Section) -> list[Command]:
        """Return the commands of a section, in the order of /help."""
        return sorted((one for one in self.commands if one.section is section), key=lambda one: one.rank)

    def describe(self, t: Translator) -> list[dict[str, Any]]:
        """Return names, descriptions, options and choices as a reader types them, as JSON for completion.

        The `key` of a command or option is its name in the registry.
        """
        return [
            {
                "key": command.name,
                "name": t.quoting.command(command.name),
                "description": t(command.description),
                "example": t.typed(command.example_in(t.language)),
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
    """Return the choice that each word means; made on first use, since it loads all catalogues."""
    tongues = [translator(language) for language in languages()]
    return spellings({one: [word for t in tongues for word in option.words_of(one, t)] for one in option.choices})


@lru_cache(maxsize=1024)
def _choice_slips(option: Option) -> Typos:
    return Typos(_spelled_choices(option))


def _words(named: Command | Option) -> tuple[str, ...]:
    return (*named.names.values(), *named.aliases)


def _named(command: Command, options: tuple[Option, ...]) -> Command:
    """Return a command with its names from the catalogues, after which come those that it brings."""
    found = called("commands", command.name)
    return replace(
        command,
        options=tuple(map(_option_named, options)),
        names={**found.names, **command.names},
        aliases=(*found.others, *command.aliases),
        examples={**by_language("examples", command.name), **command.examples},
        samples={**by_language("samples", command.name), **command.samples},
    )


def _option_named(option: Option) -> Option:
    found = called("options", option.name)
    choices = choices_called(option.name, option.choices) if option.kind is OptionKind.CHOICE else {}
    spoken: dict[str, Names] = {
        language: {choice: one.names[language] for choice, one in choices.items() if language in one.names}
        for language in {language for one in choices.values() for language in one.names}
    }
    return replace(
        option,
        names={**found.names, **option.names},
        aliases=(*found.others, *option.aliases),
        choice_names={**spoken, **option.choice_names},
        choice_aliases={**{choice: one.others for choice, one in choices.items()}, **option.choice_aliases},
    )


def _filled(options: tuple[Option, ...], commands: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(
        option
        if option.source is None
        else replace(option, choices=(*option.source(commands), *option.choices), source=None)
        for option in options
    )


def names(commands: Sequence[Command] | Registry) -> tuple[str, ...]:
    return tuple(command.name for command in commands)
