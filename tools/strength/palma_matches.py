"""Matches of Palma in the simulator, and how much their choices give away."""

from __future__ import annotations

from ctypes import Structure, addressof, byref, c_double, c_int64, c_void_p
from functools import cache
from typing import Any

from tools.strength.simulator import PalmaRules, Player, library


class Tally(Structure):
    """What a match came to: the first player's wins, and, where they were judged, its real choices and their loss."""

    _fields_ = (("games", c_int64), ("wins", c_int64), ("choices", c_int64), ("loss", c_double))


def palma_played(preset: str, hero: Player, other: Player, games: int, seed: int, *, pieces: int = 5) -> Tally:
    """Play games of one player against another, who begins being drawn.

    With 3 pieces, of the classic rules, each of the first player's choices is judged by the exact chances.
    """
    tally = Tally()
    players = (c_void_p * 2)(addressof(hero), addressof(other))
    judged = pieces < 4 and preset == "classic"
    library().play_palma(_solved(preset, pieces), players, games, seed * 1_000_003, int(judged), byref(tally))
    return tally


@cache
def _solved(preset: str, pieces: int) -> Any:
    rules = PalmaRules(pieces=pieces, penalty=preset == "penalty", rethrow5=0, rethrow15=1, stay=0)
    return library().solve_palma(byref(rules))
