"""Sentences in the reader's language: a message is its English sentence, with `{named}` places.

Catalogues are read from `bot/locales` on first use; a sentence missing there is shown in English, and fails a test.
`python -m bot.locales.update` updates them from calls named `t`, `plural`, `text`, `note`, `N_` and `NN_`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

from babel.core import get_global

from bot.core.i18n.grammar import LOCALES, PLAIN, Grammar, Marks, grammar, neighbours
from bot.core.i18n.po_catalogue import PoCatalogue
from bot.core.i18n.quoting import REGISTRY_NAMES, Quoting
from bot.core.i18n.sorting import SortKey
from bot.core.messages.content import Part, Style, Text

DOMAIN = "palmares"
FALLBACK = "en"
ENOUGH = 0.95
"""The share of sentences from which on a language is offered."""
LONGEST = 35
"""The most characters of a language tag (RFC 5646)."""

Line = tuple[Part, ...]
Value = Part | Line | str | int
"""The values that a sentence's places take."""

_UNTRANSLATED = re.compile(r'^msgstr(?:\[\d\])? ""(?:\n(?!")|\Z)', re.MULTILINE)
_EMPTY = (b'""\n\n', b'""\nmsgstr')
"""What stands in a catalogue with a sentence that is not translated."""
_COMMAND = re.compile(r"(?<![\w/])/([a-z]+)")
_FORMATTER = Formatter()


def N_(sentence: str) -> str:  # noqa: N802 - the name that every gettext tool knows
    """Mark a sentence that is stored as data and translated where it is shown."""
    return sentence


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - N_ for what `plural` takes
    """Mark a sentence with singular and plural, stored as data and translated where it is shown."""
    return one, many


class Translator:
    """The sentences of one language: `t("{n} points", n=3)`.

    The `quoting` has the readers' names of commands: a sentence with `/play` then says `/jugar`. Values of a
    sentence's places stay as they are.
    """

    def __init__(
        self,
        language: str,
        catalogue: NullTranslations,
        quoting: Quoting = REGISTRY_NAMES,
        rules: Grammar = PLAIN,
        tag: str = "",
    ) -> None:
        self.language = language
        self.tag = tag or language
        """The language with its region, if it is a variant."""
        self.quoting = quoting
        self._catalogue = catalogue
        self._grammar = rules
        self._is_plain = not (rules.suffixes or rules.elisions)

    @property
    def locale(self) -> str:
        """Return Babel's name of the language, for dates and numbers."""
        return self._grammar.locale

    @property
    def marks(self) -> Marks:
        """Return the signs that join lines, with their spaces."""
        return self._grammar.marks

    def alphabetical(self, text: str) -> SortKey:
        """Return the sort key of a text in an alphabetical list."""
        return self._grammar.alphabetical(text)

    def quoted_by(self, quoting: Quoting) -> Translator:
        """Return the same language with another quoting of commands."""
        return Translator(self.language, self._catalogue, quoting, self._grammar, self.tag)

    def command(self, line: str) -> Part:
        """Return a command, or a line that starts with one, as its reader gives it, to be typed or pressed."""
        name, _, more = line.partition(" ")
        handle = "" if more else self.quoting.handle(name[1:])
        return Part(self.quoting.line(line), Style.COMMAND, command=handle)

    def typed(self, line: str) -> str:
        """Return a command as its reader gives it, in bare words."""
        return self.quoting.line(line)

    def settled(self, text: str) -> str:
        """Return a text of Babel's with its endings in brackets as the sounds before them ask."""
        return self._grammar.settled(text)

    def __call__(self, sentence: str, /, **values: Value) -> str:
        """Translate a sentence into bare words."""
        return self._joined(self._spoken(self._catalogue.gettext(sentence)) if sentence else "", values)

    def plural(self, one: str, many: str, n: int, /, **values: Value) -> str:
        """Translate a sentence with singular and plural for `n`, which it shows as `{n}`."""
        return self._joined(self._spoken(self._catalogue.ngettext(one, many, n)), {"n": n, **values})

    def text(self, sentence: str, /, **values: Value) -> Line:
        """Translate a sentence into a line whose places may hold mentions and emphasis."""
        return tuple(self._fill(self._catalogue.gettext(sentence) if sentence else "", values))

    def note(self, sentence: str, /, **values: Value) -> Text:
        """Translate a sentence into a text of one line."""
        return Text((self.text(sentence, **values),))

    def _spoken(self, sentence: str) -> str:
        if "/" not in sentence:
            return sentence
        return _COMMAND.sub(lambda found: f"/{self.quoting.command(found[1])}", sentence)

    def _fill(self, sentence: str, values: dict[str, Value]) -> Iterator[Part]:
        before: Value = ""
        for words, place, _, _ in _pieces(sentence):
            value = "" if place is None else values.get(place, f"{{{place}}}")
            if words:
                yield from self._parts(self._between(before, words, value))
            before = value
            if place is None:
                continue
            if isinstance(value, str | int):
                yield Part(str(value))
            elif isinstance(value, Part):
                yield value
            else:
                yield from value

    def _joined(self, sentence: str, values: dict[str, Value]) -> str:
        if "{" not in sentence and "}" not in sentence:  # most are, and a board has many
            return sentence
        found = [""]
        for words, place, _, _ in _pieces(sentence):
            value = "" if place is None else _bare(values.get(place, f"{{{place}}}"))
            as_is = self._is_plain and words[:1] != "."
            found += (words if as_is else self._between(found[-1], words, value), value)
        return "".join(found)

    def _between(self, before: Value, words: str, value: Value) -> str:
        """Return words as they begin after one value and end before the next; two full stops are one."""
        if words[:1] == "." and words[1:2] != "." and _bare(before).endswith("."):
            words = words[1:]
        if self._is_plain:
            return words
        words = self._grammar.suffixed(_bare(before), words) if self._grammar.suffixes else words
        return self._grammar.elided(words, _bare(value)) if self._grammar.elisions else words

    def _parts(self, words: str) -> Iterator[Part]:
        """Yield words with each command as a separate part."""
        if "/" not in words:
            yield Part(words)
            return
        for index, piece in enumerate(_COMMAND.split(words)):
            if index % 2:
                yield self.command(f"/{piece}")
            elif piece:
                yield Part(piece)


def _bare(value: Value) -> str:
    if isinstance(value, str | int):
        return str(value)
    return value.text if isinstance(value, Part) else "".join(part.text for part in value)


@cache
def _pieces(sentence: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    try:
        return tuple(_FORMATTER.parse(sentence))
    except ValueError:  # a stray brace: shown as it is
        return ((sentence, None, None, None),)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that the bot offers, sorted: English, and those with most sentences translated."""
    found = {each for each in catalogues() if base(each) == each and _share(each) >= ENOUGH}
    return tuple(sorted({FALLBACK, *found}))


@cache
def spoken() -> tuple[str, ...]:
    """Return the languages and their regional variants, such as `es-419`; sorted."""
    return tuple(sorted({*languages(), *(each for each in catalogues() if base(each) in languages())}))


@cache
def catalogues() -> tuple[str, ...]:
    """Return the languages and variants with a catalogue, however small; sorted."""
    return tuple(sorted(path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")))


def base(tag: str) -> str:
    """Return the language of a variant, or a language itself."""
    return tag.partition("-")[0]


@cache
def translator(tag: str) -> Translator:
    """Return the translator of a language or a variant, or of English if it has no catalogue.

    A sentence without translation is its language's for a variant, and then its neighbour's.
    """
    if tag not in spoken() or tag == FALLBACK:
        return Translator(FALLBACK, NullTranslations(), rules=grammar(FALLBACK))
    language = base(tag)
    catalogue, *others = (_read(each) for each in dict.fromkeys((tag, language, _neighbour(language))) if each)
    for other in others:
        catalogue.add_fallback(other)
    return Translator(language, catalogue, rules=grammar(tag), tag=tag)


def _neighbour(language: str) -> str | None:
    found = neighbours().get(language)
    return found if found in languages() else None


def choose(*wanted: str | None) -> str:
    """Return the first wanted language or variant that exists, or else English.

    A region without a variant uses its parent's (`es-MX` is `es-419`), its language's (`es-ES` is `es`), or its
    neighbour's (`ca` is `es`).
    """
    for tag in wanted:
        found = _known((tag or "")[:LONGEST].replace("_", "-").lower())
        if found is not None:
            return found
    return FALLBACK


@lru_cache(maxsize=256)
def _known(tag: str) -> str | None:
    known = {each.lower(): each for each in spoken()}
    parents = {child.lower(): parent.lower() for child, parent in get_global("parent_exceptions").items()}
    parent = parents.get(tag.replace("-", "_"), "").replace("_", "-")
    ways = (tag, parent, base(tag), neighbours().get(base(tag), ""))
    return next((known[each] for each in ways if each in known), None)


def _share(language: str) -> float:
    """Return the share of sentences that a catalogue translates; it lists them all.

    It looks at the text as the updater writes it: to read a catalogue takes longer, and each start asks for all.
    """
    text = _file(language).read_bytes().strip()
    said = text.partition(b"\n\n")[2]
    if said and not said.endswith(b'""') and not any(end in said for end in _EMPTY):
        return 1.0  # most are complete
    _, *entries = text.decode().split("\n\n")
    missing = sum(_UNTRANSLATED.search(entry) is not None for entry in entries)
    return 1 - missing / max(1, len(entries))


@cache
def _read(tag: str) -> PoCatalogue:
    with _file(tag).open("rb") as file:
        return PoCatalogue(file)


def _file(tag: str) -> Path:
    return LOCALES / tag / "LC_MESSAGES" / f"{DOMAIN}.po"
