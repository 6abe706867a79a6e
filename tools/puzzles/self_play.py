"""Finds puzzles in games between bots: the same for the same seed."""

from __future__ import annotations

import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Final

from bot.core.games.puzzle_stock import StockPuzzle
from engine import catalog
from engine.game import TurnKind
from engine.players import player
from engine.players.puzzles import best_riddle
from tools.strength.tables import DUEL, FOUR, SIX, SIX_TEAMS, TEAMS, THREE, TWO_COLOURS, Seating

LEVELS: Final = ("casual", "strong")
"""The players: good enough for realistic positions, and different."""
LONGEST: Final = 1500
"""Plies after which a game is abandoned."""
WINDOW: Final = 40
"""Consecutive choices searched for a puzzle: so puzzles come from all parts of a game, not only its end."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of table, and its number of puzzles in the stock."""

    count: int
    game: str
    preset: str
    seating: Seating = DUEL


KINDS: Final = (
    Kind(90, "parchis", "spanish", FOUR),
    Kind(60, "parchis", "spanish"),
    Kind(50, "parchis", "italian", FOUR),
    Kind(30, "parchis", "italian"),
    Kind(20, "parchis", "spanish", THREE),
    Kind(25, "parchis", "spanish", TEAMS),
    Kind(20, "parchis", "spanish", TWO_COLOURS),
    Kind(10, "parchis", "spanish", SIX),
    Kind(5, "parchis", "italian", SIX_TEAMS),
    Kind(15, "parchis", "diceless", FOUR),
    Kind(15, "parchis", "diceless"),
    Kind(40, "palma", "classic"),
    Kind(20, "palma", "penalty"),
)


def made(seed: int) -> list[StockPuzzle]:
    """Make the whole stock, kinds in random order, on all processors."""
    with ProcessPoolExecutor() as pool:
        puzzles = [puzzle for made in pool.map(of_kind, KINDS, repeat(seed)) for puzzle in made]
    random.Random(seed).shuffle(puzzles)
    return puzzles


def of_kind(kind: Kind, seed: int) -> list[StockPuzzle]:
    """Make the puzzles of a kind, at most one per game."""
    game, rng, found = catalog.game(kind.game), random.Random(f"{seed} {kind}"), list[StockPuzzle]()
    while len(found) < kind.count:
        choices = _choices(kind, rng)
        first = rng.randrange(max(1, len(choices) - WINDOW // 2))
        riddle = best_riddle(game, choices[first : first + WINDOW])
        if riddle is not None and all(riddle[0] != other.line for other in found):
            found.append(StockPuzzle(kind.game, *riddle))
    return found


def opening_of(kind: Kind) -> Any:
    if kind.game == "parchis":
        return kind.seating.opening(preset=kind.preset)
    return catalog.game(kind.game).start({"preset": kind.preset})


def _choices(kind: Kind, rng: random.Random) -> list[Any]:
    """Return the states of a game where somebody had to choose, up to its first winner."""
    game, state = catalog.game(kind.game), opening_of(kind)
    sitting = [player(rng.choice(LEVELS)) for _ in range(len(game.steps(state)))]
    found = []
    for _ in range(LONGEST):
        turn, moves = game.turn(state), game.moves(state)
        if turn.kind is TurnKind.OVER:
            break
        if turn.kind is TurnKind.THROW:
            odds = game.odds(state)
            move = rng.choices(list(odds), list(odds.values()))[0]
        else:
            found.append(state)
            move = sitting[turn.seat].choose(game, state, moves, rng)
        state = game.apply(state, move).state
    return found
