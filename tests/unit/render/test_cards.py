"""Cards are whole pictures in every theme, keep their size, and show the given texts."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from engine import catalog
from render.cards.ranking import draw_curve, draw_leaderboard
from render.cards.result import NAME_ROOM, headline
from render.cards.throws import draw_throws
from render.content.card_content import Bar, RankRow, ResultCard, ResultRow
from render.content.scene import Scene
from render.drawing.text import fits
from render.picture import draw_result_card
from render.themes.catalog import NAMES, THEMES
from render.themes.theme import Colour, Theme

EVERY = pytest.mark.parametrize("theme", THEMES.values(), ids=NAMES)
LONG = "Ελισάβετ-Μαργαρίτα " * 8


def opened(data: bytes) -> Image.Image:
    """The picture, decoded to the last byte."""
    image = Image.open(BytesIO(data))
    image.load()
    return image.convert("RGB")


def near(image: Image.Image, colour: Colour) -> int:
    """How many pixels have a colour, or one that nobody tells from it."""
    found = image.getcolors(1 << 20) or []
    close = [count for count, other in found if max(abs(a - b) for a, b in zip(colour, other, strict=True)) <= 10]
    return sum(close)


def result_card(game: str, seats: int, *, name: str = "Ana") -> ResultCard:
    """A card with `seats` seats, each in a different place."""
    rows = tuple(ResultRow(f"{name} {seat}", seat + 1, (seat,), ("3", "12")) for seat in range(seats))
    race = tuple(tuple(moment / 9 for _ in range(seats)) for moment in range(10))
    return ResultCard("Ana wins!", game, ("Captures", "Sixes"), rows, "The race", race)


def last_scene(game: str, rules: dict[str, Any], seats: int, theme: str) -> Scene:
    """A position to show on the card; any will do."""
    return Scene(game, catalog.game(game).start(rules), ("Ana",) * seats, theme=theme)


@EVERY
@pytest.mark.parametrize(("game", "rules", "seats"), [("palma", {}, 2), ("parchis", {"colours": 6}, 6)])
def test_a_result_of_any_size_in_any_theme(theme: Theme, game: str, rules: dict[str, Any], seats: int) -> None:
    scene = last_scene(game, rules, seats, theme.name)
    card = result_card(game, seats)
    data = draw_result_card(card, scene)
    image = opened(data)
    assert image.width == 800
    assert near(image, theme.square) > image.width * image.height * 0.3
    assert len(data) < 90_000
    assert data == draw_result_card(card, scene)


def test_the_card_tells_who_won() -> None:
    scene = last_scene("parchis", {}, 4, "classic")
    card = result_card("parchis", 4)
    first, *others = card.rows
    swapped = (ResultRow(first.name, 2, first.colours, first.cells), *others)
    assert draw_result_card(card, scene) != draw_result_card(
        ResultCard("", "", card.columns, swapped, "", card.race), scene
    )


def test_teams_share_a_step_of_the_podium() -> None:
    rows = tuple(ResultRow("Ana", 1 if seat % 2 else 3, (seat,), ("1", "2")) for seat in range(4))
    card = ResultCard("Ana", "", ("a", "b"), rows, "", ((0.0,) * 4,))
    assert opened(draw_result_card(card, last_scene("parchis", {}, 4, "classic"))).height > 800


@EVERY
def test_a_card_without_a_race_has_no_chart(theme: Theme) -> None:
    card = result_card("parchis", 4)
    scene = last_scene("parchis", {}, 4, theme.name)
    without = opened(draw_result_card(replace(card, race=()), scene))
    assert without.height < opened(draw_result_card(card, scene)).height
    assert opened(draw_result_card(replace(card, race=((0.0,) * 4,)), scene)).height > without.height


def test_each_place_has_its_metal() -> None:
    theme = THEMES["classic"]
    faces = [theme.metal(place)[0] for place in range(1, 7)]
    assert faces[0] == theme.gold
    assert len(set(faces[:4])) == 4
    assert faces[3] == faces[4] == faces[5]
    image = opened(draw_result_card(result_card("parchis", 6), last_scene("parchis", {"colours": 6}, 6, "classic")))
    for face in faces[1:3]:
        assert near(image, face) > 200


@pytest.mark.parametrize(
    ("names", "lines"),
    [(["Ana"], 1), (["Ana", "Bea"], 1), (["Maximiliana", "Bartolomeo Rossi"], 2),
     (["Wilhelmina Abernathy", "Bartolomeo de la Cruz", "Maximiliano Fuentes"], 3)],
)  # fmt: skip
def test_the_names_of_all_winners_are_whole(names: list[str], lines: int) -> None:
    size, shown = headline(names)
    assert len(shown) == lines
    assert " · ".join(shown) == " · ".join(names)
    assert all(fits(line, "—", size, NAME_ROOM) for line in shown)


def test_names_of_any_length_stay_inside() -> None:
    card = result_card("parchis", 4, name=LONG)
    image = opened(draw_result_card(card, last_scene("parchis", {}, 4, "classic")))
    edge = image.crop((0, 0, 5, image.height))
    assert near(edge, THEMES["classic"].table) == 5 * image.height


@EVERY
def test_a_leaderboard_marks_the_reader(theme: Theme) -> None:
    rows = [RankRow(1, "Ana", "31", "12"), RankRow(12, LONG, "9", "1", mine=True, gap=True)]
    image = opened(draw_leaderboard(theme, "Best", "here", rows))
    assert near(image, theme.gold) > 720 * 40
    assert near(image, theme.shelter) > 720 * 40


def test_an_empty_leaderboard_is_still_a_card() -> None:
    assert opened(draw_leaderboard(THEMES["classic"], "Best", "here", [])).width == 800


@pytest.mark.parametrize("values", [[25.0], [25.0, 26.0], [float(value) for value in range(200)]])
def test_a_curve_of_any_length(values: list[float]) -> None:
    assert opened(draw_curve(THEMES["dark"], "Ana", "", values, [2.0] * len(values))).size == (800, 470)


def test_a_curve_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="needs values"):
        draw_curve(THEMES["classic"], "Ana", "", [], [])


@pytest.mark.parametrize("counts", [[0, 0, 0], [1, 0, 0], [400, 1, 100000]])
def test_bars_of_any_height(counts: list[int]) -> None:
    bars = [Bar(str(index), count, 10.0) for index, count in enumerate(counts)]
    assert opened(draw_throws(THEMES["high-contrast"], "Dice", "", bars)).size == (640, 420)
