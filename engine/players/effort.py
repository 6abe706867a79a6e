"""What a choice costs: whether it may be made between two presses, or can take longer than 5 ms.

Looking through throws can, and so can a choice without dice among many: each number of a pool is weighed with all
the movements that it allows, twice as many where a seat has two colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import Move
from engine.palma.state import State as PalmaState
from engine.parchis.state import State

FEW: Final = 5
"""So many choices without dice take next to no time, of one colour each, on a board of four."""
LIGHT: Final = 16
"""So many moves weighed with dice take a few milliseconds in all, on a board of four."""
_USUAL: Final = 4
_PALMA: Final = 1.4
"""Of Palma, where two throws are looked through (`burden`)."""


def takes_long(state: Any, moves: Sequence[Move], plies: int = 1) -> bool:
    """Return whether a choice among these moves can take longer than 5 ms that looks so many plies ahead."""
    if len(moves) == 1:
        return False
    if not isinstance(state, State):
        return plies > 1 and isinstance(state, PalmaState)
    setup = state.setup
    weight = len(moves) * _weight(state) * len(setup.colours) / len(setup.seats)
    return plies > 1 or (setup.rules.diceless and weight > FEW)


def load(state: Any, moves: Sequence[Move]) -> float:
    """Return what share of a few milliseconds it takes to choose among these moves, where it does not take long."""
    if len(moves) == 1:
        return 0.0
    if not isinstance(state, State):
        return len(moves) / LIGHT
    setup = state.setup
    if setup.rules.diceless:
        return len(moves) * _weight(state) * len(setup.colours) / len(setup.seats) / FEW
    return len(moves) * _weight(state) / LIGHT


def burden(state: Any) -> float:
    """Return how many times as long as with four of one colour each it takes to look through a ply of a game.

    More sides have more features, and more pieces more moves, before the throw that is looked through and after it. A
    search without dice looks at as many positions everywhere.
    """
    if not isinstance(state, State):
        return _PALMA
    setup = state.setup
    if setup.rules.diceless:
        return _weight(state)
    return float(_weight(state) * len(setup.colours) / len(setup.seats)) ** 2


def _weight(state: State) -> float:
    """Return how many times as much there is to look at as on a board of four colours, or fewer."""
    return max(1.0, len(state.setup.colours) / _USUAL)
