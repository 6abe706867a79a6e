"""Advice on a choice, computed in another process: text goes in, plain values come out."""

from __future__ import annotations

from engine import catalog
from engine.game import Move
from engine.players.reasons import Advice, Reason, advise, explain


def advice(game: str, line: str) -> Advice:
    """Return the advice on a choice, from a game's name and the line of the state's `dump`; raises NoEvaluation."""
    known = catalog.game(game)
    return advise(known, known.load(line))


def difference(game: str, line: str, better: Move, worse: Move) -> tuple[Reason, ...]:
    """Return why a move is better than another, with the state as for `advice`; raises NoEvaluation."""
    known = catalog.game(game)
    return explain(known, known.load(line), better, worse)
