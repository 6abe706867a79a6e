"""Alphabetical lists have the order that CLDR says for their language."""

from __future__ import annotations

import random

import pytest

from bot.core.i18n.translator import translator

ORDERS = {
    "es": ["nadal", "Nando", "Nuria", "Núria", "nz", "Ñ", "Ñandú", "oca", "Óscar", "Zoe"],
    "gl": ["Antía", "Antón", "Nz", "Ñ", "Uxío"],
    "fr": ["cote", "coté", "côte", "côté", "Elan", "Élise", "Œdipe", "ogre"],
    "de": ["Arger", "Ärger", "Argus", "Straße", "Straßen", "zoo"],
    "ca": ["Àngel", "Berta", "çava", "Xènia"],
    "pt": ["Ana", "Ângela", "Caçula", "Zé"],
    "eu": ["Ane", "Añana", "Aritz", "Nz", "Ñabar", "Oihan", "Zuriñe"],
    "it": ["Àlice", "Bea", "Niccolò", "Niccolo B", "perché", "però", "Zoè"],
    "en": ["2 Bens", "Bea", "Ben", "Łukasz", "luke", "Niña", "Øystein", "Zoe", "Δέσποινα", "Иван", "דנה", "ليلى"],
}


@pytest.mark.parametrize("language", ORDERS)
def test_names_follow_the_language(language: str) -> None:
    wanted = ORDERS[language]
    shuffled = random.Random(1).sample(wanted, len(wanted))
    assert sorted(shuffled, key=translator(language).alphabetical) == wanted


def test_one_word_written_in_two_ways_has_one_place() -> None:
    of = translator("es").alphabetical
    assert of("Ñandu\u0301")[:2] == of("n\u0303andú")[:2] == of("ÑANDÚ")[:2]
    assert of("Ａｎａ")[0] == of("Ana")[0]
