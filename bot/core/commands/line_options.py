"""Read the options in a line: given one by one, or wished for in plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.core.commands.bad_lines import (
    BadLine,
    Unread,
    command_name,
    not_a_value,
    not_understood,
    option_name,
)
from bot.core.commands.definition import Command, Option, OptionKind, Registry
from bot.core.commands.typed_names import are_polite, is_no_person, is_spoken, may_name
from bot.core.commands.wishes import wish_in
from bot.core.games.seat_names import letters
from bot.core.games.switch_names import switch_shown
from bot.core.i18n.concepts import concepts_of
from bot.core.i18n.refusal import InWords
from bot.core.i18n.spelling import folded, nearest, spellings
from bot.core.i18n.translator import N_
from bot.core.i18n.vocabulary import denies, is_company, is_small, number_in, phrases

MAX_TEXT = 6000
"""Characters read of a long text; no platform sends more (Discord)."""
CODE = 6
"""The length of a table's code."""
LONGEST = 12
"""The limit on words of a value: `perros y chacales`, `el próximo sábado a las cinco y media de la tarde`."""
NAME = 4
"""The most words of an option's name: `das Beste aus`."""
IGNORED = "ignored"
"""The name under which a line's words come that mean nothing."""

_QUOTES = "\"'“”„«»‘’"
_JOINTS = re.compile(r"\s*([=,])\s*")
"""What joins a name and a value, or two values, with blanks around it."""


def strictly(command: Command, line: str, words: list[str], registry: Registry | None = None) -> dict[str, str]:
    """Return the options that words give one by one; raises BadLine.

    With a registry, words that people use in sentences are no free text: `/hint please` names no table.
    """
    options: dict[str, str] = {}
    talk = registry is not None and not line.lstrip().startswith("/")
    names = [one for one in command.options if one.kind is OptionKind.PERSON and not one.keyed]
    mentioned = any(one.suits(word) for one in names for word in words)
    if talk and names and not mentioned and not may_name(words):
        raise _unread(command, words[0])
    rest = _whole(command, line, words, options, registry)
    if registry is not None and any(
        one.whole and one.looks and not one.suits(options[one.name]) for one in command.options if one.name in options
    ):
        raise _unread(command, words[0])
    person = next((option.name for option in command.options if option.kind is OptionKind.PERSON), "")
    if registry is not None and person in options and not command.careful and is_no_person(words, registry):
        raise _unread(command, words[0])
    while rest:
        if (count := _named_in_words(command, options, rest)) > 0:
            del rest[:count]
            continue
        if command.talks and _passes(command, options, rest, talk=talk):
            continue
        if registry is not None:
            listed = _takes(command, options, rest, registry, talk=talk)
            told = (talk or command.careful) and not _could_take(command, rest[0], talk=talk)
            if not listed and (told or is_spoken(rest[0], registry)):
                raise _unread(command, rest[0])
        del rest[: _read(command, options, rest)]
    return options


def _named_in_words(command: Command, options: dict[str, str], rest: list[str]) -> int:
    """Take an option by a name of several words, with its value: `best of three`; return how many words that is."""
    for count in range(min(NAME, len(rest) - 1), 1, -1):
        option = command.option(" ".join(rest[:count]))
        if option is None or option.name in options or option.kind not in (OptionKind.INTEGER, OptionKind.CHOICE):
            continue
        if (meant := option.meant(number_in(folded(rest[count])) or rest[count])) is not None:
            options[option.name] = meant
            return count + 1
    return 0


def _passes(command: Command, options: dict[str, str], rest: list[str], *, talk: bool) -> bool:
    """Take the next words if they look like a value; else drop a word that means nothing, and write out a number."""
    word, plain = rest[0], folded(rest[0])
    free = [one for one in command.options if one.name not in options]
    listed = [one for one in free if one.looks is None and one.kind in (OptionKind.CHOICE, OptionKind.INTEGER)]
    is_article = len(rest) > 1 and not word.isdecimal() and ("numbers", "1") in phrases().get(plain, ())
    for count in _counts(rest):
        if count == 1 and is_article:
            continue  # the German `an` is `on`
        value = " ".join(rest[:count])
        suits = any(one.suits(value) for one in free) and not (talk and _is_word(value))
        if _named(command, word) is None and suits:
            del rest[: _place(command, options, rest)]
            return True
        if any(_fits(one, value) for one in listed):
            return False
    number = number_in(folded(word)) or word
    if number not in (word, "1") and not word.isdecimal():
        rest[0] = number
        return True
    if (is_small(plain) and not denies(plain)) or is_company(plain):
        person = next((one.name for one in free if one.kind is OptionKind.PERSON), "")
        if person and word[:1].isupper() and not is_company(plain):
            options[person] = word  # `desafio o João`
        rest.pop(0)
        return True
    return False


def _unread(command: Command, word: str) -> Unread:
    return Unread(N_("I don't understand “{word}” in /{command}."), word=word, command=command_name(command))


def _takes(command: Command, options: dict[str, str], rest: list[str], registry: Registry, *, talk: bool) -> bool:
    """Return whether the next words name an option or a value that is listed; a single letter may be a seat."""
    word = rest[0]
    if "=" in word or command.option(word) is not None or _named(command, word) is not None:
        return True
    free = [option for option in command.options if option.name not in options]
    texts = [option for option in free if option.kind is OptionKind.TEXT and not option.keyed]
    listed = [option for option in free if option.kind in (OptionKind.CHOICE, OptionKind.INTEGER)]
    asked = registry.get(word)
    worded = talk and (_is_word(word) or bool(concepts_of(folded(word))))
    return (
        any((option.suits(word) and not worded) or (len(word) == 1 and option.looks is None) for option in texts)
        or any(word in option.choices or (asked and asked.name in option.choices) for option in texts)
        or any(_fits(option, " ".join(rest[:count])) for count in _counts(rest) for option in listed)
    )


def _could_take(command: Command, word: str, *, talk: bool) -> bool:
    """Return whether an option takes any word, or this one."""
    texts = [one for one in command.options if one.kind is OptionKind.TEXT and not one.keyed]
    known = concepts_of(folded(word)) or (talk and _is_word(word))
    return any(one.looks is None or one.looks(word) for one in texts) and not known


def _is_word(word: str) -> bool:
    """Return whether a word in a sentence is no table's code, although it has as many letters."""
    return len(word) == CODE and word.isalpha() and folded(word) not in letters()


def loosely(command: Command, words: list[str], error: BadLine) -> dict[str, str]:
    """Return the options that words wish for, and under IGNORED the words that mean nothing; raises the error.

    It does so where nothing is understood, or too little.
    """
    options: dict[str, str] = {}
    named = [word for word in words if _named(command, word) is not None]
    for word in named:
        _read(command, options, [word])
    wish = wish_in(" ".join(word for word in words if word not in named))
    odd = any("=" in word and word not in named for word in words) or any(map(str.isdecimal, wish.ignored))
    twice = any(wish.options.get(name, value) != value for name, value in options.items())
    options = {**{name: value for name, value in wish.options.items() if command.option(name)}, **options}
    if odd or twice or wish.denied or len(wish.ignored) > len(options):
        raise error
    return {**options, IGNORED: " ".join(wish.ignored)} if wish.ignored else options


def _whole(
    command: Command, line: str, rest: list[str], options: dict[str, str], registry: Registry | None
) -> list[str]:
    """Take the rest of the line for an option that is whole, if there is one; return the words that are left."""
    whole = next((option for option in command.options if option.whole), None)
    if whole is None:
        return _JOINTS.sub(r"\1", " ".join(rest)).split()
    named_person = whole.kind is OptionKind.PERSON
    if not rest or (named_person and are_polite(rest)):
        return []  # `my stats please`
    if whole.long:
        options[whole.name] = line.split(maxsplit=1)[1][:MAX_TEXT].strip()
        return []
    for end in (0, -1):
        while rest and (named := _named(command, rest[end])) is not None and not named[0].whole:
            _give(command, options, *named)
            rest.pop(end)
    while named_person and len(rest) > 1 and rest[0].islower() and is_small(rest[0]):
        if command.careful and len(rest[0]) > 1:
            break  # a name may begin so: `de la Cruz`
        rest.pop(0)  # `stats de Ana`
    while (
        named_person and len(rest) > 1 and rest[0][:1].isupper() and not rest[-1][:1].isupper() and is_small(rest[-1])
    ):
        rest.pop()  # `kick Bea please`
    mentions = [word for word in rest if word.startswith("@")] if named_person else []
    if (
        registry is not None
        and len(mentions) == 1
        and all(is_spoken(word, registry) for word in rest if word[0] != "@")
    ):
        rest = mentions  # `bloquea a @bea`
    options |= {whole.name: " ".join(rest)} if rest else {}
    return []


def _read(command: Command, options: dict[str, str], rest: list[str]) -> int:
    """Read the next option of a line; return the number of its words."""
    word = rest[0]
    key, equals, value = word.partition("=")
    named = _named(command, word)
    if named is not None:
        option, value = named
        words = [value, *rest[1:]]
        count = _span(command, options, words) if option.spans else _most(option, words)
        given = " ".join(words[:count])
        _give(command, options, option, given.strip(_QUOTES) if option.spans else given)
        return count
    if equals:
        _give_rest(command, options, key, value)
        return 1
    option_named = command.option(word)
    if option_named is not None and len(rest) > 1 and _names_next(option_named, word, rest[1:]):
        count = _most(option_named, rest[1:])
        _give(command, options, option_named, " ".join(rest[1 : 1 + count]))
        return 1 + count
    if option_named is not None and len(rest) == 1 and _is_spent(option_named, word, options):
        return 1  # `dark theme`, `close table`
    return _place(command, options, rest)


def _span(command: Command, options: dict[str, str], words: list[str]) -> int:
    """Return how many words are a text that was given by name: `name="The Friday Cup"`, `name=The Friday Cup`."""
    if words[0][:1] in _QUOTES:
        closed = (index for index, word in enumerate(words, 1) if len(word) > 1 and word[-1] in _QUOTES)
        return next(closed, len(words))
    listed = [one for one in command.options if one.kind is OptionKind.CHOICE and one.name not in options]
    ends = (at for at, word in enumerate(words) if at and ("=" in word or any(_fits(one, word) for one in listed)))
    return next(ends, len(words))


def _is_spent(option: Option, word: str, options: dict[str, str]) -> bool:
    return option.name in options or (option.kind is OptionKind.TEXT and is_small(word))


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
    worded = option.kind in (OptionKind.TEXT, OptionKind.PERSON)
    return option.suits(value) if worded else option.meant(value) is not None


def _give(command: Command, options: dict[str, str], option: Option, value: str) -> None:
    """Set an option to the value given by name; raises BadLine."""
    if option.rest:
        key, _, value = value.partition("=")
        _give_rest(command, options, key, value)
    elif option.name in options:
        raise BadLine(N_("You gave {option} twice."), option=option_name(command, option))
    else:
        meant = option.meant(value) or option.mistyped(value)
        if meant is None:
            raise not_a_value(command, option, value)
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
    told: Mapping[str, str | InWords] = {"command": command_name(command), "option": key[:40]}
    if near is None or meant is not None:
        raise BadLine(N_("/{command} has no option “{option}”."), **told)
    option = command.option(near)
    raise BadLine(
        N_("/{command} has no {option}. Did you mean {near}?"),
        **told,
        near=(lambda t: switch_shown(near, t.language)) if option is None else option_name(command, option),
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
    written = next((option for option in bare if option.kind in (OptionKind.TEXT, OptionKind.PERSON)), None)
    slipped = next((option for option in listed if option.mistyped(word)), None)
    if slipped is not None:
        options[slipped.name] = slipped.mistyped(word) or ""
        return 1
    if written is None:
        raise not_understood(command, word, [option for option in bare if option.kind is not OptionKind.TEXT])
    options[written.name] = word.lower() if written.choices else word
    return 1
