"""The ladders on which players are ranked: a game, and a family of its rules.

Rules that a table may switch change a game a little and are played by the same people: they share a ladder. What asks
for another skill has its own: Parchís without dice, and Palma with penalties, where pieces slide back.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.core.i18n.translator import N_
from data.records import TableRecord
from engine.palma.presets import read_rules
from engine.parchis.presets import rules_of


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder; `name` is what people write and buttons carry."""

    name: str
    game: str
    family: str
    title: str


LADDERS = (
    Ladder("parchis", "parchis", "dice", N_("Parchís")),
    Ladder("diceless", "parchis", "diceless", N_("Parchís without dice")),
    Ladder("palma", "palma", "classic", N_("Palma")),
    Ladder("penalty", "palma", "penalty", N_("Palma with penalties")),
)


def family(record: TableRecord) -> str:
    """The family of a table's rules."""
    rules = json.loads(record.rules)
    if record.game == "palma":
        return "penalty" if read_rules(rules).penalty else "classic"
    return "diceless" if rules_of(rules).diceless else "dice"


def ladder_of(game: str, family: str) -> Ladder:
    """The ladder of a game and family."""
    return next(ladder for ladder in LADDERS if (ladder.game, ladder.family) == (game, family))


def named(name: str) -> Ladder | None:
    """The ladder of that name, if there is one."""
    return next((ladder for ladder in LADDERS if ladder.name == name), None)
