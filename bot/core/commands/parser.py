"""Parse commands typed as a line in any language: `/play parchis italian colours=6`, `/jugar sin dados`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from bot.core.commands.definition import Command, Option, OptionKind, Registry
from bot.core.i18n.refusal import LACKING, InWords, Refusal, lowered, typed
from bot.core.i18n.spelling import folded, nearest, spellings
from bot.core.i18n.translator import N_, Translator

MAX_LINE, MAX_TEXT = 400, 6000
"""Characters read of a line, and of a long text; no platform sends more than the latter (Discord)."""
LONGEST = 6
"""The limit on words of a value: `perros y chacales`, `los últimos 7 días`."""

_JOINTS = re.compile(r"\s*([=,])\s*")
"""What joins a name and a value, or two values, with blanks around it."""


class Parsed(NamedTuple):
    """A command's name and its options, in the form of a Request."""

    name: str
    options: dict[str, str]


class BadLine(Refusal):
    """A line that is no command, with a hint at the right one."""


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
        del rest[: _read(command, options, rest)]
    missing = next((option for option in command.options if option.required and option.name not in options), None)
    if missing is not None and missing.choices:
        raise BadLine(
            N_("After /{command}, add one of these: {choices}."),
            command=_command_name(command),
            choices=partial(_choices, command, missing),
        )
    if missing is not None:
        raise BadLine(LACKING, command=_command_name(command), option=lowered(missing.description))
    return Parsed(command.name, options)


def unknown(name: str, registry: Registry) -> BadLine:
    """Return the error for an unknown command, with the one that may have been meant."""
    near = registry.near(name)
    if near is None:
        return BadLine(N_("I don't know /{command}. Try /help."), command=name[:32])
    meant = typed(f"/{near.name}")
    return BadLine(N_("I don't know /{command}. Did you mean {near}?"), command=name[:32], near=meant)


def _whole(command: Command, line: str, rest: list[str], options: dict[str, str]) -> list[str]:
    """Take the rest of the line for an option that is whole, if there is one; return the words that are left."""
    whole = next((option for option in command.options if option.whole), None)
    if whole is None:
        return _JOINTS.sub(r"\1", " ".join(rest)).split()
    if not rest:
        return rest
    if whole.long:
        options[whole.name] = line.split(maxsplit=1)[1][:MAX_TEXT].strip()
        return []
    for end in (0, -1):
        while rest and (named := _named(command, rest[end])) is not None and not named[0].whole:
            _give(command, options, *named)
            rest.pop(end)
    options |= {whole.name: " ".join(rest)} if rest else {}
    return []


def _read(command: Command, options: dict[str, str], rest: list[str]) -> int:
    """Read the next option of a line; return the number of its words."""
    word = rest[0]
    key, equals, value = word.partition("=")
    named = _named(command, word)
    if named is not None:
        option, value = named
        count = _most(option, [value, *rest[1:]])
        _give(command, options, option, " ".join([value, *rest[1:count]]))
        return count
    if equals:
        _give_rest(command, options, key, value)
        return 1
    option_named = command.option(word)
    if option_named is not None and len(rest) > 1 and _names_next(option_named, word, rest[1:]):
        count = _most(option_named, rest[1:])
        _give(command, options, option_named, " ".join(rest[1 : 1 + count]))
        return 1 + count
    return _place(command, options, rest)


def _named(command: Command, word: str) -> tuple[Option, str] | None:
    """Return an option and the value that a word gives it: `colours=6`, or `colores:6`; None if it names none."""
    for sign in "=:":
        key, given, value = word.partition(sign)
        option = command.option(key) if given else None
        if option is not None:
            return option, value
    return None


def _names_next(option: Option, word: str, following: list[str]) -> bool:
    """Return whether a word is the name of the value after it: `board fixed`, `auto off`, `colores 6`."""
    is_value = option.kind is OptionKind.CHOICE and option.meant(word) is not None
    return not is_value and _most(option, following, least=0) > 0


def _most(option: Option, words: list[str], least: int = 1) -> int:
    """Return the largest number of next words that are one value of an option."""
    return next((count for count in _counts(words) if _fits(option, " ".join(words[:count]))), least)


def _counts(words: list[str]) -> range:
    """Return how many of the next words may be one value, the most first; none may name another option."""
    named = next((index for index, word in enumerate(words) if index and "=" in word), len(words))
    return range(min(LONGEST, named), 0, -1)


def _fits(option: Option, value: str) -> bool:
    """Return whether words are a value of an option, and look like it if any text is allowed."""
    return option.suits(value) if option.kind is OptionKind.TEXT else option.meant(value) is not None


def _give(command: Command, options: dict[str, str], option: Option, value: str) -> None:
    """Set an option to the value given by name; raises BadLine."""
    if option.rest:
        key, _, value = value.partition("=")
        _give_rest(command, options, key, value)
    elif option.name in options:
        raise BadLine(N_("You gave {option} twice."), option=_option_name(command, option))
    else:
        meant = option.meant(value)
        if meant is None:
            raise _not_a_value(command, option, value)
        options[option.name] = meant


def _give_rest(command: Command, options: dict[str, str], key: str, value: str) -> None:
    """Give `key=value` to the option that takes such keys; raises BadLine."""
    rest = next((option for option in command.options if option.rest), None)
    keys = spellings(rest.taken_keys()) if rest is not None else {}
    meant = keys.get(folded(key))
    if rest is not None and meant is not None and value:
        options[rest.name] = f"{options.get(rest.name, '')} {meant}={value}".strip()
        return
    near = nearest(key, {**keys, **command.spelled()})
    told: Mapping[str, str | InWords] = {"command": _command_name(command), "option": key[:40]}
    if near is None or meant is not None:
        raise BadLine(N_("/{command} has no option “{option}”."), **told)
    option = command.option(near)
    raise BadLine(
        N_("/{command} has no {option}. Did you mean {near}?"),
        **told,
        near=near if option is None else _option_name(command, option),
    )


def _place(command: Command, options: dict[str, str], rest: list[str]) -> int:
    """Give bare words to the first option that they fit; return their number. Raises BadLine.

    It takes as many words together as possible. Options with a list of values come before those of text.
    """
    word = rest[0]
    free = [option for option in command.options if option.name not in options]
    bare = [option for option in free if not option.keyed]
    listed = [option for option in bare if option.kind in (OptionKind.CHOICE, OptionKind.INTEGER)]
    named = [command.option(near) for near in rest[:2]]
    if named[0] is not None and named[0].alone_value is not None and named[0].name not in options:
        options[named[0].name] = named[0].alone_value
        return 1
    if len(named) > 1 and named[1] in listed and named[1].kind is OptionKind.INTEGER and named[1].meant(word):
        options[named[1].name] = word  # `6 colores`
        return 2
    looking = [option for option in free if option.looks is not None]
    for count in _counts(rest):
        value = " ".join(rest[:count])
        for option in (*listed, *looking):
            if _fits(option, value):
                options[option.name] = option.meant(value) or value
                return count
    written = next((option for option in bare if option.kind is OptionKind.TEXT), None)
    if written is None:
        raise _not_understood(command, word, [option for option in bare if option.kind is not OptionKind.TEXT])
    options[written.name] = word
    return 1


def _not_understood(command: Command, word: str, free: list[Option]) -> BadLine:
    """Return the error for a word, with the one option that it must have meant, or all that are left."""
    told: Mapping[str, str | InWords] = {"word": word[:40], "command": _command_name(command)}
    if not free:
        return BadLine(N_("I don't understand “{word}” in /{command}."), **told)
    numbers = [option for option in free if option.kind is OptionKind.INTEGER and word.isdecimal()]
    meant = numbers or [option for option in free if option.required] or free
    if len(meant) == 1:
        return _not_a_value(command, meant[0], word)
    meant = [option for option in meant if option.kind is not OptionKind.FLAG] or meant

    def choices(t: Translator) -> str:
        return "; ".join(f"{_option_name(command, option)(t)}: {_choices(command, option, t)}" for option in meant)

    return BadLine(N_("I don't understand “{word}” in /{command}. You can add {choices}."), **told, choices=choices)


def _not_a_value(command: Command, option: Option, value: str) -> BadLine:
    return BadLine(
        N_("“{option}” can be {choices}, not “{value}”."),
        option=_option_name(command, option),
        choices=partial(_choices, command, option),
        value=value[:40],
    )


def _choices(command: Command, option: Option, t: Translator) -> str:
    if option.bounds is not None:
        return "{} … {}".format(*option.bounds)
    return ", ".join(t.quoting.choice(command.name, option.name, choice) for choice in option.values) or "1, 2, 3 …"


def _command_name(command: Command) -> InWords:
    return lambda t: t.quoting.command(command.name)


def _option_name(command: Command, option: Option) -> InWords:
    return lambda t: t.quoting.option(command.name, option.name)
