"""Solves the ends of both games, and writes the engine's tables.

Those are engine/players/palma_bear_off.py and parchis_endgames.py.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from ctypes import byref, c_double

from engine.palma.board import ENTERING, LAST, PIECES, THROWS, is_home
from engine.palma.rules import Rules
from engine.palma.state import Pieces
from engine.players import palma_bear_off, parchis_endgames
from engine.players.palma_bear_off import standings
from tools.strength.simulator import Table, library
from tools.strength.tables import DUEL
from tools.strength.weights_file import FOLDER

LEAST: float = 1e-7
"""Sweeps over a duel's positions end when no chance changes by more."""
_LZMA = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 1, "lp": 1, "pb": 1}
_ODDS = sum(THROWS.values())
Values = dict[tuple[Pieces, Pieces], float]


def make() -> None:
    """Write all tables; the same bytes each time."""
    for pieces in (PIECES, 3):
        values, order = solved(Rules(pieces=pieces)), standings(pieces)
        chances = (values[own, other] for own in order for other in order)
        _write(palma_bear_off.file_of(pieces), chances, palma_bear_off.WHOLE)
    for preset, whole in parchis_endgames.WHOLE.items():
        _write(parchis_endgames.file_of(preset), solved_duels(preset), whole)


def _write(name: str, chances: Iterable[float], whole: int) -> None:
    numbers = [round(chance * whole) for chance in chances]
    held = b"".join(number.to_bytes(2, "little") for number in numbers)
    filters = [{"id": lzma.FILTER_DELTA, "dist": 2}, _LZMA]
    packed = lzma.compress(held, format=lzma.FORMAT_XZ, filters=filters)
    (FOLDER / name).write_bytes(packed)
    print(f"{name}: {len(numbers):,} positions, {len(packed):,} bytes", flush=True)


def solved_duels(preset: str) -> list[float]:
    """Return the chances of the last pieces of a duel by a preset's rules, in the order of the engine's tables."""
    values = (c_double * parchis_endgames.SIZE)()
    library().solve_endgames(byref(Table.of(DUEL.opening(preset=preset))), 3, LEAST, values)
    return list(values)


def solved(rules: Rules) -> Values:
    """Return the chance of the side to throw for each pair of standings, its own first.

    Pieces only advance, so pairs are solved by what is left to go. Only lost throws lead from a pair to itself, or to
    the same with the other side to throw: two linear equations.
    """
    found: Values = {}
    order = sorted(standings(rules.pieces), key=sum, reverse=True)
    ways = {(pieces, throw): _ways(pieces, throw) for pieces in order for throw in THROWS}
    pairs = sorted(
        ((own, other) for own in order for other in order if own >= other), key=lambda pair: -sum(map(sum, pair))
    )
    for own, other in pairs:
        if is_home(own) or is_home(other):
            found[own, other] = found[other, own] = float(is_home(own))
            if is_home(other):
                found[other, own] = 1.0
            continue
        mine, theirs = _equation(found, ways, own, other), _equation(found, ways, other, own)
        found[own, other], found[other, own] = _both(mine, theirs)
    return found


def _ways(pieces: Pieces, throw: int) -> list[Pieces]:
    ends = ((piece, piece + throw) for piece in pieces)
    return [tuple(sorted({*pieces} - {piece} | {end})) for piece, end in ends if end <= LAST and end not in pieces]


def _equation(
    found: Values, ways: dict[tuple[Pieces, int], list[Pieces]], own: Pieces, other: Pieces
) -> tuple[float, float, float]:
    """Return (c, again, lost): the chance is c + again · itself + lost · (1 − that of the other to throw)."""
    constant = again = lost = 0.0
    for throw, odds in THROWS.items():
        share, five = odds / _ODDS, throw == ENTERING
        if mine := ways[own, throw]:
            constant += share * max(
                1.0 if is_home(way) else found[way, other] if five else 1 - found[other, way] for way in mine
            )
        elif theirs := ways[other, throw]:
            constant += share * min(
                0.0 if is_home(way) else found[own, way] if five else 1 - found[way, own] for way in theirs
            )
        elif five:
            again += share
        else:
            lost += share
    return constant, again, lost


def _both(mine: tuple[float, float, float], theirs: tuple[float, float, float]) -> tuple[float, float]:
    """Solve x = c + a·x + m·(1 − y), and y = d + b·y + n·(1 − x)."""
    (c, a, m), (d, b, n) = mine, theirs
    x = ((c + m) * (1 - b) - m * (d + n)) / ((1 - a) * (1 - b) - m * n)
    return x, (d + n - n * x) / (1 - b)
