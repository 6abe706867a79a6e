"""The player that looks one move ahead."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Game, Move, Turn, TurnKind
from engine.players.effort import takes_long
from engine.players.player import Value
from engine.players.styles import Style

DEPTH = 3
"""Choices in a row that a player follows: a pick, its move, the bonus it earns."""


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Plays the move to the best position for its seat, before the next roll or opponent."""

    values: Mapping[str, Value]
    """The value function by game name; a game without one is played at random."""
    name: str = "casual"
    style: Style | None = None

    def choose(self, game: Game[Any], state: Any, moves: tuple[Move, ...], rng: random.Random) -> Move:
        value = self.values.get(game.name)
        if value is not None and self.style is not None:
            value = self.style.flavoured(value, state, rng)
        return rng.choice(self._best(game, state, moves, value))

    def favourites(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return the best moves without a style, between which it breaks ties; all moves of an unknown game."""
        return self._best(game, state, moves, self.values.get(game.name))

    @staticmethod
    def _best(game: Game[Any], state: Any, moves: tuple[Move, ...], value: Value | None) -> tuple[Move, ...]:
        if value is None or len(moves) == 1:
            return moves
        seat = game.turn(state).seat
        worth = {move: looked_through(game, game.apply(state, move).state, seat, value) for move in moves}
        best = max(worth.values())
        return tuple(move for move in moves if worth[move] == best)

    def takes_long(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> bool:  # noqa: ARG002 - the state says it
        return takes_long(state, moves)


def looked_through(game: Game[Any], state: Any, seat: int, value: Value, depth: int = DEPTH - 1) -> float:
    """Return the value of a state, or the best that the seat can reach from it without a roll."""
    if depth and game.turn(state) == Turn(TurnKind.CHOOSE, seat):
        after = (game.apply(state, move).state for move in game.moves(state))
        return max(looked_through(game, each, seat, value, depth - 1) for each in after)
    return value(state, seat)
