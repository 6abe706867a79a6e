"""Mark the choices of a position by letters: on the picture where a piece would land, and on its button."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase

from engine.game import Move


def marks(moves: Iterable[Move]) -> dict[Move, str]:
    """Return a letter for each move of a piece, in the order of the choices.

    Pieces and squares have digits, so choices have none. A number to be picked needs no letter, and from the 27th on
    there are none.
    """
    return dict(zip((move for move in moves if "+" in move), ascii_uppercase, strict=False))
