"""Whole random games, for films."""

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


def random_game(kind: str, seed: int, plies: int = 50_000) -> Match[Any]:
    """A game played at random to its end, or for so many plies."""
    name, rules = KINDS[kind]
    rules_of, chance = game(name), random.Random(seed)
    state, moves = rules_of.start(rules), []
    while len(moves) < plies and (choices := rules_of.moves(state)):
        moves.append(chance.choice(choices))
        state = rules_of.apply(state, moves[-1]).state
    return Match.fold(rules_of, rules, moves=moves)


@cache
def longest(kind: str) -> Match[Any]:
    """The longest of some random games."""
    return max((random_game(kind, seed) for seed in range(4)), key=lambda match: len(match.plies))
