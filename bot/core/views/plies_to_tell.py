"""What a text tells of plies: which sentences and events, and what happened before them without a move."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.play import LATE
from bot.core.domain.story import Told
from bot.core.domain.table import StartedTable
from bot.core.games.chapters import FOLLOWING, OUTLOOKS, THREADS
from data.records import MoveRecord
from engine.events import Bonus, Event, Finished, Passed, Picked, Thrown, Won
from engine.match import taken_back

SORTS = (FOLLOWING, THREADS, OUTLOOKS)
"""The kinds of which a turn may have one each, next to its sentence."""


def last_of_turns(story: Sequence[Told], first: int, end: int) -> dict[int, list[Told]]:
    """Return the sentences by ply: the last of each turn, with what follows it, and its recap."""
    last: dict[tuple[int, int], Told] = {}
    for told in story:
        if first <= told.ply < end:
            sort = next((at for at, kinds in enumerate(SORTS) if told.find.kind in kinds), -1)
            last[told.turn, sort] = told
    plies: dict[int, list[Told]] = {}
    for told in last.values():
        plies.setdefault(told.ply, []).append(told)
    return plies


def unasked(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events of a ply without a last number that is still to be used."""
    end = len(events)
    while end and isinstance(events[end - 1], Thrown | Picked | Passed | Bonus):
        end -= 1
    return events[:end]


def begins_late(log: Sequence[MoveRecord], number: int) -> bool:
    """Return whether a ply starts a turn, or its rest, that was played for a late person."""
    if number >= len(log):  # a table that was never stored has no log
        return False
    move = log[number]
    before = log[number - 1] if number else None
    return move.automation == LATE and (before is None or (before.version, before.automation) != (move.version, LATE))


def takebacks(table: StartedTable) -> dict[int, list[int]]:
    """Return who took back moves, by the number of the ply that has replaced them, or will."""
    taken = table.match.taken
    if not taken:
        return {}  # most games: skip reading their log
    asked = [move.seat for move in table.log if taken_back(move.move)]
    seats: dict[int, list[int]] = {}
    for seat, takeback in zip(asked, taken, strict=False):
        seats.setdefault(takeback.kept, []).append(seat)
    return seats


def victory_first(events: Sequence[Event]) -> list[Event]:
    """Return the events of a ply, with the winner before the last places."""
    if not any(isinstance(event, Won) for event in events):
        return list(events)
    finished = [event for event in events if isinstance(event, Finished)]
    return [*(event for event in events if not isinstance(event, Finished)), *finished]
