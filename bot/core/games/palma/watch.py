"""What is news at Palma: slides, stakes, presents, throws again and droughts, next to arrivals."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.games.commentary import Find, Memory
from engine.events import Entered, Lost, Moved, Passed, Thrown, TurnBegan
from engine.palma.board import HOME
from engine.palma.events import Rethrow, Slid, StakeWon
from engine.palma.state import Phase, State
from engine.plies import Ply

DROUGHT = 4
"""Turns without a piece on the board that are news, as is their end."""
PRESENTS = (6, 10, 15, 20, 30)
"""How many rolls passed on are news."""
SLIDES, AGAIN = 2, 2
"""The slide of a side, and the lucky stop of a turn, from which on they are news."""
DEADLOCK = (5, 10, 18)
"""How many rolls in a row that neither side could use are news."""
LONG = 3
"""Holes of a slide that are a ride, and of a fall that are a loss."""
SUMMIT = 29
"""The last hole, at the very top."""


def watch(before: State, ply: Ply[State], memory: Memory) -> list[Find]:
    """Return what may be news in a ply, and note in the memory what later plies need."""
    found = [*_deadlock(before, ply, memory)]
    for event in ply.events:
        match event:
            case Thrown():
                memory["given"] = []
            case Moved():
                found += [] if any(isinstance(each, Slid) for each in ply.events) else _arrived(ply, event, memory)
            case Entered():
                found += _entered(event.seat, memory)
            case Slid():
                found += _slid(event, memory)
            case StakeWon() | Rethrow() | Passed():
                found += _special(event, memory)
            case TurnBegan():
                memory["again"], memory["in"] = [0, 0], [0]
                if before.phase is not Phase.OPENING:
                    found += _turn_over(ply, memory)
            case _:
                pass
    return found


def _notes(memory: Memory, name: str) -> list[int]:
    return memory.setdefault(name, [0, 0])


def _entered(seat: int, memory: Memory) -> Iterator[Find]:
    """Yield the end of a drought, and several entries in one turn."""
    waited, memory["shut"][seat] = _notes(memory, "shut")[seat], 0
    entries = memory.setdefault("in", [0])
    entries[0] += 1
    if waited >= DROUGHT - 1:
        yield Find("freed", seat, n=waited)
    if entries[0] > 1:
        yield Find("entries", seat, n=entries[0])


def _deadlock(before: State, ply: Ply[State], memory: Memory) -> Iterator[Find]:
    """Count the rolls in a row that neither side could use, with pieces on the board."""
    lost = memory.setdefault("lost rolls", [0])
    for event in ply.events:
        if isinstance(event, Moved | Entered):
            lost[0] = 0
        elif isinstance(event, Lost):
            lost[0] += 1
            if lost[0] in DEADLOCK and any(hole >= 0 for side in before.pieces for hole in side):
                yield Find("deadlock", event.seat, n=lost[0])


def _count(memory: Memory, name: str, seat: int, more: int = 1) -> int:
    """Count once more, or several times, for a seat; return how often."""
    counts = _notes(memory, name)
    counts[seat] += more
    return counts[seat]


def _slid(event: Slid, memory: Memory) -> Iterator[Find]:
    """Yield what a slide brought or cost, and by whose roll."""
    seat, end = event.seat, int(event.to)
    reached = int(event.origin)
    slides = _count(memory, "slid", seat)
    if end < reached:
        lost = reached - end
        _count(memory, "holes down", seat, lost)
        yield Find("slid-back", seat, n=lost) if lost >= LONG else Find("slip", seat, n=reached)
        return
    is_first = not any(_notes(memory, "holes up"))
    _count(memory, "holes up", seat, end - reached)
    if end - reached >= LONG:
        yield from _carried(event.seat, end, memory)
        if is_first:
            yield Find("first-slide", seat, n=end - reached)
    if slides >= SLIDES:
        yield Find("slides", seat, n=slides)


def _carried(seat: int, hole: int, memory: Memory) -> Iterator[Find]:
    """Yield whose roll, or which throw again, brought a piece far up."""
    if given := memory.get("given"):
        yield Find("gift-ride", seat, (given[0],), given[1], hole)
    elif memory.get("again", [0, 0])[seat]:
        yield Find("again-pays", seat, n=hole)


def _special(event: StakeWon | Rethrow | Passed, memory: Memory) -> Iterator[Find]:
    seat = event.seat
    match event:
        case Passed():
            memory["given"] = [seat, event.value]
            if (presents := _count(memory, "gave", seat)) in PRESENTS:
                yield Find("presents", seat, (event.to,), presents)
        case StakeWon():
            if not any(_notes(memory, "stakes")):
                yield Find("first-stake", seat, n=int(event.hole))
            _count(memory, "stakes", seat)
        case Rethrow():
            if _count(memory, "again", seat) == AGAIN:
                yield Find("again", seat)


def _turn_over(ply: Ply[State], memory: Memory) -> Iterator[Find]:
    """Count the turns in which a side has no piece on the board."""
    # a passed roll is used by the other side, which so ends a turn that is not its own
    seat = ply.seat if ply.next_seat is None else 1 - ply.next_seat
    shut = _notes(memory, "shut")
    shut[seat] = 0 if any(hole >= 0 for hole in ply.state.pieces[seat]) else shut[seat] + 1
    if shut[seat] == DROUGHT and not shut[1 - seat]:  # not while both wait
        yield Find("drought", seat, n=shut[seat])


def _arrived(ply: Ply[State], event: Moved, memory: Memory) -> Iterator[Find]:
    """Yield what a piece brings by its way into the last five holes, or up to their top."""
    state, seat, hole = ply.state, event.seat, int(event.to)
    if hole not in HOME or int(event.origin) in HOME:
        return
    there = [sum(each in HOME for each in side) for side in state.pieces]
    own, pieces = there[seat], state.rules.pieces
    if own == pieces:
        given = memory.get("given")
        yield Find("crowned-gift", seat, (given[0],), given[1]) if given else Find("crowned", seat, n=pieces)
        return
    if sum(there) == 1:
        yield Find("first-in", seat)
    elif own > 1:
        yield Find("settled" if own < pieces - 1 else "last-hammock", seat, n=own, m=pieces)
    if hole == SUMMIT:
        yield Find("summit", seat)
    yield from _carried(seat, hole, memory)
