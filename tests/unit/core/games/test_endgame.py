"""What a last piece needs: a 5 to come out, an exact number, or numbers in hand."""

from __future__ import annotations

import pytest

from bot.core.games.parchis.endgame import last_need, last_number
from bot.core.i18n.translator import translator
from engine import catalog

DONE = ["F", "F", "F"]


@pytest.mark.parametrize(
    ("preset", "piece", "hand", "number", "need"),
    [
        ("spanish", "c5", [], 3, "exactly 3"),
        ("spanish", "c2", [], 0, ""),  # a 6 counts 7
        ("spanish", "c1", [], 6, ""),
        ("spanish", "", [], 0, "a 5 to come out, then 71 squares"),
        ("diceless", "c2", [1, 2, 5], 0, "exactly 6, with 5+1 in hand"),
        ("diceless", "c5", [1, 3], 3, "exactly 3 (in hand)"),
        ("diceless", "c5", [4, 6], 0, "exactly 3, but has only 4 and 6 in hand"),
        ("diceless", "50", [4, 6], 0, ""),
    ],
)
def test_a_last_piece_s_need(preset: str, piece: str, hand: list[int], number: int, need: str) -> None:
    position = {
        "game": "parchis",
        "rules": {"preset": preset},
        "seats": list("YBRG"),
        "pieces": {"Y": [*DONE, *([piece] if piece else [])], "B": ["30"]},
        "starter": 0,
    }
    if hand:
        position |= {"pools": [hand, [1, 2], [1, 2], [1, 2]]}
    state = catalog.game("parchis").from_position(position)
    assert last_number(state, (0,)) == number
    assert last_need(translator("en"), state, (0,)) == need


def test_somebody_with_more_pieces_has_no_last_one() -> None:
    position = {"game": "parchis", "rules": {"preset": "spanish"}, "seats": list("YB"), "pieces": {"Y": ["F", "F"]}}
    state = catalog.game("parchis").from_position({**position, "starter": 0})
    assert last_number(state, (0,)) == 0
    assert not last_need(translator("en"), state, (0,))
