"""Seats and teams as people read and type them."""

from __future__ import annotations

import pytest

from bot.core.games.game_words import in_sentence
from bot.core.games.profiles import PROFILES
from bot.core.games.seat_names import are_seats, seats_of, spoken
from bot.core.i18n.translator import languages, translator


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", PROFILES)
def test_whatever_seats_are_offered_can_be_typed_as_they_are_written(game: str, language: str) -> None:
    for colours in (3, 4, 5, 6):
        for way in PROFILES[game].seatings(colours):
            written = spoken(translator(language), game, way.seats)
            assert are_seats(written)
            assert seats_of(written) == list(way.seats)


@pytest.mark.parametrize(
    ("typed", "seats"),
    [
        ("YR,BG", ["YR", "BG"]),
        ("y, b r", ["Y", "B", "R"]),
        ("rojo+azul,verde+amarillo", ["RB", "GY"]),
        ("red+blue", ["R", "B"]),
        ("rosso+b,", ["R", "B"]),
        ("", []),
    ],
)
def test_a_plus_joins_the_colours_of_one_seat_where_there_are_others(typed: str, seats: list[str]) -> None:
    assert seats_of(typed) == seats


def test_spanish_writes_a_common_noun_small_and_a_name_large() -> None:
    spanish, english = translator("es"), translator("en")
    assert (in_sentence(spanish, "parchis"), in_sentence(spanish, "palma")) == ("parchís", "Palma")
    assert (in_sentence(english, "parchis"), in_sentence(english, "palma")) == ("Parchís", "Palma")
