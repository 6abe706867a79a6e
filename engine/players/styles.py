"""Styles of bots at Parchís: a small liking for some moves, on top of what a level thinks of them.

The weights make a style differ from the plain bot of its level by at most 15 rating points (docs/strength.md).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.parchis.board import HOME
from engine.parchis.state import State
from engine.parchis.working_position import WorkingPosition
from engine.players.player import Value

RANGE: Final = 6
"""Squares ahead that a roll reaches."""
CHASED: Final = 0.8
"""What an exposed piece within range counts, a capture being 1."""
BARRED: Final = 0.5
NEAR: Final = 0.3
"""What a piece behind one's barrier counts, and two pieces that one roll would join, a barrier being 1."""

Liking = Callable[[State, State, int], float]
"""How much a side likes what has changed between two states."""


@dataclass(frozen=True, slots=True)
class Style:
    """A liking, and its weights: in win chances, and in the steps that weaker levels count."""

    name: str
    liking: Liking
    chance: float
    steps: float
    often: float
    """The share of choices in which levels that count steps think of it.

    They find many moves equally good, so a style that always decided would make them stronger.
    """

    def bonus(self, before: Any, after: Any, side: int) -> float:
        """Return how much a side likes a change, in win chances; nothing in other games."""
        return self.chance * self.liking(before, after, side) if isinstance(before, State) else 0.0

    def flavoured(self, value: Value, before: Any, rng: random.Random) -> Value:
        """Return a value with this style, in steps, for what follows a state; the same one where it is forgotten."""
        if not isinstance(before, State) or rng.random() >= self.often:
            return value
        side_of_seat = before.setup.side_of_seat

        def flavoured(after: Any, seat: int) -> float:
            return value(after, seat) + self.steps * self.liking(before, after, side_of_seat[seat])

        return flavoured


def _hunts(before: State, after: State, side: int) -> float:
    """Like to send others home, and to stand within range behind them."""
    setup = before.setup
    sent = sum(
        after.steps[piece] == HOME != before.steps[piece]
        for colour in setup.colours
        if setup.side_of_colour[colour] != side
        for piece in setup.pieces_of(colour)
    )
    return sent + CHASED * (_chased(after, side) - _chased(before, side))


def _chased(state: State, side: int) -> int:
    """Return how many exposed pieces of others have a piece of the side within range behind them."""
    setup, board = state.setup, state.setup.board
    ahead, others = set[int](), dict[int, int]()
    for colour in setup.colours:
        mine, cells = setup.side_of_colour[colour] == side, board.cells[colour]
        for piece in setup.pieces_of(colour):
            step = state.steps[piece]
            if not HOME < step <= board.mouth:
                continue
            if mine:
                ahead.update(cells[step + 1 : min(step + RANGE, board.mouth) + 1])
            else:
                others[cells[step]] = others.get(cells[step], 0) + 1
    return sum(count == 1 and not board.safe[cell] and cell in ahead for cell, count in others.items())


def _builds(before: State, after: State, side: int) -> float:
    """Like barriers, most of all in the way of others, and pieces that may soon form one."""
    return _built(after, side) - _built(before, side)


def _built(state: State, side: int) -> float:
    walls, single, others = _ring(state, side)
    length = state.setup.board.length
    barred = sum(0 < (wall - cell) % length <= RANGE for wall in walls for cell in others)
    near = sum(0 < (front - cell) % length <= RANGE for front in single for cell in single)
    return len(walls) + BARRED * barred + NEAR * near


def _ring(state: State, side: int) -> tuple[set[int], list[int], list[int]]:
    """Return a side's barriers on the ring, where they bar others, its other pieces there, and those of others."""
    setup, ground = state.setup, WorkingPosition(state.setup, state.steps, state.arrivals)
    walls, single, others = set[int](), list[int](), list[int]()
    for colour in setup.colours:
        for piece in setup.pieces_of(colour):
            if not HOME < state.steps[piece] <= setup.board.mouth:
                continue
            cell = setup.board.cells[colour][state.steps[piece]]
            if setup.side_of_colour[colour] != side:
                others.append(cell)
            elif ground.blocked >> cell & 1:
                walls.add(cell)
            else:
                single.append(cell)
    return walls, single, others


def _runs(before: State, after: State, side: int) -> float:
    """Like to move the piece that is in front."""
    return _run(after, side) - _run(before, side)


def _run(state: State, side: int) -> float:
    """Return the squares of the side's ways, which the piece in front adds most to."""
    goal = state.setup.board.goal
    pieces = (piece for colour in state.setup.sides[side] for piece in state.setup.pieces_of(colour))
    return sum((max(state.steps[piece], 0) / goal) ** 2 for piece in pieces)


STYLES: Final[Mapping[str, Style]] = {
    style.name: style
    for style in (
        Style("hunter", _hunts, chance=0.012, steps=6.0, often=0.3),
        Style("builder", _builds, chance=0.004, steps=2.0, often=0.3),
        Style("runner", _runs, chance=0.05, steps=12.0, often=0.2),
    )
}
