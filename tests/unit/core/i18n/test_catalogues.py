"""The catalogues: complete, current, and true to the sentences of the code."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.core.features.registry import registry
from bot.core.games.bot_names import SPARE_PARTS
from bot.core.games.profiles import PROFILES
from bot.core.i18n import translator as speech
from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.text_format import width
from bot.core.i18n.translator import DOMAIN, ENOUGH, base, languages, spoken, translator
from bot.core.views.players import LEVELS, level
from bot.locales.update import extract, keep_differences, refresh, untranslated, write
from engine import players
from tests.fakes.house_style import FOREIGN, style

COMPLETE = ("es", "it")
"""Languages that lack no sentence; others may lack some."""
VARIANTS = [tag for tag in spoken() if base(tag) != tag]
THE_SAME = {
    "{side}: {places}.",
    "bot",
    "{side}",
    "No",
    "arena",
    "Parchís",
    "Palma",
    "bot ({level})",
    "{colour}: {places}",
    "💡 {move} ({chance}%)",
    "{deed} → {target}",
    "{piece}, {origin} → {target}",
    "{command}: {description}.",
    "{side}, {player}: {places}.",
    "{side}: {player}",
    "{name} ({level})",
}
"""What may read the same in any language as in English; each has more in its `style.toml`."""
BOT_NAMES = {
    *SPARE_PARTS,
    *(
        name
        for profile in PROFILES.values()
        for levels in profile.bots.values()
        for pool in levels.values()
        for name in pool
    ),
}
"""Bananas are bananas."""


@pytest.fixture(scope="module")
def found() -> Catalog:
    return extract()


def catalogue(language: str) -> Catalog:
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"))


def translated(language: str) -> list[Message]:
    known = catalogue(language)
    missing = {str(message.id) for message in untranslated(known)}
    return [message for message in known if message.id and str(message.id) not in missing]


def texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


def ids(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def places(sentence: str) -> set[str]:
    return {place for _, place, _, _ in Formatter().parse(sentence) if place is not None}


@pytest.mark.parametrize("language", FOREIGN)
class TestCatalogue:
    def test_holds_what_the_code_says_and_nothing_else(self, language: str, found: Catalog) -> None:
        assert {str(m.id) for m in catalogue(language)} == {str(m.id) for m in found}, "run `make texts`"

    def test_is_as_the_updater_would_write_it(self, language: str, found: Catalog) -> None:
        path = LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"
        fresh = catalogue(language)
        refresh(fresh, found)
        assert write(fresh) == path.read_bytes(), "run `make texts`"

    def test_is_translated_and_sure_of_it(self, language: str) -> None:
        known = catalogue(language)
        assert len(untranslated(known)) <= (0 if language in COMPLETE else (1 - ENOUGH) * len(known))
        assert [m.id for m in known if m.id and m.fuzzy] == []
        assert not known.obsolete

    def test_has_every_plural(self, language: str) -> None:
        known = catalogue(language)
        for message in translated(language):
            assert len(texts(message)) == (known.num_plurals if message.pluralizable else 1), message.id

    def test_has_the_places_of_the_sentence(self, language: str) -> None:
        """What is said of one alone may say so in words: its number need not be among the places."""
        for message in translated(language):
            wanted = set().union(*map(places, ids(message)))
            first, *others = texts(message)
            assert places(first) == wanted or (others and places(first) | {"n"} == wanted), message.id
            for text in others:
                assert places(text) == wanted, message.id

    def test_has_no_loose_ends(self, language: str) -> None:
        for message in translated(language):
            for sentence, text in zip(ids(message), texts(message), strict=False):
                assert text == text.strip(), text
                assert "  " not in text, text
                assert sentence.endswith(("…", "!", "?", ":")) or text[-1:] not in "…?:", text
                assert sentence.endswith(".") == text.endswith(".") or sentence.endswith(("!", "?")), text


@pytest.mark.parametrize("tag", VARIANTS)
def test_a_variant_has_only_what_it_says_otherwise_and_as_the_updater_writes_it(tag: str, found: Catalog) -> None:
    fresh, whole = catalogue(tag), catalogue(base(tag))
    assert {str(m.id) for m in fresh} <= {str(m.id) for m in whole}, "run `make texts`"
    for message in filter(lambda m: m.id, fresh):
        said = whole.get(message.id)
        assert said is not None
        assert texts(message) != texts(said), message.id
        assert set(map(frozenset, map(places, texts(message)))) == set(map(frozenset, map(places, texts(said))))
    refresh(fresh, found)
    keep_differences(fresh, base(tag))
    assert write(fresh) == (LOCALES / tag / "LC_MESSAGES" / f"{DOMAIN}.po").read_bytes(), "run `make texts`"


def test_what_is_missing_is_counted_without_reading_a_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: Catalog
) -> None:
    fresh = read_po(BytesIO(), locale="sv")
    refresh(fresh, found)
    todo = [message for message in fresh if message.id]
    for message in todo[: len(todo) // 2]:
        message.string = ("en", "") if isinstance(message.id, tuple) else "nästan"
    file = tmp_path / "sv" / "LC_MESSAGES" / f"{DOMAIN}.po"
    file.parent.mkdir(parents=True)
    file.write_bytes(write(fresh))
    monkeypatch.setattr(speech, "LOCALES", tmp_path)
    assert speech._share("sv") == pytest.approx(1 - len(untranslated(fresh)) / len(todo))


def test_a_new_language_begins_as_an_empty_file(found: Catalog) -> None:
    fresh = read_po(BytesIO(), locale="fr")
    refresh(fresh, found)
    again = read_po(BytesIO(write(fresh)), locale="fr")
    assert len(untranslated(again)) == len(again) == len(found)
    assert again.num_plurals == 2
    assert b'"Language: fr' in write(fresh)


def test_english_has_no_loose_ends(found: Catalog) -> None:
    for sentence in (part for message in found if message.id for part in ids(message)):
        assert sentence == sentence.strip(), sentence
        assert "  " not in sentence, sentence


@pytest.mark.parametrize("language", FOREIGN)
def test_no_translation_is_the_english_out_of_laziness(language: str) -> None:
    same = {message.id for message in catalogue(language) if message.id and message.id in texts(message)}
    assert same <= THE_SAME | BOT_NAMES | set(style(language).get("same", ()))


@pytest.mark.parametrize("language", languages())
def test_commands_are_described_briefly_in_every_language(language: str) -> None:
    t = translator(language)
    for command in registry():
        options = [option.description for option in command.options]
        for sentence in (command.description, *options):
            assert 1 <= width(t(sentence)) <= 100
            assert not t(sentence).endswith(".")


VIEWS = re.compile(r"/views/|/core/games/|view\.py$")
"""Where words of boards, sheets and long texts are, which no platform bounds like the answer to a press."""


@pytest.mark.parametrize("language", languages())
def test_what_a_notice_can_say_fits_into_a_callback_answer(language: str, found: Catalog) -> None:
    """Sentences outside the views are notices: with ordinary values they have 200 characters at most."""
    t = translator(language)
    for message in found:
        files = {name for name, _ in message.locations}
        if isinstance(message.id, str) and message.id and not all(VIEWS.search(name) for name in files):
            values = dict.fromkeys(places(message.id), "x" * 20)
            assert width(t(message.id, **values)) <= 200, message.id


@pytest.mark.parametrize("language", languages())
def test_every_level_of_bots_has_a_name(language: str) -> None:
    assert set(LEVELS) == set(players.everybody())
    told = {level(translator(language), name) for name in LEVELS}
    assert len(told) == len(LEVELS) - 1  # greedy is what casual was called
