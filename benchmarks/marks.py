"""Measures whether marks are true: what an analysis says that errors cost, and what they cost in other games.

`python -m benchmarks.marks --games 20 --only duel`. Each error of three points or more is played out again,
with other rolls and four times as often as in the analysis.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import Any

from benchmarks.drift import TABLES
from engine import catalog, players
from engine.game import TurnKind
from engine.players.analysis import SUSPECT, analysed, depth
from engine.players.evaluation import sides
from engine.players.played_out import PAIRS, difference
from engine.players.playout import computer_game

LEVELS = ("beginner", "casual", "strong")
"""Each seat's level is drawn from these."""
BOUNDS = (0.03, 0.05, 0.10, 1.01)


def errors_of(kind: str, seed: int) -> list[tuple[float, float, float]]:
    """Play and analyse a game; return each suspect error as it seemed, as it is shown, and as other rolls have it."""
    name, table = TABLES[kind]
    game = catalog.game(name)
    opening, rng = game.start(*table), random.Random(f"marks {kind} {seed}")
    moves, _ = computer_game(game, opening, [players.player(rng.choice(LEVELS)) for _ in sides(game, opening)], rng)
    state, found = opening, list[tuple[float, float, float]]()
    plies = depth(opening, len(moves), len(moves) // 2)
    for move, report in zip(moves, analysed(game, opening, moves, plies), strict=True):
        if game.turn(state).kind is TurnKind.CHOOSE and report.best and (said := report.error or 0.0) >= SUSPECT:
            told = difference(game, state, report.best, move).confirmed(said)
            again = difference(game, state, report.best, move, pairs=4 * PAIRS, salt="again")
            found.append((said, told, again.mean))
        state = game.apply(state, move).state
    return found


def told(title: str, errors: Sequence[tuple[float, ...]], at: int) -> str:
    parts = []
    for least, most in pairwise(BOUNDS):
        those = [error for error in errors if least <= error[at] < most]
        if those:
            said, true = (100 * fmean(error[each] for error in those) for each in (at, 2))
            kept = sum(error[2] > 0 for error in those)
            parts.append(f"from {100 * least:.0f}: {said:.1f}, true {true:.1f}, {kept} of {len(those)} cost anything")
    return f"  {title}: " + "; ".join(parts)


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=tuple(TABLES), default=["duel"])
    wanted: Any = parser.parse_args(arguments)
    for kind in wanted.only:
        errors = [error for number in range(wanted.games) for error in errors_of(kind, wanted.seed + number)]
        print(f"{kind}, {wanted.games} games, {len(errors)} errors of {100 * SUSPECT:.0f} points or more, in points")
        print(told("as they seem", errors, 0), told("as they are shown", errors, 1), sep="\n", flush=True)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
