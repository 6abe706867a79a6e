"""Which pieces the next throw of somebody else may capture."""

from __future__ import annotations

import pytest

from engine.parchis.board import piece_name
from engine.parchis.reach import hunted
from tests.unit.engine.parchis.parchis_table import at


@pytest.mark.parametrize(
    ("pieces", "found"),
    [
        ("Y 10 14, B 8", {"Y1", "Y2"}),
        ("Y 10 15 7, B 8", {"Y1"}),  # too far, and behind
        ("Y 12 10, B 8", {"Y2"}),  # 12 is a shelter
        ("Y 13 13, B 8", set()),  # a barrier
        ("Y 14 10 10, B 8", set()),  # behind a barrier
        ("Y 22", set()),  # nor does who enters capture a piece alone on its start
        ("B 8 9, Y 20", set()),  # others' pieces are theirs to look after
    ],
)
def test_pieces_of_whoever_acts_are_found_as_the_rules_have_it(pieces: str, found: set[str]) -> None:
    assert {piece_name(piece) for piece in hunted(at(pieces))} == found


def test_allies_do_not_hunt() -> None:
    teams = [[0, 2], [1, 3]]
    assert hunted(at("Y 10, R 8", teams=teams)) == frozenset()
    assert hunted(at("Y 10, G 8", teams=teams)) == {0}
