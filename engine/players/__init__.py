"""Computer players, by name."""

from __future__ import annotations

from engine.errors import EngineError
from engine.players.greedy import GreedyPlayer
from engine.players.palma_evaluation import palma_value
from engine.players.parchis_evaluation import parchis_value
from engine.players.player import Player
from engine.players.random_player import RandomPlayer

PLAYERS: dict[str, Player] = {
    player.name: player for player in (RandomPlayer(), GreedyPlayer({"palma": palma_value, "parchis": parchis_value}))
}
"""From the weakest to the strongest."""


class UnknownPlayer(EngineError):
    """A name under which there is no player."""


def names() -> tuple[str, ...]:
    """Return the names of all players, from the weakest to the strongest."""
    return tuple(PLAYERS)


def player(name: str) -> Player:
    """Return the player of that name; raises UnknownPlayer."""
    try:
        return PLAYERS[name]
    except KeyError:
        raise UnknownPlayer(f"no player is called {name[:40]!r}; there are {', '.join(PLAYERS)}") from None
