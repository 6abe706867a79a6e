"""A message that stays has its turns in the order of play, and hides nothing that happened."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from bot.core.domain.table import StartedTable
from bot.core.i18n.text_format import plain, width
from bot.core.i18n.translator import translator
from bot.core.views.board import TEXT_LIMIT
from bot.core.views.excerpt import excerpt
from engine.events import GOAL, Captured, Entered, Moved, Picked, Thrown, TurnBegan
from engine.plies import Ply
from tests.fakes.word_tables import lobby, random_game

GAMES: list[dict[str, Any]] = [
    {"rules": {"preset": "spanish"}},
    {
        "rules": {"preset": "spanish", "colours": 6, "stuck_helps": True},
        "seats": tuple("YBRGPO"),
        "teams": [[0, 2, 4], [1, 3, 5]],
    },
    {"rules": {"preset": "diceless"}, "names": (None, "Bea", None, "Dana")},
    {"game": "palma", "seats": ("D", "J")},
]
SPAN, TURNS = 24, 240
"""The turns of a message, and the turns of a game that the test looks at."""
SIGNS = "🟡🔵🔴🟢🟣🟠🐕🐺"
TOLD = re.compile(rf"[{SIGNS}N0-9]")
"""What lines begin with that tell what was done; others are comments."""
HEAD = re.compile(rf"([{SIGNS}]) [\w ]+?(?= \d| ∅| passes| uses)|(\d+) (?:quiet turn|turns? without a move)")


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_everything_that_happens_is_told_in_order(game: dict[str, Any]) -> None:
    *_, table = random_game(lobby(**game), random.Random(1))
    assert isinstance(table, StartedTable)
    plies = table.match.plies
    ends = [0, *(number for number, ply in enumerate(plies, 1) if ply.ends_turn)][: TURNS + 1]
    folds = 0
    for first, end in zip(ends[::SPAN], ends[SPAN::SPAN], strict=False):
        lines = [plain(line) for line in excerpt(table, slice(first, end), TEXT_LIMIT, translator("en"))]
        assert sum(width(line) + 1 for line in lines) <= TEXT_LIMIT
        told = " · ".join(line for line in lines if TOLD.match(line))
        assert "left out" not in "".join(lines)
        assert happened_in(told) == happened(plies[first:end]), lines
        folds += told.count("quiet")
        if table.game != "palma":
            follow(told, turns_of(plies[first:end], table), lines)
    assert folds, "a tight message has less of its quiet turns"


def follow(told: str, turns: Sequence[str], lines: Sequence[str]) -> None:
    """Compare the players of a text with those of its turns."""
    at = 0
    for head in HEAD.finditer(told):
        if head[1]:
            assert turns[at : at + 1] == [head[1]], (at, turns, lines)
        at += int(head[2] or 1)
    assert at == len(turns), lines


def turns_of(plies: Sequence[Ply[Any]], table: StartedTable) -> list[str]:
    """Return the signs of those who had a turn in which a number came up, one after the other."""
    signs, turns, is_new = dict(zip("YBRGPO", SIGNS, strict=False)), list[str](), True
    for event in (event for ply in plies for event in ply.events):
        is_new |= isinstance(event, TurnBegan)
        if isinstance(event, Picked) or (isinstance(event, Thrown) and not event.opening):
            turns += [signs[table.seats[event.seat].colours]] if is_new else []
            is_new = False
    return turns


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
    return counts


def happened_in(told: str) -> Counter[str]:
    """Count what a text tells; `×2` after a deed counts it twice."""
    ways = {"takes": r"\btakes\b", "out": r"(?:comes? out|a piece enters)(?: ×(\d))?", "goal": r"reaches the goal"}
    told = re.sub(r"Nobody comes out|Nobody gets in yet", "", told)
    return Counter(
        {
            name: n
            for name, way in ways.items()
            if (n := sum(int((found.lastindex and found[1]) or 1) for found in re.finditer(way, told)))
        }
    )
