"""The net for a table of Parchís: the players' net, or that of a judge.

Players' nets have learned from good play. A judge is larger and has learned from weak play too, for one family of
tables: it changes its mind less and plays better (docs/strength.md). Masters and the analysis use judges. Families
without one use the players' net.
"""

from __future__ import annotations

from typing import Final

from engine.parchis.setup import Setup

SHARPER: Final = {"judge-four": 1.05}
"""The factor for a judge's scores in the analysis and hints: its chances are too cautious (docs/strength.md)."""
_BOARD: Final = 4


def player_of(setup: Setup) -> str:
    return "diceless" if setup.rules.diceless else "dice"


def has_judge(setup: Setup) -> bool:
    return judge_of(setup) != player_of(setup)


def judge_of(setup: Setup) -> str:
    rules, sides, turns = setup.rules, len(setup.sides), len(setup.slots)
    if rules.diceless or rules.colours != _BOARD or len(setup.colours) != turns:
        return player_of(setup)
    return {(2, 2): "judge-duel", (4, 4): "judge-four"}.get((sides, turns), player_of(setup))
