"""All deadlines of a table, with their constants.

`timed` stores them together with the move that started the decision. The clock stops for an absent player if nobody
else still plays: bots must not finish a game among themselves.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.common.changes import changed
from bot.core.domain import pings, play, presence
from bot.core.domain.holidays import holiday_at
from bot.core.domain.outage import Outage
from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.quiet_hours import after_quiet, after_waking, quiet_stretch
from bot.core.domain.series import awaits_next
from bot.core.domain.table import StartedTable, Table, in_play
from bot.core.domain.table_values import TableClock
from bot.core.domain.time_control import TimeControl, TimeControlKind
from data.records import PersonKey, SeatRecord, Status

HOUR, DAY = 3600.0, 86400.0
LEFT = 0.25
"""The share of the time that is left when a reminder comes."""
NO_REMINDER = 120.0
"""Seconds: shorter decisions get no reminder, since the player was called a moment ago."""
STRIKES = 3
"""Turns in a row played for a person, after which a bot plays until they are back."""
LOBBY_IDLE = DAY
GAME_IDLE = 7 * DAY
CLAIM = 3 * DAY
"""Seconds without a move after which others may claim the game, where no clock runs."""
LAST_CALL = DAY
"""Seconds between the warning and the closing of an idle game."""
FADES = DAY
"""Seconds after its end for which a game's message offers a rematch."""
NEXT_GAME = 20.0
"""Seconds between two games of a match: time to read how the last one ended."""
GRACE = 0.25
"""The share of the time that is left at least after a restart of the program."""
LEFT_ALONE = 12.0
"""Seconds after which a table that plays by itself is checked: longer than a bot thinks."""
AWAITED = DAY
"""Seconds after an outage for which a live game waits at most until everybody has pressed something."""
GATHERING = 120.0
"""Seconds after the start of a game that nobody expected just now for which it waits at most in the same way."""
BEFORE_QUIET = 60.0
"""Seconds before quiet hours at which a reminder comes that would fall into them."""


def to_act(table: Table) -> SeatRecord | None:
    """Return the seat of the person to act; None if there is none."""
    game = in_play(table)
    if game is None:
        return None
    seat = game.turn_seat
    return seat if seat.is_human else None


def stands_still(table: Table) -> bool:
    """Return whether nobody's clock runs despite a pace: the last player left is away too."""
    seat = to_act(table)
    return (
        seat is not None
        and seat.late >= STRIKES
        and len(presence.present(table)) == 1
        and table.options.pace.seconds > 0
    )


def clocked(table: Table) -> bool:
    """Return whether a clock runs.

    A daily pace is for people who wait for each other, so it does not run for a person alone. In a game of the day,
    which ends anyway, it does.
    """
    pace = table.options.pace
    alone = pace.kind is TimeControlKind.DAILY and len(presence.people(table)) < 2 and not table.clock.is_of_day
    return to_act(table) is not None and pace.seconds > 0 and not alone and not stands_still(table)


def sleeper(table: Table) -> PersonKey | None:
    """Return whose quiet hours apply now: the player to act in a daily game, or one without a limit."""
    seat = to_act(table)
    return seat.person if seat is not None and table.options.pace.kind is not TimeControlKind.LIVE else None


def timed(before: Table | None, after: Table, settings: PersonSettings) -> Table:
    """Return the table with its deadlines after a change; `settings` are those of the `sleeper`, if any.

    A table that plays by itself is due soon, in case the process that plays it dies.
    """
    table = pings.with_pings(before, _timed(before, after, settings), settings)
    soon = table.updated + LEFT_ALONE if play.runs_by_itself(table) else None
    moments = (table.due, table.clock.nudge, plan(table), soon)
    return changed(table, due=min((moment for moment in moments if moment is not None), default=None))


def _timed(before: Table | None, after: Table, settings: PersonSettings) -> Table:
    clock = after.clock
    if (clock.out or clock.back) and (before is None or after.updated != before.updated):
        clock = replace(clock, out=0.0, back=0.0)
    untouched = _untouched(after, clock)
    if after.status is Status.LOBBY:
        return _with(after, clock, max(untouched + LOBBY_IDLE, clock.closes or 0.0))
    if after.status is not Status.PLAYING:
        return _ended(after, clock)
    if not _waits_as_before(before, after):
        clock = changed(clock, deadline=None, remind=None, warned=None, closes=None, postponed=False)
    if not _same_decision(before, after):
        holiday = holiday_at(after, settings, after.updated)
        clock = changed(clock, claim=None, claimable=False, holiday=holiday)
        untouched = _untouched(after, clock)
    if clock.awaited:
        left = _still_awaited(before, after, clock)
        clock = changed(clock, awaited=left, until=clock.until if left else None)
    if clock.awaited and after.options.pace.kind is TimeControlKind.LIVE:
        return _with(after, changed(clock, deadline=None, remind=None), clock.until)
    since = max(after.updated, clock.until or 0.0, clock.holiday or 0.0)
    clock = changed(clock, awaited=(), until=None)
    if not clocked(after):
        clock = _claiming(after, changed(clock, deadline=None), settings)
        closing = clock.closes or untouched + GAME_IDLE - LAST_CALL
        return _with(after, clock, clock.remind or (closing if clock.claimable else clock.claim or closing))
    clock = changed(clock, claim=None, claimable=False)
    if clock.deadline is None:
        clock = _begun(clock, since, after.options.pace, settings)
    return _with(after, clock, clock.deadline if clock.remind is None else clock.remind)


def plan(table: Table) -> float | None:
    """Return when a chat's game of the day starts or ends by itself; None for other tables."""
    if table.status is Status.LOBBY:
        return table.clock.starts
    return table.clock.stops if table.status is Status.PLAYING else None


def _ended(table: Table, clock: TableClock) -> Table:
    """Return a table that is over: due for the next game of its match, or when its message offers no rematch."""
    table = replace(table, ended=table.version if table.ended is None else table.ended)
    cleared = replace(clock, deadline=None, remind=None, closes=None, holiday=None)
    if awaits_next(table):
        return _with(table, cleared, table.updated + NEXT_GAME)
    fades = isinstance(table, StartedTable) and not cleared.faded
    return _with(table, cleared, table.updated + FADES if fades else None)


def put_off(table: Table, now: float, settings: PersonSettings) -> Table | None:
    """Return the table with its deadline or reminder moved behind quiet hours; None outside of them.

    A deadline moves once: otherwise a player could keep changing their quiet hours and make others wait for ever.
    """
    stretch, clock = quiet_stretch(settings, now), table.clock
    if stretch is None or clock.deadline is None:
        return None
    deadline = max(clock.deadline, stretch[1])
    later = deadline > clock.deadline
    if later and clock.postponed:
        return None
    remind = stretch[1] if clock.remind is not None and stretch[1] < deadline else None
    postponed = clock.postponed or later
    return _bumped(table, replace(clock, deadline=deadline, remind=remind, postponed=postponed))


def held(table: Table, now: float, settings: PersonSettings) -> Table | None:
    """Return the table whose clocks stand still for a holiday, or go on after it; None if nothing has changed.

    `settings` are those of the `sleeper`. Once they are back, the board pings them.
    """
    clock, until = table.clock, holiday_at(table, settings, now)
    if until == clock.holiday:
        return None
    shift = (until or now) - max(now, clock.holiday or now)

    def moved(moment: float | None) -> float | None:
        return None if moment is None else after_quiet(settings, moment + shift)

    after = clock
    if shift:
        deadline, remind = moved(clock.deadline), moved(clock.remind)
        after = replace(clock, deadline=deadline, remind=remind, closes=moved(clock.closes))
        if deadline is not None and remind is not None and remind >= deadline:
            after = replace(after, remind=None)
        if not clock.claimable:
            after = replace(after, claim=moved(clock.claim))
    if until is None:
        back = min(now, clock.holiday or now)
        after = replace(after, there=False, out=max(clock.out, back - table.updated))
    elif after.deadline is not None and after.remind is None and table.options.pace.seconds >= NO_REMINDER:
        after = replace(after, remind=until)
    return _bumped(table, replace(after, holiday=until, nudge=None))


def reminded(table: Table, now: float) -> Table:
    """Return the table with a reminder due, which the publisher sends; nothing can be claimed for a day then."""
    clock = table.clock
    claim = None if clock.claim is None else max(clock.claim, now + LAST_CALL)
    return _bumped(table, replace(clock, remind=None, nudge=None, claim=claim, warned=table.next_version))


def claimable(table: Table) -> Table:
    """Return the table once others may claim the game; the publisher notifies them."""
    clock = table.clock
    return _bumped(table, replace(clock, claimable=True, nudge=None, warned=table.next_version))


def warned(table: Table, now: float) -> Table:
    clock = table.clock
    return _bumped(table, replace(clock, closes=now + LAST_CALL, nudge=None, warned=table.next_version))


def faded(table: Table) -> Table:
    """Return the table long after its end, when its message offers no rematch."""
    return _bumped(table, replace(table.clock, faded=True))


def closed(table: Table, now: float) -> Table:
    done = _bumped(table, replace(table.clock, idle=True))
    return replace(done, status=Status.CANCELLED, updated=now)


def graced(table: Table, settings: PersonSettings, outage: Outage) -> Table:
    """Return the table with its clocks moved on after an outage; the same table if nothing changes.

    A restart without a gap counts as an outage of length 0.
    """
    if not table.due:
        return anew(table)  # stored by a version without deadlines
    lost = outage.since(max(table.updated, table.clock.back))
    clock = _moved_on(table, settings, lost, outage.ended)
    return table if clock == table.clock else _bumped(table, clock)


def repaid(table: Table, settings: PersonSettings, lost: float, back: float) -> Table:
    """Return the stored table plus the seconds lost to outages up to a moment, unless it already has them.

    It is `ahead` then, at the same version.
    """
    clock = _moved_on(table, settings, lost, back)
    return timed(table, replace(table, clock=clock, ahead=True), settings)


def anew(table: Table) -> Table:
    """Return the table unchanged, to be stored again."""
    return _bumped(table, table.clock)


def _moved_on(table: Table, settings: PersonSettings, lost: float, ended: float) -> TableClock:
    """Return a table's deadlines moved on by an outage's length in seconds, up to when it ended.

    At least GRACE of the time is left.
    """
    clock, gone = table.clock, lost
    if clock.holiday is not None:  # until its end no clock runs anyway
        lost = min(lost, max(0.0, ended - clock.holiday))
    moved = replace(clock, out=clock.out + lost, back=ended) if gone else clock
    if (
        lost
        and table.options.pace.kind is TimeControlKind.LIVE
        and to_act(table) is not None
        and not stands_still(table)
    ):
        clock = replace(moved, deadline=None, remind=None, gathers=False)
        return replace(clock, awaited=_seats_of_all(table), until=ended + AWAITED)
    if clock.deadline is not None:
        least = after_quiet(settings, ended + GRACE * table.options.pace.seconds)
        deadline = max(after_quiet(settings, clock.deadline + lost), least) if lost else clock.deadline
        remind = None if clock.remind is None else clock.remind + lost
        moved = replace(moved, deadline=max(deadline, least), remind=remind)
    else:
        if clock.claim is not None and lost:
            remind = None if clock.remind is None else clock.remind + lost
            moved = replace(moved, claim=clock.claim + lost, remind=remind)
        announced = clock.closes is not None or table.status is Status.LOBBY
        least = ended + GRACE * (LOBBY_IDLE if table.status is Status.LOBBY else LAST_CALL)
        if announced and (table.due or 0.0) + lost < least:
            moved = replace(moved, closes=least)
        elif clock.closes is not None:
            moved = replace(moved, closes=clock.closes + lost)
    return moved


def gathering(table: Table, now: float) -> Table:
    """Return a table whose game begins, but no clock runs until everybody has pressed something (T20)."""
    clock = replace(table.clock, awaited=_seats_of_all(table), gathers=True, until=now + GATHERING)
    return replace(table, clock=clock)


def is_awaited(table: Table, person: PersonKey) -> bool:
    """Return whether no clock runs because a person has not pressed since an outage, or since the start."""
    return any(table.seats[seat].person == person for seat in table.clock.awaited)


def arrived(table: Table, person: PersonKey, now: float) -> Table:
    """Return the table once a person who is awaited has pressed something."""
    clock = table.clock
    left = tuple(seat for seat in clock.awaited if table.seats[seat].person != person)
    touched = replace(table, updated=now)
    return _bumped(touched, replace(clock, awaited=left, until=clock.until if left else None))


def unawaited(table: Table) -> Table:
    """Return the table once the wait ends: those still missing count as absent."""
    return _bumped(table, replace(table.clock, awaited=()))


def _bumped(table: Table, clock: TableClock) -> Table:
    """Return the table one version up with other deadlines, but the same last touch."""
    return replace(table, clock=clock, version=table.next_version)


def _claiming(table: Table, clock: TableClock, settings: PersonSettings) -> TableClock:
    """Set when others may claim, with a reminder a day before; nothing if nobody could."""
    seat = to_act(table)
    if seat is None or seat.person is None or table.options.pace.seconds or not presence.rivals(table, seat.person):
        return replace(clock, remind=None, claim=None, claimable=False)
    if clock.claim is not None:
        return clock
    claim = after_quiet(settings, _untouched(table, clock) + CLAIM)
    return replace(clock, claim=claim, remind=after_quiet(settings, claim - LAST_CALL), claimable=False)


def _same_decision(before: Table | None, after: Table) -> bool:
    played = in_play(before)
    return played is not None and isinstance(after, StartedTable) and played.plies == after.plies


def _waits_as_before(before: Table | None, after: Table) -> bool:
    """Return whether the decision is still the same: nothing played, and no announced closing cancelled."""
    if before is None or not _same_decision(before, after):
        return False
    touched = after.updated > before.updated
    return not (touched and after.clock.closes is not None)


def _seats_of_all(table: Table) -> tuple[int, ...]:
    seats: dict[PersonKey | None, int] = {}
    for number, seat in enumerate(table.seats):
        if seat.is_human:
            seats.setdefault(seat.person, number)
    return tuple(seats.values())


def _still_awaited(before: Table | None, after: Table, clock: TableClock) -> tuple[int, ...]:
    """Return the seats of players who still have to press something.

    A move since then counts as a press, and players who left need not.
    """
    known = before.plies if isinstance(before, StartedTable) else 0
    new = after.log[known:] if before is not None and isinstance(after, StartedTable) else ()
    acted = {after.seats[move.seat].person for move in new if move.automation is None}
    here = presence.present(after)
    return tuple(seat for seat in clock.awaited if after.seats[seat].person in here - acted)


def _begun(clock: TableClock, now: float, pace: TimeControl, settings: PersonSettings) -> TableClock:
    if clock.is_of_day:  # its three hours are waking ones
        deadline = after_waking(settings, now, pace.seconds)
    else:
        deadline = after_quiet(settings, now + pace.seconds)
    if pace.seconds < NO_REMINDER:
        return replace(clock, deadline=deadline, remind=None)
    remind = deadline - LEFT * pace.seconds
    stretch = quiet_stretch(settings, remind)
    if stretch is not None:
        remind = stretch[0] - BEFORE_QUIET if stretch[0] - BEFORE_QUIET > now else float(stretch[1])
    return replace(clock, deadline=deadline, remind=remind if remind < deadline else None)


def _untouched(table: Table, clock: TableClock) -> float:
    """Return since when nobody has touched a table; outages and the holiday of the player to act don't count."""
    return max(table.updated + clock.out, clock.holiday or 0.0)


def _with(table: Table, clock: TableClock, due: float | None) -> Table:
    if clock.holiday is not None:
        due = clock.holiday if due is None else min(due, clock.holiday)
    return changed(table, clock=clock, due=due)
