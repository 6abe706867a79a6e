"""Write the sentences for translators, each with where it is and how it reads: `python -m tests.fakes.examples FILE`.

The examples come from whole games of each kind, from every command, and from the tests of all features, in English.
A sentence that these don't need is filled with what others had in the same places. Each also says what its file is
about. FILE is a template (.pot), which Weblate, Poedit and other editors open. With a language, `python -m
tests.fakes.examples FILE de`, the games are played in it, and FILE has its translations; what only the tests say has
an English example. The share of sentences with an example goes to docs/languages.md.
"""

from __future__ import annotations

import ast
import asyncio
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import DOMAIN, FALLBACK, Translator, Value, _bare, translator
from bot.locales.coverage import EXAMPLES, examples_said
from bot.locales.faults import ids, places
from bot.locales.update import extract, refresh
from tests.fakes.every_command import played, telegram_say
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import User
from tests.fakes.transcripts import ALL, told

GAMES = 4
"""The games of each kind."""
MISTAKES = ("/play frobnicate", "/play colours=9", "/play pace=z", "/undo x=1", "/schedule xyz")
"""Commands that are refused, with what they lack."""
ROOT = Path(__file__).parents[2]
TESTED = ROOT / "tests" / "integration" / "core" / "features"
"""The tests of the features, which speak English."""


class Examples(dict[str, str]):
    """The first text of each sentence that differs from the sentence; else the sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        """What stood first in each place."""

    def note(self, sentence: str, said: str, values: Mapping[str, Value]) -> None:
        """Note a sentence as it is said."""
        if sentence and self.get(sentence, sentence) == sentence:
            self[sentence] = said
        for place, value in values.items():
            if _bare(value) and not _bare(value).startswith(("{", "/")):  # no place within a place, no line
                self.values.setdefault(place, _bare(value))

    def of(self, sentence: str, many: str = "", language: str = FALLBACK) -> str:
        """Return a sentence as it was said, or else as it may be said."""
        values = {name: f"{{{name}}}" for name in places(sentence) | places(many)} | self.values
        values.pop("n", None)
        t = translator(language)
        return self.get(sentence) or (t.plural(sentence, many, 2, **values) if many else t(sentence, n=2, **values))


@contextmanager
def recorded(language: str = FALLBACK) -> Iterator[Examples]:
    """Record what every sentence reads like in a language for a while."""
    found = Examples()

    def keep(t: Translator, sentence: str, said: str, values: Mapping[str, Value]) -> None:
        if t.language == language:
            found.note(sentence, said, values)

    call, plural, text = Translator.__call__, Translator.plural, Translator.text

    def called(self: Translator, sentence: str, /, **values: Any) -> str:
        said = call(self, sentence, **values)
        keep(self, sentence, said, values)
        return said

    def counted(self: Translator, one: str, many: str, n: int, /, **values: Any) -> str:
        said = plural(self, one, many, n, **values)
        keep(self, one, said, {"n": n, **values})
        return said

    def written(self: Translator, sentence: str, /, **values: Any) -> Any:
        said = text(self, sentence, **values)
        keep(self, sentence, plain(said), values)
        return said

    Translator.__call__, Translator.plural, Translator.text = called, counted, written  # type: ignore[method-assign]
    try:
        yield found
    finally:
        Translator.__call__, Translator.plural, Translator.text = call, plural, text  # type: ignore[method-assign]


async def examples(language: str) -> Examples:
    """Return how sentences read; those that neither the games nor the commands need are missing."""
    with recorded(language) as found:
        for story in ALL:
            for seed in range(GAMES) if story.language == language else ():
                await told(replace(story, seed=str(seed)))
        ada = User(4000, "Ada", language_code=language)
        async with telegram_room() as room:
            chat = room.server.chat(-1009, "group")
            chat.admins.add(ada.id)
            await played(telegram_say(room, ada, chat, None))
            for line in MISTAKES:
                await room.say(ada, line, chat)
    return found


@cache
def about(file: str) -> str:
    """Return what a file of the code is about: its docstring's first line."""
    told = ast.get_docstring(ast.parse((ROOT / file).read_text(encoding="utf-8"))) or ""
    return told.partition("\n")[0]


def catalogue(language: str) -> Catalog:
    """Return the sentences of the code with the translations of a language, and where they stand."""
    sentences = extract()
    if language == FALLBACK:
        return sentences
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        refresh(known := read_po(file, locale=language), sentences)
    return known


def tested() -> Examples:
    """Return how English sentences read in the tests of the features."""
    with recorded() as found:
        pytest.main(["-q", "-p", "no:cacheprovider", str(TESTED)])
    return found


def main(file: str, language: str = FALLBACK) -> None:
    """Write the template or catalogue, and how many sentences with places have an example."""
    found, english, sentences = asyncio.run(examples(language)), tested(), catalogue(language)
    if language == FALLBACK:
        for key, told in english.items():
            found.note(key, told, english.values)
    placed = 0
    for message in sentences:
        key, *many = ids(message)
        message.auto_comments.extend(f"Where: {about(place)}" for place, _ in message.locations[:1])
        if not key or not places(key):
            continue
        placed += 1
        told = found.of(key, *many, language=language)
        message.auto_comments.append(f"{'Example' if key in found else 'For instance'}: {told}")
        if key not in found and key in english:
            message.auto_comments.append(f"Example in English: {english[key]}")
    with Path(file).open("wb") as target:
        write_po(target, sentences, width=116, sort_output=True)
    said = sum(any(comment.startswith("Example: ") for comment in message.auto_comments) for message in sentences)
    sys.stdout.write(f"{said} of {placed} sentences with places were said\n")
    shares = {**examples_said(), language: round(said / placed, 2)}
    EXAMPLES.write_text("".join(f"{tag} = {share}\n" for tag, share in sorted(shares.items())), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
