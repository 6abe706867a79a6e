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
"""The net's chance of the trailing side and the true one, both rising, from (0, 0) to (0.5, 0.5)."""


def as_they_come_true(setup: Setup, chances: Sequence[float]) -> tuple[float, ...]:
    """Return the calibrated chances of all sides; the order of moves is unchanged."""
    known = _known().get(kind(setup)) if len(chances) == _SIDES else None
    if known is None:
        return tuple(chances)
    behind = min(*chances, _HALF)  # averages of many chances may leave both a hair above it
    (low, least), (high, most) = next((lower, upper) for lower, upper in pairwise(known) if behind <= upper[0])
    true = least + (behind - low) * (most - least) / (high - low)
    return (true, 1 - true) if chances[0] <= chances[1] else (1 - true, true)


def kind(setup: Setup) -> str:
    """Name the kind of a table of two sides by what the net does not see enough of.

    That is: dice or not, the board, each side's colours and who plays them, how turns go, how many pieces, whether a
    stuck or finished colour helps its own, and in a duel whether the two are neighbours.
    """
    rules, each, turns = setup.rules, len(setup.sides[0]), len(setup.slots)
    words = ["diceless" if rules.diceless else "dice", f"board of {rules.colours}", f"{each} each"]
    if rules.pieces != PIECES:
        words.append(f"{rules.pieces} pieces")  # not measured: the net's chances stand
    if turns > _SIDES:
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
