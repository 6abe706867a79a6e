"""The players that play for the win chances."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.game import Game, Move
from engine.players.effort import takes_long
from engine.players.evaluation import Evaluation

CANDIDATES: Final = 4
"""How many moves, the best at first sight, are looked at more than one ply ahead."""


@dataclass(frozen=True, slots=True)
class LookaheadPlayer:
    """Plays the move after which its side's chances are best, so many plies ahead."""

    evaluations: Mapping[str, Evaluation]
    """For each game, by name, how it is judged; a game without one is played at random."""
    name: str
    plies: int

    def choose(self, game: Game[Any], state: Any, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Judge every move; among equals, draw."""
        judge = self.evaluations.get(game.name)
        if judge is None or len(moves) == 1:
            return rng.choice(moves)
        side = judge.sides(state)[game.turn(state).seat]
        found = judge.values(state, moves, 1)
        if self.plies > 1:
            worst = sorted((found[move][side] for move in moves), reverse=True)[:CANDIDATES][-1]
            found = judge.values(state, [move for move in moves if found[move][side] >= worst], self.plies)
        best = max(chances[side] for chances in found.values())
        return rng.choice([move for move, chances in found.items() if chances[side] == best])

    def takes_long(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> bool:  # noqa: ARG002 - the state says it
        """Tell whether a choice among the moves can take longer than 5 ms."""
        return takes_long(state, moves, self.plies)
