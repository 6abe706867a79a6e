"""How good a position of Palma is, in throws.

The sides never meet, so a side is worth how few throws it still needs, and how well it uses those that come: a throw
it cannot use helps the opponent (H27). How far a piece is from home is worked out for a piece alone, that waits for
the throws that suit it while others move: so it knows that hole 9 is nearer to home than hole 11. Few games give so
little to decide: even play that is perfect for a side alone wins only about seven in ten against random moves.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.palma.board import ENTERING, HAND, HOME, LAST, THROWS, TOP, slides
from engine.palma.moves import can_use
from engine.palma.rules import Rules
from engine.palma.state import Phase, State

WIN: Final = 1000.0
PATIENCE: Final = 0.5  # what it costs a piece to let a throw go by
USABLE: Final = 1.0  # every throw could be played
ODDS: Final = sum(THROWS.values())
_ROUNDS: Final = 200


def palma_value(state: State, seat: int) -> float:
    """Value a state for the seat, in throws."""
    if state.phase is Phase.OVER:
        return WIN if state.mover == seat else -WIN
    return _side(state, seat) - _side(state, 1 - seat)


def _side(state: State, seat: int) -> float:
    pieces = state.pieces[seat]
    need = _throws_needed(state.rules)
    usable = sum(weight for throw, weight in THROWS.items() if can_use(state.rules, pieces, throw))
    return USABLE * usable / ODDS + state.stack.count(seat) - sum(need[hole] for hole in pieces)


@lru_cache(maxsize=64)
def _throws_needed(rules: Rules) -> dict[int, float]:
    """Return for each hole, and the hand, what it costs a piece alone to come home; found by rounds of correction."""
    need = dict.fromkeys(range(HAND, LAST + 1), 0.0)
    for _ in range(_ROUNDS):
        need = {hole: 0.0 if hole in HOME else _mean_need(rules, need, hole) for hole in need}
    return need


def _mean_need(rules: Rules, need: dict[int, float], hole: int) -> float:
    wait = need[hole] + PATIENCE
    costs = ((min(wait, _cost(rules, need, hole, throw)), weight) for throw, weight in THROWS.items())
    return sum(cost * weight for cost, weight in costs) / ODDS


def _cost(rules: Rules, need: dict[int, float], hole: int, throw: int) -> float:
    if hole == HAND:
        return 1 + need[TOP] if throw == ENTERING else float("inf")
    if hole + throw > LAST:
        return float("inf")
    end = slides(penalty=rules.penalty).get(hole + throw, hole + throw)
    return need[end] + (rules.mark(end) != "rethrow")
