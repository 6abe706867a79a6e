"""A player between two levels: a share of its choices is the stronger one's (docs/strength.md).

What a weaker choice costs adds up over a game, so a rating grows nearly in proportion to the share.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, Final

from engine.game import Game, Move
from engine.players.player import Player

WHOLE: Final = 100


@dataclass(frozen=True, slots=True)
class MixedPlayer:
    """Choose as the `strong` player does in `share` of 100 choices, else as the `weak` one."""

    weak: Player
    strong: Player
    share: int

    @property
    def name(self) -> str:
        return f"{self.weak.name}+{self.share}"

    def choose(self, game: Game[Any], state: Any, moves: tuple[Move, ...], rng: random.Random) -> Move:
        player = self.strong if rng.randrange(WHOLE) < self.share else self.weak
        return player.choose(game, state, moves, rng)

    def takes_long(self, game: Game[Any], state: Any, moves: tuple[Move, ...]) -> bool:
        return self.strong.takes_long(game, state, moves)
