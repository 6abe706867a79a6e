"""Players that maximize win chances."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.game import Game, Move
from engine.players.effort import takes_long
from engine.players.evaluation import Evaluation

CANDIDATES: Final = 4
"""How many of the best moves by one ply are evaluated deeper."""


@dataclass(frozen=True, slots=True)
class LookaheadPlayer:
    """Plays the move with the best chances for its side, looking `plies` ahead."""

    evaluations: Mapping[str, Evaluation]
    """The evaluation by game name; a game without one is played at random."""
    name: str
    plies: int

    def choose(self, game: Game[Any], state: Any, moves: tuple[Move, ...], rng: random.Random) -> Move:
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
        return takes_long(state, moves, self.plies)
