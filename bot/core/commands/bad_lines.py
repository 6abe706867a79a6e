"""Lines that are no command: why, and which line may have been meant."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.core.commands.definition import Command, Option, OptionKind
from bot.core.i18n.refusal import NO_CHOICE, InWords, Refusal, command_called, option_called
from bot.core.i18n.translator import N_, Translator


class BadLine(Refusal):
    """A line that is no command, with a hint at the right one."""

    offer = ""
    """The line that may have been meant, ready to send; empty for none."""
    swap = ("", "")
    """A word that means nothing, and the value that may have been meant."""


class Unfinished(BadLine):
    """A command without a choice that it needs, with all of them."""

    command = ""


class Unread(BadLine):
    """A word of sentences where an option is expected."""


class UnknownCommand(BadLine):
    """A line whose first word names no command."""


def not_understood(command: Command, word: str, free: list[Option]) -> BadLine:
    """Return the error for a word, with the one option that it must have meant, or all that are left."""
    told: Mapping[str, str | InWords] = {"word": word[:40], "command": command_name(command)}
    if not free:
        return BadLine(N_("I don't understand “{word}” in /{command}."), **told)
    numbers = [option for option in free if option.kind is OptionKind.INTEGER and word.isdecimal()]
    meant = numbers or [option for option in free if option.required] or free
    if len(meant) == 1:
        return not_a_value(command, meant[0], word)
    meant = [option for option in meant if option.kind is not OptionKind.FLAG] or meant

    def choices(t: Translator) -> str:
        return t.marks.semicolon.join(
            f"{option_name(command, option)(t)}{t.marks.colon}{choices_of(command, option, t)}" for option in meant
        )

    error = BadLine(N_("I don't understand “{word}” in /{command}. You can add {choices}."), **told, choices=choices)
    error.swap = (word, next((near for near in (option.near(word) for option in meant) if near), ""))
    return error


def not_a_value(command: Command, option: Option, value: str) -> BadLine:
    error = BadLine(
        NO_CHOICE,
        option=option_name(command, option),
        choices=partial(choices_of, command, option),
        value=value[:40],
    )
    error.swap = (value, option.near(value) or "")
    return error


def choices_of(command: Command, option: Option, t: Translator) -> str:
    if option.bounds is not None:
        return "{} … {}".format(*option.bounds)
    return ", ".join(t.quoting.choice(command.name, option.name, choice) for choice in option.values) or "1, 2, 3 …"


def command_name(command: Command) -> InWords:
    return command_called(command.name)


def option_name(command: Command, option: Option) -> InWords:
    return option_called(command.name, option.name)
