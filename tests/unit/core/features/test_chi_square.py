"""The measure of how unevenly dice have fallen, against values that statistics books print."""

from __future__ import annotations

from math import isclose

import pytest

from bot.core.features.dice_stats.chi_square import Tally, odds_of, survival
from bot.core.features.dice_stats.view import throws_text
from bot.core.i18n.translator import translator
from engine import catalog
from engine.dice import FairDice
from engine.match import Match

# freedom: (likelihood, critical value) as tables of the chi-square distribution have them
BOOK = {
    1: ((0.05, 3.841), (0.01, 6.635)),
    2: ((0.05, 5.991), (0.01, 9.210)),
    3: ((0.95, 0.352), (0.05, 7.815), (0.01, 11.345)),
    5: ((0.95, 1.145), (0.05, 11.070), (0.001, 20.515)),
    10: ((0.05, 18.307),),
}


@pytest.mark.parametrize(("freedom", "likelihood", "value"), [(k, *row) for k, rows in BOOK.items() for row in rows])
def test_the_books_values(freedom: int, likelihood: float, value: float) -> None:
    assert isclose(survival(value, freedom), likelihood, rel_tol=3e-3)


def test_its_ends() -> None:
    for freedom in range(1, 12):
        assert survival(0.0, freedom) == pytest.approx(1.0)
        assert survival(800.0, freedom) < 1e-100


def test_the_odds_are_the_engines() -> None:
    for game, opening in (("parchis", ["6", "1", "1", "1"]), ("palma", ["D"])):
        match = Match.fold(catalog.game(game), moves=opening)
        assert dict(match.game.odds(match.state)) == dict(odds_of(game))


def test_a_tally_by_hand() -> None:
    tally = Tally.of("parchis", {"1": 12, "2": 8, "3": 10, "4": 10, "5": 10, "6": 10, "Y1+5": 99})
    assert (tally.total, tally.freedom, tally.expected("1")) == (60, 5, 10.0)
    assert tally.chi_square == pytest.approx(0.8)
    assert tally.likelihood == pytest.approx(0.977, abs=1e-3)
    sticks = Tally.of("palma", {"1": 30, "2": 30, "3": 10, "5": 10, "D": 1})
    assert (sticks.expected("1"), sticks.expected("5"), sticks.chi_square) == (30.0, 10.0, 0.0)


def test_when_there_is_enough() -> None:
    assert not Tally.of("parchis", {}).enough
    assert not Tally.of("parchis", {"6": 29}).enough
    assert Tally.of("parchis", {"6": 30}).enough
    assert not Tally.of("palma", {"1": 39}).enough


@pytest.mark.parametrize("game", catalog.names())
def test_the_dice_of_this_program_pass_and_loaded_ones_do_not(game: str) -> None:
    dice = FairDice(bytes(range(32)), "test")
    fallen = [dice.throw(count, odds_of(game)).outcome for count in range(3000)]
    counts = {outcome: fallen.count(outcome) for outcome in odds_of(game)}
    assert 0.001 < Tally.of(game, counts).likelihood < 0.999
    assert Tally.of(game, counts | {"1": counts["1"] + 200}).likelihood < 0.001


@pytest.mark.parametrize(
    ("counts", "share"),
    [((10, 9, 11, 8, 12, 10), "96%"), ((40, 54, 38, 48, 25, 53), "1.5%"), ((10, 10, 10, 10, 10, 40), "0.001%")],
)
def test_a_share_has_no_more_digits_than_it_takes(counts: tuple[int, ...], share: str) -> None:
    tally = Tally.of("parchis", {str(face): count for face, count in enumerate(counts, start=1)})
    told = throws_text("abc234", tally, tally, translator("en")).plain
    assert f" {share} of the time" in told


@pytest.mark.parametrize(("language", "share"), [("en", "1.5%"), ("es", "1,5 %"), ("it", "1,5%")])
def test_a_share_is_written_as_each_language_does(language: str, share: str) -> None:
    tally = Tally.of("parchis", {"1": 40, "2": 54, "3": 38, "4": 48, "5": 25, "6": 53})
    assert share in throws_text("abc234", tally, tally, translator(language)).plain
