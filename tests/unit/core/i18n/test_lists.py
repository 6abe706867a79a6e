"""Lists: *and* and *or* as each language says them before what follows."""

from __future__ import annotations

import pytest

from bot.core.i18n.lists import OR, listed, listed_lines
from bot.core.i18n.text_format import plain, words
from bot.core.i18n.translator import translator


@pytest.mark.parametrize(
    ("language", "last", "told"),
    [
        ("es", "Irene", "Ana e Irene"),
        ("es", "Íñigo", "Ana e Íñigo"),
        ("es", "Higinio", "Ana e Higinio"),
        ("es", "Yves", "Ana e Yves"),
        ("es", "Hierro", "Ana y Hierro"),
        ("es", "Hiato", "Ana y Hiato"),
        ("es", "Yolanda", "Ana y Yolanda"),
        ("es", "Hugo", "Ana y Hugo"),
        ("es", "Bea", "Ana y Bea"),
        ("it", "Eva", "Ana ed Eva"),
        ("it", "Bea", "Ana e Bea"),
        ("en", "Irene", "Ana and Irene"),
    ],
)
def test_and_goes_by_the_sound_of_the_last_word(language: str, last: str, told: str) -> None:
    assert listed(translator(language), ["Ana", last]) == told


@pytest.mark.parametrize(
    ("language", "last", "told"),
    [
        ("es", "8", "7 u 8"),
        ("es", "Olga", "7 u Olga"),
        ("es", "5", "7 o 5"),
        ("it", "8", "7 o 8"),
        ("en", "8", "7 or 8"),
    ],
)
def test_so_does_or(language: str, last: str, told: str) -> None:
    assert listed(translator(language), ["7", last], OR) == told


def test_one_stands_alone_and_of_more_the_last_two_are_joined() -> None:
    t = translator("es")
    assert listed(t, []) == ""
    assert listed(t, ["Ana"]) == "Ana"
    assert listed(t, ["Ana", "Bea", "Irene"]) == "Ana, Bea e Irene"
    names = [words(name) for name in ("Ana", "Bea", "🔴 Irene")]
    assert plain(listed_lines(t, names)) == "Ana, Bea e 🔴 Irene"
    assert listed_lines(t, []) == ()
