"""Which turns a message of a chat's history has.

Turns that aren't remarkable share the message of the next one that is, or of one in four rounds: the messages between
may go. A stretch of four rounds with plain moves alone has no message. Each other turn is in one.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.domain.play import COMPUTER
from bot.core.domain.storytelling import told_from, turns_before, weight
from bot.core.domain.table import StartedTable, Table
from bot.core.games.chapters import ENDINGS
from bot.core.games.profiles import profile_of
from bot.core.views.capture_costs import is_small
from data.records import MoveRecord, PersonKey, Status
from engine.events import GOAL, Bonus, Captured, Entered, Lost, Moved, Passed, Picked, Thrown, TurnBegan

CALM, ROUNDS = 8, 4
"""The least turns, and the rounds, in which one turn has a message though it isn't remarkable."""
HEAVY = 30
"""The least weight of a comment with which a turn has a message."""
OF_TEAMS, ROUNDS_OF_TEAMS = 75, 8
"""The same weight and rounds in a game of teams, where nearly each comment is a weighty one."""
STRETCH = 16
"""Turns that share a message at most where it is edited from one to the next: about what it has room for."""
PLAIN = (Thrown, Picked, Passed, Bonus, Entered, Lost, Moved, TurnBegan)
"""Events that are no reason for a message."""


def begun_by(table: Table, version: int) -> bool:
    """Return whether the game had begun at a version: before that a message shows no picture."""
    started = table.started
    return started is not None and version >= started


def span_of(table: StartedTable, version: int, since: int = 0, *, merged: bool = True) -> slice | None:
    """Return the plies of a message that showed a table from version `since` to `version`.

    They go up to the end of the turn that it asked for last. `merged`: up to the last turn that has a message, with
    the turns of the messages before that may go. None if there are none, or if the final board has them.
    """
    first = _first(table, since or version)
    if first is None:
        return None
    turns = _turns(table, first, _last(table, version))
    told = (turn for turn in turns if not _is_on_final_board(table, turn) and (not merged or _is_kept(table, turn)))
    last = next(told, None)
    if last is None:
        return None
    is_whole = first == _began(table, first)  # else somebody else pressed in the same turn
    start = _after_kept if merged and is_whole else _after_presses
    return slice(start(table, first), _end(table, last))


def final_span(table: StartedTable) -> slice | None:
    """Return the plies that the board at the end of a game has: those before are in other messages.

    None for a game without a log of presses, such as an imported one.
    """
    plies = len(table.match.plies)
    return slice(_after_kept(table, _last_turn(table)), plies) if 0 < plies <= len(table.standing) else None


def is_told_later(table: Table, version: int, since: int = 0) -> bool:
    """Return whether a message may go: later ones have the turns that it asked for from version `since` on."""
    if not isinstance(table, StartedTable) or not begun_by(table, version):
        return False
    return table.plies_since(version) < len(table.match.plies) and span_of(table, version, since) is None


def _is_on_final_board(table: StartedTable, began: int) -> bool:
    """Return whether the board at the end of a game has the turn with this first ply."""
    return table.status is not Status.PLAYING and began == _last_turn(table)


def _last_turn(table: StartedTable) -> int:
    """Return the first ply of the last turn; the number of plies if that has none yet."""
    return _began(table, len(table.match.plies))


def _is_kept(table: StartedTable, began: int) -> bool:
    """Return whether the turn with this first ply has a message: a remarkable one, or one that ends a stretch.

    The latter only if something happened in the stretch: plain moves alone need no message. An unfinished one has.
    """
    if not table.match.plies[_end(table, began) - 1].ends_turn or _is_remarkable(table, began):
        return True
    if not _ends_stretch(table, began):
        return False
    start, end = _after_kept(table, began), _end(table, began)
    return any(told.ply < end for told in told_from(table, start)) or not all(
        _is_plain(table, number) for number in range(start, end)
    )


def _is_remarkable(table: StartedTable, began: int) -> bool:
    """Return whether a turn has a message in any case."""
    end, start = _end(table, began), _after_presses(table, began)
    heavy = OF_TEAMS if table.seating.teams else HEAVY
    return (
        _last_pressed(table, began) == began
        or _is_shared(table, began)
        or any(
            start <= told.ply < end and (weight(table, told) >= heavy or told.find.kind in ENDINGS)
            for told in told_from(table, start)
        )
    )


def _ends_stretch(table: StartedTable, began: int) -> bool:
    """Return whether a turn is the first one in four rounds."""
    rounds = ROUNDS_OF_TEAMS if table.seating.teams else ROUNDS
    before, now = (
        sum(turns_before(table, ply)) // max(CALM, rounds * len(table.seats))
        for ply in (_last_pressed(table, began), began)
    )
    return before != now


def _is_plain(table: StartedTable, number: int) -> bool:
    """Return whether a ply has nothing but plain moves and numbers: no capture, no arrival, no end."""
    plain = (*PLAIN, *profile_of(table.game).untold, *((Captured,) if is_small(table, number) else ()))
    events = table.match.plies[number].events
    return all(isinstance(event, plain) and getattr(event, "to", "") != GOAL for event in events)


def _is_shared(table: StartedTable, began: int) -> bool:
    """Return whether several people pressed in a turn, so that two messages may have asked for it."""
    log = table.standing[began : _end(table, began)]
    return len({table.seats[entry.seat].person for entry in log if entry.automation is None}) > 1


def _after_kept(table: StartedTable, began: int) -> int:
    """Return the first ply after the last turn before this one that is remarkable, or ends a stretch."""
    last = _last_pressed(table, began)
    while last != began and not (_is_remarkable(table, last) or _ends_stretch(table, last)):
        began, last = last, _last_pressed(table, last)
    return _after_presses(table, began) if last == began else _end(table, last)


def _first(table: StartedTable, version: int) -> int | None:
    """Return the first ply that a message has whose first version is this one; None if nothing was done since.

    A message that asked another person has what they did in the same turn, such as a roll that they passed on.
    """
    asked, log = table.plies_since(version), table.standing
    if asked >= len(log):
        return None
    began = _asked_turn(table, asked)
    if began != _began(table, asked):
        return began
    player = _player(table, asked)
    others = next((at for at in range(asked - 1, began - 1, -1) if _is_anothers(table, log[at], player)), None)
    if others is None:
        return began
    return next((at for at in range(others, asked) if log[at].version != log[others].version), asked)


def _last(table: StartedTable, version: int) -> int | None:
    """Return the first ply of the turn that a message asked for last, or of the one before if nobody has acted."""
    asked = table.plies_since(version)
    if asked < len(table.match.plies):
        return _asked_turn(table, asked)
    began = _began(table, asked)
    before = _last_pressed(table, began)
    return before if before != began else None


def _turns(table: StartedTable, first: int, last: int | None) -> Iterator[int]:
    """Yield the first plies of the turns in which people pressed, from the last one back to the one with a ply."""
    while last is not None and first < _end(table, last):
        yield last
        before = _last_pressed(table, last)
        last = before if before != last else None


def _asked_turn(table: StartedTable, asked: int) -> int:
    """Return the first ply of the turn that a message asked for at a ply."""
    began = _began(table, asked)
    return _last_pressed(table, began) if _waited_for_a_bot(table, asked) else began  # its own turn is over


def _waited_for_a_bot(table: StartedTable, asked: int) -> bool:
    began = _began(table, asked)
    return began > 0 and table.standing[began].automation == COMPUTER


def _end(table: StartedTable, began: int) -> int:
    """Return the ply after the turn with this first ply."""
    plies = table.match.plies
    return next((number for number in range(began + 1, len(plies)) if plies[number - 1].ends_turn), len(plies))


def _began(table: StartedTable, ply: int) -> int:
    """Return the first ply of the turn with a ply."""
    return next((number for number in range(ply, 0, -1) if table.match.plies[number - 1].ends_turn), 0)


def ends_stretch(table: StartedTable, ply: int, later: int) -> bool:
    """Return whether a new message begins between two plies though the old one could be edited."""
    return sum(turns_before(table, ply)) // STRETCH != sum(turns_before(table, later)) // STRETCH


def _player(table: StartedTable, ply: int) -> PersonKey | None:
    """Return the person who had to act before a ply; None for a bot or before the first ply."""
    if not ply:
        return None
    match = table.match
    return table.seats[match.game.turn(match.plies[ply - 1].state).seat].person


def _is_anothers(table: StartedTable, entry: MoveRecord, player: PersonKey | None) -> bool:
    """Return whether another person pressed for an entry of the log."""
    return entry.automation is None and table.seats[entry.seat].person != player


def _last_pressed(table: StartedTable, ply: int) -> int:
    """Return the first ply of the last turn before a ply in which a person pressed; the ply itself if none did."""
    log = table.standing
    return next((_began(table, at) for at in range(ply - 1, -1, -1) if log[at].automation is None), ply)


def _after_presses(table: StartedTable, ply: int) -> int:
    """Return the first ply of the turns before a ply in which nobody pressed anything."""
    plies, log = table.match.plies, table.standing
    last = next((at for at in range(ply - 1, -1, -1) if log[at].automation is None), -1)
    return next((at for at in range(last + 1, ply) if at == 0 or plies[at - 1].ends_turn), ply)
