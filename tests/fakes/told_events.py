"""Count what happened in plies, and what a text of a chat's history tells of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import Line
from bot.core.views.players import MARKS
from engine.events import GOAL, Captured, Moved
from engine.palma.events import Slid, StakeWon
from engine.plies import Ply

SIGNS = "🟡🔵🔴🟢🟣🟠🐕🐺"
WAYS = {
    "takes": r"\btakes\b(?! the lead)",
    "goal": r"reaches the goal",
    "slide": r"slides (?:on|back) to",
    "stake": r"wins the stake",
}


def unmarked(line: Line) -> str:
    """Return a line without the marks of teams."""
    return re.sub("[{}]".format("".join(MARKS)), "", plain(line))


def happened(plies: Sequence[Ply[Any]]) -> Counter[str]:
    """Count the events that a history always has."""
    counts = Counter[str]()
    for ply in plies:
        for event in ply.events:
            match event:
                case Captured():
                    counts["takes"] += 1
                case Moved(to=to) if to == GOAL:
                    counts["goal"] += 1
                case Slid():
                    counts["slide"] += 1
                case StakeWon():
                    counts["stake"] += 1
    return counts


def happened_in(told: str) -> Counter[str]:
    return Counter({name: n for name, way in WAYS.items() if (n := len(re.findall(way, told)))})
