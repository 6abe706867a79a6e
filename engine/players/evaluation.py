"""Evaluates positions for strong players, hints, luck and error reports: each side's chance to win.

    win_chances(game, state)  -> (0.31, 0.69)                   one per side, summing to one
    values(game, state)       -> {"Y1+3": (0.33, 0.67), …}      the same after each legal move, rolls included

A side wins together: a team, or else a seat. Each game has an `Evaluation`, registered here by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from engine.errors import EngineError
from engine.game import Game, Move
from engine.players.palma_chances import PalmaEvaluation
from engine.players.parchis_chances import ParchisEvaluation

Chances = tuple[float, ...]
"""One per side; they sum to one."""


class Evaluation(Protocol):
    """Evaluates the positions of one game."""

    def sides(self, state: Any) -> tuple[int, ...]:
        """Return the side of each seat."""

    def chances(self, state: Any) -> Chances:
        """Return each side's chance of first place."""

    def candidates(self, state: Any) -> int:
        """Return how many of the best moves by one ply a master examines."""

    def values(self, state: Any, moves: Sequence[Move], plies: int) -> Mapping[Move, Chances]:
        """Return the chances after at least these legal moves, rolls included, looking 1 to 3 plies ahead.

        With `play_on` they are the chances to finish next.
        """


EVALUATIONS: Final[Mapping[str, Evaluation]] = {"palma": PalmaEvaluation(), "parchis": ParchisEvaluation()}

MASTERS: Final[Mapping[str, Evaluation]] = {**EVALUATIONS, "parchis": ParchisEvaluation(judging=True)}
"""The evaluations by which a master chooses."""

JUDGES: Final[Mapping[str, Evaluation]] = {**EVALUATIONS, "parchis": ParchisEvaluation(judging=True, told=True)}
"""The evaluations of finished games and hints."""


class NoEvaluation(EngineError):
    """A game without an evaluation."""


def evaluation(game: Game[Any], among: Mapping[str, Evaluation] = EVALUATIONS) -> Evaluation:
    """Return the evaluation of a game; raises NoEvaluation."""
    try:
        return among[game.name]
    except KeyError:
        raise NoEvaluation(f"the positions of {game.name} cannot be judged") from None


def sides(game: Game[Any], state: Any) -> tuple[int, ...]:
    """Return the side of each seat, from 0; raises NoEvaluation."""
    return evaluation(game).sides(state)


def win_chances(game: Game[Any], state: Any) -> Chances:
    """Return each side's chance of first place, in any phase; raises NoEvaluation."""
    return evaluation(game).chances(state)


def values(game: Game[Any], state: Any, plies: int = 1) -> Mapping[Move, Chances]:
    """Return the chances after each legal move, rolls included; raises NoEvaluation.

    One ply looks ahead to the next chance event. Two look through the next roll, in Palma the next two, or without
    dice run a search of fixed size. Three look through the next two rolls of Parchís. Nothing depends on time: the
    same state always has the same values.
    """
    return evaluation(game).values(state, game.moves(state), plies)
