"""The simulator plays Palma as the engine does: every ply, every chance to the last bit, choices of three levels."""

from __future__ import annotations

import os
import random
import shutil
from ctypes import byref, c_double
from itertools import product

import pytest

from engine.game import TurnKind
from engine.palma.board import THROWS
from engine.palma.game import PALMA
from engine.palma.presets import read_rules
from engine.palma.rules import SWITCHES
from engine.palma.state import State
from engine.players import CASUAL, player
from engine.players.evaluation import values
from engine.players.palma_chances import AHEAD
from tools.strength.palma_matches import PalmaGame, listed
from tools.strength.simulator import COMPILER, Kind, Player, library

pytestmark = pytest.mark.skipif(shutil.which(COMPILER) is None, reason=f"no C compiler, {COMPILER}")

LONG = bool(os.environ.get("PALMARES_GAMES"))
EVERY = [
    dict(zip(SWITCHES, choice, strict=True))
    for choice in product(*(values for name, values in SWITCHES.items() if name != "first"), ("lot",))
]
USUAL = [
    {"preset": "classic"},
    {"preset": "penalty"},
    {"penalty": True, "hole5": "rethrow", "hole15": "stake", "blocked_slide": "stay"},
    {"penalty": False, "hole5": "stake", "hole15": "rethrow", "blocked_slide": "stay"},
]
CHOICES = 25
"""How many choices are compared by each rules."""


def told(game: PalmaGame) -> tuple[object, ...]:
    if game.over:
        return (game.mover, *game.state)
    return (game.seat, game.mover, game.owner, game.way, game.depth, game.stack, *game.state)


def after_each(solved: object, state: State) -> dict[str, int]:
    """Return for each of the engine's moves the simulator's choice that does the same."""
    found, tried = {}, {}
    for choice in range(library().palma_values(solved, byref(PalmaGame.of(state)), 0, (c_double * 6)())):
        game = PalmaGame.of(state)
        library().palma_do_move(solved, byref(game), choice)
        tried[told(game)] = choice
    for move in PALMA.moves(state):
        found[move] = tried[told(PalmaGame.of(PALMA.apply(state, move).state))]
    assert len(set(found.values())) == len(tried)
    return found


@pytest.mark.parametrize("switches", EVERY if LONG else USUAL, ids=str)
def test_every_ply_every_chance_and_every_choice_is_the_engines(switches: dict[str, str | bool]) -> None:
    rng, asked, game = random.Random(str(switches)), 0, PalmaGame()
    with listed(read_rules(switches)) as solved:
        while asked < CHOICES:
            state = PALMA.apply(PALMA.start(switches), rng.choice("DJ")).state
            while asked < CHOICES and (turn := PALMA.turn(state)).kind is not TurnKind.OVER:
                game = PalmaGame.of(state)
                if turn.kind is TurnKind.THROW:
                    way = rng.choices(range(len(THROWS)), list(THROWS.values()))[0]
                    library().palma_do_throw(solved, byref(game), way)
                    state = PALMA.apply(state, str(list(THROWS)[way])).state
                else:
                    choices = after_each(solved, state)
                    if len(choices) > 1 and rng.random() < 0.1:
                        compare(solved, state, choices, rng)
                        asked += 1
                    move = rng.choice(list(choices))
                    library().palma_do_move(solved, byref(game), choices[move])
                    state = PALMA.apply(state, move).state
                assert told(game) == told(PalmaGame.of(state))


def compare(solved: object, state: State, choices: dict[str, int], rng: random.Random) -> None:
    """Hold the chances after each move to the engine's, and what each level plays; of equal moves it may be any."""
    game, hounds = PalmaGame.of(state), (c_double * 6)()

    def chosen(kind: Kind) -> str:
        choice = library().palma_choose_one(solved, byref(game), byref(Player(kind=kind)), rng.getrandbits(30))
        return next(move for move in choices if choices[move] == choice)

    for name, kind, plies, ahead in (("strong", Kind.STRONG, 1, 0), ("master", Kind.MASTER, 2, AHEAD)):
        library().palma_values(solved, byref(game), ahead, hounds)
        found = values(PALMA, state, plies)
        for move, choice in choices.items():
            assert hounds[choice] == found[move][0], (state, move)
        assert found[chosen(kind)] == found[player(name).choose(PALMA, state, PALMA.moves(state), rng)]
    assert chosen(Kind.CASUAL) in CASUAL.favourites(PALMA, state, PALMA.moves(state))
