"""Who needs a ping when their turn comes: not a person who has just pressed here.

If they don't act after all, they get the ping a little later, once (`TableClock.nudge`).
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.common.changes import changed
from bot.core.domain import presence
from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.quiet_hours import after_quiet
from bot.core.domain.table import StartedTable, Table, in_play
from bot.core.domain.table_values import TableClock
from bot.core.domain.time_control import TimeControlKind

THERE = 60.0
"""The least seconds after a press for which a person counts as there."""
A_TURN = 15.0
"""The same for each person: about as long as a turn takes where all play at once."""
LEAST_THERE = 20.0
"""The same in live games with less time for a move."""
NUDGE = 30.0
"""Seconds after which a person gets the ping that they did not need at first; in live games half the time at most."""


def with_pings(before: Table | None, after: Table, settings: PersonSettings) -> Table:
    """Return the table with what it knows of pings after a change; `settings` are those of the `sleeper`, if any."""
    game = in_play(after)
    if game is None or not game.turn_seat.is_human:
        return _with(after, there=False, nudge=None)
    known = in_play(before)
    if known is not None and known.plies == game.plies:
        return after
    if game.clock.holiday is not None:  # the ping comes when they are back
        return _with(after, there=True, nudge=None)
    if not _was_there(game):
        return _with(after, there=False, nudge=None)
    own, alone = pressed_in_turn(game), len(presence.present(game)) < 2
    return _with(
        after, there=True, nudge=None if own or alone else after_quiet(settings, game.log[-1].at + _wait(game))
    )


def is_due(clock: TableClock, now: float) -> bool:
    """Return whether the nudge is due at a moment, and no other message to the player to act."""
    later = [moment for moment in (clock.remind, clock.deadline, clock.claim) if moment is not None]
    return clock.nudge is not None and clock.nudge <= now < min(later, default=now + 1)


def nudged(table: Table) -> Table:
    """Return the table whose player to act gets a ping after all, which the publisher sends."""
    return replace(_with(table, there=False, nudge=None), version=table.next_version)


def _with(table: Table, *, there: bool, nudge: float | None) -> Table:
    return changed(table, clock=changed(table.clock, there=there, nudge=nudge))


def _was_there(game: StartedTable) -> bool:
    """Return whether the player to act had pressed a moment before their turn came."""
    if not game.log:
        return False
    person, came = game.turn_seat.person, game.log[-1].at
    since = came - _window(game)
    for entry in reversed(game.log):
        if not since <= entry.at <= came:  # or another process's clock is ahead
            return False
        if entry.automation is None and game.seats[entry.seat].person == person:
            return True
    return False


def pressed_in_turn(game: StartedTable) -> bool:
    """Return whether the player to act has pressed something in this turn already."""
    for ply, entry in zip(reversed(game.match.plies), reversed(game.standing), strict=False):
        if ply.ends_turn:
            return False
        if entry.automation is None and game.seats[entry.seat].person == game.turn_seat.person:
            return True
    return False


def _window(game: StartedTable) -> float:
    pace = game.options.pace
    there = max(THERE, A_TURN * len(presence.present(game)))
    return max(LEAST_THERE, min(there, pace.seconds)) if pace.kind is TimeControlKind.LIVE else there


def _wait(game: StartedTable) -> float:
    seconds = game.options.pace.seconds
    return min(NUDGE, seconds / 2) if seconds else NUDGE
