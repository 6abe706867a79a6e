"""Estimates the cost of a choice: whether it can take longer than 5 ms.

Looking through rolls can. So can a diceless choice among many: each number of a pool is weighed with all its
movements, twice as many where a seat has two colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.game import Move
from engine.palma.state import State as PalmaState
from engine.parchis.state import State
from engine.players.parchis_nets import has_judge

FEW: Final = 5
"""Diceless choices of one colour that take next to no time, on a board of four."""
LIGHT: Final = 16
"""Moves with dice that take a few milliseconds in all, on a board of four."""
_USUAL: Final = 4
_JUDGED: Final = 2.5
"""How many times as long a judge's net takes, which is larger and sees all pieces."""
_PALMA: Final = 1.4
"""The `burden` of Palma, where two rolls are looked through."""


def takes_long(state: Any, moves: Sequence[Move], plies: int = 1) -> bool:
    """Return whether choosing among these moves, looking `plies` ahead, can take longer than 5 ms."""
    if len(moves) == 1:
        return False
    if not isinstance(state, State):
        return plies > 1 and isinstance(state, PalmaState)
    setup = state.setup
    weight = len(moves) * _weight(state) * len(setup.colours) / len(setup.seats)
    return plies > 1 or (setup.rules.diceless and weight > FEW)


def load(state: Any, moves: Sequence[Move]) -> float:
    """Return the share of a few milliseconds that a short choice among these moves takes."""
    if len(moves) == 1:
        return 0.0
    if not isinstance(state, State):
        return len(moves) / LIGHT
    setup = state.setup
    if setup.rules.diceless:
        return len(moves) * _weight(state) * len(setup.colours) / len(setup.seats) / FEW
    return len(moves) * _weight(state) / LIGHT


def burden(state: Any) -> float:
    """Return the time to look through a ply, relative to four seats of one colour each, judged by the players' net.

    More sides have more features, and more pieces more moves, before and after the roll. A diceless search visits the
    same number of positions everywhere.
    """
    if not isinstance(state, State):
        return _PALMA
    setup = state.setup
    if setup.rules.diceless:
        return _weight(state)
    wide = _JUDGED if has_judge(setup) else 1.0
    return wide * float(_weight(state) * len(setup.colours) / len(setup.seats)) ** 2


def _weight(state: State) -> float:
    """Return the size of the board relative to four colours, at least 1."""
    return max(1.0, len(state.setup.colours) / _USUAL)
