"""Win chances in Palma: both sides' distances from the win, and a normal law for future rolls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

from engine.game import Move
from engine.palma import turn_flow
from engine.palma.board import THROWS
from engine.palma.game import PALMA
from engine.palma.moves import landings
from engine.palma.state import Phase, Pieces, State
from engine.players.normal_law import normal
from engine.players.palma_bear_off import exact_hounds
from engine.players.palma_table import Distance, table

Chances = tuple[float, float]
NOISE: Final = 0.5
"""The variance that passed rolls and rounding to whole turns add."""
NARROWED: Final = 0.875
"""With penalty slides, this share of the spread makes the chances true (docs/strength.md)."""
CANDIDATES: Final = 4
AHEAD: Final = 2
"""Rolls that a second ply looks through: one alone gains too little to measure (docs/strength.md)."""
_ODDS: Final = sum(THROWS.values())


class PalmaEvaluation:
    """The win chances of hounds and jackals (`Evaluation`).

    Moves are compared with the position's spread before the choice, so the fewest turns are best, as in 40,000 games
    (docs/strength.md). The bear-off is exact.
    """

    def sides(self, state: State) -> tuple[int, ...]:  # noqa: ARG002 - the same in every game
        return (0, 1)

    def candidates(self, state: State) -> int:  # noqa: ARG002 - the same in all positions
        return CANDIDATES

    def chances(self, state: State) -> Chances:
        return _both(_hounds(state, _spread(state), 0))

    def values(self, state: State, moves: Sequence[Move], plies: int) -> dict[Move, Chances]:
        """Return the win chances after each of these moves, draws and rolls included, with best play afterwards.

        Two plies look through the next two rolls.
        """
        spread, ahead = _spread(state), AHEAD if plies > 1 else 0
        return {move: _both(_hounds(PALMA.apply(state, move).state, spread, ahead)) for move in moves}


def _both(hounds: float) -> Chances:
    return hounds, 1 - hounds


def _hounds(state: State, spread: float, ahead: int) -> float:
    """Return the hounds' chance with best play on both sides through `ahead` more rolls."""
    if state.phase is Phase.OVER:
        return float(state.mover == 0)
    if state.phase is Phase.OPENING:
        return 0.5
    if state.phase is Phase.MOVE and state.throw is not None:
        ways = landings(state.rules, state.pieces[state.mover], state.throw)
        after = (_hounds(turn_flow.play(state, way, []), spread, ahead) for way in ways)
        return max(after) if state.mover == 0 else min(after)
    if (exact := exact_hounds(state)) is not None:
        return exact
    if ahead:
        total = 0.0  # not `sum`, which newer Pythons round differently
        for value, weight in THROWS.items():
            total += weight * _hounds(turn_flow.take_throw(state, value, []), spread, ahead - 1)
        return total / _ODDS
    return normal(_lead(state) / spread)


def _lead(state: State) -> float:
    """Return the hounds' lead in turns before a roll; pending rolls count as theirs (H28)."""
    hounds, jackals = (_distance(state.rules.penalty, pieces).turns for pieces in state.pieces)
    pending = state.stack.count(0) - state.stack.count(1)
    return jackals - hounds + pending + (-0.5 if state.owner == 0 else 0.5)


def _spread(state: State) -> float:
    """Return the standard deviation of the difference of both sides' turns."""
    hounds, jackals = (_distance(state.rules.penalty, pieces).spread for pieces in state.pieces)
    alone = sqrt(hounds * hounds + jackals * jackals + NOISE)
    return alone * NARROWED if state.rules.penalty else alone


@lru_cache(maxsize=4096)
def _distance(penalty: bool, pieces: Pieces) -> Distance:
    return table(penalty=penalty, pieces=len(pieces)).distance(pieces)
