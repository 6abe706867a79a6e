"""Let computers play matches."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engine import catalog
from engine.game import TurnKind
from engine.match import Match
from engine.players import player


def played(
    name: str,
    rules: dict[str, Any],
    seats: list[str] | None,
    seed: int,
    most: int = 4000,
    level: str = "greedy",
    teams: Sequence[Sequence[int]] | None = None,
) -> Match[Any]:
    """Play a game of players of a level with random throws."""
    game, chance, chooser = catalog.game(name), random.Random(seed), player(level)
    plies: list[str] = []
    state = game.start(rules, seats, teams)
    while (kind := game.turn(state).kind) is not TurnKind.OVER and len(plies) < most:
        if kind is TurnKind.THROW:
            odds = game.odds(state)
            plies.append(chance.choices(list(odds), list(odds.values()))[0])
        else:
            plies.append(chooser.choose(game, state, game.moves(state), chance))
        state = game.apply(state, plies[-1]).state
    return Match.fold(game, rules, seats, teams, plies)
