"""The casual player's value of a Palma position, in rolls.

A side is worth the few rolls it still needs and its use of the coming ones: an unusable roll helps the opponent
(H27). A piece's distance from home assumes that it moves alone and waits for suitable rolls.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.palma.board import ENTERING, HAND, HOME, LAST, THROWS, TOP, slides
from engine.palma.moves import can_use
from engine.palma.rules import Rules
from engine.palma.state import Phase, State

WIN: Final = 1000.0
PATIENCE: Final = 0.5  # what it costs a piece to let a roll go by
USABLE: Final = 1.0  # every roll could be played
ODDS: Final = sum(THROWS.values())
_ROUNDS: Final = 200


def palma_value(state: State, seat: int) -> float:
    """Return the value of a state for the seat, in rolls."""
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
    """Return for each hole, and the hand, what it costs a single piece to get home, by iteration."""
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
