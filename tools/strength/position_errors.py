"""Measures how far off win chances are in single positions, by games played on from there."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import Structure, byref, c_double
from math import sqrt
from statistics import fmean, pstdev

from engine.parchis.presets import PRESETS
from engine.players.parchis_corrections import as_they_come_true
from engine.players.parchis_nets import has_judge, judge_of, player_of
from tools.strength.calibration import PRESETS_SHOWN, SEATINGS
from tools.strength.simulator import COLOURS, Table, library, shipped_judge, shipped_net
from tools.strength.tables import Seating

DEPTHS = 3


class Checked(Structure):
    """A position: the chances said one to three plies deep, and the mean result of its lines, with its variance."""

    _fields_ = (
        ("said", c_double * COLOURS * DEPTHS),
        ("mean", c_double * COLOURS),
        ("variance", c_double * COLOURS),
    )


def checked(preset: str, seating: Seating, positions: int, lines: int, seed: int) -> Sequence[Checked]:
    """Draw positions before a roll from games of all levels, and play lines on from each by the best moves."""
    opening, found = seating.opening(preset=preset), (Checked * positions)()
    setup = opening.setup
    judge = shipped_judge(judge_of(setup)) if has_judge(setup) else None
    net = shipped_net(player_of(setup))
    library().check_positions(byref(Table.of(opening)), net, judge, positions, lines, seed, found)
    return list(found)


def errors(preset: str, seating: Seating, found: Sequence[Checked]) -> list[tuple[float, float]]:
    """Return the root mean square error at each depth in points, with its 95 % margin, without that of the lines."""
    setup = seating.opening(preset=preset).setup
    sides = range(len(setup.sides))

    def square(one: Checked, plies: int) -> float:
        told = as_they_come_true(setup, tuple(one.said[plies][: len(sides)]))
        return fmean((told[side] - one.mean[side]) ** 2 - one.variance[side] for side in sides)

    return [_root([square(one, plies) for one in found]) for plies in range(DEPTHS)]


def _root(squares: Sequence[float]) -> tuple[float, float]:
    root = sqrt(max(0.0, fmean(squares)))
    return 100 * root, 100 * 1.96 * pstdev(squares) / sqrt(len(squares)) / (2 * root or 1)


def show(only: Sequence[str], positions: int, lines: int, seed: int) -> None:
    """Print a line per kind of table with dice; `only`: kinds by the beginning of their title."""
    wanted = tuple(only) or ("",)
    print("| table | one ply | two plies | three plies |", "|---|---|---|---|", sep="\n")
    for preset in PRESETS_SHOWN:
        for seating in SEATINGS:
            title = f"{preset}, {seating.name}"
            if title.startswith(wanted) and not PRESETS[preset].diceless:
                found = checked(preset, seating, positions, lines, seed)
                cells = (f"{root:.1f} ± {margin:.1f}" for root, margin in errors(preset, seating, found))
                print(f"| {title} | {' | '.join(cells)} |", flush=True)
