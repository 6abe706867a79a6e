"""Times random four-seat games: ours by Spanish rules, and two Ludo engines from PyPI by their simpler ones.

A ply is one roll or one movement. Times are processor time, so a busy machine matters little.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from engine.parchis.game import PARCHIS
from tests.fakes.parchis_playout import playout

Playing = Callable[[random.Random], int]
"""Plays one game and returns its plies."""


def ours() -> Playing:
    start = PARCHIS.start({"preset": "spanish"})
    return lambda rng: playout(start, rng.random)[1]


def ours_through_the_interface() -> Playing:
    start = PARCHIS.start({"preset": "spanish"})

    def play(rng: random.Random) -> int:
        state, plies = start, 0
        while moves := PARCHIS.moves(state):
            state = PARCHIS.apply(state, rng.choice(moves)).state
            plies += 1
        return plies

    return play


def ludo_king() -> Playing:
    from ludo_engine.core.game import LudoGame
    from ludo_engine.models import PlayerColor

    colours = [PlayerColor.RED, PlayerColor.GREEN, PlayerColor.YELLOW, PlayerColor.BLUE]

    def play(rng: random.Random) -> int:
        random.seed(rng.random())  # it rolls with the global generator
        game, plies = LudoGame(colours), 0
        while not game.game_over:
            player, value = game.get_current_player(), game.roll_dice()
            plies += 1
            moves = game.get_valid_moves(player, value)
            again = False
            if moves:
                again = game.execute_move(player, rng.choice(moves).token_id, value).extra_turn
                plies += 1
            if not again:
                game.next_turn()
        return plies

    return play


def ludopy() -> Playing:
    import numpy as np
    from ludopy import Game

    def play(rng: random.Random) -> int:
        np.random.seed(rng.randrange(2**32))
        game, plies, won = Game(), 0, False
        while not won:
            (_, pieces, _, _, _, won), _ = game.get_observation()
            plies += 1
            piece = rng.choice(list(pieces)) if len(pieces) else -1
            plies += piece != -1
            _, _, _, _, _, won = game.answer_observation(piece)
        return plies

    return play


def measure(playing: Playing, seconds: float) -> tuple[float, float]:
    """Measure games per second and plies per game."""
    rng = random.Random(7)
    playing(rng)
    games = plies = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        plies += playing(rng)
        games += 1
    return games / spent, plies / games


def main(seconds: float = 4.0) -> None:
    print("Random four-seat games on one core")
    print(f"{'engine':34}{'games/s':>10}{'plies/game':>12}{'µs/ply':>9}{'ours is':>9}")
    first = 0.0
    for name, make in (
        ("Palmarés, spanish", ours),
        ("Palmarés, one frozen state a ply", ours_through_the_interface),
        ("ludo-king-engine 0.1.3", ludo_king),
        ("ludopy 1.5.0", ludopy),
    ):
        try:
            playing = make()
        except ImportError as error:
            print(f"{name:34}  not installed ({error}); `make bench` installs it")
            continue
        games, plies = measure(playing, seconds)
        first = first or games
        print(f"{name:34}{games:10,.0f}{plies:12.0f}{1e6 / games / plies:9.1f}{first / games:8.1f}×")


if __name__ == "__main__":
    main()
