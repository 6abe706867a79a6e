"""Win chances in Palma: both sides' distances from the win, and a normal law for what the sticks will add."""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt

from engine.game import Move
from engine.palma.game import PALMA
from engine.palma.state import Phase, State
from engine.players.palma_table import Distance, table

Chances = tuple[float, float]
NOISE = 0.5
"""The variance that passed throws and rounding to whole turns add."""


class PalmaEvaluation:
    """The win chances of hounds and jackals (`Evaluation`).

    A choice is compared by the spread that the position had before it. So the fewest turns are best, as they were in
    40,000 games (docs/strength.md); to pay for a spread of one's own making gained nothing.
    """

    def sides(self, state: State) -> tuple[int, ...]:  # noqa: ARG002 - the same in every game
        """Return the side of each seat."""
        return (0, 1)

    def chances(self, state: State) -> Chances:
        """Return the win chances of both sides."""
        return self._chances(state, _spread(state))

    def values(
        self,
        state: State,
        moves: Sequence[Move],
        plies: int,  # noqa: ARG002 - a second ply gains nothing
    ) -> dict[Move, Chances]:
        """Return the win chances after each of these moves, the lot and the sticks too, each well played on."""
        spread = _spread(state)
        return {move: self._chances(PALMA.apply(state, move).state, spread) for move in moves}

    def _chances(self, state: State, spread: float) -> Chances:
        if state.phase is Phase.OVER:
            return (1.0, 0.0) if state.mover == 0 else (0.0, 1.0)
        if state.phase is Phase.OPENING:
            return (0.5, 0.5)
        if state.phase is Phase.MOVE:
            after = (self._chances(PALMA.apply(state, move).state, spread) for move in PALMA.moves(state))
            return max(after, key=lambda chances: chances[state.mover], default=(0.5, 0.5))
        hounds, jackals = (_turns_left(state, side) for side in (0, 1))
        next_turn = -0.5 if state.owner == 0 else 0.5
        hounds_win = 0.5 * (1 + erf((jackals - hounds + next_turn) / spread / sqrt(2)))
        return hounds_win, 1 - hounds_win


def _distance(state: State, side: int) -> Distance:
    return table(penalty=state.rules.penalty).distance(state.pieces[side])


def _turns_left(state: State, side: int) -> float:
    """Return the turns that a side still needs besides the throws that are its already (H28)."""
    return _distance(state, side).turns - state.stack.count(side)


def _spread(state: State) -> float:
    """Return the standard deviation of the difference of both sides' turns."""
    return sqrt(sum(_distance(state, side).spread ** 2 for side in (0, 1)) + NOISE)
