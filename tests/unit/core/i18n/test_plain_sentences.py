"""Sentences say whose piece, which bonus, points of what, in words; none begins like an item of a numbered list."""

from __future__ import annotations

import re

import pytest

from bot.core.games.parchis import words as parchis
from bot.core.games.parchis.profile import PARCHIS
from bot.core.games.parchis.reasons import SENTENCES
from bot.core.i18n.translator import FALLBACK, languages, translator
from bot.locales.faults import style
from engine.parchis.board import LETTERS
from tests.fakes.catalogues import sentences

NUMBERED = re.compile(r"(?:\d+|\{(?:n|rank|place|number|at)\})\. ?(?:\d|\{(?:n|value|points|steps|number)\})")
"""`1. 5 for Marta`: the number of an item, and another number."""
EXPLAINED = {
    "{n} point lost": "the report's last line says what a point is",
    "{dice} (own rolls: {points} point)": "as above",
    "{players}: from {before} to {after}. All rolls: {luck} point; all choices: {choices}.": "as above",
    "{players}: from {before} to {after}. All choices: {choices} point.": "as above",
    "Changes in the bots' own judgement: {points} points.": "as above",
    "The result without luck, in points: {shares}.": "as above",
    "Points lost": "a heading of the analysis card, whose note says it",
    "no points lost": "nothing",
    "bot, about {points}": "a rating, as the leaderboard shows it",
    "{n} point": "in a tournament's standings, whose heading says how they are won",
    "{player}: {points} points, give or take {margin} ({games} games)": "below a heading that says it",
    "Points lost with weak moves, per 100 moves": "below that heading",
    "Palma: points for the stake on hole 5": "the stake's",
    "Palma: points for the stake on hole 15": "the stake's",
}
"""Sentences that need not say it, each with the reason."""
SIGNS = "🟡🔵🔴🟢🟣🟠🐕🐺"


@pytest.mark.parametrize("language", languages())
def test_no_sentence_begins_like_a_numbered_item_before_a_number(language: str) -> None:
    assert [text for text in sentences(language).values() if NUMBERED.match(text)] == []


@pytest.mark.parametrize("language", languages())
def test_points_are_points_of_something(language: str) -> None:
    """Unless no number of points is meant, as of a rated game in Spanish, *por puntos*."""
    points = style(language)["points"]
    bare = []
    for sentence, text in sentences(language).items():
        told = re.sub(points.get("not_counted", "$^"), "", text)
        if sentence in EXPLAINED or not re.search(style(FALLBACK)["points"]["word"], sentence, re.IGNORECASE):
            continue
        if re.search(points["word"], told, re.IGNORECASE) and not re.search(points["of_what"], told, re.IGNORECASE):
            bare.append(text)
    assert bare == []


def test_every_exception_is_a_sentence() -> None:
    assert set(EXPLAINED) <= set(sentences("en"))


@pytest.mark.parametrize("language", languages())
def test_no_sentence_has_a_player_s_sign_instead_of_a_name(language: str) -> None:
    assert [text for text in sentences(language).values() if set(text) & set(SIGNS)] == []


@pytest.mark.parametrize("language", languages())
def test_a_piece_has_its_colour_in_words_unless_it_can_only_be_the_player_s(language: str) -> None:
    t = translator(language)
    for letter in LETTERS:
        named = parchis.piece(t, f"{letter}3")
        for own in (letter, *LETTERS, "YR"):
            told = parchis.numbered(t, f"{letter}3", own)
            assert named in told or (own == letter and not set(told) & set(SIGNS)), told


@pytest.mark.parametrize("language", languages())
def test_a_bonus_says_what_it_is_for(language: str) -> None:
    t = translator(language)
    told = [(t(one.prompt, steps=9), t(one.first, steps=9)) for one in PARCHIS.bonuses.values()]
    assert sorted(PARCHIS.bonuses) == [10, 20]
    for ways in zip(*told, strict=True):
        assert len(set(ways)) == 2, ways


@pytest.mark.parametrize("language", languages())
def test_a_reason_about_another_s_pieces_has_their_player(language: str) -> None:
    for sentence in SENTENCES.values():
        if "'s piece" in sentence or "'s barrier" in sentence:
            assert "{player}" in sentences(language)[sentence], sentence
