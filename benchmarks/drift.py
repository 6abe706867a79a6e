"""Measures how often the bots change their minds: the drift of analysed games, in points of win chance.

`python -m benchmarks drift` or, with other figures, `python -m benchmarks.drift --games 200 --seed 7 --only duel`.
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import fmean, pstdev
from time import process_time
from typing import Any

from engine import catalog, players
from engine.game import TurnKind
from engine.players.analysis import analysed, depth
from engine.players.balance import balances
from engine.players.evaluation import sides
from engine.players.playout import computer_game

TEAMS = ((0, 2), (1, 3))
TABLES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "four seats": ("parchis", ({}, None, None)),
    "duel": ("parchis", ({}, ["Y", "R"], None)),
    "teams": ("parchis", ({}, None, TEAMS)),
    "Palma": ("palma", ({}, None, None)),
    "without dice": ("parchis", ({"preset": "diceless"}, None, None)),
}
LEVELS = ("casual", "strong")
"""Each seat's level is drawn from these."""


@dataclass(frozen=True, slots=True)
class Winner:
    """What made the winner's result, in points, and the processor seconds of the analysis."""

    start: float
    luck: float
    choices: float
    drift: float
    seconds: float


def winner(kind: str, seed: int, game: int) -> Winner:
    """Play a game, analyse it as `/analysis` does, and return the winner's balance."""
    name, table = TABLES[kind]
    rules = catalog.game(name)
    opening, rng = rules.start(*table), random.Random(f"{kind} {seed} {game}")
    seats = [players.player(rng.choice(LEVELS)) for _ in sides(rules, opening)]
    moves, _ = computer_game(rules, opening, seats, rng)
    state, throws, begin = opening, 0, process_time()
    for move in moves:
        throws += rules.turn(state).kind is TurnKind.THROW
        state = rules.apply(state, move).state
    reports = list(analysed(rules, opening, moves, depth(opening, len(moves), throws), playing_out=True))
    took = process_time() - begin
    decided = next(at for at, report in enumerate(reports, start=1) if max(report.chances) == 1)
    won = max(balances(reports[:decided]), key=lambda side: side.final)
    return Winner(100 * won.start, 100 * won.luck, 100 * won.choices, 100 * won.drift, took)


def told(games: Sequence[Winner]) -> str:
    drifts = [game.drift for game in games]
    means = ", ".join(f"{part} {fmean(getattr(game, part) for game in games):+.1f}" for part in ("luck", "choices"))
    small = sum(abs(drift) < 3 for drift in drifts)
    return (
        f"drift {fmean(drifts):+.1f}, spread {pstdev(drifts):.1f}, mean size {fmean(map(abs, drifts)):.1f}, "
        f"under 3 in {small} of {len(games)}; {means}; {fmean(game.seconds for game in games):.1f} s a game"
    )


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=tuple(TABLES), default=["four seats", "duel"])
    wanted = parser.parse_args(arguments)
    print(
        f"the winner's points in {wanted.games} games: what the bots changed their minds by, and what else made them"
    )
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for kind in wanted.only:
            games = list(pool.map(partial(winner, kind, wanted.seed), range(wanted.games)))
            print(f"  {kind}: {told(games)}", flush=True)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
