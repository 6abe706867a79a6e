"""P1–P6: the board's numbers, for every number of colours."""

from __future__ import annotations

import itertools

import pytest

from engine.parchis.board import HOME, LETTERS, NEVER, board, piece_name, pieces_by_name

COLOURS = pytest.mark.parametrize("colours", [3, 4, 5, 6])


def test_p1_p2_the_ring_has_17_squares_a_colour() -> None:
    assert [board(colours).length for colours in (3, 4, 5, 6)] == [51, 68, 85, 102]
    assert LETTERS == "YBRGPO"


def test_p3_starts_and_mouths_of_the_classic_board() -> None:
    classic = board(4)
    assert [classic.start_square(colour) for colour in range(4)] == [5, 22, 39, 56]
    assert [classic.mouth_square(colour) for colour in range(4)] == [68, 17, 34, 51]


@COLOURS
def test_p4_steps_run_from_the_start_over_mouth_and_corridor_to_the_goal(colours: int) -> None:
    table = board(colours)
    assert table.goal == {3: 54, 4: 71, 5: 88, 6: 105}[colours]
    for colour in range(colours):
        path = [table.square(colour, step) for step in range(table.goal + 1)]
        assert path[0] == str(table.start_square(colour))
        assert path[table.length - 5] == str(table.mouth_square(colour))
        assert path[table.length - 4 :] == [*(f"c{number}" for number in range(1, 8)), "F"]
        ring = [int(square) for square in path[: table.length - 4]]
        assert all(after == before % table.length + 1 for before, after in itertools.pairwise(ring))
        never = {(17 * colour + offset - 1) % table.length + 1 for offset in (1, 2, 3, 4)}
        assert never.isdisjoint(ring)
        assert len(ring) == table.length - 4


def test_p5_the_classic_board_has_twelve_shelters() -> None:
    assert sorted(board(4).shelters) == [5, 12, 17, 22, 29, 34, 39, 46, 51, 56, 63, 68]


@COLOURS
def test_p5_every_board_has_three_shelters_a_colour(colours: int) -> None:
    assert len(board(colours).shelters) == 3 * colours


@COLOURS
def test_squares_and_steps_are_each_others_inverse(colours: int) -> None:
    table = board(colours)
    for colour in range(colours):
        for step in range(HOME, table.goal + 1):
            assert table.step(colour, table.square(colour, step)) == step


@pytest.mark.parametrize("square", ["1", "2", "3", "4", "0", "69", "c0", "c8", "05", " 5", "", "f", "h", "-1", "٥"])
def test_p4_a_square_a_colour_never_visits_is_refused(square: str) -> None:
    with pytest.raises(ValueError, match="Y cannot stand on"):
        board(4).step(0, square)


def test_ways_hold_the_cells_trodden_on_and_nothing_beyond_the_goal() -> None:
    table = board(4)
    cells = table.cells[0]
    assert table.ways[3][0][10] == sum(1 << cells[step] for step in (11, 12, 13))
    assert table.ends[3][0][10] == 1 << cells[13]
    assert table.ways[3][0][68] == sum(1 << cells[step] for step in (69, 70))
    assert table.ends[3][0][68] == 0
    assert table.ways[3][0][69] == table.ways[1][0][71] == table.ways[1][0][HOME] == NEVER


def test_p6_pieces_have_a_letter_and_a_number() -> None:
    assert [piece_name(piece) for piece in (0, 3, 4, 23)] == ["Y1", "Y4", "B1", "O4"]
    assert all(piece_name(piece) == name for name, piece in pieces_by_name().items())
