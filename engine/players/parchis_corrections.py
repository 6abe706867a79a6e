"""Calibrates the net's win chances where they are known to be wrong.

Between two sides the net can't see some things, such as that a finished colour loses its turns. The calibrated
chances come from self-play (`python -m tools.strength corrections`) and never change the order of moves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Final

from engine.parchis.board import PIECES
from engine.parchis.setup import Setup

FILE: Final = "parchis-corrections.json"
_SIDES: Final = 2
_HALF: Final = 0.5
Points = Sequence[Sequence[float]]
"""The net's chance of one side and the true one, both rising.

Of two sides it is the trailing one, from (0, 0) to (0.5, 0.5); of more, one that leads, from (0.5, 0.5) to (1, 1).
"""


def as_they_come_true(setup: Setup, chances: Sequence[float]) -> tuple[float, ...]:
    """Return the calibrated chances of all sides; between two sides, the order of moves is unchanged."""
    known = _known().get(kind(setup))
    if known is None:
        return tuple(chances)
    if len(chances) > _SIDES:
        return _led(known, chances)
    true = _between(known, min(*chances, _HALF))  # averages of many chances may leave both a hair above it
    return (true, 1 - true) if chances[0] <= chances[1] else (1 - true, true)


def _led(known: Points, chances: Sequence[float]) -> tuple[float, ...]:
    """Return several sides' chances, corrected if one has more than half; the others share the rest."""
    best = max(chances)
    if not _HALF < best < 1:
        return tuple(chances)
    true = _between(known, best)
    return tuple(true if chance == best else chance * (1 - true) / (1 - best) for chance in chances)


def _between(known: Points, said: float) -> float:
    (low, least), (high, most) = next((lower, upper) for lower, upper in pairwise(known) if said <= upper[0])
    return least + (said - low) * (most - least) / (high - low)


def kind(setup: Setup) -> str:
    """Name the kind of a table by what the net does not see enough of.

    That is: dice or not, the board, each side's colours, how many pieces, and how many sides there are. Of two sides
    also who plays the colours, how turns go, whether a stuck or finished colour helps its own, and in a duel whether
    the two are neighbours.
    """
    rules, each, turns = setup.rules, len(setup.sides[0]), len(setup.slots)
    words = ["diceless" if rules.diceless else "dice", f"board of {rules.colours}", f"{each} each"]
    if rules.pieces != PIECES:
        words.append(f"{rules.pieces} pieces")  # mostly not measured: the net's chances stand
    if len(setup.sides) > _SIDES:
        words.append(f"{len(setup.sides)} sides")
    elif turns > _SIDES:
        words += ["in teams" if setup.teams else "in turn", "helping" if rules.stuck_helps else "not helping"]
    elif each == 1:
        first, second = setup.colours
        words.append("opposite" if 2 * (second - first) == rules.colours else "neighbours")
    return ", ".join(words)


@cache
def _known() -> dict[str, Points]:
    text = resources.files("engine.players").joinpath("weights", FILE).read_text(encoding="ascii")
    known: dict[str, Points] = json.loads(text)["kinds"]
    return known
