"""Parse commands typed as a line in any language: `/play parchis italian colours=6`, `/jugar sin dados`."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from bot.core.commands.bad_lines import BadLine, Unfinished, UnknownCommand, Unread, choices_of, command_name
from bot.core.commands.definition import NAMED, Command, Registry
from bot.core.commands.ideas import HEAVY, Meant, hour_in, meant
from bot.core.commands.line_options import IGNORED, loosely, strictly
from bot.core.commands.sentences import Said, of_command, sentence_in
from bot.core.commands.typed_names import SIGNS, is_game, is_name, is_spoken
from bot.core.commands.wishes import wish_in
from bot.core.i18n.concepts import concepts_of, light
from bot.core.i18n.refusal import LACKING, command_called, lowered, typed
from bot.core.i18n.spelling import folded, plain_digits
from bot.core.i18n.translator import N_
from bot.core.i18n.vocabulary import is_greeting, is_small, is_thanks, is_wish, unstretched

NAME = 6
"""The most words of a command's name, as in `/i miei dati`."""
SCHEDULE = "/schedule"
"""The command that plans a game: a wish for a table at a time of day means it."""
MAX_LINE = 400
"""Characters read of a line."""
TALK = 0.85
"""The least similarity of a word without a slash to the name that is offered for it."""


class Parsed(NamedTuple):
    """A command's name and its options, in the form of a Request."""

    name: str
    options: dict[str, str]


def parse_line(line: str, registry: Registry) -> Parsed:
    """Return the command of a line, with or without `/` and `@bot`; raises BadLine, if possible with an offer.

    A line that gives a command its options word by word is read so, any other as a sentence if that is clear.
    """
    line = plain_digits(line)
    said = line[:MAX_LINE].lstrip().removeprefix("/")
    idea = None if is_greeting(said) or is_thanks(said) else meant(said, registry)
    if idea is not None and is_wish(said) and len(idea.used) < len(said.split()):
        idea = None
    try:
        return _read_line(line, registry, idea)
    except BadLine as error:
        better = _offering(error, _swapped(line[:MAX_LINE], *error.swap), registry)
        wish = _wished(line, better, registry, loosely=idea is None)
        if wish is not None and (idea is None or not idea.sure or idea.weight <= HEAVY):
            raise wish from None
        if idea is not None and _is_open(idea, line, better, registry):
            return _as_idea(idea, registry)
        raise wish or better from None


def _is_open(idea: Meant, line: str, error: BadLine, registry: Registry) -> bool:
    """Return whether a refused line may be an idea: it names no command, and the idea is clearer than its offer.

    Where several words ask for a careful command, the person is asked.
    """
    first = registry.begun(line)
    if first is not None and not is_free(line):
        return False
    asked = sentence_in(line, registry)
    if asked is not None and asked.command.careful and len(asked.phrase) > 1:
        return False
    return idea.sure or not (error.offer or (first is not None and first.talks))


def _as_idea(idea: Meant, registry: Registry) -> Parsed:
    """Return the command that a line is about; raises BadLine, with an offer, if it is uncertain or takes away."""
    parsed = _read_line(idea.line, registry)
    command = registry.get(parsed.name)
    if idea.sure and command is not None and not command.careful:
        return parsed
    raise _asking(idea.line)


def _wished(line: str, error: BadLine, registry: Registry, *, loosely: bool) -> BadLine | None:
    """Return the error that offers the table that a line without a command wishes for; None if it wishes for none.

    `loosely`: as many words as there are options may mean nothing.
    """
    wish = wish_in(line[:MAX_LINE])
    play = next((command for command in registry if command.wishes), None)
    told = isinstance(error, UnknownCommand) or (is_free(line) and not wish.ignored)
    if play is None or not told or not wish.options or wish.denied:
        return None
    if error.offer.startswith(SCHEDULE):
        return None
    if len(wish.ignored) > (len(wish.options) if loosely else 0):
        return None
    return _asking(" ".join((f"/{play.name}", *(f"{name}={value}" for name, value in wish.options.items()))))


def _asking(offer: str) -> BadLine:
    """Return the error for a line that may mean this one."""
    error = UnknownCommand(N_("I'm not sure what you mean. Did you mean {near}?"), near=typed(offer))
    error.offer = offer
    return error


def _swapped(line: str, word: str, meant: str) -> str:
    """Return a line with what a word may have meant; empty if that is unknown."""
    return re.sub(rf"(?<![^\s=:]){re.escape(word)}(?!\S)", lambda _: meant, line, count=1) if meant else ""


def _offering(error: BadLine, line: str, registry: Registry) -> BadLine:
    """Return the error with a corrected line if there is one that makes sense; else as it is."""
    try:
        parsed = _read_line(line, registry) if line else None
    except BadLine:
        return error
    if parsed is None:
        return error
    name, _, rest = line.partition(" ")
    offer = f"/{parsed.name} {rest}".rstrip() if registry.get(name.removeprefix("/")) else line
    better = BadLine(
        N_("I don't understand “{word}” in /{command}. Did you mean {near}?"),
        word=error.swap[0][:40],
        command=command_called(parsed.name),
        near=typed(offer),
    )
    better.offer = offer
    return better


def _read_line(line: str, registry: Registry, idea: Meant | None = None) -> Parsed:
    """Return the command of a line; `idea`: what it is about, which is taken if nothing else is as clear."""
    words = line[:MAX_LINE].split()
    if start := _talking(line, words, registry, idea):
        return _read_line(" ".join(words[start:]), registry)
    name = words[0].removeprefix("/").split("@")[0].strip(SIGNS).lower() if words else ""
    said = " ".join([name, *words[1:]])
    count = next((n for n in range(min(NAME, len(words)), 1, -1) if is_name([name, *words[1:n]], registry)), 1)
    command = registry.get("".join(one.strip(SIGNS) for one in [name, *words[1:count]]))
    if command is None and not is_free(line):
        command = registry.mistyped(name) or registry.mistyped(unstretched(name))
        parsed = None if command else _apart(name, words[1:], registry)
        if parsed is not None:
            return parsed
    if command is not None:
        return _of_command(_Line(command, line, words[count:], said, whole=count == 1), registry, idea)
    asked = sentence_in(said, registry)
    if idea is not None and _outdoes(idea, asked, registry):
        return _as_idea(idea, registry)
    wishes = is_game(name) if asked is None else asked.command.wishes
    if wishes and is_free(line) and (when := hour_in(line)):
        raise _asking(f"{SCHEDULE} {when} {name if is_game(name) else ''}".rstrip())
    if asked is not None and idea is not None and _is_near(idea, asked):
        raise _asking(idea.line)
    if asked is not None:
        return _complete(asked.command, _told(asked))
    if is_game(name):
        return _read_line(f"/play {said}", registry)
    raise unknown(name, registry, " ".join(words[count:]), talk=is_free(line))


def _is_near(idea: Meant, asked: Said) -> bool:
    """Return whether neither a word nor the idea it is part of explains all of a line: the person is asked."""
    doubtful = len(asked.ignored) > 0 and len(asked.phrase) == 1 and not asked.command.wishes
    return doubtful and not idea.sure and idea.used.issuperset(asked.phrase)


def _talking(line: str, words: list[str], registry: Registry, idea: Meant | None) -> int:
    """Return where in a free line a command is named that talks, after words that mean nothing; 0 for nowhere.

    A word of an idea names none: `para de me marcar`.
    """
    for at, word in enumerate(words if is_free(line) else ()):
        command = registry.get(word.strip(SIGNS))
        if command is not None and command.talks:
            return 0 if idea is not None and idea.sure and folded(word.strip(SIGNS)) in idea.used else at
        if not is_small(folded(word.strip(SIGNS))):
            break
    return 0


def is_free(line: str) -> bool:
    """Return whether a line has no slash before its first word."""
    return not line.lstrip().startswith("/")


class _Line(NamedTuple):
    """A line that begins with a command's name: the words after it, and all without slash and address."""

    command: Command
    line: str
    rest: list[str]
    said: str
    whole: bool
    """Whether the name is one word."""


def _of_command(one: _Line, registry: Registry, idea: Meant | None) -> Parsed:
    """Return the command of a line that begins with its name; raises BadLine."""
    command, rest = one.command, one.rest
    if not any(option.whole for option in command.options):
        rest = [word.strip("¡!¿?") or word for word in rest]
    try:
        options = strictly(command, one.line, rest, registry)
        own = None if options or one.whole else of_command(command, one.said, registry)
        return _complete(command, options if own is None else own.options)  # `/dark mode`
    except BadLine as error:
        if idea is not None and _names(idea, one, error, registry):
            return _as_idea(idea, registry)
        if not (command.wishes or isinstance(error, Unread | Unfinished)):
            raise
        if not is_free(one.line) and any(option.whole and option.looks for option in command.options):
            return _complete(command, strictly(command, one.line, rest))  # `/holiday soon` is refused for its day
        if command.careful and is_free(one.line):
            raise _asking(f"/{command.name}") from None
        return _in_other_words(command, one.line, rest, one.said, registry, error)


def _names(idea: Meant, one: _Line, error: BadLine, registry: Registry) -> bool:
    """Return whether an idea says what follows a command's name: `/settings use the dark one`."""
    if (is_free(one.line) or one.command.careful) and _outdoes(idea, sentence_in(one.said, registry), registry):
        return True
    if not isinstance(error, Unread | Unfinished):
        return False
    parsed = _read_line(idea.line, registry)
    clear = idea.sure and not idea.spare and not one.command.wishes
    return clear and parsed.name == one.command.name and bool(parsed.options)


def _outdoes(idea: Meant, asked: Said | None, registry: Registry) -> bool:
    """Return whether an idea says more surely what a line asks for than the phrases in it."""
    parsed = _read_line(idea.line, registry)
    command = registry.get(parsed.name)
    if command is None or not idea.sure or idea.spare or idea.weight <= HEAVY:
        return False
    if asked is None:
        return True
    if asked.command is command:
        return len(parsed.options) > len(asked.options)
    if asked.command.careful and not asked.ignored:
        return False
    if asked.command.wishes and "@" in idea.line:
        return True
    if asked.command.wishes and (len(asked.options) > 1 or (asked.options and idea.weight < 2 * HEAVY)):
        return not asked.phrase and idea.weight > 2 * HEAVY
    said = [word for word in asked.phrase if concepts_of(word)]
    return idea.used.issuperset([word for word in said if concepts_of(word) - light()] or said or asked.phrase)


def _apart(name: str, rest: list[str], registry: Registry) -> Parsed | None:
    """Return the command of a name without its blank, as in `/playparchis` or `/fullrules`; None if it is none.

    A careful command is not guessed.
    """
    for at in range(2, min(len(name), NAMED) - 2):
        parts = name[:at], name[at:]
        if all(is_spoken(part, registry) for part in parts):
            with suppress(BadLine):
                parsed = _read_line(" ".join((*parts, *rest)), registry)
                command = registry.get(parsed.name)
                if command is not None and not command.careful and not parsed.options.get(IGNORED):
                    return parsed
    return None


def _in_other_words(
    command: Command, line: str, rest: list[str], said: str, registry: Registry, error: BadLine
) -> Parsed:
    """Return the command of a line whose words are no options one by one; raises BadLine."""
    asked = sentence_in(said, registry)
    if command.wishes and is_free(line) and (when := hour_in(line)):
        raise _asking(f"{SCHEDULE} {when}")  # `at five` wishes for no five colours
    if command.wishes:
        if asked is None or asked.command is command or asked.ignored:
            return _complete(command, loosely(command, rest, error))
        with suppress(BadLine):
            return _complete(command, loosely(command, rest, error))
    own = of_command(command, said, registry)
    if own is not None and own.options and not is_free(line):
        return _complete(command, own.options)
    free = is_free(line)
    if asked is not None and (not asked.ignored or (free and asked.command is command and not command.talks)):
        return _complete(asked.command, _told(asked))
    if isinstance(error, Unfinished):
        raise error
    if rest and all(is_small(folded(word)) for word in rest):
        return _complete(command, {})
    if free:
        raise error
    return _complete(command, strictly(command, line, rest))


def _told(meant: Said) -> dict[str, str]:
    """Return the options of a sentence; a wish says what it ignored."""
    ignored = {IGNORED: " ".join(meant.ignored)} if meant.command.wishes and meant.ignored else {}
    return {**meant.options, **ignored}


def _complete(command: Command, options: dict[str, str]) -> Parsed:
    """Return a command with its options; raises BadLine if one is missing."""
    missing = next((option for option in command.options if option.required and option.name not in options), None)
    if missing is not None and missing.choices:
        error = Unfinished(
            N_("After /{command}, add one of these: {choices}."),
            command=command_name(command),
            choices=partial(choices_of, command, missing),
        )
        error.command = command.name
        raise error
    if missing is not None:
        raise BadLine(LACKING, command=command_name(command), option=lowered(missing.description))
    return Parsed(command.name, options)


def unknown(name: str, registry: Registry, rest: str = "", *, talk: bool = False) -> BadLine:
    """Return the error for an unknown command, with the line that may have been meant.

    `talk`: it has no slash, so it may be no command at all, and only a name that is very similar is offered.
    """
    near = registry.near(name, TALK) if talk else registry.near(name)
    if talk and (near is None or near.careful):
        return UnknownCommand(N_("I didn't understand that. /help shows what I can do."))
    if near is None:
        return UnknownCommand(N_("I don't know /{command}. Try /help."), command=name[:32])
    line = f"/{near.name} {rest}".rstrip()
    try:
        _read_line(line, registry)
    except BadLine:
        line = f"/{near.name}"
    error = UnknownCommand(N_("I don't know /{command}. Did you mean {near}?"), command=name[:32], near=typed(line))
    error.offer = line
    return error
