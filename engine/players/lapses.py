"""The beginner's lapses, tuned so that it wins 35 to 40 of 100 duels against casual (docs/strength.md)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from engine.parchis.state import State
from engine.players.palma_evaluation import palma_value
from engine.players.parchis_evaluation import careless_value
from engine.players.player import Value


@dataclass(frozen=True, slots=True)
class Lapses:
    """How often a player fails to notice something, from 0 to 1."""

    overlooks: float
    """How often a move is not noticed."""
    heedless: float
    """How often a choice ignores danger."""
    careless: Value
    """The value of states when danger is ignored."""


LapsesOf = Callable[[Any], Lapses]
"""The lapses of the player to move in a state."""

PALMA: Final = Lapses(overlooks=0.6, heedless=0.0, careless=palma_value)
PARCHIS: Final = Lapses(overlooks=0.15, heedless=0.5, careless=careless_value)
DICELESS: Final = Lapses(overlooks=0.04, heedless=0.3, careless=careless_value)
"""Fewer: no luck hides them."""


def palma_lapses(state: Any) -> Lapses:  # noqa: ARG001 - the same by all rules
    return PALMA


def parchis_lapses(state: State) -> Lapses:
    return DICELESS if state.setup.rules.diceless else PARCHIS
