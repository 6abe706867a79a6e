"""Win chances on boards: where they may be shown, and in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.core.i18n.translator import translator
from bot.core.views.board import board_screen, scene_of, unseen_of
from bot.core.views.chances import chances_of, may_be_shown
from render.content.scene import Scene
from tests.fakes.pictures import FakePictures
from tests.fakes.word_tables import lobby, started

ALONE = ("Ana", None, None, None)
"""Against bots: a game that is not rated."""


def alt(table: Any, language: str = "en", *, chances: bool = True) -> str:
    screen = board_screen(table, 0, translator(language), FakePictures(lambda _: b""), chances=chances)
    assert screen.picture is not None
    return screen.picture.alt


def test_they_are_in_the_picture_and_its_alt_text_by_side_and_only_if_wanted() -> None:
    seen: list[Scene] = []
    table = started(lobby(names=ALONE), ["6", "1", "2", "3"])
    pictures = FakePictures(lambda scene: seen.append(scene) or b"")  # type: ignore[func-returns-value]
    board_screen(table, 0, translator("en"), pictures, chances=True)
    board_screen(table, 0, translator("en"), pictures)
    assert [scene.chances for scene in seen] == [chances_of(table), ()]
    assert sum(chances_of(table)) == pytest.approx(1)
    assert "Win chances: yellow 2" in alt(table)
    assert "Win chances" not in alt(table, chances=False)


def test_teams_and_seats_of_two_colours_are_one_side_each_in_every_language() -> None:
    teams = started(lobby(teams=[[0, 2], [1, 3]], names=ALONE))
    assert "Win chances: yellow and red 50%; blue and green 50%." in alt(teams)
    pairs = started(lobby(seats=("YR", "BG"), names=("Ana", None)))
    assert "Probabilidad de ganar: amarillo y rojo 50 %; azul y verde 50 %." in alt(pairs, "es")
    palma = started(lobby("palma", seats=("D", "J"), names=("Ana", None)))
    assert "Probabilità di vittoria: cani 5" in alt(palma, "it")


def test_there_are_none_in_a_rated_game_whatever_the_chat_wants() -> None:
    rated = started(lobby())
    assert rated.is_rated
    assert not may_be_shown(rated)
    assert "Win chances" not in alt(rated)
    assert scene_of(rated, 0, translator("en"), (), chances=True).chances == ()
    casual = started(lobby(rated=False))
    assert "Win chances" in alt(casual)


def test_there_are_none_against_the_wish_of_the_table() -> None:
    table = started(lobby(rated=False, chances=False))
    assert "Win chances" not in alt(table)
    assert unseen_of(replace(table, version=0), 0, 0, translator("en"), chances=True) is None
