"""All games by name."""

from __future__ import annotations

from typing import Any

from engine.errors import EngineError
from engine.game import Game
from engine.palma.game import PALMA
from engine.parchis.game import PARCHIS

GAMES: dict[str, Game[Any]] = {PARCHIS.name: PARCHIS, PALMA.name: PALMA}


class UnknownGame(EngineError):
    """No game has this name."""


def names() -> tuple[str, ...]:
    """Return the names of all games, in display order."""
    return tuple(GAMES)


def game(name: str) -> Game[Any]:
    """Return the game with this name; raises UnknownGame."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(f"no game is called {name[:40]!r}; there are {', '.join(GAMES)}") from None
