"""The one judgement behind strong players, hints, luck and error reports: each side's chance to win.

    win_chances(game, state)     -> (0.31, 0.69)                 of each side, the sum being one
    values(game, state)          -> {"Y1+3": (0.33, 0.67), …}    the same after each legal move, throws too

A side is who wins together, a team or else a seat; `sides` says which is whose. A game is judged by its `Evaluation`,
registered here by the game's name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from engine.errors import EngineError
from engine.game import Game, Move
from engine.players.palma_chances import PalmaEvaluation
from engine.players.parchis_chances import ParchisEvaluation

Chances = tuple[float, ...]
"""Of each side; they sum to one."""


class Evaluation(Protocol):
    """How one game is judged."""

    def sides(self, state: Any) -> tuple[int, ...]:
        """Return the side of each seat."""

    def chances(self, state: Any) -> Chances:
        """Return each side's chance of the first place."""

    def values(self, state: Any, moves: Sequence[Move], plies: int) -> Mapping[Move, Chances]:
        """Return the chances after these legal moves at least, throws too, looking so many plies ahead, 1 or 2.

        Where a game is played on for the places they are the chances to finish next.
        """


EVALUATIONS: Final[Mapping[str, Evaluation]] = {"palma": PalmaEvaluation(), "parchis": ParchisEvaluation()}


class NoEvaluation(EngineError):
    """A game that nothing here can judge."""


def evaluation(game: Game[Any]) -> Evaluation:
    """Return what judges a game; raises NoEvaluation."""
    try:
        return EVALUATIONS[game.name]
    except KeyError:
        raise NoEvaluation(f"the positions of {game.name} cannot be judged") from None


def sides(game: Game[Any], state: Any) -> tuple[int, ...]:
    """Return the side of each seat, counted from 0; raises NoEvaluation."""
    return evaluation(game).sides(state)


def win_chances(game: Game[Any], state: Any) -> Chances:
    """Return each side's chance of the first place, in any phase; raises NoEvaluation."""
    return evaluation(game).chances(state)


def values(game: Game[Any], state: Any, plies: int = 1) -> Mapping[Move, Chances]:
    """Return the chances after each legal move, throws too; raises NoEvaluation.

    One ply looks as far as no chance has a say, two look through the throw after it, at Palma the next two, or,
    without dice, as far as a search of fixed size sees. Nothing depends on time: the same state always has the same
    values.
    """
    return evaluation(game).values(state, game.moves(state), plies)
