"""Finds the pieces that a next roll could capture."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from engine.parchis.state import State
from engine.parchis.turn_flow import NULL, NUMBERS, Play
from engine.parchis.working_position import NOBODY

Reach = Mapping[int, frozenset[int]]
"""For each piece that can be captured, the pieces that can do it."""


def reach(play: Play, slots: Iterable[int]) -> Reach:
    """Return what each of these slots could capture if it rolled or picked now."""
    found: dict[int, set[int]] = defaultdict(set)
    sides, ahead = play.setup.side_of_colour, play.branch()
    for slot in slots:
        ahead.slot, own = slot, play.slots[slot].side
        for number in play.pools[slot] if play.pools else NUMBERS:
            for movement in ahead.playable(number) if number != NULL else ():
                victim = ahead.victim(movement)
                if victim != NOBODY and sides[victim >> 2] != own:
                    found[victim].add(movement >> 5)
    return {victim: frozenset(hunters) for victim, hunters in found.items()}


def hunted(state: State) -> frozenset[int]:
    """Return the pieces of the side to act that an opponent could capture if it rolled now."""
    play, setup = Play(state), state.setup
    side = setup.slots[state.slot].side
    foes = (index for index, slot in enumerate(setup.slots) if slot.side != side and play.left[slot.side])
    return frozenset(piece for piece in reach(play, foes) if setup.side_of_colour[piece >> 2] == side)
