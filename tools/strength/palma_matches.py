"""Matches of Palma in the simulator, and the loss of their choices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import Structure, addressof, byref, c_double, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p
from functools import cache
from typing import Any

from engine.palma.board import PIECES, THROWS
from engine.palma.presets import PRESETS
from engine.palma.rules import Rules
from engine.palma.state import Phase, State
from engine.players.palma_table import number_of, table
from tools.strength.simulator import PalmaRules, Player, library

WAITING = -1


class Tally(Structure):
    """The result of a match: the first player's wins, and its evaluated choices with their loss."""

    _fields_ = (("games", c_int64), ("wins", c_int64), ("choices", c_int64), ("loss", c_double))


class PalmaGame(Structure):
    """A game in the simulator: both sides' states by number, and whose rolls are pending."""

    _fields_ = (
        ("state", c_int32 * 2),
        *((name, c_int32) for name in ("over", "seat", "mover", "owner", "way", "depth")),
        ("stack", c_uint64),
    )

    @classmethod
    def of(cls, state: State) -> PalmaGame:
        game = cls(over=state.phase is Phase.OVER, seat=state.seat, mover=state.mover, owner=state.owner)
        game.state[:] = [number_of(pieces) for pieces in state.pieces]
        game.way = WAITING if state.throw is None else list(THROWS).index(state.throw)
        game.depth, game.stack = len(state.stack), sum(seat << place for place, seat in enumerate(state.stack))
        return game


def palma_played(preset: str, hero: Player, other: Player, games: int, seed: int, *, pieces: int = PIECES) -> Tally:
    """Play games of one player against another; a draw decides who begins.

    With 3 pieces and classic rules, each of the first player's choices is evaluated by exact chances.
    """
    tally = Tally()
    players = (c_void_p * 2)(addressof(hero), addressof(other))
    judged = pieces < 4 and preset == "classic"
    solved = known(preset) if pieces == PIECES else _solved(preset, pieces)
    library().play_palma(solved, players, games, seed * 1_000_003, int(judged), byref(tally))
    return tally


@cache
def known(preset: str) -> Any:
    """Return a preset's states and moves, with the distances of the engine's table."""
    return _listed(PRESETS[preset])


@contextmanager
def listed(rules: Rules) -> Iterator[Any]:
    """Lend the states of any rules, like `known`: 30 MB."""
    made = _listed(rules)
    try:
        yield made
    finally:
        library().drop_palma(made)


def _listed(rules: Rules) -> Any:
    made = c_void_p(library().list_palma(byref(_rules(rules, PIECES))))
    held = table(penalty=rules.penalty)
    turns, spreads = (c_uint16 * len(held.means))(*held.means), (c_uint8 * len(held.spreads))(*held.spreads)
    library().judge_palma_by(made, turns, spreads)
    return made


@cache
def _solved(preset: str, pieces: int) -> Any:
    return c_void_p(library().solve_palma(byref(_rules(PRESETS[preset], pieces))))


def _rules(rules: Rules, pieces: int) -> PalmaRules:
    return PalmaRules(
        pieces=pieces,
        penalty=rules.penalty,
        rethrow5=rules.hole5 == "rethrow",
        rethrow15=rules.hole15 == "rethrow",
        stay=rules.blocked_slide == "stay",
    )
