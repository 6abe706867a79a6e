"""The catalogues keep to the words of docs/words.md."""

from __future__ import annotations

import re

import pytest

from bot.core.features.registry import registry
from bot.core.i18n.translator import languages, translator
from tests.fakes.catalogues import sentences

NEVER = {
    "en": (
        # contractions
        r"I am|(?:it|there|what) is(?! \w+,)|(?:you|we|they) are(?= \w)|let us|can ?not|"
        r"(?:is|are|was|were|do|does|did|has|have|had|would|could|should|must|will) not|"
        r"(?:I|you|we|they|it|that|there) (?:will|would)|(?:I|you|we|they) have (?:been|not|just|already|\w+ed)|"
        # words that people do not say, or for which the table has another
        r"shall|whether|anew|somebody|everybody|anybody|of yours|threw|thrown|throw\w*(?! the sticks)|"
        r"computers?|shelters?|friendly|rankings?|standings|films?|team mates?|administrators?|presets?|"
        r"true dice|send away|kick\w*|signs|stars?|took back"
    ),
    "es": (
        r"máquinas?|ordenador\w*|lanz(?:a|as|ar|ó|amiento|amientos)|asientos?|captur\w*|refugios?|muros?|retroce[ds]\w*|estrellas?|"
        r"opciones de ganar|"
        r"películas?|sabuesos?|hoyos?|huecos?|coger|coge|cojo|coja|ustedes|bienvenid\w*|movimientos?|decisión|"
        # vosotros, whose imperatives end like nouns do
        r"os|vosotr\w*|vuestr\w*|sois|\w+[áé]is|\w+steis|vais|dais|veis|idos|"
        r"(?:abr|añad|busc|cerr|compart|cont|decid|dej|eleg|empez|envi|escrib|esper|gan|hac|invit|jug|lleg|mir|mov|pas|"
        r"ped|pon|prob|puls|sac|sal|sent|sum|ten|tir|un|us|ven)[aei]d(?:l[aeo]s?|me|nos|os)?"
    ),
    "it": (
        r"computer|lanc(?:ia|iare|iato|io|i)|base|corsi[ae]|cattur\w*|ritirars\w*|film|segug\w*|linee?|"
        r"(?<!si )chiam(?:a|ami|are|o)|bentornat\w*|benvenut\w*|blocc(?:o|hi)|bottoni?|stell[ae]"
    ),
}
"""Words that a language never says, as patterns: another word of the table is meant."""
TERMS = {
    r"safe squares?": ("seguro", "rifugi"),
    r"barriers?": ("barrera", "barrier"),
    r"free seats?|seats? free|seats? left|(?:your|own|my|this|that) seats?": ("sitio", "post|Lì c’è"),
    r"jackals?": ("chacal", "sciacall"),
    r"leaderboards?": ("clasificaci", "classific"),
    r"casual": ("amistosa", "amichevol"),
    r"replays?": (r"vídeo", r"video"),
    r"provisional": ("provisional", "provvisori"),
    r"stakes?": ("premio", "premi"),
    r"hints?": ("pista", "suggeriment"),
    r"puzzles?": ("acertijo", "rompicapo"),
    r"streak": ("racha", "serie"),
    r"win chances?|chance to win": ("probabilidad", "probabilità"),
    r"shields?": ("escudo", "scudo"),
    r"corridors?": ("pasillo", "corridoi"),
    r"slides?(?! back down)": ("tobogán|toboganes|desliz", "scivol"),
    r"back-slides": ("vuelta", "indietro"),
    r"rating points": ("puntos de clasificación", "punti in classifica"),
    r"(?:in|within|out of) reach": ("alcance|a tiro", r"\btiro"),
}
"""English terms as patterns, each with what the Spanish and the Italian sentence must have."""


def words(text: str) -> str:
    """Return a sentence without its places and the quoted and given words of commands."""
    return re.sub(r"\{[^}]*\}|/\w+", " ", text)


@pytest.mark.parametrize("language", sorted(NEVER))
def test_no_sentence_has_a_word_that_its_language_avoids(language: str) -> None:
    never = re.compile(rf"\b(?:{NEVER[language]})\b", re.IGNORECASE)
    found = {sentence: never.findall(words(text)) for sentence, text in sentences(language).items()}
    assert {sentence: bad for sentence, bad in found.items() if bad} == {}


@pytest.mark.parametrize("language", ["es", "it"])
def test_a_term_is_translated_by_one_word(language: str) -> None:
    odd = [
        (term, text)
        for sentence, text in sentences(language).items()
        for term, wanted in TERMS.items()
        if re.search(rf"\b(?:{term})\b", words(sentence), re.IGNORECASE)
        and not re.search(wanted[language == "it"], text, re.IGNORECASE)
    ]
    assert odd == []


def test_spanish_opens_what_it_closes() -> None:
    for text in sentences("es").values():
        assert text.count("¡") == text.count("!"), text
        assert text.count("¿") == text.count("?") - len(re.findall(r"(?:^|\s)\?(?:\s|$)", text)), text


def test_italian_and_spanish_have_the_signs_of_print() -> None:
    for language in ("es", "it"):
        for text in sentences(language).values():
            assert not re.search(r"\w'\w", text), text
            assert "“" not in text, text


def test_menus_call_what_a_command_does_an_infinitive_in_spanish_and_an_imperative_in_italian() -> None:
    """Of options too, which may be nouns or questions instead."""
    spanish, italian = translator("es"), translator("it")
    infinitive = r"[A-ZÁÉÍÓÚ]\w*[aeií]r(?:[mts]e|l[aeo]s?)?\b"
    for command in registry():
        assert re.match(infinitive, spanish(command.description)), spanish(command.description)
        for sentence in (command.description, *(option.description for option in command.options)):
            first = italian(sentence).split()[0]
            assert not re.fullmatch(r"\w+(?:are|ere|ire|r(?:si|ti|mi|lo|la|ne))", first), italian(sentence)
            assert first[0].isupper() or first.startswith(("<", "{")), italian(sentence)


def test_every_language_has_its_words() -> None:
    assert set(NEVER) == set(languages())
