"""The casual player's value of a Parchís position, in steps.

A side is worth its pieces' progress, plus something for shelters, barriers and pieces in the goal, minus what
captures may cost. The weights are guesses that play well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.parchis.board import HOME, PIECES
from engine.parchis.state import Phase, State
from engine.parchis.working_position import NOBODY, WorkingPosition

WIN: Final = 1000.0
AT_HOME: Final = -10.0  # waits for a 5
IN_GOAL: Final = 12.0
SAFE: Final = 3.0  # on a shelter or in the corridor
BARRIER: Final = 4.0  # each piece of one
AGAIN: Final = 6.0  # another roll or pick to come
REACH: Final = range(1, 7)
HIT: Final = 1 / len(REACH)  # the probability of one roll
HUNTED: Final = 0.3  # what a threat counts that the other side may still escape


def parchis_value(state: State, seat: int) -> float:
    """Return the value of a state for the seat, in steps: its side against the average of the others."""
    return _value(state, seat, careful=True)


def careless_value(state: State, seat: int) -> float:
    """Return the value of a state for a player who forgets that pieces can be captured."""
    return _value(state, seat, careful=False)


def _value(state: State, seat: int, *, careful: bool) -> float:
    setup = state.setup
    side = setup.side_of_seat[seat]
    ground = WorkingPosition(setup, state.steps, state.arrivals)
    scores = [0.0] * len(setup.sides)
    pieces = [piece for colour in setup.colours for piece in setup.pieces_of(colour)]
    for piece in pieces:
        scores[setup.side_of_colour[piece // PIECES]] += _standing(ground, piece)
    for victim, danger in _dangers(ground, pieces).items() if careful else ():
        prey = setup.side_of_colour[victim // PIECES]
        scores[prey] -= (ground.steps[victim] - AT_HOME) * min(danger, 1.0) * (1.0 if prey == side else HUNTED)
    if state.phase in (Phase.THROW, Phase.PICK):
        scores[setup.slots[state.slot].side] += AGAIN
    scores = [score if left else score + WIN for score, left in zip(scores, ground.left, strict=True)]
    others = [score for other, score in enumerate(scores) if other != side]
    return scores[side] - sum(others) / len(others)


def _standing(ground: WorkingPosition, piece: int) -> float:
    """Return the value of an unthreatened piece."""
    step, board = ground.steps[piece], ground.board
    if step == HOME:
        return AT_HOME
    if step == board.goal:
        return step + IN_GOAL
    cell = board.cells[piece // PIECES][step]
    safe = step > board.mouth or board.safe[cell]
    return step + SAFE * safe + BARRIER * (ground.blocked >> cell & 1)


def _dangers(ground: WorkingPosition, pieces: Sequence[int]) -> dict[int, float]:
    """Return, for each piece that one roll can capture, the probability of such a roll."""
    board, setup, dangers = ground.board, ground.setup, dict[int, float]()
    exposed = {cell: piece for piece in pieces if (cell := _exposed(ground, piece))}
    cells = sum(1 << cell for cell in exposed)
    for hunter in pieces:
        colour, step = hunter // PIECES, ground.steps[hunter]
        for distance in REACH:
            end = board.ends[distance][colour][step]
            if not end & cells or board.ways[distance][colour][step] & ground.blocked:
                continue
            victim = exposed[end.bit_length() - 1]
            if setup.side_of_colour[colour] != setup.side_of_colour[victim // PIECES]:
                dangers[victim] = dangers.get(victim, 0.0) + HIT
    return dangers


def _exposed(ground: WorkingPosition, piece: int) -> int:
    """Return the ring square of a piece that stands alone and unsheltered, or 0."""
    step, board = ground.steps[piece], ground.board
    cell = board.cells[piece // PIECES][step]
    alone = 0 <= step <= board.mouth and not board.safe[cell] and ground.second[cell] == NOBODY
    return cell if alone else 0
