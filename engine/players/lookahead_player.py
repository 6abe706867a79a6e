"""Players that maximize win chances."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Game, Move
from engine.players.effort import takes_long
from engine.players.evaluation import Evaluation
from engine.players.styles import Style


@dataclass(frozen=True, slots=True)
class LookaheadPlayer:
    """Plays the move with the best chances for its side, looking `plies` ahead."""

    evaluations: Mapping[str, Evaluation]
    """The evaluation by game name; a game without one is played at random."""
    name: str
    plies: int
    style: Style | None = None

    def choose(self, game: Game[Any], state: Any, moves: tuple[Move, ...], rng: random.Random) -> Move:
        judge = self.evaluations.get(game.name)
        if judge is None or len(moves) == 1:
            return rng.choice(moves)
        side = judge.sides(state)[game.turn(state).seat]
        liked = dict.fromkeys(moves, 0.0)
        if self.style is not None:
            liked = {move: self.style.bonus(state, game.apply(state, move).state, side) for move in moves}
        found = {move: chances[side] + liked[move] for move, chances in judge.values(state, moves, 1).items()}
        if self.plies > 1:
            worst = sorted(found.values(), reverse=True)[: judge.candidates(state)][-1]
            deeper = judge.values(state, [move for move in moves if found[move] >= worst], self.plies)
            found = {move: chances[side] + liked[move] for move, chances in deeper.items()}
        best = max(found.values())
        return rng.choice([move for move, worth in found.items() if worth == best])

    def takes_long(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> bool:  # noqa: ARG002 - the state says it
        return takes_long(state, moves, self.plies)
