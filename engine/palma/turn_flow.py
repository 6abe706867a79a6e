"""Rolls and turns: what one move does and its automatic consequences (H20, H25 to H30).

Each function takes a state and the events so far, appends events, and returns the next state.
"""

from __future__ import annotations

from engine.events import Entered, Event, Lost, Moved, Passed, Thrown, TurnBegan, Won
from engine.palma.board import ENTERING, HAND, HOLE_NAMES, MARKED, is_home, piece_name
from engine.palma.events import Rethrow, Slid, StakeWon
from engine.palma.moves import Landing, can_use
from engine.palma.state import Phase, Pieces, Stack, State

Events = list[Event]


def begin_turn(state: State, owner: int, events: Events) -> State:
    """Begin a turn: push its player, who rolls (H28)."""
    events.append(TurnBegan(owner))
    return _await_throw(state, owner, (owner,))


def take_throw(state: State, value: int, events: Events) -> State:
    """Roll the sticks: pop the roll, push on a 5 (H28); the roller plays it, or else the opponent (H26, H27)."""
    thrower, receiver = state.seat, 1 - state.seat
    stack = state.stack[:-1]
    events.append(Thrown(thrower, value))
    if value == ENTERING:
        stack = (*stack, thrower)
    if can_use(state.rules, state.pieces[thrower], value):
        return state._replace(phase=Phase.MOVE, throw=value, stack=stack)
    if value != ENTERING:
        stack = _without_top(stack, thrower)
    if can_use(state.rules, state.pieces[receiver], value):
        events.append(Passed(thrower, receiver, value))
        return state._replace(phase=Phase.MOVE, throw=value, mover=receiver, stack=stack)
    events.append(Lost(thrower, value))
    return _next_throw(state, stack, events)


def play(state: State, landing: Landing, events: Events) -> State:
    """Move the mover's piece and give what its hole earns; the game goes on or is won (H23 to H30)."""
    _tell_way(state.mover, landing, events)
    state = state._replace(pieces=_moved(state, landing))
    if is_home(state.pieces[state.mover]):
        events.append(Won((state.mover,), (1, 2) if state.mover == 0 else (2, 1)))
        return state._replace(phase=Phase.OVER, throw=None, stack=())
    mark = state.rules.mark(landing.end)
    if mark == "rethrow":
        return _rethrow(state, landing.end, events)
    if mark == "stake":
        state = _take_stake(state, landing.end, events)
    return _next_throw(state, state.stack, events)


def _rethrow(state: State, hole: int, events: Events) -> State:
    """Push the mover of a piece on a rethrow hole (H25, H28), who rolls at once (H27)."""
    events.append(Rethrow(HOLE_NAMES[hole], state.mover))
    return _next_throw(state, (*state.stack, state.mover), events)


def _take_stake(state: State, hole: int, events: Events) -> State:
    """Give the stake to the first piece of either side to end on its hole (H25)."""
    place = MARKED.index(hole)
    if state.stakes[place] is not None:
        return state
    events.append(StakeWon(HOLE_NAMES[hole], state.mover))
    on_five, on_fifteen = state.stakes
    return state._replace(stakes=(state.mover, on_fifteen) if place == 0 else (on_five, state.mover))


def _next_throw(state: State, stack: Stack, events: Events) -> State:
    """Let the top of the stack roll; an empty stack gives the turn to the owner's opponent (H28)."""
    if not stack:
        return begin_turn(state, 1 - state.owner, events)
    return _await_throw(state, state.owner, stack)


def _await_throw(state: State, owner: int, stack: Stack) -> State:
    seat = stack[-1]
    return state._replace(phase=Phase.THROW, seat=seat, mover=seat, owner=owner, throw=None, stack=stack)


def _without_top(stack: Stack, seat: int) -> Stack:
    """Return the stack without the seat's entries at its top (H28)."""
    kept = len(stack)
    while kept and stack[kept - 1] == seat:
        kept -= 1
    return stack[:kept]


def _moved(state: State, landing: Landing) -> tuple[Pieces, Pieces]:
    own = list(state.pieces[state.mover])
    own[landing.piece] = landing.end
    other = state.pieces[1 - state.mover]
    return (tuple(own), other) if state.mover == 0 else (other, tuple(own))


def _tell_way(mover: int, landing: Landing, events: Events) -> None:
    piece = piece_name(mover, landing.piece)
    start, reached, end = (HOLE_NAMES[hole] for hole in (landing.start, landing.reached, landing.end))
    if landing.start == HAND:
        events.append(Entered(mover, piece, reached))
    else:
        events.append(Moved(mover, piece, start, reached))
    if landing.end != landing.reached:
        events.append(Slid(mover, piece, reached, end))
