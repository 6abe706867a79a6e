"""A game looked at again: how lucky each throw was, and what each choice gave away.

Both are in win chances of the side of whoever acted. The luck of a throw is what is left after the best reply to it,
less the mean over all that could have fallen, so in expectation luck sums to zero. The error of a choice is the best
move's value less the played one's, so it is never negative.

What a ply did to all sides is its `swing`: of a throw the chances after it less their mean before it fell, of a
choice the chances after it less those of the best move. A swing sums to zero over the sides, and chances less swing
are how things stood just before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.game import Game, Move, TurnKind
from engine.players.effort import burden
from engine.players.evaluation import Chances, evaluation

_LONG: Final = {True: 500, False: 3600}
"""From how many plies on a game of four is looked at one ply deep: one without dice, and any other."""


@dataclass(frozen=True, slots=True)
class PlyReport:
    """One ply: `luck` of a throw, or `error` and `best` move of a choice; `chances` of all sides after it.

    `margin` is by how much the best of several moves is better than the next best; None where there was no choice.
    """

    move: Move
    seat: int
    chances: Chances
    swing: Chances
    luck: float | None = None
    error: float | None = None
    best: Move | None = None
    margin: float | None = None


def depth(opening: Any, plies: int, throws: int) -> int:
    """Return how many plies ahead a game of so many can be looked at in less than 20 seconds, 1 or 2."""
    return 1 if plies * burden(opening) >= _LONG[throws * 10 < plies] else 2


def analysed_part(
    game: Game[Any], opening: str, moves: Sequence[Move], plies: int
) -> tuple[tuple[int, ...], list[PlyReport]]:
    """Look at moves from a state as `Game.dump` writes it; return its sides too. Raises NoEvaluation.

    A long game is looked at in such parts where others wait for theirs.
    """
    state = game.load(opening)
    return evaluation(game).sides(state), list(analysed(game, state, moves, plies))


def analysed(game: Game[Any], opening: Any, moves: Iterable[Move], plies: int = 1) -> Iterator[PlyReport]:
    """Look at every move of a game, throws too, so many plies ahead; raises NoEvaluation.

    Where a game is played on for the places, the chances are to finish next.
    """
    judge, state = evaluation(game), opening
    for move in moves:
        turn = game.turn(state)
        side = judge.sides(state)[turn.seat]
        found = judge.values(state, game.moves(state), plies)
        if turn.kind is TurnKind.THROW:
            yield _throw(game.odds(state), found, move, turn.seat, side)
        else:
            yield _choice(found, move, turn.seat, side)
        state = game.apply(state, move).state


def _throw(odds: Mapping[Move, int], found: Mapping[Move, Chances], move: Move, seat: int, side: int) -> PlyReport:
    made, total = found[move], sum(odds.values())
    means = tuple(sum(odds[fall] * found[fall][other] for fall in odds) / total for other in range(len(made)))
    swing = _less(made, means)
    return PlyReport(move, seat, made, swing, luck=swing[side])


def _choice(found: Mapping[Move, Chances], move: Move, seat: int, side: int) -> PlyReport:
    made = found[move]
    most = max(chances[side] for chances in found.values())
    best = move if made[side] == most else next(one for one in found if found[one][side] == most)
    others = [chances[side] for one, chances in found.items() if one != best]
    margin = most - max(others) if others else None
    return PlyReport(move, seat, made, _less(made, found[best]), error=most - made[side], best=best, margin=margin)


def _less(one: Chances, other: Chances) -> Chances:
    return tuple(a - b for a, b in zip(one, other, strict=True))
