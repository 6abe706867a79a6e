"""The random player."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from engine.game import Game, Move


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays any legal move."""

    name: str = "random"

    def choose(
        self,
        game: Game[Any],  # noqa: ARG002
        state: Any,  # noqa: ARG002
        moves: tuple[Move, ...],
        rng: random.Random,
    ) -> Move:
        return rng.choice(moves)

    def takes_long(
        self,
        game: Game[Any],  # noqa: ARG002
        state: Any,  # noqa: ARG002
        moves: tuple[Move, ...],  # noqa: ARG002
    ) -> bool:
        return False
