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
from engine.players.effort import burden
from engine.players.evaluation import JUDGES, Chances, evaluation
from engine.players.played_out import SHOWN, difference

_LONG: Final = {True: 500, False: 3600}
"""Plies from which a game of four is analysed one ply deep, by whether it is diceless."""
SUSPECT: Final = SHOWN
"""The least error that is played out: marks and key moments are no smaller."""


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
    """Return how many plies ahead, 1 or 2, a game can be analysed in less than 20 seconds."""
    return 1 if plies * burden(opening) >= _LONG[throws * 10 < plies] else 2


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
    for move in moves:
        turn = game.turn(state)
        side = judge.sides(state)[turn.seat]
        found = judge.values(state, game.moves(state), plies)
        if turn.kind is TurnKind.THROW:
            yield _throw(game.odds(state), found, move, turn.seat, side)
        else:
            report = _choice(found, move, turn.seat, side)
            suspect = playing_out and (report.error or 0.0) >= SUSPECT
            yield _played_out(game, state, report) if suspect else report
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


def _played_out(game: Game[Any], state: Any, report: PlyReport) -> PlyReport:
    """Return a report with what is left of its error once both moves are played out."""
    if report.best is None or not report.error:
        return report
    left = difference(game, state, report.best, report.move).confirmed(report.error)
    swing = tuple(left / report.error * each for each in report.swing)
    return replace(report, error=left, swing=swing, margin=report.margin if left else 0.0)


def _less(one: Chances, other: Chances) -> Chances:
    return tuple(a - b for a, b in zip(one, other, strict=True))
