"""H2: holes, numbers, marks and panels keep apart, and all is inside the picture."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from engine.palma.board import GRID, HOLES, LINKS, MARKED, PIECES, TOP
from render.drawing.geometry import Point, plus
from render.palma import geometry as palma
from tests.unit.render.shapes import inside

SIDES = pytest.mark.parametrize("side", [0, 1])
Box = tuple[float, float, float, float]


def around(point: Point, half: float, high: float) -> Box:
    return (point[0] - half, point[1] - high, point[0] + half, point[1] + high)


def corners(box: Box) -> tuple[Point, ...]:
    left, low, right, high = box
    return ((left, low), (right, low), (right, high), (left, high))


def meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def gap(point: Point, box: Box) -> float:
    """How far a point is from a box."""
    return math.hypot(max(box[0] - point[0], 0, point[0] - box[2]), max(box[1] - point[1], 0, point[1] - box[3]))


def digits(side: int, number: int) -> Box:
    """What the number next to a hole covers."""
    return around(palma.number_place(side, number), 0.66 if number > 9 else 0.33, 0.42)


def panel_boxes(side: int) -> dict[str, Box]:
    """All that a panel may hold; the name at its longest."""
    panel, out = palma.panel(side), palma.away(side)
    x, y = panel.outer
    name = sorted((x, x - out * (2.5 + panel.name_width)))
    return {
        "name": (name[0], y - palma.TAG / 2, name[1], y + palma.TAG / 2),
        "value": around(panel.value, 2.2, 2.0),
        "tray": around(panel.middle, palma.TRAY[0] / 2, palma.TRAY[1] / 2),
        "sticks": (panel.sticks[0][0] - 1.3, 6.6, panel.sticks[2][0] + 1.3, 17.0),
        "due": around(panel.due, 1.6, 1.6),
        "coins": (min(x for x, _ in panel.coins) - 1.3, -0.7, max(x for x, _ in panel.coins) + 1.3, 1.9),
    }


def test_holes_lie_on_the_board_at_least_a_hole_apart() -> None:
    holes = {point for side in HOLES for point in side}
    assert len(holes) == 59
    assert min(math.dist(a, b) for a, b in combinations(holes, 2)) >= 2 * palma.HOLE + 0.5
    rims = [(x + palma.HOLE * dx, y + palma.HOLE * dy) for x, y in holes for dx in (-1, 1) for dy in (-1, 1)]
    assert all(inside(point, palma.border(0.42)) for point in rims)


def test_pieces_on_neighbouring_holes_of_the_edge_do_not_hide_each_other() -> None:
    assert min(math.dist(a, b) for a, b in pairwise(HOLES[0])) >= 2 * palma.HEAD


@SIDES
def test_numbers_lie_on_the_board_off_holes_and_marks(side: int) -> None:
    for number in palma.track():
        box = digits(side, number)
        assert all(inside(corner, palma.border(0.9)) for corner in corners(box)), number
        assert min(gap(hole, box) for hole in HOLES[side]) > palma.HOLE, number
        assert min(gap(palma.hole(side, marked), box) for marked in MARKED) > palma.ROSETTE, number


def test_numbers_keep_apart() -> None:
    boxes = [digits(side, number) for side in (0, 1) for number in palma.track() if number or not side]
    assert not any(meet(a, b) for a, b in combinations(boxes, 2))


def test_marks_touch_no_other_hole() -> None:
    for marked in MARKED:
        others = [hole for number, hole in enumerate(HOLES[0]) if number != marked]
        assert min(math.dist(HOLES[0][marked], hole) for hole in others) > palma.ROSETTE + palma.HOLE


@SIDES
def test_links_lead_from_hole_to_hole_past_the_numbers(side: int) -> None:
    for low, high in LINKS:
        line = palma.link(side, low, high)
        assert (line[0], line[-1]) == (palma.hole(side, low), palma.hole(side, high))
        fine = [
            (a[0] + (b[0] - a[0]) * i / 8, a[1] + (b[1] - a[1]) * i / 8) for a, b in pairwise(line) for i in range(9)
        ]
        for number in palma.track():
            assert min(gap(point, digits(side, number)) for point in fine) > 0.2, number
            if number not in {low, high}:
                assert min(math.dist(point, palma.hole(side, number)) for point in fine) > palma.HOLE, number


@pytest.mark.parametrize("shared", [False, True])
@SIDES
def test_five_heads_over_hole_0_stand_on_each_other_in_the_space_of_their_hole(side: int, shared: bool) -> None:
    heads = [plus(palma.hole(side, 0), palma.stacked(side, index, 5, shared=shared)) for index in range(5)]
    others = {hole for each in HOLES for hole in each} - {palma.hole(0, 0)}
    assert len({x for x, _ in heads}) == 1
    assert all(high[1] - low[1] >= 0.68 for low, high in pairwise(heads))  # a number's height
    assert min(math.dist(head, hole) for head in heads for hole in others) > palma.HEAD + palma.HOLE
    assert heads[-1][1] + palma.HEAD < palma.BOUNDS[3]
    if shared:
        other = [palma.stacked(1 - side, index, 5, shared=True) for index in range(5)]
        assert abs(other[0][0] - palma.stacked(side, 0, 5, shared=True)[0]) > 2 * palma.HEAD


@SIDES
def test_panels_lie_in_the_picture_beside_the_board_and_their_parts_keep_apart(side: int) -> None:
    boxes = panel_boxes(side)
    assert not [(a, b) for a, b in combinations(boxes, 2) if meet(boxes[a], boxes[b])]
    left, low, right, high = palma.BOUNDS
    board = (*palma.outline(), *palma.front(), *palma.legs()[0], *palma.legs()[1])
    for name, box in boxes.items():
        assert left <= box[0] < box[2] <= right, name
        assert low <= box[1] < box[3] <= high, name
        assert not any(gap(point, box) == 0 for point in board), name
        assert not any(inside(corner, palma.outline()) for corner in corners(box)), name


@SIDES
def test_trays_hold_five_pieces_and_a_place_for_each_that_is_home(side: int) -> None:
    panel, tray = palma.panel(side), panel_boxes(side)["tray"]
    assert len(panel.hand) == len(panel.home) == PIECES
    assert min(math.dist(a, b) for a, b in combinations(panel.hand, 2)) > 2 * palma.HEAD
    assert min(math.dist(hand, home) for hand in panel.hand for home in panel.home) > palma.HEAD + 0.4
    assert all(gap(spot, tray) == 0 for spot in (*panel.hand, *panel.home))


def test_names_have_much_room_and_never_meet() -> None:
    width = palma.BOUNDS[2] - palma.BOUNDS[0]
    assert palma.panel(0).name_width >= 0.29 * width
    assert not meet(panel_boxes(0)["name"], panel_boxes(1)["name"])


def test_the_whole_board_is_inside_the_picture() -> None:
    left, low, right, high = palma.BOUNDS
    parts = (palma.outline(), palma.front(), *palma.legs(), *palma.drums(), palma.trunk(), *palma.fronds())
    assert all(left < x < right and low < y < high for part in parts for x, y in part)
    assert all(inside(tip, palma.outline()) for spine in palma.fronds() for tip in spine)


def test_sides_are_mirror_images() -> None:
    for number in palma.track():
        (x, y), (mirrored, level) = palma.hole(0, number), palma.hole(1, number)
        assert (x + mirrored, y) == (GRID[0], level)
        assert number == TOP or x > mirrored
        (x, y), (mirrored, level) = palma.number_place(0, number), palma.number_place(1, number)
        assert math.isclose(x + mirrored, GRID[0])
        assert y == level
