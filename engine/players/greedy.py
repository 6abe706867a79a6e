"""The player that looks one move ahead."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Game, Move, Turn, TurnKind
from engine.players.effort import takes_long

Value = Callable[[Any, int], float]
"""How good a state is for a seat; more is better."""


DEPTH = 3
"""How many choices in a row a player follows: a pick, its move, the bonus it earns."""


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Plays the move that leads to the best position for its seat, as far as no chance and nobody else has a say."""

    values: Mapping[str, Value]
    """For each game, by name, how its states are valued; a game without values is played at random."""
    name: str = "casual"

    def choose(self, game: Game[Any], state: Any, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Try every move; among equals, draw."""
        return rng.choice(self.favourites(game, state, moves))

    def favourites(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """Return those of the moves among which it would draw; all of them in a game that it does not know."""
        value = self.values.get(game.name)
        if value is None or len(moves) == 1:
            return moves
        seat = game.turn(state).seat
        worth = {move: looked_through(game, game.apply(state, move).state, seat, value) for move in moves}
        best = max(worth.values())
        return tuple(move for move in moves if worth[move] == best)

    def takes_long(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> bool:  # noqa: ARG002 - the state says it
        """Tell whether a choice among the moves can take longer than 5 ms."""
        return takes_long(state, moves)


def looked_through(game: Game[Any], state: Any, seat: int, value: Value, depth: int = DEPTH - 1) -> float:
    """Value a state, or the best that the seat can make of it without a throw."""
    if depth and game.turn(state) == Turn(TurnKind.CHOOSE, seat):
        after = (game.apply(state, move).state for move in game.moves(state))
        return max(looked_through(game, each, seat, value, depth - 1) for each in after)
    return value(state, seat)
