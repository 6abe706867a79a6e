"""Positions that make a puzzle: one move is clearly best, and it is not the one that catches the eye.

Figures are win chances of whoever is to move, as the strongest player judges them. A move that is nearly as good as
the best is right too; all others have to be worse by a clear margin. What catches the eye is what `casual` plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from engine.game import Game, TurnKind
from engine.players import CASUAL
from engine.players.evaluation import evaluation
from engine.players.reasons import Judged, explain, ranked

NEARLY: Final = 0.01
"""By how little a move may be worse than the best and still be right."""
CLEAR: Final = 0.03
"""By how much all others are worse at least."""
MOVES: Final = range(3, 13)
"""How many moves there are to choose from."""
OPEN: Final = (0.05, 0.97)
"""Between which chances the best move leaves the game: what is lost or won anyhow is no puzzle."""
TRIED: Final = 6
"""How many positions of a game, the most promising at first sight, are looked at closely."""


def right(ranking: Sequence[Judged]) -> tuple[Judged, ...]:
    """Return the right moves of a ranking: the best, and those that are nearly as good."""
    return tuple(judged for judged in ranking if ranking[0].chance - judged.chance <= NEARLY)


def riddle(game: Game[Any], state: Any) -> tuple[Judged, ...]:
    """Return the moves of a position that makes a puzzle, the best first; nothing where it makes none.

    Raises NoEvaluation.
    """
    moves = game.moves(state)
    if game.turn(state).kind is not TurnKind.CHOOSE or len(moves) not in MOVES:
        return ()
    ranking = ranked(game, state)
    best, solutions = ranking[0], right(ranking)
    others = [judged for judged in ranking if judged not in solutions]
    if not OPEN[0] <= best.chance <= OPEN[1] or len(others) < len(solutions):
        return ()
    # those that were looked at less far stand last, whatever they seem to be worth
    if best.chance < _most(ranking) or best.chance - _most(others) < CLEAR:
        return ()
    obvious = CASUAL.favourites(game, state, moves)
    if {judged.move for judged in solutions} & set(obvious):
        return ()
    told = all(explain(game, state, best.move, worse) for worse in {others[0].move, obvious[0]})
    return ranking if told else ()


def _most(ranking: Sequence[Judged]) -> float:
    return max(judged.chance for judged in ranking)


def best_riddle(game: Game[Any], states: Iterable[Any]) -> tuple[str, tuple[Judged, ...]] | None:
    """Return the state of a game that makes the best puzzle, as `dump` writes it, and its moves; None without one.

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
    """Return by how much the best move seems to be better than what catches the eye; a ply ahead, which is quick."""
    moves = game.moves(state)
    if game.turn(state).kind is not TurnKind.CHOOSE or len(moves) not in MOVES:
        return 0.0
    judge = evaluation(game)
    side = judge.sides(state)[game.turn(state).seat]
    found = judge.values(state, moves, 1)
    obvious = max(found[move][side] for move in CASUAL.favourites(game, state, moves))
    return max(chances[side] for chances in found.values()) - obvious
