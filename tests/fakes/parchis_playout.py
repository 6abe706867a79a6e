"""Random games at full speed: the rules of `Play` without a frozen state between moves."""

from __future__ import annotations

from collections.abc import Callable

from engine.parchis.state import Phase, State
from engine.parchis.turn_flow import Play


def playout(
    state: State, draw: Callable[[], float], watch: Callable[[Play], None] | None = None
) -> tuple[State, int]:
    """Play a game to its end at random; return the last state and the number of plies, rolls included.

    `draw` returns numbers from [0, 1), as `random.Random.random` does. `watch` gets the game after every ply.
    """
    play = Play(state)
    plies = 0
    while True:
        phase = play.phase
        if phase is Phase.THROW:
            play.throw_die(int(draw() * 6) + 1)
        elif phase is Phase.MOVE or phase is Phase.BONUS:
            legal = play.legal
            play.move(legal[int(draw() * len(legal))])
        elif phase is Phase.PICK:
            pool = play.pools[play.slot]
            play.pick(pool[int(draw() * len(pool))])
        elif phase is Phase.OPENING:
            play.opening(int(draw() * 6) + 1)
        else:
            return play.state(), plies
        plies += 1
        if watch is not None:
            watch(play)
