"""Draw the front page's moving picture: turns of a bots' game, by the boards' renderer."""

from __future__ import annotations

import random
from io import BytesIO
from typing import Any

from engine import catalog
from engine.game import TurnKind
from render.content.scene import Scene
from render.content.unseen import Step, Unseen
from render.films import gif
from render.films.moving import shots_of

_SEED, _BEFORE, _PLIES = 4, 30, 8
_NAMES = ("Ana", "Luca", "Inés", "Sam")
_WIDTH = 320
_SECONDS = 9.0


def front_picture(theme: str) -> bytes:
    """Draw the picture in a theme, an endless GIF of some 80 KB; takes a tenth of a second."""
    game, luck = catalog.game("parchis"), random.Random(_SEED)  # noqa: S311 - nobody plays this game
    state: Any = game.start()
    steps: list[Step] = []
    before = state
    for number in range(_BEFORE + _PLIES):
        if number == _BEFORE:
            before, steps = state, []
        if game.turn(state).kind is TurnKind.THROW:
            values, weights = zip(*game.odds(state).items(), strict=True)
            move = luck.choices(values, weights)[0]
        else:
            move = luck.choice(game.moves(state))
        step = game.apply(state, move)
        state = step.state
        steps.append(Step(step.events, state))
    out = BytesIO()
    scene = Scene("parchis", state, _NAMES, size=_WIDTH, theme=theme)
    gif.write(shots_of(Unseen(before, tuple(steps), scene), _SECONDS), out)
    return out.getvalue()
