"""Which turns a message of a chat's history has.

Turns that aren't remarkable share the message of the next one that is, or of one in four rounds: the messages between
may go. A stretch of four rounds with plain moves alone has no message. Each other turn is in one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.core.domain.play import COMPUTER, LATE
from bot.core.domain.storytelling import told_from, turns_before, weight
from bot.core.domain.table import StartedTable, Table
from bot.core.games.chapters import ENDINGS
from data.records import MoveRecord, PersonKey, Status
from engine.events import GOAL, Bonus, Lost, Moved, Passed, Picked, Thrown, TurnBegan
from engine.plies import Ply

CALM, ROUNDS = 8, 4
"""The least turns, and the rounds, in which one turn has a message though it isn't remarkable."""
HEAVY = 30
"""The least weight of a comment with which a turn has a message."""
OF_TEAMS, ROUNDS_OF_TEAMS = 66, 8
"""The same weight and rounds in a game of teams, where nearly each comment is a weighty one."""
STRETCH = 16
"""Turns that share a message at most where it asks the same person again and again: about what it has room for."""
PATIENCE = 0.6
"""Seconds after a press within which play that goes on by itself is shown at once with the press."""
MOST_ASKED = 24
"""The limit on versions of a table that a message is taken to have shown one after the other."""
PLAIN = (Thrown, Picked, Passed, Bonus, Lost, Moved, TurnBegan)
"""Events that are no reason for a message."""


def begun_by(table: Table, version: int) -> bool:
    """Return whether the game had begun at a version: before that a message shows no picture."""
    started = table.started
    return started is not None and version >= started


def span_of(table: StartedTable, version: int, *, merged: bool = True) -> slice | None:
    """Return the plies that the message of a version has, up to the end of the turn that it asked for.

    `merged`: with the turns of the messages before that may go.
    None if nothing was done since, or if the final board has it.
    """
    asked = table.plies_since(version)
    if asked >= len(table.match.plies):
        return None
    began = _asked_turn(table, asked)
    if _is_on_final_board(table, began):
        return None
    first = began if _waited_for_a_bot(table, asked) else _since(table, asked)
    is_whole = first == _began(table, first)  # else somebody else pressed in the same turn
    start = _after_kept if merged and is_whole else _after_presses
    return slice(start(table, first), _end(table, began))


def final_span(table: StartedTable) -> slice | None:
    """Return the plies that the board at the end of a game has: those before are in other messages.

    None for a game without a log of presses, such as an imported one.
    """
    plies = len(table.match.plies)
    return slice(_after_kept(table, _last_turn(table)), plies) if 0 < plies <= len(table.standing) else None


def is_told_later(table: Table, version: int) -> bool:
    """Return whether the message of a version may go: a later one has the turn that it asked for."""
    if not isinstance(table, StartedTable) or not begun_by(table, version):
        return False
    asked = table.plies_since(version)
    if asked >= len(table.match.plies):
        return False
    began = _asked_turn(table, asked)
    if _is_on_final_board(table, began):
        return True
    return table.match.plies[_end(table, began) - 1].ends_turn and not _is_kept(table, began)


def _is_on_final_board(table: StartedTable, began: int) -> bool:
    """Return whether the board at the end of a game has the turn with this first ply."""
    return table.status is not Status.PLAYING and began == _last_turn(table)


def _last_turn(table: StartedTable) -> int:
    """Return the first ply of the last turn; the number of plies if that has none yet."""
    return _began(table, len(table.match.plies))


def _is_kept(table: StartedTable, began: int) -> bool:
    """Return whether the turn with this first ply has a message: a remarkable one, or one that ends a stretch.

    The latter only if something happened in the stretch: plain moves alone need no message.
    """
    if _is_remarkable(table, began):
        return True
    if not _ends_stretch(table, began):
        return False
    start, end = _after_kept(table, began), _end(table, began)
    return any(told.ply < end for told in told_from(table, start)) or not all(
        map(is_plain, table.match.plies[start:end])
    )


def _is_remarkable(table: StartedTable, began: int) -> bool:
    """Return whether a turn has a message in any case."""
    end, start = _end(table, began), _after_presses(table, began)
    heavy = OF_TEAMS if table.seating.teams else HEAVY
    return (
        _last_pressed(table, began) == began
        or _goes_back(table, began)
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


def is_plain(ply: Ply[Any]) -> bool:
    """Return whether a ply has nothing but plain moves and numbers: no capture, no piece that enters, no end."""
    return all(isinstance(event, PLAIN) and getattr(event, "to", "") != GOAL for event in ply.events)


def _goes_back(table: StartedTable, began: int) -> bool:
    """Return whether the message of a turn asked for earlier ones of the same person too."""
    log = table.standing
    asked = next((at for at in range(began, _end(table, began)) if log[at].automation is None), None)
    return asked is not None and _since(table, asked) != began


def _after_kept(table: StartedTable, began: int) -> int:
    """Return the first ply after the last turn before this one that is remarkable, or ends a stretch."""
    last = _last_pressed(table, began)
    while last != began and not (_is_remarkable(table, last) or _ends_stretch(table, last)):
        began, last = last, _last_pressed(table, last)
    return _after_presses(table, began) if last == began else _end(table, last)


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


def _since(table: StartedTable, asked: int) -> int:
    """Return the first ply that a message tells: from there on it asked the same person, without a break.

    A message that asked another person says what they did in that turn, such as a roll that they passed on.
    """
    log, player, start, before, shown = table.standing, _player(table, asked), asked, asked, 0
    while shown < MOST_ASKED:
        before = next((at for at in range(before, 0, -1) if log[at - 1].version != log[before - 1].version), 0)
        if before and _was_passed(log, before):
            continue
        if not before or _player(table, before) != player or ends_stretch(table, before, start):
            break
        start, shown = before, shown + 1
    began = _began(table, start)
    others = next((at for at in range(start - 1, began - 1, -1) if _is_anothers(table, log[at], player)), None)
    if others is None:
        return began
    return next((at for at in range(others, start) if log[at].version != log[others].version), start)


def _was_passed(log: Sequence[MoveRecord], ply: int) -> bool:
    """Return whether play went on by itself before the version that ends before a ply could be shown."""
    if log[ply].automation in (None, LATE):
        return False
    pressed = next((log[at].at for at in range(ply - 1, -1, -1) if log[at].automation is None), log[0].at)
    return log[ply].at - pressed < PATIENCE


def ends_stretch(table: StartedTable, ply: int, later: int) -> bool:
    """Return whether a new message begins between two plies though both ask the same person."""
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
