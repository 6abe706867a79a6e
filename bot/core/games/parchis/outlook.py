"""What to look for in a game of Parchís: a piece in danger, a road that is shut, and players who wait."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.games.commentary import Find, Memory
from bot.core.games.parchis.teamwork import owner_of, within_reach
from engine.parchis.board import HOME
from engine.parchis.game import PARCHIS
from engine.parchis.state import State

ROUNDS = 3
"""Rounds that a barrier must stand to be worth a look."""
REACH = 6
"""Squares within which a hunter is seen to be close."""


def outlook(state: State, memory: Memory) -> Iterator[Find]:
    """Yield what players should look for, from what a story has noted."""
    if not state.setup.teams:  # these have too many pieces to look after
        yield from _at_risk(state)
    walls = memory.get("wall", [])
    for seat, (cell, rounds) in enumerate(zip(walls[::2], walls[1::2], strict=False)):
        if rounds >= ROUNDS and PARCHIS.thawed(state).blocked >> cell & 1:
            yield Find("road-shut", seat, n=cell)


def _at_risk(state: State) -> Iterator[Find]:
    """Yield the piece that has most to lose and that another player could capture with the next number, and which."""
    setup, risks = state.setup, []
    for side in range(len(setup.sides)):
        risks += [
            (state.steps[piece], piece, min(hunters, key=lambda hunter: _gap(state, hunter, piece)))
            for piece, hunters in within_reach(state, side).items()
        ]
    step, piece, hunter = max(risks, default=(HOME, -1, -1))
    number = _gap(state, hunter, piece)
    if 2 * step >= setup.board.mouth and number <= REACH:
        kind = "in-hand" if state.pools else "in-reach"
        yield Find(kind, owner_of(setup, piece), (owner_of(setup, hunter),), _cell(state, piece), number)


def _gap(state: State, hunter: int, prey: int) -> int:
    """Return the squares from a piece on the ring to another; many from home, which is no square."""
    length = state.setup.board.length
    return (_cell(state, prey) - _cell(state, hunter)) % length if state.steps[hunter] > HOME else length


def _cell(state: State, piece: int) -> int:
    return state.setup.board.cells[piece >> 2][state.steps[piece]]
