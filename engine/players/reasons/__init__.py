"""Explains why one move is better than another: facts of the position, each with its weight.

advise(game, state)         -> the best moves with their chances, and why the first beats the second
explain(game, state, a, b)  -> why a beats b, the weightiest reason first
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.game import Game, Move
from engine.players.evaluation import EVALUATIONS, JUDGES, Evaluation, NoEvaluation, evaluation
from engine.players.reasons.fact import BAD, DANGERS, Explainer, Fact
from engine.players.reasons.palma import PalmaExplainer
from engine.players.reasons.parchis import ParchisExplainer

EXPLAINERS: Final[Mapping[str, Explainer]] = {"palma": PalmaExplainer(), "parchis": ParchisExplainer()}
LEAST: Final = 0.0005
"""The least weight of a reason, in win chances."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact for the better move, or one against the other, with its weight in win chances of the side."""

    fact: Fact
    of: Move
    """The move with this fact."""
    weight: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A move, and its side's chance after it."""

    move: Move
    chance: float


@dataclass(frozen=True, slots=True)
class Advice:
    """The legal moves, best first, and why the first beats the second; a single move has no reasons."""

    ranking: tuple[Judged, ...]
    reasons: tuple[Reason, ...]
    follows: tuple[Move, ...]
    """The best continuation after the first move: the movement of a number, and bonuses."""


def explain(game: Game[Any], state: Any, better: Move, worse: Move) -> tuple[Reason, ...]:
    """Return why a move is better than another, the weightiest reason first; raises NoEvaluation."""
    explainer = _explainer(game)
    mine, theirs = explainer.line(state, better), explainer.line(state, worse)
    found = [
        Reason(fact, better, weight)
        for fact, weight in explainer.weights(mine, theirs).items()
        if not fact.speaks_against and fact not in theirs.facts and (weight >= LEAST or fact.is_prize)
    ]
    found += [
        Reason(fact, worse, -weight)
        for fact, weight in explainer.weights(theirs, mine).items()
        if fact.speaks_against and fact not in mine.facts and -weight >= LEAST
    ]
    return tuple(sorted(_each_once(found), key=lambda reason: -reason.weight))


def _each_once(reasons: list[Reason]) -> list[Reason]:
    """Drop a piece's danger after the worse move where the better move already saves it."""
    weights = dict[str, float]()
    for reason in reasons:
        if reason.fact.kind in DANGERS:
            piece = reason.fact.piece
            weights[piece] = max(weights.get(piece, 0.0), reason.weight)
    saved = {reason.fact.piece for reason in reasons if reason.fact.kind in DANGERS - BAD}
    told = []
    for reason in reasons:
        if reason.fact.kind not in DANGERS:
            told.append(reason)
        elif reason.fact.kind not in BAD:
            told.append(replace(reason, weight=weights[reason.fact.piece]))
        elif reason.fact.piece not in saved:
            told.append(reason)
    return told


def advise(game: Game[Any], state: Any) -> Advice:
    """Return the advice on a choice, as the analysis will judge it; raises NoEvaluation."""
    ranking = ranked(game, state, JUDGES)
    follows = _explainer(game).line(state, ranking[0].move).moves[1:]
    reasons = explain(game, state, ranking[0].move, ranking[1].move) if len(ranking) > 1 else ()
    return Advice(ranking, reasons, follows)


def ranked(game: Game[Any], state: Any, among: Mapping[str, Evaluation] = EVALUATIONS) -> tuple[Judged, ...]:
    """Return the moves of a choice, best first, as the players' evaluation has them, or another; raises NoEvaluation.

    The best by one ply are evaluated deeper, as many as a master examines, so that a hint is the master's move.
    """
    judge = evaluation(game, among)
    side = judge.sides(state)[game.turn(state).seat]
    first = judge.values(state, game.moves(state), 1)
    order = sorted(first, key=lambda move: -first[move][side])
    examined = order[: judge.candidates(state)]
    deep = judge.values(state, examined, 2) if len(examined) > 1 else first  # without dice, of all moves
    near = sorted((move for move in order if move in deep), key=lambda move: -deep[move][side])
    far = (move for move in order if move not in deep)
    return tuple(Judged(move, (deep if move in deep else first)[move][side]) for move in (*near, *far))


def _explainer(game: Game[Any]) -> Explainer:
    try:
        return EXPLAINERS[game.name]
    except KeyError:
        raise NoEvaluation(f"the moves of {game.name} cannot be explained") from None
