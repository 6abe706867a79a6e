"""Letters for choices: on the picture where a piece would land, and on its button."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase

from engine.game import Move


def marks(moves: Iterable[Move]) -> dict[Move, str]:
    """Return a letter for each move of a piece, in order.

    Digits are for pieces and squares. Picked numbers have no letter, nor do moves from the 27th on.
    """
    return dict(zip((move for move in moves if "+" in move), ascii_uppercase, strict=False))
