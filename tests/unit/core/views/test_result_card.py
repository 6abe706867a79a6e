"""The card at the end of a game agrees with its log, in every language, and can be read without seeing it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.domain.table_values import TableResult
from bot.core.i18n.translator import languages, translator
from bot.core.views.board import board_screen
from bot.core.views.game_over import winners
from bot.core.views.game_steps import turns
from bot.core.views.result_card import duration, result_card, settled, told
from data.records import SeatRecord, Status
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

    def draw_pair(self, left: Scene, right: Scene) -> bytes:
        return self.draw(left) + self.draw(right)

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
    assert screen.picture.alt.startswith(told(card, translator(language))[:200])
    assert len(screen.picture.alt) <= 1000


@pytest.mark.parametrize(
    ("game", "seats"), [("palma", ["D", "J"]), ("parchis", ["Y", "B", "R", "G"]), ("parchis", ["YR", "BG"])]
)
def test_the_card_counts_turns_as_the_replay_does_and_its_lines_end_in_the_order_of_the_places(
    game: str, seats: list[str]
) -> None:
    table, t = finished(game, {}, seats), translator("en")
    card = result_card(table, t)
    assert card is not None
    assert f" {len(turns(table, t))} turns" in card.subtitle
    ends = sorted(zip(card.race[-1], [row.place for row in card.rows], strict=True), reverse=True)
    assert [place for _, place in ends] == sorted(row.place for row in card.rows)


def test_lines_that_end_otherwise_than_the_places_cross_at_the_end_and_others_go_straight_on() -> None:
    race = [(0.0, 0.0, 0.0)] * 60 + [(1.0, 0.7, 0.5)]
    assert settled(race, (1, 2, 3))[-1] == (1.0, 0.7, 0.5)
    assert settled(race, (1, 3, 2))[-1] == (1.0, 0.5, 0.7)
    assert settled(race, (1, 3, 2))[:61] == tuple(race)
    assert settled(race, (2, 1, 1))[-1] == (0.5, 1.0, 0.7)  # a team: its members keep their order


def test_paper_rains_for_people_and_not_for_bots() -> None:
    table, t = finished("palma", {"preset": "classic"}, ["D", "J"]), translator("en")
    card, first = result_card(table, t), table.result.places.index(1)
    assert card is not None
    assert card.cheers
    assert winners(table) == {table.seats[first].person}
    bot = table.with_seats({first: SeatRecord(table.seats[first].colours, computer="greedy")})
    card = result_card(bot, t)
    assert card is not None
    assert not card.cheers
    assert winners(bot) == frozenset()
    assert winners(replace(table, status=Status.PLAYING)) == frozenset()


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
