"""The catalogues keep to the words of docs/words.md."""

from __future__ import annotations

import re

import pytest

from bot.core.features.registry import registry
from bot.core.i18n.translator import FALLBACK, translator
from bot.locales.faults import never, style, words
from tests.fakes.catalogues import sentences
from tests.fakes.house_style import FOREIGN


def test_no_english_sentence_has_a_word_that_english_avoids() -> None:
    """`faults` reads the other languages."""
    found = {sentence: never(FALLBACK).findall(words(text)) for sentence, text in sentences(FALLBACK).items()}
    assert {sentence: bad for sentence, bad in found.items() if bad} == {}


@pytest.mark.parametrize("language", FOREIGN)
def test_a_term_is_translated_by_one_word(language: str) -> None:
    odd = [
        (term, text)
        for sentence, text in sentences(language).items()
        for term, wanted in style(language)["terms"].items()
        if re.search(rf"\b(?:{term})\b", words(sentence), re.IGNORECASE)
        and text
        and not re.search(wanted, text, re.IGNORECASE)
    ]
    assert odd == []


def test_every_language_says_what_it_calls_the_same_things() -> None:
    assert len({tuple(sorted(style(language)["terms"])) for language in FOREIGN}) == 1


@pytest.mark.parametrize("language", FOREIGN)
def test_the_signs_are_those_of_print(language: str) -> None:
    """Spanish opens what it closes; a question mark that stands alone is none of a question."""
    signs = style(language)["signs"]
    for text in sentences(language).values():
        for sign in signs["never"]:
            assert not re.search(sign, text), (sign, text)
        for opening, closing in signs.get("opening", ()):
            alone = len(re.findall(rf"(?:^|\s)\{closing}(?:\s|$)", text))
            assert text.count(opening) == text.count(closing) - alone, text


@pytest.mark.parametrize("language", FOREIGN)
def test_menus_call_what_a_command_does_in_one_way(language: str) -> None:
    """An infinitive or an imperative, as the language says; what an option does may also be a noun or a question."""
    t, menus = translator(language), style(language)["menus"]
    for command in registry():
        assert re.match(menus["commands"], t(command.description)), t(command.description)
        for sentence in (command.description, *(option.description for option in command.options)):
            first = t(sentence).split()[0]
            assert not re.fullmatch(menus.get("not_first", ""), first), t(sentence)
            assert not first[:1].islower(), t(sentence)


def test_portugal_reads_no_word_of_brazil() -> None:
    """A sentence that the variant lacks comes from the catalogue of Brazil."""
    told = {**sentences("pt"), **{key: text for key, text in sentences("pt-PT").items() if text}}
    found = {text: never("pt-PT").findall(words(text)) for text in told.values()}
    assert {text: bad for text, bad in found.items() if bad} == {}
