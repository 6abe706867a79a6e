"""Counts what a game asks of its players: `python -m benchmarks quick`.

Forced moves go by themselves. A person has to press for each choice between moves that differ, and by hand for each
roll that may lead to one. Each time a game waits for a choice of someone else than before is a hand-over: they need a
message that calls them. So no setting of a chat takes fewer presses, messages or pings than these, among people who
are away between their turns. A quick game of four is to have a median of 45 hand-overs at most, so that it fits into
a day.
"""

from __future__ import annotations

import random
from statistics import median, quantiles
from typing import Any, NamedTuple

from engine import catalog, players
from engine.game import Game, TurnKind

GAMES = 200
GOAL = 45
"""The most hand-overs, in the median, of a quick game of four."""
QUICK = "quick game of four"
KINDS = {
    "Spanish game of four": ("parchis", {"preset": "spanish"}, "casual"),
    "the same, at random": ("parchis", {"preset": "spanish"}, "random"),
    "six colours in teams, at random": ("parchis", {"preset": "spanish", "colours": 6}, "random"),
    "three pieces each": ("parchis", {"preset": "spanish", "pieces": 3}, "casual"),
    "two pieces each": ("parchis", {"preset": "spanish", "pieces": 2}, "casual"),
    QUICK: ("parchis", {"preset": "quick"}, "casual"),
    "Palma": ("palma", {"preset": "classic"}, "casual"),
    "quick Palma": ("palma", {"preset": "quick"}, "casual"),
}
TEAMS = {6: ((0, 3), (1, 4), (2, 5))}
"""Who plays together at a board of this number of colours."""


class Count(NamedTuple):
    """What a game asked: choices, hand-overs, and rolls that may lead to a choice, first ones of a turn apart."""

    choices: int
    hand_overs: int
    rolls: int
    first_rolls: int


def count(game: Game[Any], rules: dict[str, Any], seed: int, level: str) -> Count:
    """Play a game between players of a level; return what it asked of them."""
    rng, player = random.Random(seed), players.player(level)
    state, asked, rolled = game.start(rules, teams=TEAMS.get(rules.get("colours", 0))), None, None
    choices = hand_overs = rolls = first_rolls = 0
    while (turn := game.turn(state)).kind is not TurnKind.OVER:
        moves = game.moves(state)
        if turn.kind is TurnKind.THROW:
            asks = not game.is_lot(state) and game.may_ask(state)
            rolls, first_rolls = rolls + asks, first_rolls + (asks and turn.seat != rolled)
            rolled = turn.seat
            move = rng.choices(moves, [game.odds(state)[each] for each in moves])[0]
        else:
            move = player.choose(game, state, moves, rng)
        if turn.kind is TurnKind.CHOOSE and len(moves) > 1:
            choices, hand_overs, asked = choices + 1, hand_overs + (turn.seat != asked), turn.seat
        state = game.apply(state, move).state
    return Count(choices, hand_overs, rolls, first_rolls)


def main() -> None:
    print(
        f"{GAMES} games of each kind, between casual bots or at random: medians, and nine in ten hand over less often"
    )
    print(f"{'':34}{'choices':>9}{'hand-overs':>12}{'nine in ten':>13}{'rolls':>7}{'first ones':>12}")
    for kind, (name, rules, level) in KINDS.items():
        counts = [count(catalog.game(name), rules, seed, level) for seed in range(GAMES)]
        choices, handed, rolls, first = (median(column) for column in zip(*counts, strict=True))
        nine = quantiles([each.hand_overs for each in counts], n=10)[-1]
        print(f"{kind:34}{choices:9.0f}{handed:12.0f}{nine:13.0f}{rolls:7.0f}{first:12.0f}", flush=True)
        if kind == QUICK and handed > GOAL:
            raise SystemExit(f"more than {GOAL}: too many for a day")


if __name__ == "__main__":
    main()
