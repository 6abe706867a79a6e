"""What is news at Palma: slides, stakes, presents and droughts, next to arrivals."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.games.commentary import Find, Memory
from engine.events import Entered, Lost, Moved, Passed, TurnBegan
from engine.palma.board import HOME
from engine.palma.events import Rethrow, Slid, StakeWon
from engine.palma.state import Phase, State
from engine.plies import Ply

DROUGHT = 4
"""Turns without a piece on the board that are news, the first time."""
PATIENCE = (DROUGHT, 7, 11, 16, 22, 30)
"""All the turns of it that are news: less and less often."""
PRESENTS = (3, 6, 10, 15, 20, 30)
"""How many rolls passed on are news."""
SLIDES, AGAIN = 2, 2
"""The slide of a side, and the lucky stop of a turn, from which on they are news."""
DEADLOCK = (5, 10, 18)
"""How many rolls in a row that neither side could use are news."""


def watch(before: State, ply: Ply[State], memory: Memory) -> list[Find]:
    """Return what may be news in a ply, and note in the memory what later plies need."""
    found = [*_deadlock(before, ply, memory)]
    for event in ply.events:
        match event:
            case Moved():
                found += _arrived(ply.state, event)
            case Entered():
                found += _entered(event.seat, memory)
            case Slid() | StakeWon() | Rethrow() | Passed():
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


def _count(memory: Memory, name: str, seat: int) -> int:
    """Count once more for a seat; return how often."""
    counts = _notes(memory, name)
    counts[seat] += 1
    return counts[seat]


def _special(event: Slid | StakeWon | Rethrow | Passed, memory: Memory) -> Iterator[Find]:
    seat = event.seat
    match event:
        case Passed():
            if (presents := _count(memory, "gave", seat)) in PRESENTS:
                yield Find("presents", seat, (event.to,), presents)
        case Slid():
            holes, slides = int(event.to) - int(event.origin), _count(memory, "slid", seat)
            if holes < 0:
                yield Find("slid-back", seat, n=-holes)
            elif slides >= SLIDES:
                yield Find("slides", seat, n=slides)
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
    if shut[seat] in PATIENCE:
        yield Find("drought", seat, n=shut[seat])


def _arrived(state: State, event: Moved) -> Iterator[Find]:
    """Yield the game's first piece in 25 to 29."""
    there = sum(hole in HOME for side in state.pieces for hole in side)
    if there == 1 and int(event.origin) not in HOME and int(event.to) in HOME:
        yield Find("first-in", event.seat)
