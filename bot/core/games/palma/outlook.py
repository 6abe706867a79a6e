"""What to look for in a game of Palma: a slide or the top within reach, a fall to avoid, and a side that waits."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.games.commentary import Find, Memory
from engine.palma.board import ENTERING, HAND, HOME, THROWS
from engine.palma.moves import landings
from engine.palma.state import State

SHUT = 2
"""Turns without a piece on the board."""
RIDE = 3
"""The least holes of a slide worth looking forward to."""


def outlook(state: State, memory: Memory) -> Iterator[Find]:
    """Yield what the next roll may bring to either side, those about to roll first, and who waits for a 5."""
    for seat, turns in enumerate(memory.get("shut", [])):
        if turns >= SHUT and not any(hole >= 0 for hole in state.pieces[seat]):
            yield Find("shut-in", seat, n=turns)
    for seat in (state.mover, 1 - state.mover):
        for value in THROWS:
            for way in landings(state.rules, state.pieces[seat], value):
                if value == ENTERING and HAND in state.pieces[seat]:
                    continue  # a 5 may bring in a piece instead
                if way.end - way.reached >= RIDE:
                    yield Find("slide-near", seat, n=value, m=way.end)
                elif way.end < way.reached and way.end < way.start:
                    yield Find("brink", seat, n=value, m=way.reached)
                elif way.end in HOME and way.start not in HOME:
                    yield Find("top-near", seat, n=value, m=way.end)
