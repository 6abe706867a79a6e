"""Translators: places, plurals, parts, and never a failure."""

from __future__ import annotations

import time

import pytest

from bot.core.i18n.translator import Translator, choose, languages, translator
from bot.core.messages.content import Part, Style
from data.records import PersonKey


def test_a_sentence_is_said_in_the_language_with_its_places_filled() -> None:
    assert (
        translator("es")("I don't know a game called {name}.", name="oca") == "No conozco ningún juego llamado oca."
    )
    assert (
        translator("it")("I don't know a game called {name}.", name="oca") == "Non conosco nessun gioco chiamato oca."
    )
    assert translator("en")("I don't know a game called {name}.", name="oca") == "I don't know a game called oca."


def test_a_plural_follows_the_number() -> None:
    t = translator("es")
    one, many = "({n} earlier turn left out)", "({n} earlier turns left out)"
    assert t.plural(one, many, 1) == "(Se omite 1 turno anterior.)"
    assert t.plural(one, many, 12) == "(Se omiten 12 turnos anteriores.)"


def test_a_place_may_hold_a_part_or_a_line_of_parts() -> None:
    ana = Part("Ana", Style.STRONG, PersonKey("web", "ana"))
    line = translator("es").text("{player} resigns.", player=ana)
    assert line == (ana, Part(" se rinde."))
    line = translator("en").text("{player} resigns.", player=(Part("🟡 "), ana))
    assert line == (Part("🟡 "), ana, Part(" resigns."))


def test_values_are_not_read_as_sentences() -> None:
    assert (
        translator("en")("I don't know a game called {name}.", name="{0} {x!r}")
        == "I don't know a game called {0} {x!r}."
    )


@pytest.mark.parametrize("sentence", ["", "never heard", "{", "}{", "{0}", "{a.b}", "{a[0]}", "{n:>10}"])
@pytest.mark.parametrize("language", [*"xx"])
def test_nothing_makes_it_fail(sentence: str, language: str) -> None:
    t = translator(language)
    assert isinstance(t(sentence, n=3), str)
    assert isinstance(t.plural(sentence, sentence, 2), str)
    assert t.note(sentence, n=3).plain == t(sentence, n=3)


def test_a_missing_translation_or_value_stays_english_and_visible() -> None:
    t = translator("es")
    assert t("Nobody wrote {n} of these.", n=2) == "Nobody wrote 2 of these."
    assert t("I don't know a game called {name}.") == "No conozco ningún juego llamado {name}."


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        (("es-ES",), "es"),
        (("es-MX",), "es-419"),
        (("pt-BR",), "pt"),
        (("pt-AO",), "pt-PT"),
        (("sw-KE", "es_AR", "en"), "es-419"),
        ((None, "", "IT"), "it"),
        (("sw", "xx-YY", "it"), "it"),
        (("sw",), "en"),
        ((), "en"),
        (("../es",), "en"),
    ],
)
def test_the_first_language_that_there_is_is_chosen(wanted: tuple[str | None, ...], chosen: str) -> None:
    assert choose(*wanted) == chosen


def test_a_variant_says_its_own_words_and_otherwise_those_of_its_language() -> None:
    here, there = translator("es"), translator("es-419")
    assert (here("Enter"), there("Enter")) == ("Apuntarme", "Anotarme")
    assert here("Commands") == there("Commands") != "Commands"
    assert (there.language, there.tag, there.locale) == ("es", "es-419", "es_419")
    assert there("{some} and {last}", some="Ana", last="Irene") == "Ana e Irene"


def test_an_unknown_language_is_english() -> None:
    assert translator("xx").language == "en"
    assert isinstance(translator("../../etc"), Translator)


def test_reading_the_catalogues_takes_a_moment_only() -> None:
    started = time.process_time()
    for language in languages():
        translator.__wrapped__(language)
    assert time.process_time() - started < 2.0  # about 0.06 s; the bound is for a busy machine


@pytest.mark.parametrize(
    ("sentence", "value", "said"),
    [
        ("Back on {day}.", "12. Aug.", "Back on 12. Aug."),
        ("Back on {day}.", "12 August", "Back on 12 August."),
        ("Back on {day}…", "12. Aug.", "Back on 12. Aug.…"),
        ("On {day}. Then {day}.", "3 sept.", "On 3 sept. Then 3 sept."),
    ],
)
def test_an_abbreviation_at_the_end_keeps_one_full_stop(sentence: str, value: str, said: str) -> None:
    for t in map(translator, languages()):
        assert t(sentence, day=value) == said
        for shown in (value, Part(value, Style.STRONG), (Part(value[:3]), Part(value[3:]))):
            assert "".join(part.text for part in t.text(sentence, day=shown)) == said
