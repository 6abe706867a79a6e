"""What the players' net does not see between partners who help each other: that one is far ahead of the other.

The net adds up both colours. But a colour that is done rolls for its partner. So a side can use more rolls, the
more uneven the ways of its colours are. Masters, the analysis and hints add that to a side's score
(docs/strength.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.parchis.board import HOME
from engine.parchis.setup import Setup

_WORTH: Final = 2.4
"""The score, in nats, of a side with one colour done, the other with all its way to go, and no `_REST`."""
_REST: Final = 60
"""Steps added to the way of a side, so that small differences near the end weigh little."""
_ENTRY: Final = 6
"""Steps that a piece at home has to go before its start."""
_BOARD: Final = 4
_TWO: Final = 2


def help_each_other(setup: Setup) -> bool:
    """Return whether two sides of two colours roll in turn for a table of four, each colour for its partner, too."""
    rules = setup.rules
    if rules.diceless or rules.colours != _BOARD or not rules.stuck_helps:
        return False
    return len(setup.slots) == _BOARD and [len(side) for side in setup.sides] == [_TWO, _TWO]


def unevenness(setup: Setup, steps: Sequence[int]) -> list[float]:
    """Return what to add to the score of each side of partners who help each other."""
    return [_worth(*(_way(setup, colour, steps) for colour in side)) for side in setup.sides]


def _worth(one: int, other: int) -> float:
    part = (one - other) / (one + other + _REST)
    return _WORTH * part * part


def _way(setup: Setup, colour: int, steps: Sequence[int]) -> int:
    """Return the steps that a colour's pieces have to go."""
    goal = setup.board.goal
    return sum(goal + _ENTRY if steps[piece] == HOME else goal - steps[piece] for piece in setup.pieces_of(colour))
