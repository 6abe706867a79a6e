"""The games there are, by name."""

from __future__ import annotations

from typing import Any

from engine.errors import EngineError
from engine.game import Game
from engine.palma.game import PALMA
from engine.parchis.game import PARCHIS

GAMES: dict[str, Game[Any]] = {PARCHIS.name: PARCHIS, PALMA.name: PALMA}


class UnknownGame(EngineError):
    """A name under which there is no game."""


def names() -> tuple[str, ...]:
    """Return the names of all games, in the order in which they are shown."""
    return tuple(GAMES)


def game(name: str) -> Game[Any]:
    """Return the game of that name; raises UnknownGame."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(f"no game is called {name[:40]!r}; there are {', '.join(GAMES)}") from None
