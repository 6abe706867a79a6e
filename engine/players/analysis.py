"""A game looked at again: how lucky each throw was, and what each choice gave away.

Both are in win chances of the side of whoever acted. The luck of a throw is what is left after the best reply to it,
less the mean over all that could have fallen, so in expectation luck sums to zero. The error of a choice is the best
move's value less the played one's, so it is never negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.game import Game, Move, TurnKind
from engine.players.evaluation import Chances, evaluation


@dataclass(frozen=True, slots=True)
class PlyReport:
    """One ply: `luck` of a throw, or `error` and `best` move of a choice; `chances` of all sides after it."""

    move: Move
    seat: int
    chances: Chances
    luck: float | None = None
    error: float | None = None
    best: Move | None = None


def analysed(game: Game[Any], opening: Any, moves: Iterable[Move], plies: int = 1) -> Iterator[PlyReport]:
    """Look at every move of a game, throws too, so many plies ahead; raises NoEvaluation.

    Where a game is played on for the places, the chances are to finish next.
    """
    judge, state = evaluation(game), opening
    for move in moves:
        turn = game.turn(state)
        side = judge.sides(state)[turn.seat]
        found = judge.values(state, game.moves(state), plies)
        made = found[move]
        if turn.kind is TurnKind.THROW:
            odds = game.odds(state)
            mean = sum(odds[fall] * found[fall][side] for fall in odds) / sum(odds.values())
            yield PlyReport(move, turn.seat, made, luck=made[side] - mean)
        else:
            most = max(chances[side] for chances in found.values())
            best = move if made[side] == most else next(one for one in found if found[one][side] == most)
            yield PlyReport(move, turn.seat, made, error=most - made[side], best=best)
        state = game.apply(state, move).state
