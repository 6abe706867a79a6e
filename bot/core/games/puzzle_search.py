"""Search played games for puzzles in another process: text goes in and comes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine import catalog
from engine.events import Finished, Won
from engine.game import Game, Move
from engine.players.puzzles import best_riddle
from engine.players.reasons import Judged


def puzzle_in(game: str, opening: str, moves: Sequence[Move]) -> tuple[str, tuple[Judged, ...]] | None:
    """Return the clearest puzzle of a game up to its first winner, from its opening as `dump` writes it.

    None if it has none; raises NoEvaluation.
    """
    known = catalog.game(game)
    return best_riddle(known, _states(known, known.load(opening), moves))


def _states(game: Game[Any], state: Any, moves: Sequence[Move]) -> Iterator[Any]:
    for move in moves:
        yield state
        step = game.apply(state, move)
        if any(isinstance(event, Finished | Won) for event in step.events):
            return
        state = step.state
