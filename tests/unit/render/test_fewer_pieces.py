"""Boards with fewer pieces: as many hollows as pieces, and each piece where it can be seen and touched."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from engine.palma.game import PALMA
from engine.parchis.game import PARCHIS
from render.content.scene import Scene
from render.palma import geometry as palma
from render.parchis.geometry import layout
from render.picture import draw, touch

NAMES = ("Ana", "Bea", "Cai", "Dan", "Eve", "Fox")


def seen(scene: Scene) -> Image.Image:
    return Image.open(BytesIO(draw(scene))).convert("RGB")


@pytest.mark.parametrize("pieces", [2, 3])
@pytest.mark.parametrize("colours", [3, 4, 5, 6])
def test_every_board_is_drawn_with_fewer_pieces_and_differs_from_the_full_one(colours: int, pieces: int) -> None:
    rules = {"colours": colours, "setup": "all_home"}
    full, few = (PARCHIS.start({**rules, "pieces": count}) for count in (4, pieces))
    names = NAMES[:colours]
    assert seen(Scene("parchis", few, names)).tobytes() != seen(Scene("parchis", full, names)).tobytes()
    assert len(layout(colours, pieces).homes[0].places) == pieces


def test_a_piece_that_comes_out_can_be_touched_where_it_waits() -> None:
    rules = {"preset": "quick"}
    state = PARCHIS.from_position({"rules": rules, "phase": "move", "throw": 5})
    scene = Scene("parchis", state, NAMES[:4], moves=PARCHIS.moves(state))
    (reach,) = touch(scene).reaches
    assert reach.move == "Y1+in"


def test_palma_has_a_place_for_each_piece_in_hand_and_at_home() -> None:
    for side in (0, 1):
        assert len(palma.panel(side, 3).hand) == len(palma.panel(side, 3).home) == 3
        assert len(palma.panel(side).hand) == 5
    full, few = PALMA.start(), PALMA.start({"pieces": 3})
    assert seen(Scene("palma", few, NAMES[:2])).tobytes() != seen(Scene("palma", full, NAMES[:2])).tobytes()
