"""The catalogues: complete, current, and true to the sentences of the code."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.core.features.registry import registry
from bot.core.games.bot_names import SPARE_PARTS
from bot.core.games.profiles import PROFILES
from bot.core.i18n import translator as speech
from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.text_format import width
from bot.core.i18n.translator import DOMAIN, ENOUGH, FALLBACK, base, languages, spoken, translator
from bot.core.views.players import LEVELS, level
from bot.locales import update
from bot.locales.coverage import PAGE, Shares, asked, page, vocabulary
from bot.locales.faults import DESCRIPTION, faults, ids, style, texts
from bot.locales.update import KEYWORDS, SOURCES, keep_differences, refresh, shares, untranslated, write
from engine import players
from tests.fakes.catalogues import extracted
from tests.fakes.house_style import FOREIGN

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
HIDDEN = re.compile(
    "|".join(
        rf"\b[fF]{quote}[^{quote}\n]*\{{[^{quote}\n}}]*\b(?:{'|'.join(KEYWORDS)})\(\s*{other}"
        for quote, other in ("\"'", "'\"")
    )
)
"""A sentence within a formatted string: Babel finds it from Python 3.12 on only, and its translations would go."""


@pytest.fixture(scope="module")
def found() -> Catalog:
    return extracted()


def fresh(language: str) -> Catalog:
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"))


catalogue = cache(fresh)
"""A catalogue to read only: reading one takes 60 ms."""


def translated(language: str) -> list[Message]:
    known = catalogue(language)
    missing = {str(message.id) for message in untranslated(known)}
    return [message for message in known if message.id and str(message.id) not in missing]


@pytest.mark.parametrize("language", FOREIGN)
class TestCatalogue:
    def test_holds_what_the_code_says_and_nothing_else(self, language: str, found: Catalog) -> None:
        assert {str(m.id) for m in catalogue(language)} == {str(m.id) for m in found}, "run `make texts`"

    def test_is_read_as_babel_reads_it(self, language: str) -> None:
        compiled, said = BytesIO(), speech._read(language)
        write_mo(compiled, catalogue(language))
        compiled.seek(0)
        known = GNUTranslations(compiled)
        assert {key: words for key, words in vars(said)["_catalog"].items() if key} == {
            key: words for key, words in vars(known)["_catalog"].items() if key
        }
        numbers = range(12)
        assert [*map(vars(said)["plural"], numbers)] == [*map(vars(known)["plural"], numbers)]

    def test_is_as_the_updater_would_write_it(self, language: str, found: Catalog) -> None:
        path = LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"
        updated = fresh(language)
        refresh(updated, found)
        assert write(updated) == path.read_bytes(), "run `make texts`"

    def test_is_translated_and_sure_of_it(self, language: str) -> None:
        known = catalogue(language)
        assert len(untranslated(known)) <= (0 if language in COMPLETE else (1 - ENOUGH) * len(known))
        assert [m.id for m in known if m.id and m.fuzzy] == []
        assert not known.obsolete

    def test_has_every_plural(self, language: str) -> None:
        known = catalogue(language)
        for message in translated(language):
            assert len(texts(message)) == (known.num_plurals if message.pluralizable else 1), message.id

    def test_loses_no_place_is_nowhere_too_long_and_has_no_avoided_word(self, language: str, found: Catalog) -> None:
        assert list(faults(catalogue(language), found, language)) == []

    def test_has_no_loose_ends(self, language: str) -> None:
        for message in translated(language):
            for sentence, text in zip(ids(message), texts(message), strict=False):
                assert sentence.endswith(("…", "!", "?", ":")) or text[-1:] not in "…?:", text
                assert sentence.endswith(".") == text.endswith(".") or sentence.endswith(("!", "?")), text


@pytest.mark.parametrize("tag", VARIANTS)
def test_a_variant_has_only_what_it_says_otherwise_and_as_the_updater_writes_it(tag: str, found: Catalog) -> None:
    own, whole = fresh(tag), catalogue(base(tag))
    assert {str(m.id) for m in own} <= {str(m.id) for m in whole}, "run `make texts`"
    for message in filter(lambda m: m.id, own):
        said = whole.get(message.id)
        assert said is not None
        assert texts(message) != texts(said), message.id
    refresh(own, found)
    keep_differences(own, base(tag))
    assert list(faults(own, found, tag)) == []
    assert write(own) == (LOCALES / tag / "LC_MESSAGES" / f"{DOMAIN}.po").read_bytes(), "run `make texts`"


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


def test_no_sentence_is_within_a_formatted_string() -> None:
    files = [file for folder in SOURCES for file in folder.rglob("*.py")]
    assert [file.name for file in files if HIDDEN.search(file.read_text("utf-8"))] == []
    assert HIDDEN.search("""said = f"{name}: {t('Hello, {name}!', name=name)}\"""")
    assert HIDDEN.search("""said = f'{name}: {NN_("A bot", "{count} bots")}\'""")


def test_english_has_no_loose_ends(found: Catalog) -> None:
    for sentence in (part for message in found if message.id for part in ids(message)):
        assert sentence == sentence.strip(), sentence
        assert "  " not in sentence, sentence


@pytest.mark.parametrize("language", FOREIGN)
def test_no_translation_is_the_english_out_of_laziness(language: str) -> None:
    same = {message.id for message in catalogue(language) if message.id and message.id in texts(message)}
    assert same <= THE_SAME | BOT_NAMES | set(style(language).get("same", ()))


def test_commands_are_described_briefly_and_without_a_full_stop() -> None:
    things = [thing for command in registry() for thing in (command, *command.options)]
    told = [thing.description for thing in things]
    assert max(width(text) for text in told) <= DESCRIPTION
    for language in FOREIGN:
        assert [text for text in map(translator(language), told) if text.endswith(".") or not text] == []


def test_what_an_english_notice_can_say_fits_into_a_callback_answer(found: Catalog) -> None:
    english = deepcopy(found)
    for message in english:
        message.string = message.id
    assert list(faults(english, found, FALLBACK)) == []


ENTRY = 'msgid "Enter"\nmsgstr "Entra"\n'


def said(told: str | tuple[str, str], text: str | tuple[str, str], place: str = "bot/core/domain/a.py") -> list[str]:
    """Return the faults of one Spanish text, said at a place of the code."""
    sentences, known = Catalog(), Catalog(locale="es")
    sentences.add(told, locations=[(place, 1)])
    known.add(told, text)
    return list(faults(known, sentences, "es"))


def test_what_is_wrong_with_a_text_is_said() -> None:
    assert said("{name} rolls", "Tira {name}") == []
    assert said(("{n} roll", "{n} rolls"), ("una tirada", "{n} tiradas")) == []
    assert said("{name} rolls", "Tira {nombre}") == ["places, name, nombre: '{name} rolls'"]
    assert said("{name} rolls", "Tira {name!r:>9}") == ["places, name, name!r:>9: '{name} rolls'"]
    assert said(("{n} roll", "{n} rolls"), ("una tirada", "tiradas")) == ["places, n: '{n} roll'"]
    assert said("{name} rolls", "Tira {name") == ["stray brace: '{name} rolls'"]
    assert said("{n} rolls: 3 points", "{n} tiradas: 2 puntos") == ["another number, 2: '{n} tiradas: 2 puntos'"]
    assert said("/play opens a table", "abre una mesa") == ["commands, /play: 'abre una mesa'"]
    assert said("Roll", " Tira") == ["spaces: ' Tira'"]
    assert said("Leave the lesson", "Abandonar esta lección ya")[0].startswith("25 characters, 24 at most")
    assert said("the second place", "el 2.º puesto") == []
    assert said("The bot", "El ordenador") == ["avoids ordenador: 'El ordenador'"]
    assert said("Roll", "a" * 201)[0].startswith("201 characters, 200 at most")
    assert said("{name} rolls", "a" * 181 + "{name}")[0].startswith("201 characters, 200 at most")
    assert said("Roll", "a" * 201, "bot/core/views/a.py") == []
    assert said("Show the leaderboard", "a" * 101, "bot/core/views/a.py")[0].startswith("101 characters, 100 at most")


def test_make_texts_fails_and_names_what_is_missing_or_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], found: Catalog
) -> None:
    known = fresh("ca")
    first, second = (message for message in known if message.id in {"Enter", "It's {player}'s turn."})
    first.string, second.string = "", "Et toca, {jugador}."
    path = tmp_path / "ca" / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True)
    path.write_bytes(write(known))
    for name, value in {"LOCALES": tmp_path, "PAGE": tmp_path / "page.md", "extract": lambda: found}.items():
        monkeypatch.setattr(update, name, value)
    assert update.main() == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith(" sentences, 1 untranslated, 1 wrong")
    assert told[1:] == ["  'Enter'", "  places, jugador, player: \"It's {player}'s turn.\""]
    assert "| Catalan (`ca`) | 99 % | 100 % |" in (tmp_path / "page.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("was", "becomes", "problem"),
    [
        ('msgstr "Entra"', 'msgstr "Entra', 'no quotation mark at the end of msgstr "Entra'),
        ('msgid "Enter"', "<<<<<<< HEAD", "Unknown or misformatted keyword"),
    ],
)
def test_make_texts_leaves_a_damaged_file_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, was: str, becomes: str, problem: str
) -> None:
    path = tmp_path / "ca" / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True)
    path.write_text(f'msgid ""\nmsgstr "Language: ca\\n"\n\n{ENTRY}'.replace(was, becomes), "utf-8")
    before = path.read_bytes()
    monkeypatch.setattr(update, "LOCALES", tmp_path)
    monkeypatch.setattr(update, "extract", Catalog)
    with pytest.raises(SystemExit, match=problem):
        update.main()
    assert path.read_bytes() == before


def test_the_page_of_languages_is_what_make_texts_writes(found: Catalog) -> None:
    tags = [tag for tag in speech.catalogues() if base(tag) == tag]
    known = {tag: shares(catalogue(tag), found) for tag in tags}
    assert PAGE.read_text(encoding="utf-8") == page(known), "run `make texts`"


def test_the_page_rounds_down() -> None:
    assert "| German (`de`) | 99 % | 50 % | " in page({"de": Shares(0.999, 0.5)})


@pytest.mark.parametrize("language", languages())
def test_there_are_words_for_all_that_lines_ask_for(language: str) -> None:
    assert asked() - vocabulary(language) == set()


@pytest.mark.parametrize("language", languages())
def test_every_level_of_bots_has_a_name(language: str) -> None:
    assert set(LEVELS) == set(players.everybody())
    told = {level(translator(language), name) for name in LEVELS}
    assert len(told) == len(LEVELS) - 1  # greedy is what casual was called
