"""Understand what people say without commands: `quiero jugar con dos bots`, `how do I play`, `ponlo en español`.

Words of all languages may be mixed. What asks for a command is declared in `bot/locales/*`, in `names.toml` and
`words.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from bot.core.commands.definition import Command, Option, OptionKind, Registry
from bot.core.commands.wishes import wish_in
from bot.core.i18n.concepts import concepts_of
from bot.core.i18n.moments import SOME_DAY, read_moment
from bot.core.i18n.typos import TYPO, Typos
from bot.core.i18n.vocabulary import (
    LONGEST,
    denies,
    is_company,
    is_small,
    is_stretched,
    mistyped,
    other_names,
    phrases,
    split,
)

STRONG = 5
"""The least letters of a word that asks for a command among others."""


class Said(NamedTuple):
    """A command and its options, and the words that mean nothing here."""

    command: Command
    options: dict[str, str]
    ignored: list[str]
    phrase: tuple[str, ...] = ()
    """The words that ask for the command; none in a wish without them."""


class _Asked(NamedTuple):
    """A command and the words that ask for it."""

    command: Command
    phrase: tuple[str, ...]


@dataclass(slots=True)
class _Heard:
    """What was found in a sentence: the commands asked for, each with its words, and all other words."""

    strong: list[_Asked] = field(default_factory=list)
    weak: list[_Asked] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    guessed: Command | None = None
    """The command that a mistyped word means."""
    denied: bool = False


def sentence_in(text: str, registry: Registry) -> Said | None:
    """Return what a sentence asks for; None if that is not clear."""
    typed = split(text)
    words = corrected(typed, registry)
    text = text if words == typed else " ".join(words)
    heard, wish = _listen(words, registry), wish_in(text)
    strong = _most(heard.strong)
    asked = strong.command if strong is not None else None
    if heard.denied or read_moment(text, SOME_DAY) is not None:
        return None
    if (asked is None or asked.wishes) and any(map(str.isdecimal, wish.ignored)):
        return None
    if strong is not None and asked is not None and not asked.wishes:
        if asked.careful and (words != typed or is_stretched(text) or _is_aside(strong.phrase, words)):
            return None
        return _asking(strong, words, heard, int(asked is not heard.guessed))
    named = _named(text, registry)
    if named is not None:
        return named
    weak = _most(heard.weak)
    play = registry.get("play")
    plays = play is not None and play in (asked, weak and weak.command)
    phrase = next((one.phrase for one in (strong, weak) if one is not None and one.command is play), ())
    ignored = [word for word in wish.ignored if word not in phrase]
    if (
        play is not None
        and (wish.options or wish.meets)
        and (plays or (not _asks_how_many(words) and (wish.meets or is_clear(wish.options))))
    ):
        return (
            Said(play, wish.options, wish.ignored, phrase) if len(wish.ignored) <= len(wish.options) + plays else None
        )
    if play is not None and plays:
        return None if ignored else Said(play, {}, [], phrase)
    if weak is None or (weak.command.careful and _is_aside(weak.phrase, words)):
        return None
    return _asking(weak, words, heard, 0)


def _is_aside(phrase: tuple[str, ...], words: list[str]) -> bool:
    """Return whether a single word is in the middle of a sentence and not wanted: `that was close`."""
    at = words.index(phrase[0]) if len(phrase) == 1 else 0
    before = words[at - 2 : at] if at > 1 else words[:at]
    return at > 0 and not any("want" in concepts_of(word) for word in before)


def corrected(words: list[str], registry: Registry) -> list[str]:
    """Return words with the slips corrected that hide a phrase of several words: `whose trun`."""
    words = list(words)
    for at, word in enumerate(words):
        near = _parts().near(word) if len(word) >= TYPO and word not in _parts() and not registry.asked(word) else ()
        for meant in near if len(near) == 1 else ():
            rest = [*words[:at], meant, *words[at + 1 :]]
            spans = (
                (start, end)
                for start in range(max(at - 3, 0), at + 1)
                for end in range(at + 1, min(at + 4, len(rest)) + 1)
            )
            if any(end - start > 1 and _means(rest, start, end - start, registry) for start, end in spans):
                words[at] = meant
    return words


@cache
def _parts() -> Typos:
    """Return what finds mistyped words of phrases."""
    said = [*phrases(), *(" ".join(split(way)) for ways in other_names().values() for way in ways)]
    return Typos(word for phrase in said for word in phrase.split())


def of_command(command: Command, text: str, registry: Registry) -> Said | None:
    """Return what a line that names a command gives it, if all of the line is understood."""
    words = split(text)
    return _asking(_Asked(command, ()), words, _listen(words, registry), 0)


def _named(text: str, registry: Registry) -> Said | None:
    """Return the command that must have one of several values, if the text is one: `español`."""
    for command in registry:
        for option in command.options:
            if option.required and option.kind is OptionKind.CHOICE and (meant := option.meant(text)) is not None:
                return Said(command, {option.name: meant}, [])
    return None


def _asks_how_many(words: list[str]) -> bool:
    """Return whether words ask for a number, or what it is for.

    `combien de six` wishes for no table of six, and `do I need a five to get out` for none of five.
    """
    parts = [" ".join(words[at : at + count]) for at in range(len(words)) for count in (1, 2)]
    found = frozenset[str]().union(*map(concepts_of, parts))
    return not found.isdisjoint(("many", "means")) or ("needs" in found and not found.isdisjoint(("leave", "goal")))


def is_clear(options: dict[str, str]) -> bool:
    """Return whether a wish is one for a table even if nobody says that they want to play: `fast` alone is none."""
    return len(options) > 1 or not {"bots", "pace", "rated", "rolls", "hints"} & options.keys()


def _listen(words: list[str], registry: Registry) -> _Heard:
    heard, at = _Heard(), 0
    while at < len(words):
        count = next((n for n in range(min(LONGEST, len(words) - at), 0, -1) if _means(words, at, n, registry)), 0)
        phrase = " ".join(words[at : at + count])
        known = bool(concepts_of(words[at]))
        if not count and not known and (meant := mistyped(words[at])) is not None:
            count, phrase = 1, meant
        sure = (len(words) == 1 or len(words[at]) > TYPO) and not known
        if not count and sure and (command := registry.mistyped(words[at])) is not None:
            heard.guessed = command
            heard.strong.append(_Asked(command, (words[at],)))
        elif (command := registry.asked(phrase)) is not None:
            strong = count > 1 or _is_strong(phrase, registry, first=at == 0)
            if strong or command.wishes or not is_small(phrase):
                (heard.strong if strong else heard.weak).append(_Asked(command, tuple(words[at : at + count])))
            if count == 1 and _is_wish(phrase):
                heard.others.append(phrase)
        elif not is_small(phrase):
            heard.others += [word for word in words[at : at + (count or 1)] if not is_small(word)]
        heard.denied |= count == 1 and denies(phrase)
        at += count or 1
    return heard


def _means(words: list[str], at: int, count: int, registry: Registry) -> bool:
    phrase = " ".join(words[at : at + count])
    return phrase in phrases() or registry.asked(phrase) is not None


def _is_wish(phrase: str) -> bool:
    return any(kind == "play" for kind, _ in phrases().get(phrase, ()))


def _is_strong(phrase: str, registry: Registry, *, first: bool) -> bool:
    """Return whether a word asks for its command whatever stands around it."""
    small, owned = is_small(phrase), registry.owns(phrase)
    if first and owned and not small:
        return True
    return len(phrase) >= STRONG and not _is_wish(phrase) and (owned or not small)


def _most(asked: list[_Asked]) -> _Asked | None:
    """Return the command that most words ask for: of several the first, /play and /help last."""
    return max(
        asked,
        key=lambda one: (one.command.name != "help", len(one.phrase), not one.command.wishes),
        default=None,
    )


def _asking(asked: _Asked, words: list[str], heard: _Heard, spare: int) -> Said | None:
    """Return a command with the options that the sentence names; None if too much of it means nothing."""
    command = asked.command
    options: dict[str, str] = {}
    used: set[str] = set()
    for option in command.options:
        found = choice_in(option, words)
        if found is not None:
            options[option.name] = found[0]
            used.update(found[1])
    ignored = [word for word in heard.others if word not in used and (command.careful or not is_company(word))]
    if command.careful and ignored:
        return None
    if any(option.required and option.name not in options for option in command.options) and ignored:
        return None
    return Said(command, options, ignored, asked.phrase) if len(ignored) <= spare + len(options) else None


def choice_in(option: Option, words: list[str]) -> tuple[str, list[str]] | None:
    """Return the choice of an option that words name, with these words."""
    if option.kind is not OptionKind.CHOICE:
        return None
    for count in range(min(LONGEST, len(words)), 0, -1):
        for at in range(len(words) - count + 1):
            part = words[at : at + count]
            if not (count == 1 and is_small(part[0])) and (meant := option.meant(" ".join(part))) is not None:
                return meant, part
    return None
