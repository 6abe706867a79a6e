"""The table of strength: every level against every other at every kind of table, as the pages of docs/strength.md."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from ctypes import addressof
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.parchis.state import State
from engine.players.lapses import DICELESS, PALMA, PARCHIS, Lapses
from engine.players.parchis_search import POSITIONS
from tools.strength.matches import Lineup, percent, played
from tools.strength.palma_matches import palma_played
from tools.strength.simulator import Kind, Player, shipped_net
from tools.strength.tables import MEASURED, Seating

PLAYERS = ("random", "beginner", "casual", "strong", "master")
PRESETS = ("spanish", "italian", "diceless")


@dataclass(frozen=True, slots=True)
class Measured:
    """A kind of table: what an equal player wins there, and how games are played."""

    title: str
    equal: float
    play: Callable[[str, str, int, int], tuple[int, int]]
    """Hero, others, games, seed: how many the hero won, and of how many."""


def kinds(only: Sequence[str] = ()) -> Iterator[Measured]:
    """Yield every kind of table, or those whose title begins with one of some words."""
    for found in (*_of_parchis(), *_of_palma()):
        if not only or any(found.title.startswith(word) for word in only):
            yield found


def _of_parchis() -> Iterator[Measured]:
    for preset in PRESETS:
        for seating in MEASURED:
            yield _parchis(preset, seating)


def _parchis(preset: str, seating: Seating) -> Measured:
    opening = seating.opening(preset=preset)

    def play(hero: str, others: str, games: int, seed: int) -> tuple[int, int]:
        return played(opening, lineup(hero, opening), lineup(others, opening), games, seed)

    return Measured(f"{preset}, {seating.name}", 100 / len(opening.setup.sides), play)


def _of_palma() -> Iterator[Measured]:
    for preset in ("classic", "penalty"):

        def play(hero: str, others: str, games: int, seed: int, preset: str = preset) -> tuple[int, int]:
            found = palma_played(preset, level(hero, PALMA), level(others, PALMA), games, seed)
            return found.wins, found.games

        yield Measured(f"Palma, {preset}", 50, play)


def lineup(name: str, opening: State) -> Lineup:
    """Return a player of the simulator for a kind of table."""
    diceless = opening.setup.rules.diceless
    net = _net("diceless" if diceless else "dice")
    player = level(name, DICELESS if diceless else PARCHIS)
    player.net = addressof(net)
    return Lineup(player, net)


def level(name: str, lapses: Lapses) -> Player:
    """Return a level as the simulator plays it, without a net."""
    return Player(
        kind=Kind[name.upper()],
        overlooks=round(100 * lapses.overlooks),
        heedless=round(100 * lapses.heedless),
        nodes=POSITIONS,
    )


@cache
def _net(name: str) -> Any:
    return shipped_net(name)


def show(games: int, slow_games: int, only: Sequence[str], heroes: Sequence[str], others: Sequence[str]) -> None:
    """Print a table for each kind: how often a row's player wins among the others, all of them a column's.

    Games with masters are many times slower; of these there are `slow_games`.
    """
    for kind in kinds(only):
        print(f"\n**{kind.title}** (equal: {kind.equal:.1f})\n")
        print(f"| one … among … | {' | '.join(others)} |")
        print(f"|---|{'---|' * len(others)}")
        for hero in heroes:
            cells = []
            for other in others:
                count = slow_games if "master" in (hero, other) else games
                wins, all_games = (0, 0) if hero == other else kind.play(hero, other, count, 1)
                cells.append(percent(wins, all_games) if all_games else "–")
            print(f"| {hero} | {' | '.join(cells)} |", flush=True)
        print(time.strftime("%H:%M:%S"), kind.title, file=sys.stderr, flush=True)
