"""The interface of computer players."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from engine.game import Game, Move

Value = Callable[[Any, int], float]
"""The value of a state for a seat; more is better."""


class Player(Protocol):
    """Chooses moves. It sees what every player sees, never future rolls."""

    @property
    def name(self) -> str:
        """The player's name."""

    def choose(self, game: Game[Any], state: Any, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Return one of `moves`, all the legal ones; the same for the same rng."""

    def takes_long(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> bool:
        """Return whether choosing can take longer than 5 ms, and so belongs outside the event loop."""
