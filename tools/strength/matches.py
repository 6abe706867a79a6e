"""Matches in the simulator: one player against others of one kind."""

from __future__ import annotations

from ctypes import addressof, byref, c_int64, c_void_p
from dataclasses import dataclass
from typing import Any

from engine.parchis.state import State
from tools.strength.simulator import COLOURS, Player, Table, library


@dataclass(frozen=True, slots=True)
class Lineup:
    """A player of the simulator, with the net it needs kept alive."""

    player: Player
    net: Any = None


def played(opening: State, hero: Lineup, others: Lineup, games: int, seed: int) -> tuple[int, int]:
    """Play games of a hero, on each side in turn, against others; return its wins and the number of games."""
    table, won = Table.of(opening), 0
    each = -(-games // table.sides)
    for side in range(table.sides):
        held = [addressof((hero if table.slot[slot].side == side else others).player) for slot in range(table.slots)]
        wins = (c_int64 * COLOURS)()
        library().play_games(byref(table), (c_void_p * COLOURS)(*held), each, seed * 1_000_003 + side * each, wins)
        won += wins[side]
    return won, each * table.sides


def interval(wins: int, games: int) -> float:
    """Return half of the 95 % interval of a share, in percentage points."""
    share = wins / games
    return float(196 * (share * (1 - share) / games) ** 0.5)


def percent(wins: int, games: int) -> str:
    """Return a share of games with its interval, in percent."""
    return f"{100 * wins / games:.1f} ± {interval(wins, games):.1f}"
