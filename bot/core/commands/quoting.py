"""Commands as a platform's readers type them, with their names of commands, options and choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.core.commands.bad_lines import BadLine
from bot.core.commands.definition import Command, Names, Option, OptionKind, Registry, names
from bot.core.commands.parser import parse_line
from bot.core.games.switch_names import rules_shown
from bot.core.i18n.quoting import Quoting
from bot.core.i18n.spelling import unaccented
from bot.core.i18n.translator import FALLBACK, translator


@dataclass(frozen=True, slots=True)
class Manner:
    """How a platform's people give commands.

    `menus`: they fill in forms, `/perfil menciones:no`, with the menus' names in the language of their app. Otherwise
    they type lines, with any language's names. `ascii`: a command's name needs to be without accents to work.
    `handles`: the platform's names of commands that can be pressed in a text.
    """

    menus: bool = False
    ascii: bool = False
    handles: Mapping[str, str] = field(default_factory=dict)


class ReaderQuoting(Quoting):
    """Write commands for readers of one language."""

    def __init__(self, registry: Registry, language: str, manner: Manner) -> None:
        self._registry = registry
        self._manner = manner
        self.fills_forms = manner.menus
        self._t = translator(language)
        self._names = {command.name: self._called(command) for command in registry}
        self._commands = names(registry)
        self._plain = language == FALLBACK and not manner.menus
        """Whether everything is written as in the registry."""

    def _called(self, command: Command) -> str:
        name = self._own(command.names, command.name)
        return unaccented(name) if self._manner.ascii else name

    def command(self, name: str) -> str:
        return self._names.get(name, name)

    def option(self, command: str, name: str) -> str:
        option = self._option(command, name)
        return name if option is None else self._own(option.names, name)

    def _own(self, names: Names, name: str) -> str:
        """Return a name in the reader's language, as their country says it: Portugal shares with `/partilhar`."""
        return names.get(self._t.tag) or names.get(self._t.language, name)

    def choice(self, command: str, option: str, choice: str) -> str:
        found = self._option(command, option)
        worded = found is not None and found.kind is OptionKind.TEXT
        if found is None or self._plain or not (worded or choice in found.values):
            return choice
        if found.choices == self._commands:
            return self.command(choice)
        return found.choice_name(choice, self._t)

    def assignment(self, command: str, option: str, value: str) -> str:
        """Return an option with its value as the reader gives it: `menciones:no`, or `menciones=no` if typed."""
        return f"{self.option(command, option)}{':' if self._manner.menus else '='}{value}"

    def line(self, line: str) -> str:
        """Return a whole command as the reader gives it; only its name if the rest makes no sense."""
        name, _, more = line.removeprefix("/").partition(" ")
        if not more or self._plain:
            return f"/{self.command(name)} {more}".rstrip()
        try:
            parsed = parse_line(line, self._registry)
        except BadLine:
            return f"/{self.command(name)} {more}"
        given = (self._given(name, option, value, more) for option, value in parsed.options.items())
        return " ".join((f"/{self.command(name)}", *given))

    def handle(self, name: str) -> str:
        """Return the platform's name of a command; empty if unknown."""
        return self._manner.handles.get(name, "")

    def _option(self, command: str, name: str) -> Option | None:
        known = self._registry.get(command)
        return known.option(name) if known is not None else None

    def _given(self, command: str, name: str, value: str, written: str) -> str:
        """Return an option as given: by name if menus ask for it, or if it was written so."""
        option = self._option(command, name)
        if option is None:
            return value
        said = rules_shown(value, self._t.language) if option.rest else self.choice(command, name, value)
        if option.rest and not self._manner.menus:
            return said
        unlike = option.must_be_named and not option.suits(value)
        named = unlike or value == option.alone or f"{name}=" in written
        return self.assignment(command, name, said) if self._manner.menus or named else said


class Quotings:
    """The quotings of one platform, each made on first use of its language."""

    def __init__(self, registry: Registry, manner: Manner) -> None:
        self._registry = registry
        self.manner = manner
        self._made: dict[str, ReaderQuoting] = {}

    def of(self, language: str) -> ReaderQuoting:
        if language not in self._made:
            self._made[language] = ReaderQuoting(self._registry, language, self.manner)
        return self._made[language]
