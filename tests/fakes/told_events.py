"""Count what happened in plies, and what a text of a chat's history tells of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import Line
from bot.core.views.players import MARKS
from engine.events import GOAL, Captured, Entered, Moved
from engine.palma.events import Slid, StakeWon
from engine.plies import Ply

SIGNS = "🟡🔵🔴🟢🟣🟠🐕🐺"
WAYS = {
    "takes": r"\btakes\b",
    "out": r"(?:comes? out|a piece enters)",
    "goal": r"reaches the goal",
    "slide": r"slides (?:on|back) to",
    "stake": r"wins the stake",
}
CAME = re.compile(r"🚪 (?:Out the door|New on the board): (.+)")
"""The line of players whose pieces only came out, with how many if several."""
OTHERS = re.compile(r"Nobody comes out|Nobody gets in yet|A 5 brings (?:one|it) out")


def unmarked(line: Line) -> str:
    """Return a line without the marks of teams."""
    return re.sub("[{}]".format("".join(MARKS)), "", plain(line))


def happened(plies: Sequence[Ply[Any]]) -> Counter[str]:
    counts = Counter[str]()
    for ply in plies:
        for event in ply.events:
            match event:
                case Captured():
                    counts["takes"] += 1
                case Entered():
                    counts["out"] += 1
                case Moved(to=to) if to == GOAL:
                    counts["goal"] += 1
                case Slid():
                    counts["slide"] += 1
                case StakeWon():
                    counts["stake"] += 1
    return counts


def happened_in(told: str) -> Counter[str]:
    told = OTHERS.sub("", told)
    counts = Counter({name: n for name, way in WAYS.items() if (n := len(re.findall(way, told)))})
    for players in CAME.findall(told):
        more = map(int, re.findall(r"\((\d+)\)", players))
        counts["out"] += sum(map(players.count, SIGNS)) + sum(count - 1 for count in more)
    return counts
