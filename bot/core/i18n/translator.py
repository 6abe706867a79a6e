"""Sentences in the reader's language: a message is its English sentence, with `{named}` places.

Catalogues are read from `bot/locales` on first use; a sentence missing there is shown in English, and fails a test.
`python -m bot.locales.update` updates them from calls named `t`, `plural`, `text`, `note`, `N_` and `NN_`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from string import Formatter

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.core.i18n.grammar import LOCALES, PLAIN, Grammar, grammar, neighbours
from bot.core.i18n.quoting import REGISTRY_NAMES, Quoting
from bot.core.messages.content import Part, Style, Text

DOMAIN = "palmares"
FALLBACK = "en"

Line = tuple[Part, ...]
Value = Part | Line | str | int
"""The values that a sentence's places take."""

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
    ) -> None:
        self.language = language
        self.quoting = quoting
        self._catalogue = catalogue
        self._grammar = rules

    @property
    def locale(self) -> str:
        """Return Babel's name of the language, for dates and numbers."""
        return self._grammar.locale

    def quoted_by(self, quoting: Quoting) -> Translator:
        """Return the same language with another quoting of commands."""
        return Translator(self.language, self._catalogue, quoting, self._grammar)

    def command(self, line: str) -> Part:
        """Return a command, or a line that starts with one, as its reader gives it, to be typed or pressed."""
        name, _, more = line.partition(" ")
        handle = "" if more else self.quoting.handle(name[1:])
        return Part(self.quoting.line(line), Style.COMMAND, command=handle)

    def typed(self, line: str) -> str:
        """Return a command as its reader gives it, in bare words."""
        return self.quoting.line(line)

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
        for words, place, _, _ in _pieces(sentence):
            value = "" if place is None else values.get(place, f"{{{place}}}")
            if words:
                yield from self._parts(self._elided(words, value))
            if place is None:
                continue
            if isinstance(value, Part):
                yield value
            elif isinstance(value, tuple):
                yield from value
            else:
                yield Part(str(value))

    def _joined(self, sentence: str, values: dict[str, Value]) -> str:
        if "{" not in sentence and "}" not in sentence:  # most are, and a board has many
            return sentence
        found: list[str] = []
        for words, place, _, _ in _pieces(sentence):
            value = "" if place is None else _bare(values.get(place, f"{{{place}}}"))
            found += (self._elided(words, value), value)
        return "".join(found)

    def _elided(self, words: str, value: Value) -> str:
        """Return words as they end before a value."""
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
    if isinstance(value, tuple):
        return "".join(part.text for part in value)
    return value.text if isinstance(value, Part) else str(value)


@cache
def _pieces(sentence: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    try:
        return tuple(_FORMATTER.parse(sentence))
    except ValueError:  # a stray brace: shown as it is
        return ((sentence, None, None, None),)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages with a catalogue, and English, whose sentences are in the code; sorted."""
    return tuple(
        sorted({FALLBACK, *(path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))})
    )


@cache
def translator(language: str) -> Translator:
    """Return the translator of a language, or of English if it has no catalogue."""
    if language == FALLBACK or language not in languages():
        return Translator(FALLBACK, NullTranslations(), rules=grammar(FALLBACK))
    return Translator(language, _read(language), rules=grammar(language))


def choose(*wanted: str | None) -> str:
    """Return the first wanted language that exists, regions aside (`es-MX` is `es`), or else English.

    A language without a catalogue may use its neighbour's (`ca` is `es`).
    """
    for tag in wanted:
        language = (tag or "").replace("_", "-").split("-")[0].lower()
        for spoken in (language, neighbours().get(language)):
            if spoken in languages():
                return spoken
    return FALLBACK


def _read(language: str) -> GNUTranslations:
    path = LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)
