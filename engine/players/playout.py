"""Plays whole games by chance and computer players."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import TypeVar

from engine.dice import FairDice
from engine.game import Game, Move, TurnKind
from engine.players.player import Player

S = TypeVar("S")
MAX_PLIES = 100_000
"""Far beyond any game; reaching it means an endless loop in the rules."""


class Endless(RuntimeError):
    """A game that did not end."""


def draw(odds: Mapping[Move, int], rng: random.Random) -> Move:
    """Draw one outcome by its weight."""
    return rng.choices(tuple(odds), tuple(odds.values()))[0]


def play_out(
    game: Game[S],
    state: S,
    choose: Callable[[S, tuple[Move, ...]], Move],
    throw: Callable[[Mapping[Move, int]], Move],
) -> tuple[list[Move], S]:
    """Play from a state to the end; return the moves and the last state. `throw` maps odds to an outcome.

    Raises Endless.
    """
    moves: list[Move] = []
    while (turn := game.turn(state)).kind is not TurnKind.OVER:
        if len(moves) == MAX_PLIES:
            raise Endless(f"{game.name} has not ended after {MAX_PLIES} plies")
        move = throw(game.odds(state)) if turn.kind is TurnKind.THROW else choose(state, game.moves(state))
        moves.append(move)
        state = game.apply(state, move).state
    return moves, state


def random_game(game: Game[S], state: S, rng: random.Random) -> tuple[list[Move], S]:
    """Play a game at random; return its moves and the last state."""
    return play_out(game, state, lambda _, moves: rng.choice(moves), lambda odds: draw(odds, rng))


def computer_game(
    game: Game[S], state: S, players: Sequence[Player], rng: random.Random, dice: FairDice | None = None
) -> tuple[list[Move], S]:
    """Play a game between computer players, one per seat; return its moves and the last state.

    Without `dice`, rolls come from `rng`.
    """
    counter = count()

    def choose(state: S, moves: tuple[Move, ...]) -> Move:
        return players[game.turn(state).seat].choose(game, state, moves, rng)

    def throw(odds: Mapping[Move, int]) -> Move:
        return draw(odds, rng) if dice is None else dice.throw(next(counter), odds).outcome

    return play_out(game, state, choose, throw)
