"""The catalogues keep to the words of docs/words.md."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import read_po

from bot.core.i18n.translator import DOMAIN, LOCALES, languages

NEVER = {
    "en": (
        r"it is|it is not|do not|does not|did not|cannot|is not|are not|was not|has not|have not|had not|I am|I will|"
        r"shall|whether|anew|somebody|everybody|anybody|computers?|shelters?|friendly|rankings?|standings|films?|"
        r"team mates?|administrators?"
    ),
    "es": (
        r"máquinas?|ordenador\w*|lanz(?:a|as|ar|ó|amiento|amientos)|asientos?|captur\w*|refugios?|muros?|retroced\w*|"
        r"películas?|sabuesos?|hoyos?|huecos?|os|vosotr\w*|vuestr\w*|coger|coge|cojo|coja|ustedes|bienvenid\w*"
    ),
    "it": (
        r"computer|lanc(?:ia|iare|iato|io|i)|base|corsi[ae]|cattur\w*|ritirars\w*|film|segug\w*|linee?|chiamami|"
        r"bentornat\w*|benvenut\w*"
    ),
}
"""Words that a language never says, as patterns: another word of the table is meant."""
EXCEPT = {
    "Other rules, e.g. six_all_out=7 own_pair=capture": "what people type is English",
    "If you move only 6, you do not play again.": "stress: a rule sheet may say it in full",
}
"""Sentences that may have such a word, each with the reason."""
OLD_WORDS = {
    "It is of no use there and passes to {player}",
    "It isn't signed: names, date and choices are as somebody wrote them.",
    "It's signed with a key that I do not know: {key}",
    "On shelters: {squares}.",
    "Signed by this bot; its throws and moves were checked again.",
    "The computer comes in first, for {players}.",
    "The game can start once somebody other than the host has mixed words in, or after {n} seconds.",
    "To open threads here I need these permissions: {permissions}. Ask somebody who looks after this channel.",
    "The stake of hole {hole} is with the {side}.",
    "hound {n}",
    "hounds",
    "wins the stake of hole {hole}",
    "{numbers} in hole {hole}",
    "{piece} goes from hole {origin} to {target}",
    "↩ {player} took back a move, and what came after it.",
    "⏰ The time of {player} was up: the computer played.",
    "Call me next time",
    "Demonstration dice: whoever started this bot knows every throw beforehand.",
    "corridor {n}",
    "home",
    "opens the barrier on corridor square {square}",
    "the third 6 in a row, and {piece} goes home",
    "{numbers} at home",
    "{numbers} on corridor square {square}",
    "{piece} climbs its corridor from {origin} to {target}",
    "{piece} comes out on {square}",
    "{piece} goes from {origin} into its corridor, to {target}",
}
"""Sentences, mostly of the narration, that have not been reworded yet; nothing new comes here."""
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
}
"""English terms as patterns, each with what the Spanish and the Italian sentence must have."""


def sentences(language: str) -> dict[str, str]:
    """Return the sentences of a language by their English, plurals joined."""
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        known = [message for message in read_po(file, locale=language) if message.id]
    return {
        (one.id if isinstance(one.id, str) else one.id[0]): (
            one.string if isinstance(one.string, str) else " | ".join(one.string)
        )
        for one in known
    }


def words(text: str) -> str:
    """Return a sentence without its places and the quoted and given words of commands."""
    return re.sub(r"\{[^}]*\}|/\w+", " ", text)


@pytest.mark.parametrize("language", sorted(NEVER))
def test_no_sentence_has_a_word_that_its_language_avoids(language: str) -> None:
    never = re.compile(rf"\b(?:{NEVER[language]})\b", re.IGNORECASE)
    found = {
        sentence: never.findall(words(text))
        for sentence, text in sentences(language).items()
        if sentence not in EXCEPT and sentence not in OLD_WORDS
    }
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


def test_every_language_has_its_words() -> None:
    assert set(NEVER) == set(languages())
