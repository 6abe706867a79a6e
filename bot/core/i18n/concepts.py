"""Concepts and the words for them in all languages, `bot/locales/*/concepts.toml`, and the ideas made of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from bot.core.i18n.cldr import names_in
from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.translator import FALLBACK
from bot.core.i18n.typos import TYPO, Typos
from bot.core.i18n.vocabulary import phrases, split

FILE, IDEAS, LIGHT, PRONOUNS = "concepts.toml", "ideas.toml", "light", "pronouns"
PERSON = "PERSON"
"""Stands for a name or a mention in an idea."""
SEAT = "SEAT"
"""Stands for a colour or a side in an idea."""
WISH = "WISH"
"""Stands for options of a new table in an idea."""
WHEN = "WHEN"
"""Stands for a day or an hour in an idea."""
DAY = "DAY"
"""Stands for a day in an idea, with or without an hour."""
TONGUE, SOLE, ANY_TONGUE = "TONGUE", "SOLE", "tongue"
"""Stand for a language in an idea, for one whose name is no other word (Italian is also rules), and for any."""
LONGEST = 4
"""The most words for a concept."""
STEM = 3
"""The least letters of a word's beginning that names a concept."""


class Idea(NamedTuple):
    """A command, as a line, and the concepts that ask for it."""

    line: str
    concepts: tuple[str, ...]
    named: frozenset[str]
    """The concepts without those that stand for something."""


class _Words(NamedTuple):
    whole: Mapping[str, frozenset[str]]
    begun: Mapping[str, frozenset[str]]
    """The concepts of words by their beginning."""
    pronouns: tuple[str, ...]
    """What may follow a verb without a blank, the longest first."""


@cache
def ideas() -> tuple[Idea, ...]:
    """Return all ideas, in the order in which they are declared."""
    lines = (line for line in _declared() if line.startswith("/"))
    declared = (each for line in lines for ways in _declared()[line] for each in _in_each_tongue(line, ways))
    return tuple(
        Idea(line, concepts, frozenset(concepts).difference((PERSON, SEAT, WISH, WHEN, DAY)))
        for line, concepts in declared
    )


def _in_each_tongue(line: str, ways: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield a line and its concepts, for each language if they stand for one."""
    concepts = ways.split()
    if not {TONGUE, SOLE} & {*concepts}:
        yield line, tuple(concepts)
        return
    for tag, names in _tongues().items():
        if SOLE not in concepts or phrases().keys().isdisjoint(names):
            meant = {TONGUE: _tongue(tag), SOLE: _tongue(tag)}
            yield line.replace(TONGUE, tag), tuple(meant.get(one, one) for one in concepts)


@cache
def _tongues() -> Mapping[str, frozenset[str]]:
    """Return the names of each language in all of them."""
    known = (FALLBACK, *(path.parent.name for path in LOCALES.glob(f"*/{FILE}")))
    said = [names_in(each, "languages") for each in dict.fromkeys(known)]
    return {tag: frozenset(" ".join(split(names.get(tag, tag))) for names in said) for tag in dict.fromkeys(known)}


def _tongue(tag: str) -> str:
    """Return the concept of a language."""
    return f"tongue {tag}"


@cache
def light() -> frozenset[str]:
    """Return the concepts that say little about what a line is for."""
    return frozenset(_declared()[LIGHT])


@cache
def _declared() -> Mapping[str, list[str]]:
    return tomllib.loads((LOCALES / IDEAS).read_text(encoding="utf-8"))


@lru_cache(maxsize=4096)
def concepts_of(words: str) -> frozenset[str]:
    """Return the concepts that words name, as `split` gives them.

    A word may begin as a concept's words do, and end with pronouns: `tirami`, `spiegamelo`.
    """
    found = _named(words)
    if found or " " in words:
        return found
    return next((named for verb in without_pronouns(words) if (named := _named(verb))), found)


def without_pronouns(word: str) -> tuple[str, ...]:
    """Return what a verb may be without the pronouns at its end; Italian infinitives lose a letter before them."""
    ends = (end for end in _words().pronouns if word.endswith(end) and len(word) - len(end) >= STEM)
    return tuple(verb for end in ends for verb in (word[: -len(end)], f"{word[: -len(end)]}e"))


def _named(words: str) -> frozenset[str]:
    known = _words()
    found = known.whole.get(words, frozenset())
    if " " not in words:
        begun = (known.begun.get(words[:end], frozenset()) for end in range(STEM, len(words) + 1))
        found = found.union(*begun)
    return found


def mistyped_concepts(word: str) -> frozenset[str]:
    """Return the concepts of the words that differ from this one by one slip."""
    if len(word) < TYPO:
        return frozenset()
    return frozenset().union(*(concepts_of(near) for near in _slips().near(word)))


@cache
def _slips() -> Typos:
    return Typos(_words().whole)


@cache
def _words() -> _Words:
    whole: dict[str, set[str]] = {}
    begun: dict[str, set[str]] = {}
    pronouns: set[str] = set()
    for tag, names in _tongues().items():
        for name in names:
            whole.setdefault(name, set()).update((ANY_TONGUE, _tongue(tag)))
    english = {name.lower(): tag for tag, name in names_in(FALLBACK, "languages").items()}
    for path in sorted(LOCALES.glob(f"*/{FILE}")):
        for concept, ways in tomllib.loads(path.read_text(encoding="utf-8")).items():
            if concept == PRONOUNS:
                pronouns.update(ways)
                continue
            for way in ways:
                table = begun if way.endswith("*") else whole
                named = (ANY_TONGUE, _tongue(english[concept])) if concept in english else (concept,)
                table.setdefault(" ".join(split(way)), set()).update(named)
    return _Words(
        {way: frozenset(concepts) for way, concepts in whole.items()},
        {way: frozenset(concepts) for way, concepts in begun.items()},
        tuple(sorted(pronouns, key=lambda end: (-len(end), end))),
    )
