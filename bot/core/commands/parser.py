"""Commands typed as a line of text: `/play parchis italian colours=6`, in any order."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from bot.core.commands.definition import FLAG_CHOICES, Command, Option, OptionKind, Registry
from bot.core.games.rulesets import truth
from bot.core.i18n.refusal import LACKING, Refusal, lowered
from bot.core.i18n.translator import N_, Translator

MAX_LINE, MAX_TEXT = 400, 6000
"""How much of a line is read, and of a long text; no platform sends more of one (Discord)."""


class Parsed(NamedTuple):
    """A command's name and its options, as a Request wants them."""

    name: str
    options: dict[str, str]


class BadLine(Refusal):
    """A line that is no command, and how to say so."""


def parse_line(line: str, registry: Registry) -> Parsed:
    """Return the command of a line, with or without `/` and `@bot`; raises BadLine."""
    words = line[:MAX_LINE].split()
    name = words[0].removeprefix("/").split("@")[0].lower() if words else ""
    command = registry.get(name)
    if command is None:
        raise unknown(name, registry)
    options: dict[str, str] = {}
    rest = _whole(command, line, words[1:], options)
    while rest:
        word = rest.pop(0)
        key, equals, value = word.partition("=")
        if equals:
            _named(command, options, key.lower(), value)
        elif rest and _names_next(command, word, rest[0]):
            _named(command, options, key.lower(), rest.pop(0))
        else:
            _placed(command, options, word)
    missing = [option for option in command.options if option.required and option.name not in options]
    if missing and missing[0].choices:
        choices = ", ".join(missing[0].choices)
        raise BadLine(N_("/{command} needs one of these after it: {choices}."), command=command.name, choices=choices)
    if missing:
        raise BadLine(LACKING, command=command.name, option=lowered(missing[0].description))
    return Parsed(command.name, options)


def _whole(command: Command, line: str, rest: list[str], options: dict[str, str]) -> list[str]:
    """Take the rest of the line for an option that is whole, if there is one; return the words that are left."""
    whole = next((option for option in command.options if option.whole), None)
    if whole is None or not rest:
        return rest
    if whole.long:
        options[whole.name] = line.split(maxsplit=1)[1][:MAX_TEXT].strip()
        return []
    for end in (0, -1):
        while rest and _is_named(command, rest[end]):
            key, _, value = rest.pop(end).partition("=")
            _named(command, options, key, value)
    options |= {whole.name: " ".join(rest)} if rest else {}
    return []


def _is_named(command: Command, word: str) -> bool:
    """Return whether a word names another option than the one that takes the rest of the line."""
    key, equals, _ = word.partition("=")
    option = command.option(key) if equals else None
    return option is not None and not option.whole


def unknown(name: str, registry: Registry) -> BadLine:
    """Say that there is no such command, and which one may have been meant."""
    near = registry.near(name)
    if near is not None:
        meant = partial(_typed_name, near.name)
        return BadLine(N_("There is no /{command}. Did you mean /{near}?"), command=name[:32], near=meant)
    return BadLine(N_("There is no /{command}. Try /help."), command=name[:32])


def _typed_name(name: str, t: Translator) -> str:
    return t.typed(f"/{name}")[1:]


def _named(command: Command, options: dict[str, str], key: str, value: str) -> None:
    option = command.option(key)
    if option is None:
        rest = next((option for option in command.options if option.rest), None)
        if rest is None or not value:
            raise BadLine(N_("/{command} has no {option}."), command=command.name, option=key[:40])
        options[rest.name] = f"{options.get(rest.name, '')} {key}={value}".strip()
    elif option.name in options and not option.rest:
        raise BadLine(N_("{option} is there twice."), option=key)
    else:
        options[option.name] = _value(option, value)


def _names_next(command: Command, word: str, following: str) -> bool:
    """Return whether a word is the name of the value after it: `board fixed`, `auto off`."""
    option = command.option(word)
    if option is None:
        return False
    if option.kind is OptionKind.FLAG:
        return truth(following) is not None
    return option.kind is OptionKind.CHOICE and not option.accepts(word) and option.accepts(following)


def _placed(command: Command, options: dict[str, str], word: str) -> None:
    """Give a bare word to the first option that it fits, those with a list of values before free text."""
    free = [option for option in command.options if option.name not in options and not option.keyed]
    listed = [option for option in free if option.kind in (OptionKind.CHOICE, OptionKind.INTEGER)]
    named_flags = [option for option in free if option.kind is OptionKind.FLAG and option is command.option(word)]
    written = [option for option in free if option.kind is OptionKind.TEXT]
    if named_flags:
        options[named_flags[0].name] = "yes"
        return
    looking = [option for option in written if option.suits(word)]
    for option in (*listed, *looking, *written):
        if option.accepts(word):
            options[option.name] = _value(option, word)
            return
    raise _not_understood(command, word, [option for option in free if option.kind is not OptionKind.TEXT])


def _not_understood(command: Command, word: str, free: list[Option]) -> BadLine:
    """Name what the word could have been: the one option that it must have meant, or all that are left."""
    if not free:
        return BadLine(N_("I do not understand {word} in /{command}."), word=word[:40], command=command.name)
    numbers = [option for option in free if option.kind is OptionKind.INTEGER and word.isdecimal()]
    meant = numbers or [option for option in free if option.required] or free
    if len(meant) == 1:
        return _not_a_value(meant[0], word)
    meant = [option for option in meant if option.kind is not OptionKind.FLAG] or meant
    return BadLine(
        N_("I do not understand {word} in /{command}. You can add {choices}."),
        word=word[:40],
        command=command.name,
        choices="; ".join(f"{option.name}: {_choices(option)}" for option in meant),
    )


def _not_a_value(option: Option, value: str) -> BadLine:
    sentence = N_("{option} can be {choices}, not {value}.")
    return BadLine(sentence, option=option.name, choices=_choices(option), value=value[:40])


def _choices(option: Option) -> str:
    if option.bounds is not None:
        return "{} … {}".format(*option.bounds)
    return ", ".join(option.values or ("1, 2, 3 …",))


def _value(option: Option, value: str) -> str:
    if option.kind is OptionKind.TEXT:
        return value
    value = value.lower()
    if option.kind is OptionKind.FLAG:
        meant = truth(value)
        value = value if meant is None else FLAG_CHOICES[not meant]
    if not option.accepts(value):
        raise _not_a_value(option, value)
    return value
