"""A player that makes the mistakes of people who have just learned the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Game, Move
from engine.players.effort import takes_long
from engine.players.greedy import looked_through
from engine.players.lapses import LapsesOf
from engine.players.player import Value
from engine.players.styles import Style


@dataclass(frozen=True, slots=True)
class BeginnerPlayer:
    """Plays like casual among the moves it notices, and often forgets that pieces can be captured."""

    values: Mapping[str, Value]
    lapses: Mapping[str, LapsesOf]
    """By game name; a game without values or lapses is played at random."""
    name: str = "beginner"
    style: Style | None = None

    def choose(self, game: Game[Any], state: Any, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Choose the best of the moves it notices, at least one; break ties at random."""
        value, lapses_of = self.values.get(game.name), self.lapses.get(game.name)
        noticed = rng.choice(moves)
        if value is None or lapses_of is None or len(moves) == 1:
            return noticed
        lapses = lapses_of(state)
        if rng.random() < lapses.heedless:
            value = lapses.careless
        value = value if self.style is None else self.style.flavoured(value, state, rng)
        seat = game.turn(state).seat
        seen = [move for move in moves if move == noticed or rng.random() >= lapses.overlooks]
        worth = {move: looked_through(game, game.apply(state, move).state, seat, value) for move in seen}
        best = max(worth.values())
        return rng.choice([move for move in seen if worth[move] == best])

    def takes_long(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> bool:  # noqa: ARG002 - the state says it
        return takes_long(state, moves)
