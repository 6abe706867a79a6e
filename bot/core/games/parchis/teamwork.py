"""What partners do for each other at Parchís: a capture that saves a piece, a way opened, a bonus given away.

A help is news when the partner gains by it in their next turn at the latest.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.games.commentary import Find, Memory
from engine.events import Captured, Moved
from engine.parchis.board import HOME, pieces_by_name
from engine.parchis.events import BarrierOpened
from engine.parchis.game import PARCHIS
from engine.parchis.reach import Reach, reach
from engine.parchis.rules import SWITCHES
from engine.parchis.setup import Setup
from engine.parchis.state import Phase, State
from engine.parchis.working_position import CAPTURE_BONUS
from engine.plies import Ply

FURTHEST = max(six for six in SWITCHES["six_all_out"] if isinstance(six, int))
"""Steps of the longest move of a number."""


def owner_of(setup: Setup, piece: int) -> int:
    """Return the seat of a piece."""
    return next(seat for seat, own in enumerate(setup.seats) if piece >> 2 in own)


def steps_of(state: State, seat: int) -> list[int]:
    """Return how many steps each piece of a seat has made."""
    return [state.steps[piece] for piece in state.setup.own[seat]]


def within_reach(state: State, side: int) -> Reach:
    """Return, for each piece of a side, the opponents' pieces that could capture it with the next number.

    Only legal moves count, so barriers, safe squares and the numbers left count too. Bonuses that the number would
    bring are left out.
    """
    setup = state.setup
    exposed = {
        setup.board.cells[colour][state.steps[piece]]
        for colour in setup.sides[side]
        for piece in setup.pieces_of(colour)
        if may_fall(state, piece)
    }
    near = [exposed and other != side and near_behind(state, other, exposed) for other in range(len(setup.sides))]
    if not any(near):
        return {}
    play = PARCHIS.thawed(state)
    foes = [at for at, slot in enumerate(setup.slots) if near[slot.side] and play.left[slot.side]]
    return {
        piece: hunters for piece, hunters in reach(play, foes).items() if setup.side_of_colour[piece >> 2] == side
    }


def may_fall(state: State, piece: int) -> bool:
    """Return whether some capture or entry may send a piece home from where it stands."""
    board, step = state.setup.board, state.steps[piece]
    cell = board.cells[piece >> 2][step]
    return HOME < step <= board.mouth and not (board.safe[cell] and cell not in board.starts)


def near_behind(state: State, side: int, cells: set[int]) -> int:
    """Return how many pieces of a side are so near behind one of these cells that a number might bring them there."""
    setup, near = state.setup, 0
    for colour in setup.sides[side]:
        way = setup.board.cells[colour]
        for piece in setup.pieces_of(colour):
            step = state.steps[piece] + 1
            near += not cells.isdisjoint(way[step : step + FURTHEST])
    return near


def helped(before: State, ply: Ply[State], memory: Memory) -> Iterator[Find]:
    """Yield what partners did for each other in a ply, and note what may still bear fruit."""
    if before.setup.teams is None:
        return
    help_ = memory.setdefault("way", [0, 0, 0])
    if ply.ends_turn and help_[2]:
        help_[2] -= 1
    for event in ply.events:
        match event:
            case Moved():
                driven = owner_of(before.setup, pieces_by_name()[event.piece]) != event.seat
                memory.setdefault("drove", [0] * len(before.setup.seats))[event.seat] += driven
                yield from _gained(before, ply.state, event, help_)
                yield from _given(before, event, memory)
            case BarrierOpened() if event.square.isdecimal():
                help_[:] = [event.seat, int(event.square), len(before.setup.seats)]
            case Captured():
                yield from _rescued(before, ply.state, event)
            case _:
                pass


def _gained(before: State, after: State, event: Moved, help_: list[int]) -> Iterator[Find]:
    """Yield the partner who passes where a player has opened a barrier, within a round."""
    helper, square, turns = help_
    setup, piece = before.setup, pieces_by_name()[event.piece]
    mate = owner_of(setup, piece)
    if not turns or event.seat != mate or mate == helper or setup.side_of_seat[mate] != setup.side_of_seat[helper]:
        return
    if square in setup.board.cells[piece >> 2][before.steps[piece] + 1 : after.steps[piece] + 1]:
        help_[2] = 0
        yield Find("way", helper, (mate,), m=square)


def _given(before: State, event: Moved, memory: Memory) -> Iterator[Find]:
    """Yield a bonus that moves a partner's piece."""
    if before.phase is Phase.BONUS:
        setup = before.setup
        mate = owner_of(setup, pieces_by_name()[event.piece])
        if mate == event.seat or not any(HOME < step < setup.board.goal for step in steps_of(before, event.seat)):
            return  # players without a piece on the way move their partners' anyway
        prey = memory.get("prey", [])
        if before.bonus != CAPTURE_BONUS and owner_of(setup, before.last) == event.seat:
            yield Find("gift-of-goal", event.seat, (mate,), before.bonus)
        elif before.bonus == CAPTURE_BONUS and prey and setup.side_of_seat[prey[0]] != setup.side_of_seat[event.seat]:
            yield Find("gift", event.seat, (prey[0], mate), before.bonus)


def _rescued(before: State, after: State, event: Captured) -> Iterator[Find]:
    """Yield the partner whose piece nobody can capture any more, now that its hunter is gone."""
    setup, hunter = before.setup, pieces_by_name()[event.piece]
    side = setup.side_of_seat[event.seat]
    if setup.side_of_seat[event.owner] == side:
        return
    still = within_reach(after, side)
    for piece, hunters in within_reach(before, side).items():
        mate = owner_of(setup, piece)
        if mate != event.seat and hunter in hunters and piece not in still and after.steps[piece] >= 0:
            yield Find("rescue", event.seat, (event.owner, mate))
            return
