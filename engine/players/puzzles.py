"""Finds puzzle positions: one move is clearly best, and `casual` would not play it.

All figures are win chances of the side to move, as the strongest player evaluates them. A move nearly as good as
the best is right too; all others must be worse by a clear margin, and still be worse once both are played out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine.game import Game, TurnKind
from engine.players import CASUAL
from engine.players.evaluation import evaluation
from engine.players.played_out import difference
from engine.players.reasons import Judged, explain, ranked

NEARLY: Final = 0.01
"""How much worse than the best a right move may be."""
_ROUNDED: Final = 0.00015
"""What rounding to stored chances, of four digits, may add to a difference."""
CLEAR: Final = 0.03
"""How much worse all other moves must be."""
MOVES: Final = range(3, 13)
"""The allowed numbers of moves."""
OPEN: Final = (0.05, 0.97)
"""The allowed chances after the best move: decided games are no puzzle."""
TRIED: Final = 6
"""How many of a game's most promising positions are evaluated closely."""


def right(ranking: Sequence[Judged]) -> tuple[Judged, ...]:
    """Return the right moves of a ranking: the best, and those nearly as good."""
    return tuple(judged for judged in ranking if ranking[0].chance - judged.chance <= NEARLY + _ROUNDED)


def riddle(game: Game[Any], state: Any) -> tuple[Judged, ...]:
    """Return the moves of a puzzle position, the best first; nothing if it is none. Raises NoEvaluation."""
    moves = game.moves(state)
    if game.turn(state).kind is not TurnKind.CHOOSE or len(moves) not in MOVES:
        return ()
    ranking = ranked(game, state)
    best, solutions = ranking[0], right(ranking)
    others = [judged for judged in ranking if judged not in solutions]
    if not OPEN[0] <= best.chance <= OPEN[1] or len(others) < len(solutions):
        return ()
    # moves evaluated less deeply come last, whatever they seem to be worth
    if best.chance < _most(ranking) or best.chance - _most(others) < CLEAR:
        return ()
    obvious = CASUAL.favourites(game, state, moves)
    if {judged.move for judged in solutions} & set(obvious):
        return ()
    told = all(explain(game, state, best.move, worse) for worse in {others[0].move, obvious[0]})
    return ranking if told and _survives(game, state, best, others[0]) else ()


def _survives(game: Game[Any], state: Any, best: Judged, other: Judged) -> bool:
    """Return whether the lead over the best wrong move is left once both are played out."""
    found = difference(game, state, best.move, other.move)
    return found.confirmed(best.chance - other.chance) > NEARLY


def _most(ranking: Sequence[Judged]) -> float:
    return max(judged.chance for judged in ranking)


def best_riddle(game: Game[Any], states: Iterable[Any]) -> tuple[str, tuple[Judged, ...]] | None:
    """Return the best puzzle position of a game, in `dump` form, with its moves; None if there is none.

    Raises NoEvaluation.
    """
    promising = sorted(((_promise(game, state), at, state) for at, state in enumerate(states)), reverse=True)
    for promise, _, state in promising[:TRIED]:
        if promise < CLEAR:
            return None
        if ranking := riddle(game, state):
            return game.dump(state), ranking
    return None


def _promise(game: Game[Any], state: Any) -> float:
    """Return the best move's lead over casual's, one ply ahead, as a quick estimate."""
    moves = game.moves(state)
    if game.turn(state).kind is not TurnKind.CHOOSE or len(moves) not in MOVES:
        return 0.0
    judge = evaluation(game)
    side = judge.sides(state)[game.turn(state).seat]
    found = judge.values(state, moves, 1)
    obvious = max(found[move][side] for move in CASUAL.favourites(game, state, moves))
    return max(chances[side] for chances in found.values()) - obvious
