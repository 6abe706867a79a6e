"""Win chances of Parchís as they come true, where the net is known to err.

Between two sides, at some kinds of table, it is too sure of itself or not sure enough: it cannot see that a finished
colour loses its turns, or how small a lead decides a duel without dice. There its chances are told as they came true
in self-play, which changes no choice. `python -m tools.strength corrections` measures them and writes the file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources
from itertools import pairwise
from typing import Final

from engine.parchis.setup import Setup

FILE: Final = "parchis-corrections.json"
_SIDES: Final = 2
_HALF: Final = 0.5
Points = Sequence[Sequence[float]]
"""What is said of the side that is behind, and what comes true of that, both rising, from (0, 0) to (0.5, 0.5)."""


def as_they_come_true(setup: Setup, chances: Sequence[float]) -> tuple[float, ...]:
    """Return the net's chances of all sides as they come true; the order of moves is what it was."""
    known = _known().get(kind(setup)) if len(chances) == _SIDES else None
    if known is None:
        return tuple(chances)
    behind = min(*chances, _HALF)  # means of many chances may leave both a hair above it
    (low, least), (high, most) = next((lower, upper) for lower, upper in pairwise(known) if behind <= upper[0])
    true = least + (behind - low) * (most - least) / (high - low)
    return (true, 1 - true) if chances[0] <= chances[1] else (1 - true, true)


def kind(setup: Setup) -> str:
    """Name the kind of a table of two sides by what the net does not see enough of.

    Whether there are dice; the board; how many colours each side has, in whose hands, and how they take turns;
    whether a colour that is stuck or has finished helps its own; and in a duel whether the two are neighbours.
    """
    rules, each, turns = setup.rules, len(setup.sides[0]), len(setup.slots)
    words = ["diceless" if rules.diceless else "dice", f"board of {rules.colours}", f"{each} each"]
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
