"""The card at the end of a game agrees with its log, in every language, and can be read without seeing it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.domain.table_values import TableResult
from bot.core.i18n.translator import languages, translator
from bot.core.views.board import board_screen
from bot.core.views.result_card import duration, result_card, told
from data.records import Status
from render.content.card_content import ResultCard
from render.content.scene import Scene
from render.content.touch import Disc, Touch
from tests.fakes.finished_tables import finished


class SeenPictures:
    """Pictures of nothing, which remember what was to be drawn."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.cards: list[ResultCard] = []

    def draw(self, scene: Scene) -> bytes:
        self.scenes.append(scene)
        return b"picture"

    def touch(self, scene: Scene) -> Touch:
        return Touch()

    def seats(self, scene: Scene) -> tuple[tuple[Disc, ...], ...]:
        return ()

    def draw_result_card(self, card: ResultCard, scene: Scene) -> bytes:
        self.cards.append(card)
        return self.draw(scene)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("game", "rules", "seats", "columns"),
    [
        ("parchis", {"preset": "spanish"}, ["Y", "B", "R", "G"], 3),
        ("parchis", {"preset": "diceless"}, ["YR", "BG"], 2),
        ("palma", {"preset": "classic"}, ["D", "J"], 2),
    ],
)
def test_every_game_has_its_card(
    language: str, game: str, rules: dict[str, object], seats: list[str], columns: int
) -> None:
    table, shown = finished(game, rules, seats), SeenPictures()
    screen = board_screen(table, table.plies, translator(language), shown)
    (card,) = shown.cards
    assert screen.picture is not None
    assert "Ana" in card.title
    assert [row.place for row in card.rows] == list(table.result.places)
    assert all(len(row.cells) == len(card.columns) == columns for row in card.rows)
    assert screen.picture.alt.startswith(told(card)[:200])
    assert len(screen.picture.alt) <= 1000


def test_one_under_way_and_one_called_off_have_none() -> None:
    table, t = finished("palma", {"preset": "classic"}, ["D", "J"]), translator("en")
    for status in (Status.PLAYING, Status.CANCELLED):
        assert result_card(replace(table, status=status), t) is None


def test_who_won_by_giving_up_is_taken_from_the_record() -> None:
    table = finished("palma", {"preset": "classic"}, ["D", "J"])
    resigned = replace(table, result=TableResult((1, 1), "resigned"))
    begun = replace(resigned, match=table.match.at(10), log=table.log[:10])
    card = result_card(begun, translator("en"))
    assert card is not None
    shown = SeenPictures()
    board_screen(begun, 10, translator("en"), shown)
    assert shown.scenes[0].places == (1, 1)
    assert [row.place for row in card.rows] == [1, 1]
    assert card.title.endswith("win!")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "1 minute"), (1500, "25 minutes"), (3600, "1 hour"), (7300, "2 hours"), (172_800, "2 days")],
)
def test_how_long_it_took(seconds: float, words: str) -> None:
    assert duration(seconds, translator("en")) == words
