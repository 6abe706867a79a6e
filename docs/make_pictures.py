"""The README's pictures, drawn by the renderer from games of the greedy computer: `python docs/make_pictures.py`.

Each is the first position of its game, from a given ply on, in which there is something to choose.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import catalog
from engine.dice import FairDice
from engine.game import TurnKind
from engine.match import Match
from engine.players import player
from render.picture import draw
from render.scene import Scene

FOLDER = Path(__file__).with_name("pictures")
NAMES = ("Ana", "Bruno", "Chiara", "Diego", "Elisa", "Fran")
SEED = bytes(range(32))

PICTURES: Mapping[str, tuple[str, Mapping[str, Any], Sequence[str] | None, int]] = {
    "parchis": ("parchis", {"preset": "italian"}, None, 150),
    "parchis-diceless": ("parchis", {"preset": "diceless"}, None, 120),
    "parchis-three": ("parchis", {"preset": "spanish", "colours": 3}, None, 110),
    "parchis-five": ("parchis", {"preset": "spanish", "colours": 5}, None, 180),
    "parchis-six": ("parchis", {"preset": "italian", "colours": 6}, ["YG", "BP", "RO"], 230),
    "palma": ("palma", {"preset": "classic"}, None, 60),
}


def picture(game_name: str, rules: Mapping[str, Any], seats: Sequence[str] | None, ply: int) -> bytes:
    """A position of a game that the computer plays."""
    game = catalog.game(game_name)
    match = Match.start(game, rules, seats)
    dice, greedy, rng = FairDice(SEED, game_name, ()), player("greedy"), random.Random(1)
    faces: tuple[str, ...] = ()
    while not (len(match.plies) >= ply and match.turn.kind is TurnKind.CHOOSE and len(match.legal) > 1):
        if match.turn.kind is TurnKind.THROW:
            throw = dice.throw(match.throws, game.odds(match.state))
            move, faces = throw.outcome, throw.faces
        else:
            move = greedy.choose(game, match.state, match.legal, rng)
        match = match.play(move)
    trail = tuple(event for turn in match.turns()[-4:] for one in turn for event in one.events)
    return draw(Scene(game_name, match.state, NAMES, match.legal, trail, faces))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, which in PICTURES.items():
        (FOLDER / f"{name}.png").write_bytes(picture(*which))
