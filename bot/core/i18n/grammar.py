"""What a language needs besides its sentences and names: `bot/locales/<language>/language.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bot.core.i18n.sorting import SortKey, sort_key

LOCALES = Path(__file__).parents[2] / "locales"
FILE = "language.toml"


class Elision(NamedTuple):
    """An ending of words that changes before the first sound of the value after it: Spanish *y* before an i."""

    ending: str
    before: re.Pattern[str]
    becomes: str


class Suffix(NamedTuple):
    """A beginning of words that depends on the last sound of the value before it: Basque *Anak*, *Jonek*."""

    beginning: str
    after: re.Pattern[str]
    becomes: str


class Marks(NamedTuple):
    """Signs with their spaces, for lines that are put together: French has a space before them."""

    colon: str = ": "
    semicolon: str = "; "


PLAIN_MARKS = Marks()


@dataclass(frozen=True, slots=True)
class Grammar:
    """`locale`: Babel's name of the language, for dates and numbers. `read_by`: languages that fall back to it.

    `rule_books`: whether docs/rules has the books in the language. `letters`: its own letters, each with the one
    before it in the alphabet.
    """

    locale: str
    read_by: tuple[str, ...] = ()
    rule_books: bool = False
    elisions: tuple[Elision, ...] = ()
    suffixes: tuple[Suffix, ...] = ()
    marks: Marks = PLAIN_MARKS
    letters: Mapping[str, str] = field(default_factory=dict)

    def alphabetical(self, text: str) -> SortKey:
        """Return the sort key of a text in an alphabetical list."""
        return sort_key(text, self.letters)

    def elided(self, words: str, value: str) -> str:
        """Return words as they end before a value, whose signs are not spoken."""
        for ending, before, becomes in self.elisions:
            if words.endswith(ending) and before.match(_SIGNS.sub("", value)):
                return words[: -len(ending)] + becomes
        return words

    def suffixed(self, value: str, words: str) -> str:
        """Return words as they begin after a value, whose signs are not spoken."""
        for beginning, after, becomes in self.suffixes:
            if words.startswith(beginning) and after.search(_LAST_SIGNS.sub("", value)):
                return becomes + words[len(beginning) :]
        return words

    def settled(self, text: str) -> str:
        """Return a text with all suffixes in it as the sounds before them ask."""
        beginnings = "|".join(re.escape(each.beginning) for each in self.suffixes)
        told = ""
        for words in re.split(f"(?={beginnings})", text) if beginnings else (text,):
            told += self.suffixed(told, words)
        return told


_SIGNS = re.compile(r"^[\W_]+")
_LAST_SIGNS = re.compile(r"[\W_]+$")
PLAIN = Grammar("en_GB")


@cache
def grammar(tag: str) -> Grammar:
    """Return the grammar of a language, or of a variant, which inherits its language's.

    Raises ValueError for a wrong file.
    """
    declared: dict[str, Any] = {"locale": tag.replace("-", "_")}
    for each in dict.fromkeys((tag.partition("-")[0], tag)):
        path = LOCALES / each / FILE
        declared |= tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    elisions = tuple(
        Elision(each["ending"], re.compile(each["before"], re.IGNORECASE), each["becomes"])
        for each in declared.get("elisions", ())
    )
    suffixes = tuple(
        Suffix(each["beginning"], re.compile(f"(?:{each['after']})$", re.IGNORECASE), each["becomes"])
        for each in declared.get("suffixes", ())
    )
    return Grammar(
        declared["locale"],
        tuple(declared.get("read_by", ())),
        bool(declared.get("rule_books")),
        elisions,
        suffixes,
        Marks(**declared.get("marks", {})),
        declared.get("letters", {}),
    )


@cache
def neighbours() -> Mapping[str, str]:
    """Return the language that speakers of another one read instead, by the other one's code."""
    declared = {path.parent.name for path in LOCALES.glob(f"*/{FILE}")}
    return {reader: language for language in sorted(declared) for reader in grammar(language).read_by}
