"""P8: squares are disjoint, neighbours touch, the ring runs counter-clockwise, all is inside the picture."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from engine.parchis.board import board
from render.drawing.geometry import Point, Polygon, area, between, cut, edges, plus, rounded, wheel
from render.drawing.shapes import SHAPES
from render.drawing.text import font
from render.parchis.geometry import layout
from render.parchis.places import Cell
from tests.unit.render.shapes import inside

COLOURS = pytest.mark.parametrize("colours", [3, 4, 5, 6])


def all_cells(colours: int) -> list[Cell]:
    shape = layout(colours)
    return [*shape.ring[1:], *(cell for corridor in shape.corridors for cell in corridor)]


def numbered(colours: int) -> list[tuple[Cell, str]]:
    """The squares that show a number, with what is written on them."""
    shape, squares = layout(colours), board(colours)
    return [(shape.ring[number], str(number)) for number in range(1, squares.length + 1)
            if shape.numbered(number, squares)]  # fmt: skip


def number_box(colours: int, cell: Cell, digits: str) -> Polygon:
    """The box round a square's number, which stands upright whichever way the square lies."""
    height = layout(colours).digits
    left, top, right, bottom = font(100).getbbox(digits, anchor="ls")
    half, rise = (right - left) / 200 * height, (bottom - top) / 200 * height
    x, y = cell.number
    return ((x - half, y - rise), (x + half, y - rise), (x + half, y + rise), (x - half, y + rise))


def common(a: Polygon, b: Polygon) -> float:
    """The area two convex polygons share."""
    rest = cut(edges(b), a)
    return abs(area(rest)) if len(rest) > 2 else 0.0


def shared_edge(a: Polygon, b: Polygon) -> float:
    """The length of the edge two polygons share: of the stretches on one line, the longest that both cover."""
    longest = 0.0
    for p, q in zip(a, a[1:] + a[:1], strict=True):
        length = math.dist(p, q)
        if length < 1e-6:
            continue
        along = ((q[0] - p[0]) / length, (q[1] - p[1]) / length)

        def local(point: Point, p: Point = p, along: Point = along) -> tuple[float, float]:
            x, y = point[0] - p[0], point[1] - p[1]
            return (x * along[0] + y * along[1], y * along[0] - x * along[1])

        for r, s in zip(b, b[1:] + b[:1], strict=True):
            (start, off), (end, off_too) = local(r), local(s)
            if abs(off) < 1e-6 and abs(off_too) < 1e-6:
                low, high = sorted((start, end))
                longest = max(longest, min(high, length) - max(low, 0.0))
    return longest


@COLOURS
def test_ring_and_corridors_have_every_square(colours: int) -> None:
    shape = layout(colours)
    assert len(shape.ring) - 1 == 17 * colours
    assert [len(corridor) for corridor in shape.corridors] == [7] * colours
    assert all(area(cell.outline) > 1 for cell in all_cells(colours))


def centroid(polygon: Polygon) -> Point:
    """The centre of gravity."""
    turned = (*polygon[1:], polygon[0])
    x = y = 0.0
    for a, b in zip(polygon, turned, strict=True):
        cross = a[0] * b[1] - b[0] * a[1]
        x += (a[0] + b[0]) * cross
        y += (a[1] + b[1]) * cross
    six = 6 * area(polygon)
    return (x / six, y / six)


@COLOURS
def test_squares_and_goals_are_disjoint(colours: int) -> None:
    shape = layout(colours)
    outlines = [cell.outline for cell in all_cells(colours)] + [goal.outline for goal in shape.goals]
    near = ((a, b) for a, b in combinations(outlines, 2) if math.dist(centroid(a), centroid(b)) < 6)
    assert max(common(a, b) for a, b in near) < 1e-6


@COLOURS
def test_homes_touch_no_square(colours: int) -> None:
    shape = layout(colours)
    for home in shape.homes:
        assert max(common(home.field, cell.outline) for cell in all_cells(colours)) < 1e-6


@COLOURS
def test_consecutive_ring_squares_share_an_edge(colours: int) -> None:
    ring = layout(colours).ring[1:]
    for number, (here, there) in enumerate(zip(ring, ring[1:] + ring[:1], strict=True), 1):
        assert shared_edge(here.outline, there.outline) > 0.4, number


@COLOURS
def test_corridors_lead_from_the_mouth_to_the_goal(colours: int) -> None:
    shape = layout(colours)
    for colour in range(colours):
        mouth = shape.ring[board(colours).mouth_square(colour)]
        way = [mouth.outline, *(cell.outline for cell in shape.corridors[colour]), shape.goals[colour].outline]
        assert all(shared_edge(here, there) > 1 for here, there in pairwise(way))


@COLOURS
def test_numbers_run_counter_clockwise_with_y_up(colours: int) -> None:
    assert area([cell.centre for cell in layout(colours).ring[1:]]) > 0


@COLOURS
def test_arms_follow_each_other_counter_clockwise_from_the_bottom(colours: int) -> None:
    for colour, (x, y) in enumerate(layout(colours).axes):
        angle = math.degrees(math.atan2(y, x)) + 90
        assert abs((angle - 360 / colours * colour + 180) % 360 - 180) < 1e-6


@COLOURS
def test_start_lies_between_arm_and_home(colours: int) -> None:
    shape = layout(colours)
    for colour in range(colours):
        start = shape.ring[board(colours).start_square(colour)].centre
        distances = [math.dist(start, home.centre) for home in shape.homes]
        assert distances.index(min(distances)) == colour


@COLOURS
def test_pieces_stand_on_their_square(colours: int) -> None:
    for cell in all_cells(colours):
        for count in (1, 2):
            for place in cell.places(count):
                assert all(plane.excess(place) < 0 for plane in edges(cell.outline))


@COLOURS
def test_two_pieces_do_not_hide_each_other(colours: int) -> None:
    for cell in all_cells(colours):
        assert math.dist(*cell.places(2)) >= 2.05 * cell.radius(2)
        assert cell.radius(2) > 0.27
    places = [place for cell in all_cells(colours) for place in cell.places(2)]
    assert min(math.dist(a, b) for a, b in combinations(places, 2)) > 0.56


@COLOURS
def test_everything_is_inside_the_plate_and_the_plate_inside_the_picture(colours: int) -> None:
    shape = layout(colours)
    plate = edges(shape.plate)
    points = [point for cell in all_cells(colours) for point in cell.outline]
    points += [point for home in shape.homes for point in home.field]
    assert all(plane.excess(point) < 1e-6 for plane in plate for point in points)
    left, bottom, right, top = shape.bounds
    for home in shape.homes:
        (x, y), (low, high) = home.names[-1].middle, home.names[-1].room
        assert left < low < x < high < right
        assert bottom < y - 0.5 < y + 0.5 < top
        assert high - low > 4.5


@COLOURS
@pytest.mark.parametrize("pieces", [2, 3, 4])
def test_as_many_places_as_pieces_at_home_and_in_the_goal_and_none_touch(colours: int, pieces: int) -> None:
    shape = layout(colours, pieces)
    for home, goal in zip(shape.homes, shape.goals, strict=True):
        assert len(home.places) == len(goal.places) == pieces
        for places, apart in ((home.places, 1.0), (goal.places, 0.88)):
            assert min(math.dist(a, b) for a, b in combinations(places, 2)) > apart
        assert all(math.dist(home.centre, place) < home.radius for place in home.places)
        assert all(plane.excess(place) < 0 for plane in edges(goal.outline) for place in goal.places)
    middles = [tuple(map(sum, zip(*home.places, strict=True))) for home in shape.homes]
    assert len(set(middles)) == colours


@COLOURS
def test_names_touch_no_square(colours: int) -> None:
    shape = layout(colours)
    for home in shape.homes:
        (low, high), (_, y) = home.names[-1].room, home.names[-1].middle
        plaque = ((low, y - 0.4), (high, y - 0.4), (high, y + 0.4), (low, y + 0.4))
        assert max(common(plaque, cell.outline) for cell in all_cells(colours)) < 1e-6
        assert abs(y - home.centre[1]) - 0.43 > home.radius + 0.1


@COLOURS
def test_numbers_lie_inside_their_squares(colours: int) -> None:
    for cell, digits in numbered(colours):
        sides = edges(cell.outline)
        assert all(plane.excess(corner) < 0.02 for plane in sides for corner in number_box(colours, cell, digits)), (
            digits
        )


def test_numbers_are_read_on_a_phone() -> None:
    """How high a digit is, in pixels, where a picture is 390 of them wide."""
    for colours, least in ((3, 5.0), (4, 5.0), (5, 4.0), (6, 4.0)):
        shape = layout(colours)
        row = 390 / (shape.bounds[2] - shape.bounds[0])
        _, top, _, bottom = font(1000).getbbox("1", anchor="ls")
        assert (bottom - top) / 1000 * shape.digits * row >= least
        squares = board(colours)
        starts = {squares.start_square(colour) for colour in range(colours)}
        assert all(shape.numbered(number, squares) for number in squares.shelters | starts)


@COLOURS
@pytest.mark.parametrize("count", [1, 2, 3])
def test_neither_a_piece_nor_the_light_round_it_hides_a_number(colours: int, count: int) -> None:
    """Of any shape, alone or side by side; light may touch a number by a hair."""
    for cell, digits in numbered(colours):
        radius = cell.radius(count)
        box = number_box(colours, cell, digits)
        for place in cell.places(count):
            for shape in SHAPES[:colours]:
                outline = [plus(place, point, radius * 1.2) for point in shape]
                assert not any(inside(point, box) for point in outline), (digits, count)
                assert not any(inside(corner, tuple(outline)) for corner in box), (digits, count)


@COLOURS
def test_pieces_stay_on_their_square(colours: int) -> None:
    """Alone or side by side, but for the width of their shadow and of the line between two squares."""
    for cell in all_cells(colours):
        sides = edges(cell.outline)
        for count in (1, 2):
            radius = cell.radius(count)
            assert all(plane.excess(place) < 0.12 - radius for place in cell.places(count) for plane in sides)


@COLOURS
def test_goals_and_nests_hold_their_places(colours: int) -> None:
    shape = layout(colours)
    for goal in shape.goals:
        sides = edges(goal.outline)
        assert all(plane.excess(place) < -0.4 for place in goal.places for plane in sides)
    for home in shape.homes:
        assert all(math.dist(place, home.centre) + 0.47 < home.radius for place in home.places)
        assert all(plane.excess(home.centre) < -home.radius for plane in edges(home.field))


@COLOURS
def test_goals_and_homes_hold_four_pieces_apart(colours: int) -> None:
    shape = layout(colours)
    for places in [goal.places for goal in shape.goals] + [home.places for home in shape.homes]:
        assert len(places) == 4
        assert min(math.dist(a, b) for a, b in combinations(places, 2)) > 0.8


def test_cut_rounded_and_wheel() -> None:
    square = wheel(4, (math.sqrt(2),), turn=45)
    assert math.isclose(area(square), 4)
    assert 3 < area(rounded(square, 0.5)) < 4
    assert cut(edges(square), tuple(between((9, 9), corner, 0.1) for corner in square)) == ()
