"""Analysis of a finished game: the luck of each roll and the error of each choice, in the actor's win chances.

Luck is the chance after the best reply to the roll, minus the average over all possible rolls; its expectation is
zero. The error is the best move's value minus the played move's, never negative. Errors that would be shown are
played out first (`played_out.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.game import Game, Move, TurnKind
from engine.parchis.state import State
from engine.players.effort import burden
from engine.players.evaluation import JUDGES, Chances, Evaluation, evaluation
from engine.players.parchis_chances import ParchisEvaluation
from engine.players.parchis_nets import has_judge
from engine.players.played_out import SHOWN, difference

_LONG: Final = {True: 500, False: 3600}
"""Plies from which a game of four is analysed one ply deep, by whether it is diceless."""
SUSPECT: Final = SHOWN
"""The least error that is played out: marks and key moments are no smaller."""
_DEEP: Final = 3
"""Plies that the judge of duels looks through, where it matters; no other net gains from it."""
_DUEL: Final = 2
_DEEP_PART: Final = 0.5
"""Of the length of a long game, up to which a game is looked at three plies deep."""
_UNSTEADY: Final = 0.05
"""By how much two faces of a roll must differ for some side, to be looked at three plies deep."""
_CLOSE: Final = 0.01
"""Moves that seem worse than the best by more are not looked at three plies deep, except for the one played."""


@dataclass(frozen=True, slots=True)
class PlyReport:
    """One ply: the `luck` of a roll, or the `error` and `best` move of a choice; `chances` of all sides after it.

    `swing` is what the ply did to each side: the chances after it, minus their average before the roll, or minus
    those of the best move. It sums to zero over the sides. `margin` is the lead of the best move over the next best;
    None without a choice.
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
    """Return how many plies ahead, 1 to 3, a game can be analysed in less than 20 seconds."""
    part = plies * burden(opening) / _LONG[throws * 10 < plies]
    if part >= 1:
        return 1
    deep = _judged(opening) and len(opening.setup.sides) == _DUEL and part < _DEEP_PART
    return _DEEP if deep else 2


def _judged(opening: Any) -> bool:
    """Return whether a judge's net judges the game."""
    return isinstance(opening, State) and has_judge(opening.setup)


def analysed_part(
    game: Game[Any], opening: str, moves: Sequence[Move], plies: int
) -> tuple[tuple[int, ...], list[PlyReport]]:
    """Analyse moves from a state in `Game.dump` form; return the sides too. Raises NoEvaluation.

    Long games are analysed in parts, so that other requests get their turn.
    """
    state = game.load(opening)
    return evaluation(game).sides(state), list(analysed(game, state, moves, plies, playing_out=True))


def analysed(
    game: Game[Any], opening: Any, moves: Iterable[Move], plies: int = 1, *, playing_out: bool = False
) -> Iterator[PlyReport]:
    """Analyse every move of a game, rolls included, looking `plies` ahead; raises NoEvaluation.

    With `playing_out`, errors that would be shown are checked. With `play_on`, the chances are to finish next.
    """
    judge, state = evaluation(game, JUDGES), opening
    if plies > 1 and isinstance(judge, ParchisEvaluation) and _judged(opening):
        judge = judge.lasting()
    for move in moves:
        turn = game.turn(state)
        side = judge.sides(state)[turn.seat]
        found = judge.values(state, game.moves(state), min(plies, _DEEP - 1))
        if turn.kind is TurnKind.THROW:
            if plies == _DEEP and _spread(found) >= _UNSTEADY:
                found = judge.values(state, [*found], _DEEP)
            yield _throw(game.odds(state), found, move, turn.seat, side)
        else:
            if plies == _DEEP:
                found = _deeper(judge, state, found, move, side)
            report = _choice(found, move, turn.seat, side)
            suspect = playing_out and (report.error or 0.0) >= SUSPECT
            yield _played_out(game, state, report) if suspect else report
        state = game.apply(state, move).state


def _spread(found: Mapping[Move, Chances]) -> float:
    """Return by how much the faces of a roll differ for the side for which they differ most."""
    by_side: list[Chances] = [*zip(*found.values(), strict=True)]
    return max(max(chances) - min(chances) for chances in by_side)


def _deeper(
    judge: Evaluation, state: Any, found: Mapping[Move, Chances], made: Move, side: int
) -> Mapping[Move, Chances]:
    """Look three plies deep at the best moves and at the one played; the others stay as far behind the best."""
    best = max(found, key=lambda move: found[move][side])
    least = found[best][side] - _CLOSE
    deep = judge.values(state, [move for move in found if move == made or found[move][side] >= least], _DEEP)
    change = _less(deep[best], found[best])
    return {move: deep[move] if move in deep else _plus(chances, change) for move, chances in found.items()}


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


def _played_out(game: Game[Any], state: Any, report: PlyReport) -> PlyReport:
    """Return a report with what is left of its error once both moves are played out."""
    if report.best is None or not report.error:
        return report
    left = difference(game, state, report.best, report.move).confirmed(report.error)
    swing = tuple(left / report.error * each for each in report.swing)
    return replace(report, error=left, swing=swing, margin=report.margin if left else 0.0)


def _less(one: Chances, other: Chances) -> Chances:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _plus(one: Chances, other: Chances) -> Chances:
    return tuple(a + b for a, b in zip(one, other, strict=True))
