"""What is news at Palma: slides, stakes, presents and droughts, next to arrivals."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.games.commentary import Find, Memory
from engine.events import Entered, Lost, Moved, Passed, Thrown, TurnBegan
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
CLOSE_RACE = 6
"""Holes between two last pieces that make a race."""
DEADLOCK = (5, 10, 18)
"""How many rolls in a row that neither side could use are news."""


def watch(before: State, ply: Ply[State], memory: Memory) -> list[Find]:
    """Return what may be news in a ply, and note in the memory what later plies need."""
    found = [*_deadlock(before, ply, memory)]
    for event in ply.events:
        match event:
            case Moved():
                found += _arrived(ply.state, event, memory)
            case Entered():
                found += _entered(event.seat, memory)
            case Thrown(value=5, opening=False):
                found += _five(event.seat, memory)
            case Slid() | StakeWon() | Rethrow() | Passed():
                found += _special(event, memory)
            case TurnBegan():
                memory["again"], memory["in"] = [0, 0], [0]
                memory["five"] = [memory.get("five", [-1])[-1], -1]
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


def _five(seat: int, memory: Memory) -> Iterator[Find]:
    """Yield a 5 right after one in the other side's turn. Noted: who rolled one in the last turn and in this."""
    before, now = memory.setdefault("five", [-1, -1])
    memory["five"] = [before, seat]
    if before == 1 - seat and now < 0:
        yield Find("echo", seat, (1 - seat,))


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
            yield Find("passed", seat, (event.to,))
        case Slid():
            holes = int(event.to) - int(event.origin)
            is_first, slides = not any(_notes(memory, "slid")), _count(memory, "slid", seat)
            if holes < 0:
                yield Find("slid-back", seat, n=-holes)
                return
            if is_first:
                yield Find("first-slid", seat, n=int(event.to), m=int(event.origin))
            if slides >= 2:
                yield Find("slides", seat, n=slides)
            yield Find("slid", seat, n=holes)
        case StakeWon():
            kind = "stake" if any(_notes(memory, "stakes")) else "first-stake"
            _count(memory, "stakes", seat)
            yield Find(kind, seat, n=int(event.hole))
        case Rethrow():
            if _count(memory, "again", seat) == 2:
                yield Find("again", seat, n=2)
            kind = "rethrow" if memory.get("lucky") else "first-rethrow"
            memory["lucky"] = [1]
            yield Find(kind, seat, n=int(event.hole))


def _turn_over(ply: Ply[State], memory: Memory) -> Iterator[Find]:
    """Count the turns in which a side has no piece on the board."""
    # a passed roll is used by the other side, which so ends a turn that is not its own
    seat = ply.seat if ply.next_seat is None else 1 - ply.next_seat
    shut = _notes(memory, "shut")
    shut[seat] = 0 if any(hole >= 0 for hole in ply.state.pieces[seat]) else shut[seat] + 1
    if shut[seat] in PATIENCE:
        yield Find("drought", seat, n=shut[seat])


def _arrived(state: State, event: Moved, memory: Memory) -> Iterator[Find]:
    """Count the pieces in 25 to 29 after an arrival; the last one wins."""
    if state.phase is Phase.OVER:
        yield Find("all-in", event.seat, n=state.rules.pieces, m=state.rules.pieces)
        return
    if int(event.origin) in HOME or int(event.to) not in HOME:
        return
    counts = [sum(hole in HOME for hole in side) for side in state.pieces]
    pieces = state.rules.pieces
    last, other = (next(hole for hole in side if hole not in HOME) for side in state.pieces)
    if counts[0] == counts[1] == pieces - 1 and abs(last - other) <= CLOSE_RACE and not memory.get("photo"):
        memory["photo"] = [1]
        yield Find("photo", event.seat, (1 - event.seat,))
    kind = "one-left" if counts[event.seat] == pieces - 1 else "in-goal"
    yield Find(kind, event.seat, n=counts[event.seat], m=pieces)
