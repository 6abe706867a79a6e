"""What a computer player is."""

from __future__ import annotations

import random
from typing import Any, Protocol

from engine.game import Game, Move


class Player(Protocol):
    """Somebody who chooses. It knows what every player sees, never the dice to come."""

    @property
    def name(self) -> str:
        """By which it is asked for."""

    def choose(self, game: Game[Any], state: Any, moves: tuple[Move, ...], rng: random.Random) -> Move:
        """Choose one of the moves, which are all that are legal in the state; the same for the same rng."""

    def takes_long(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> bool:
        """Tell whether a choice among the moves can take longer than 5 ms: then it is made beside the event loop."""
