"""What a choice costs: whether it may be made between two presses, or can take longer than 5 ms.

Looking through a throw can, and so can a choice without dice among many: each number of a pool is weighed with all
the movements that it allows, twice as many where a seat has two colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import Move
from engine.parchis.state import State

FEW: Final = 5
"""So many choices without dice take next to no time, of one colour each."""


def takes_long(state: Any, moves: Sequence[Move], plies: int = 1) -> bool:
    """Return whether a choice among these moves can take longer than 5 ms that looks so many plies ahead."""
    if not isinstance(state, State) or len(moves) == 1:
        return False
    setup = state.setup
    return plies > 1 or (setup.rules.diceless and len(moves) * len(setup.colours) > FEW * len(setup.seats))
