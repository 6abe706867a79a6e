"""What to look for in a game of Palma: a side that waits. The question that follows says what a roll may bring."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.games.commentary import Find, Memory
from bot.core.games.palma.watch import PATIENCE
from engine.palma.state import State

SHUT = 3
"""Turns without a piece on the board, and turns after the story said so."""


def outlook(state: State, memory: Memory) -> Iterator[Find]:
    """Yield who waits for a 5."""
    for seat, turns in enumerate(memory.get("shut", [])):
        is_told = any(0 <= turns - told < SHUT for told in PATIENCE)
        if turns >= SHUT and not is_told and not any(hole >= 0 for hole in state.pieces[seat]):
            yield Find("shut-in", seat, n=turns)
