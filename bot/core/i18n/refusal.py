"""Refusals: polite private answers in the person's language; nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.core.i18n.translator import N_, Translator
from bot.core.messages.content import Part, Style, Text

InWords = Callable[[Translator], str | Part]
"""Text that depends on the language."""


class Refusal(Exception):
    """An action that is impossible now: a sentence to translate, with its values."""

    def __init__(self, sentence: str, **values: str | int | Part | InWords) -> None:
        super().__init__(sentence, values)
        self.sentence = sentence
        self.values = values

    def note(self, t: Translator) -> Text:
        """Return the text for the person."""
        return t.note(self.sentence, **{name: _part(value, t) for name, value in self.values.items()})


def _part(value: str | int | Part | InWords, t: Translator) -> Part:
    if isinstance(value, Part):
        return value
    words = value(t) if callable(value) else str(value)
    return words if isinstance(words, Part) else Part(words, Style.STRONG)


def typed(line: str) -> InWords:
    """Return a command, as its reader gives it."""
    return lambda t: t.command(line)


def command_called(name: str) -> InWords:
    """Return a command's name, as its reader gives it."""
    return lambda t: t.quoting.command(name)


def option_called(command: str, name: str) -> InWords:
    """Return an option's name, as its reader gives it."""
    return lambda t: t.quoting.option(command, name)


def not_a_choice(option: str, choices: Sequence[str], value: str, command: str = "play") -> Refusal:
    """Return the refusal of a value that a command's option doesn't take; the choices are named for the reader."""
    return Refusal(
        NO_CHOICE,
        option=option_called(command, option),
        choices=lambda t: ", ".join(t.quoting.choice(command, option, choice) for choice in choices),
        value=value[:32],
    )


UNKNOWN_BUTTON = N_("I don't know that button.")
"""A press that no button of ours sends."""


NO_CHOICE = N_("“{option}” can be {choices}, not “{value}”.")
"""A value that an option doesn't take."""


LACKING = N_("Something is missing after /{command}: {option}.")
"""A command without a required option, named by its description, `lowered`."""


def lowered(what: str) -> InWords:
    """Return a description for use within a sentence."""

    def told(t: Translator) -> str:
        words = t(what)
        return words[:1].lower() + words[1:]

    return told


STALE = N_("The table has moved on: look at its newest message.")


NOWHERE = N_("I can't find that table in this chat.")


class CorruptTable(Refusal):
    """A table with invalid rules, seats or log. Other tables must not suffer for it."""

    def __init__(self, table: str) -> None:
        super().__init__(
            N_("Table {code} is damaged and can't be played. To close it, type {command}."),
            code=table,
            command=typed(f"/close {table}"),
        )
