"""What languages declare of themselves: elisions, neighbours, locales."""

from __future__ import annotations

import re
from datetime import date
from gettext import NullTranslations
from pathlib import Path

import pytest

from bot.core.i18n.dates import written_date, written_skeleton
from bot.core.i18n.grammar import Grammar, grammar, neighbours
from bot.core.i18n.text_format import named, plain
from bot.core.i18n.translator import Translator, languages, translator

CORE = Path(__file__).parents[4] / "bot" / "core"
JOINED = re.compile(r"""\bf"(?:[^"]*\})?[:;] |[( ]"[:;] "(?:\.join|\)| \+)""")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ana", "le tour d’Ana"),
        ("🔴 Irène", "le tour d’🔴 Irène"),
        ("Élise", "le tour d’Élise"),
        ("Hugo", "le tour d’Hugo"),
        ("Yves", "le tour d’Yves"),
        ("un 5", "le tour d’un 5"),
        ("Hassan", "le tour de Hassan"),
        ("Yannick", "le tour de Yannick"),
        ("Bea", "le tour de Bea"),
        ("8", "le tour de 8"),
        ("", "le tour de "),
    ],
)
def test_words_change_before_a_sound_in_bare_words_and_in_parts(name: str, told: str) -> None:
    t = Translator("fr", NullTranslations(), rules=grammar("fr"))
    assert t("le tour de {player}", player=name) == told
    assert plain(t.text("le tour de {player}", player=named(name, None))) == told


def test_a_language_declares_the_spaces_of_its_signs() -> None:
    assert grammar("fr").marks == ("\u00a0: ", "\u00a0; ")
    assert grammar("es").marks == (": ", "; ")


def test_lines_are_joined_with_the_signs_of_the_language() -> None:
    """A colon or semicolon between the values of a line is the language's: `t.marks`."""
    files = [file for folder in ("views", "features", "games") for file in (CORE / folder).rglob("*.py")]
    found = {
        f"{file.name}: {line.strip()}"
        for file in files
        for line in file.read_text(encoding="utf-8").splitlines()
        if JOINED.search(line)
    }
    assert found == {'game_import.py: super().__init__(f"line {self.line}: its {header} {why}")'}, "a file is English"


def test_a_whole_sentence_of_the_catalogue_elides_too() -> None:
    t = translator("es")
    assert "e Irene" in t("{some} and {last}", some="Ana", last="Irene")
    ahead = translator("gl")("{gap} ahead of {victim}", gap="unha volta enteira", victim="Ana")
    assert ahead.startswith("cunha volta"), "at the beginning of a sentence too"
    needs = translator("gl")("🚧 One piece to go for {side}, and {victim}'s barrier says no.", side="o equipo de Ana")
    assert needs.startswith("🚧 Ao equipo de Ana")


def test_neighbours_have_no_catalogue_and_read_one_that_exists() -> None:
    assert neighbours()["ast"] == "es"
    assert set(neighbours().values()) <= set(languages())
    assert not set(neighbours()) & set(languages())


def test_a_language_without_a_file_is_its_own_locale() -> None:
    assert grammar("xx") == Grammar("xx")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Ana", "Anak Anari Anaren Anarekin"),
        ("Jon", "Jonek Joni Jonen Jonekin"),
        ("Aitor", "Aitorrek Aitorri Aitorren Aitorrekin"),
        ("Noé 🔴", "Noé 🔴k Noé 🔴ri Noé 🔴ren Noé 🔴rekin"),
        ("3 gorria", "3 gorriak 3 gorriari 3 gorriaren 3 gorriarekin"),
        ("2", "2k 2ri 2ren 2rekin"),
        ("5", "5ek 5i 5en 5ekin"),
        ("11", "11k 11ri 11ren 11rekin"),
        ("30", "30ek 30i 30en 30ekin"),
        ("", "k ri ren rekin"),
    ],
)
def test_a_suffix_follows_the_last_sound_in_bare_words_and_in_parts(name: str, told: str) -> None:
    t = Translator("eu", NullTranslations(), rules=grammar("eu"))
    cases = "{player}(e)k {player}(r)i {player}(r)en {player}(r)ekin"
    assert t(cases, player=name) == told
    assert plain(t.text(cases, player=named(name, None))) == told


def test_a_date_has_its_endings_after_its_numbers() -> None:
    t = translator("eu")
    assert written_date(date(2026, 11, 27), "long", t) == "2026ko azaroaren 27a"
    assert written_date(date(2025, 11, 11), "long", t) == "2025eko azaroaren 11"
    assert written_skeleton("MMMMd", date(2026, 8, 12), t) == "abuztuaren 12a"
