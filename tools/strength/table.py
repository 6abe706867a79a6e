"""The table of strength: every level against every other at every kind of table (docs/strength.md)."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from ctypes import addressof
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import islice, repeat
from typing import Any

from engine.parchis.setup import Setup
from engine.players.lapses import DICELESS, PALMA, PARCHIS, Lapses
from engine.players.parchis_nets import has_judge, judge_of, player_of
from engine.players.parchis_search import POSITIONS
from tools.strength.matches import Lineup, percent, played
from tools.strength.palma_matches import palma_played
from tools.strength.simulator import Kind, Player, library, shipped_net
from tools.strength.tables import DUEL, FOUR, MEASURED, SIX_TEAMS, TEAMS, TWO_COLOURS, Seating

PLAYERS = ("random", "beginner", "casual", "strong", "master")
PRESETS = ("spanish", "italian", "diceless", "quick")
USUAL = {
    "spanish": (FOUR, DUEL, TWO_COLOURS, TEAMS, SIX_TEAMS),
    "diceless": (FOUR, DUEL),
    "quick": (FOUR, DUEL),
}
"""The seatings of the published table, by preset."""
PALMA_PRESETS = ("classic", "penalty")


class Pace(Enum):
    """How fast games are, and so how many are played."""

    DICE = "Parchís with dice: a quarter where the others are masters"
    SEARCH = "Parchís without dice: a twentieth where a master plays"
    PALMA = "Palma: ten times as many"

    def games(self, games: int, hero: str, others: str) -> int:
        """Return the number of games for a player among others, given the usual number."""
        if self is Pace.PALMA:
            return 10 * games
        if self is Pace.SEARCH:
            return games // 20 if "master" in (hero, others) else games
        return games // 4 if others == "master" else games


MORE = {
    ("spanish, 4 seats", "random", "casual"): 5,
    ("spanish, 4 seats", "strong", "random"): 5,
    ("spanish, 4 seats", "strong", "casual"): 5,
    ("spanish, 4 seats", "master", "random"): 10,
    ("spanish, 4 seats", "master", "casual"): 5,
    ("spanish, duel", "random", "casual"): 5,
    ("spanish, duel", "strong", "random"): 5,
    ("spanish, duel", "strong", "casual"): 5,
    ("spanish, duel", "master", "casual"): 5,
    ("diceless, 4 seats", "random", "casual"): 5,
    ("diceless, 4 seats", "master", "casual"): 10,
    ("diceless, duel", "master", "casual"): 10,
    ("Palma, classic", "strong", "casual"): 10,
    ("Palma, classic", "master", "casual"): 10,
    ("Palma, penalty", "strong", "casual"): 10,
    ("Palma, penalty", "master", "casual"): 10,
}
"""Factors of the number of games for important figures: the bots' ratings, and strength targets."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A kind of table: an equal player's share of wins there, and how to play games."""

    title: str
    equal: float
    pace: Pace
    play: Callable[[str, str, int, int], tuple[int, int]]
    """Takes hero, others, games and seed; returns the hero's wins and the number of games."""

    def games(self, games: int, hero: str, others: str) -> int:
        """Return the number of games here for a player among others, given the usual number."""
        return MORE.get((self.title, hero, others), 1) * self.pace.games(games, hero, others)


def kinds(only: Sequence[str] = (), *, every: bool = False) -> Iterator[Measured]:
    """Yield the usual kinds of table, every kind, or those whose titles begin with one of these words."""
    for found in (*_of_parchis(every=every or bool(only)), *_of_palma()):
        if not only or any(found.title.startswith(word) for word in only):
            yield found


def _of_parchis(*, every: bool) -> Iterator[Measured]:
    for preset in PRESETS:
        for seating in MEASURED if every else USUAL.get(preset, ()):
            yield _parchis(preset, seating)


def _parchis(preset: str, seating: Seating) -> Measured:
    opening = seating.opening(preset=preset)

    def play(hero: str, others: str, games: int, seed: int) -> tuple[int, int]:
        return played(opening, lineup(hero, opening.setup), lineup(others, opening.setup), games, seed)

    pace = Pace.SEARCH if opening.setup.rules.diceless else Pace.DICE
    return Measured(f"{preset}, {seating.name}", 100 / len(opening.setup.sides), pace, play)


def _of_palma() -> Iterator[Measured]:
    for preset in PALMA_PRESETS:

        def play(hero: str, others: str, games: int, seed: int, preset: str = preset) -> tuple[int, int]:
            found = palma_played(preset, level(hero, PALMA), level(others, PALMA), games, seed)
            return found.wins, found.games

        yield Measured(f"Palma, {preset}", 50, Pace.PALMA, play)


def lineup(name: str, setup: Setup) -> Lineup:
    """Return a player of the simulator for a kind of table."""
    player = level(name, DICELESS if setup.rules.diceless else PARCHIS)
    net = judge = _net(player_of(setup))
    player.net = addressof(net)
    if player.kind == Kind.MASTER and has_judge(setup):
        judge = _net(judge_of(setup))
        player.judge = addressof(judge)
    return Lineup(player, (net, judge))


def level(name: str, lapses: Lapses) -> Player:
    """Return a level in the simulator, without a net."""
    return Player(
        kind=Kind[name.upper()],
        overlooks=round(100 * lapses.overlooks),
        heedless=round(100 * lapses.heedless),
        nodes=POSITIONS,
    )


@cache
def _net(name: str) -> Any:
    return shipped_net(name)


def show(
    games: int,
    only: Sequence[str],
    heroes: Sequence[str],
    others: Sequence[str],
    *,
    every: bool,
    jobs: int,
    seed: int = 1,
) -> None:
    """Print the table: how often each row's player wins against those of each column.

    A row is printed once it and all rows before it are known. `jobs` play in parallel, which does not change the
    figures. A cell with an unusual number of games (`Pace`, `MORE`) says so.
    """
    library()  # compile before other processes need it
    pairs = [(kind.title, hero, other) for kind in kinds(only, every=every) for hero in heroes for other in others]
    with ProcessPoolExecutor(jobs) as pool:
        cells = pool.map(_cell, *zip(*pairs, strict=True), repeat(games), repeat(seed))
        print(f"| one … among … | {' | '.join(others)} |")
        print(f"|---|{'---|' * len(others)}")
        for kind in kinds(only, every=every):
            print(f"| **{kind.title}** (equal: {kind.equal:.1f}) |{' |' * len(others)}", flush=True)
            for hero in heroes:
                print(f"| {hero} | {' | '.join(islice(cells, len(others)))} |", flush=True)
            print(time.strftime("%H:%M:%S"), kind.title, file=sys.stderr, flush=True)


def _cell(title: str, hero: str, others: str, games: int, seed: int) -> str:
    if hero == others:
        return "–"
    kind = _every_kind()[title]
    count = kind.games(games, hero, others)
    wins = percent(*kind.play(hero, others, count, seed))
    return wins if count == kind.pace.games(games, "", "") else f"{wins} ({count:,})"


@cache
def _every_kind() -> Mapping[str, Measured]:
    return {kind.title: kind for kind in kinds(every=True)}
