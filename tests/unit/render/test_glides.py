"""Pieces on their way: they begin and end where pieces stand, and between them keep to the line of the squares."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PIL import ImageChops

from engine.catalog import game
from render.content.scene import Glide, Scene
from render.drawing.geometry import Point, along
from render.drawing.sheet import Frame
from render.palma import geometry as palma_geometry
from render.parchis.geometry import layout
from render.picture import draw, movers, pixels

RING = tuple(map(str, range(64, 69)))


def scene(**position: Any) -> Scene:
    rules_of = game(position["game"])
    return Scene(position["game"], rules_of.from_position(position), ("Ana", "Bo", "Cai", "Dan"), size=480)


def parchis(square: str) -> Scene:
    rules = {"preset": "italian", "colours": 4}
    return scene(game="parchis", rules=rules, pieces={"Y": [square, "H", "H", "F"], "B": ["30", "30", "H", "H"]})


def palma(hole: str) -> Scene:
    return scene(game="palma", rules={"preset": "classic"}, pieces={"D": [hole, "14", "H", "H", "H"], "J": ["12"]})


WAYS = [
    (parchis, "Y1", ("H", "5")),
    (parchis, "Y1", (*RING, "c1", "c2")),
    (parchis, "Y1", ("c4", "c5", "c6", "c7")),
    (parchis, "Y1", ("40", "H")),
    (palma, "D1", ("H", "0")),
    (palma, "D1", ("0", "1", "2")),
    (palma, "D1", ("10", "24")),
    (palma, "D1", ("22", "20")),
]


@pytest.mark.parametrize(("board", "piece", "way"), WAYS)
def test_a_glide_begins_and_ends_where_a_piece_stands(board: Any, piece: str, way: tuple[str, ...]) -> None:
    start, end = board(way[0]), board(way[-1])
    assert draw(start) != draw(end)
    assert draw(replace(start, glides=(Glide(piece, way, 0.0),))) == draw(start)
    assert draw(replace(end, glides=(Glide(piece, way, 1.0),))) == draw(end)


@pytest.mark.parametrize(("board", "piece", "way"), WAYS)
def test_a_glide_goes_forward_in_even_steps(board: Any, piece: str, way: tuple[str, ...]) -> None:
    start = board(way[0])
    shares = [step / 8 for step in range(1, 8)]
    faces = [draw(replace(start, glides=(Glide(piece, way, share),))) for share in shares]
    assert len({*faces, draw(start), draw(board(way[-1]))}) == len(shares) + 2


def changed_about(before: Scene, after: Scene, point: Point) -> bool:
    """Whether one picture differs from another at a point in pixels."""
    x, y = map(round, point)
    box = (x - 6, y - 6, x + 6, y + 6)
    one, other = (pixels(each).convert("RGB").crop(box) for each in (before, after))
    return ImageChops.difference(one, other).getbbox() is not None


def test_a_glide_stands_on_the_squares_that_it_goes_by() -> None:
    shape = layout(4)
    frame = Frame.fit(shape.bounds, 480)
    spots = [shape.cell(0, square).centre for square in RING]
    whole = sum(math.dist(here, there) for here, there in pairwise(spots))
    done = 0.0
    for here, there in pairwise(spots[:-1]):
        done += math.dist(here, there)
        gliding = replace(parchis("64"), glides=(Glide("Y1", RING, done / whole),))
        assert changed_about(parchis("H"), gliding, frame.at(there))
        assert not changed_about(parchis("H"), gliding, frame.at(here if here != spots[0] else spots[-1]))


def test_a_slide_follows_its_link_and_not_the_straight_line() -> None:
    line = palma_geometry.link(0, 20, 22)
    frame = Frame.fit(palma_geometry.BOUNDS, 480)
    gliding = replace(palma("22"), glides=(Glide("D1", ("22", "20"), 0.5),))
    assert changed_about(palma("H"), gliding, frame.at(along(line, 0.5)))


def test_the_point_along_a_line_is_measured_by_length() -> None:
    line = ((0.0, 0.0), (1.0, 0.0), (1.0, 3.0))
    assert along(line, 0.0) == (0.0, 0.0)
    assert along(line, 0.25) == (1.0, 0.0)
    assert along(line, 0.5) == (1.0, 1.0)
    assert along(line, 1.0) == (1.0, 3.0)
    assert along(((2.0, 5.0), (2.0, 5.0)), 0.5) == (2.0, 5.0)


def test_a_flying_piece_is_lifted_off_a_palma_board() -> None:
    """It is larger than one that stands, above the line that it flies, and casts a shadow below it."""
    over = replace(palma("10"), glides=(Glide("D1", ("10", "H"), 0.5, flight=True),))
    (shadow, low), (peg, high) = movers(over)
    ((standing, _),) = movers(replace(over, glides=(Glide("D1", ("10", "11"), 0.5),)))
    assert high[1] < low[1] - 10
    assert low[0] > high[0]
    assert peg.height > 1.2 * standing.height
    assert 0 < shadow.getchannel("A").getextrema()[1] < 200
