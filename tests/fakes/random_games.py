"""Play whole random games, for films."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from engine.catalog import game
from engine.match import Match

NAMES = ("Ana", "Bartolomé", "Χρυσάνθη", "Зоя", "Eve", "דוד")
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "three": ("parchis", {"preset": "italian", "colours": 3, "play_on": True}),
    "four": ("parchis", {"preset": "spanish", "play_on": True}),
    "five": ("parchis", {"preset": "italian", "colours": 5, "play_on": True}),
    "six": ("parchis", {"preset": "italian", "colours": 6, "play_on": True}),
    "diceless": ("parchis", {"preset": "diceless", "colours": 6, "play_on": True}),
    "palma": ("palma", {"preset": "classic"}),
    "penalty": ("palma", {"preset": "penalty", "hole5": "stake", "hole15": "stake"}),
}


def random_moves(kind: str, seed: int, plies: int = 50_000) -> list[str]:
    """Return the moves of a game played at random to its end, or for `plies` plies."""
    name, rules = KINDS[kind]
    rules_of, chance = game(name), random.Random(seed)
    state, moves = rules_of.start(rules), list[str]()
    while len(moves) < plies and (choices := rules_of.moves(state)):
        moves.append(chance.choice(choices))
        state = rules_of.apply(state, moves[-1]).state
    return moves


@cache
def random_game(kind: str, seed: int, plies: int = 50_000) -> Match[Any]:
    """Play a game at random to its end, or for `plies` plies."""
    return folded(kind, random_moves(kind, seed, plies))


def folded(kind: str, moves: list[str]) -> Match[Any]:
    """Play the game of some moves."""
    name, rules = KINDS[kind]
    return Match.fold(game(name), rules, moves=moves)


@cache
def longest(kind: str) -> Match[Any]:
    """Return the longest of some random games."""
    return folded(kind, max((random_moves(kind, seed) for seed in range(4)), key=len))
