"""Advice for a choice, as it is asked for in another process: texts go there, and plain values come back."""

from __future__ import annotations

from engine import catalog
from engine.game import Move
from engine.players.reasons import Advice, Reason, advise, explain


def advice(game: str, line: str) -> Advice:
    """Return the advice for a choice, from a game's name and the line of the state's `dump`; raises NoEvaluation."""
    known = catalog.game(game)
    return advise(known, known.load(line))


def difference(game: str, line: str, better: Move, worse: Move) -> tuple[Reason, ...]:
    """Return why a move is better than another, as `advice` takes a state; raises NoEvaluation."""
    known = catalog.game(game)
    return explain(known, known.load(line), better, worse)
