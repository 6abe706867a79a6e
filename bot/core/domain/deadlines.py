"""When something is to be done at a table though nobody does anything: all its moments, and the numbers behind them.

A decision begins when a person is to act, and lasts as long as the table's pace says. In a daily game it never ends,
and no reminder comes, in the quiet hours of whoever is to act. Where no clock runs, a table that nobody touches is
closed after a while, a game after a warning. `timed` puts all this into the record that is about to be stored, so
that it is written together with the move that began the decision.

The clock stands still for somebody whose turns were played for them too often and beside whom nobody is left who
plays: computers shall not end a game among themselves.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain import play, presence
from bot.core.domain.outage import Outage
from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.quiet_hours import after_quiet, quiet_stretch
from bot.core.domain.table import StartedTable, Table, in_play
from bot.core.domain.table_values import TableClock
from bot.core.domain.time_control import TimeControl, TimeControlKind
from data.records import PersonKey, SeatRecord, Status

HOUR, DAY = 3600.0, 86400.0
LEFT = 0.25
"""The share of the time that is left when a reminder comes."""
NO_REMINDER = 120.0
"""Seconds: a decision that is to be made in less is not reminded of; whoever is to act was called a moment ago."""
STRIKES = 3
"""So many turns in a row played for a person, and a computer plays until they are back."""
LOBBY_IDLE = DAY
GAME_IDLE = 7 * DAY
CLAIM = 3 * DAY
"""How long whoever is to act may be silent where no clock runs, until others may claim what is theirs."""
LAST_CALL = DAY
"""How long before its end an idle game is warned of."""
FADES = DAY
"""How long after its end a game's message offers to play again."""
GRACE = 0.25
"""After a start of the program, at least this share of the time is left, whatever passed while it did not run."""
LEFT_ALONE = 12.0
"""How long after its last step a table that goes on by itself is looked after: longer than a computer thinks."""
AWAITED = DAY
"""After an outage a live game waits so long at most until everybody has pressed something."""
BEFORE_QUIET = 60.0
"""How many seconds before quiet hours a reminder comes that would fall into them."""


def to_act(table: Table) -> SeatRecord | None:
    """Return the seat of the person who is to act; None if no person is."""
    game = in_play(table)
    if game is None:
        return None
    seat = game.turn_seat
    return seat if seat.is_human else None


def stands_still(table: Table) -> bool:
    """Return whether nobody's clock runs though there is a pace: the last one left does not play either."""
    seat = to_act(table)
    return (
        seat is not None
        and seat.late >= STRIKES
        and len(presence.present(table)) == 1
        and table.options.pace.seconds > 0
    )


def clocked(table: Table) -> bool:
    """Return whether a clock runs.

    Days are for people who wait for each other: they run for nobody who plays alone.
    """
    pace = table.options.pace
    alone = pace.kind is TimeControlKind.DAILY and len(presence.people(table)) < 2
    return to_act(table) is not None and pace.seconds > 0 and not alone and not stands_still(table)


def sleeper(table: Table) -> PersonKey | None:
    """Return whose quiet hours matter to the table now: who is to act in a game of days, or without a limit."""
    seat = to_act(table)
    return seat.person if seat is not None and table.options.pace.kind is not TimeControlKind.LIVE else None


def timed(before: Table | None, after: Table, settings: PersonSettings) -> Table:
    """Return the table with its moments, as it follows on another; `settings` are those of the `sleeper`, if any.

    Where it goes on by itself it is due soon, for the case that whoever does that dies.
    """
    table = _timed(before, after, settings)
    if not play.runs_by_itself(table):
        return table
    soon = table.updated + LEFT_ALONE
    return replace(table, due=soon if table.due is None else min(table.due, soon))


def _timed(before: Table | None, after: Table, settings: PersonSettings) -> Table:
    clock = after.clock
    if before is None or after.updated != before.updated:
        clock = replace(clock, out=0.0, back=0.0)
    untouched = after.updated + clock.out
    if after.status is Status.LOBBY:
        return _with(after, clock, max(untouched + LOBBY_IDLE, clock.closes or 0.0))
    if after.status is not Status.PLAYING:
        after = replace(after, ended=after.version if after.ended is None else after.ended)
        cleared = replace(clock, deadline=None, remind=None, closes=None)
        fades = isinstance(after, StartedTable) and not cleared.faded
        return _with(after, cleared, after.updated + FADES if fades else None)
    if not _waits_as_before(before, after):
        clock = replace(clock, deadline=None, remind=None, warned=None, closes=None, postponed=False)
    if not _same_decision(before, after):
        clock = replace(clock, claim=None, claimable=False)
    if clock.awaited:
        left = _still_awaited(before, after, clock)
        clock = replace(clock, awaited=left, until=clock.until if left else None)
    if clock.awaited and after.options.pace.kind is TimeControlKind.LIVE:
        return _with(after, replace(clock, deadline=None, remind=None), clock.until)
    since = max(after.updated, clock.until or 0.0)
    clock = replace(clock, awaited=(), until=None)
    if not clocked(after):
        clock = _claiming(after, replace(clock, deadline=None), settings)
        closing = clock.closes or untouched + GAME_IDLE - LAST_CALL
        return _with(after, clock, clock.remind or (closing if clock.claimable else clock.claim or closing))
    clock = replace(clock, claim=None, claimable=False)
    if clock.deadline is None:
        clock = _begun(clock, since, after.options.pace, settings)
    return _with(after, clock, clock.deadline if clock.remind is None else clock.remind)


def put_off(table: Table, now: float, settings: PersonSettings) -> Table | None:
    """Return the table with its deadline or reminder after quiet hours; None if none last now.

    A deadline is put off once: whoever changed their quiet hours again and again could let others wait for ever.
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


def reminded(table: Table, now: float) -> Table:
    """Return the table once whoever is to act is reminded: the publisher sees to the message.

    Then nothing can be claimed for a day.
    """
    clock = table.clock
    claim = None if clock.claim is None else max(clock.claim, now + LAST_CALL)
    return _bumped(table, replace(clock, remind=None, claim=claim, warned=table.next_version))


def claimable(table: Table) -> Table:
    """Return the table once others may claim what is theirs: the publisher calls them."""
    clock = table.clock
    return _bumped(table, replace(clock, claimable=True, warned=table.next_version))


def warned(table: Table, now: float) -> Table:
    """Return the table once it is announced that it will be closed."""
    clock = table.clock
    return _bumped(table, replace(clock, closes=now + LAST_CALL, warned=table.next_version))


def faded(table: Table) -> Table:
    """Return the table of a game that was over long ago: its message asks for no other one."""
    return _bumped(table, replace(table.clock, faded=True))


def closed(table: Table, now: float) -> Table:
    """Return the table, closed since nobody touched it."""
    done = _bumped(table, replace(table.clock, idle=True))
    return replace(done, status=Status.CANCELLED, updated=now)


def graced(table: Table, settings: PersonSettings, outage: Outage) -> Table:
    """Return the table after an outage, which is nobody's absence; the very same if nobody loses by it, or no more.

    A start after none is an outage of no length.
    """
    if not table.due:
        return anew(table)  # from a version of this program that knew no deadlines
    lost = outage.since(max(table.updated, table.clock.back))
    clock = _moved_on(table, settings, lost, outage.ended)
    return table if clock == table.clock else _bumped(table, clock)


def repaid(table: Table, settings: PersonSettings, lost: float, back: float) -> Table:
    """Return the table as it is stored, with the seconds that outages up to a moment took from it and it has not yet.

    It is `ahead` then, at the same version.
    """
    clock = _moved_on(table, settings, lost, back)
    return timed(table, replace(table, clock=clock, ahead=True), settings)


def anew(table: Table) -> Table:
    """Return the table as it is, to be stored once more."""
    return _bumped(table, table.clock)


def _moved_on(table: Table, settings: PersonSettings, lost: float, ended: float) -> TableClock:
    """Return a table's moments after it had to wait so many seconds for the program, which runs again since a moment.

    All of them move on by that, and at least GRACE of the time is left.
    """
    clock = table.clock
    moved = replace(clock, out=clock.out + lost, back=ended) if lost else clock
    if (
        lost
        and table.options.pace.kind is TimeControlKind.LIVE
        and to_act(table) is not None
        and not stands_still(table)
    ):
        return replace(moved, deadline=None, remind=None, awaited=_seats_of_all(table), until=ended + AWAITED)
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


def is_awaited(table: Table, person: PersonKey) -> bool:
    """Return whether no clock runs since a person has not pressed anything after an outage."""
    return any(table.seats[seat].person == person for seat in table.clock.awaited)


def arrived(table: Table, person: PersonKey, now: float) -> Table:
    """Return the table once somebody has pressed who was awaited after an outage."""
    clock = table.clock
    left = tuple(seat for seat in clock.awaited if table.seats[seat].person != person)
    touched = replace(table, updated=now)
    return _bumped(touched, replace(clock, awaited=left, until=clock.until if left else None))


def unawaited(table: Table) -> Table:
    """Return the table once nobody is awaited any longer: whoever is not there by now is absent."""
    return _bumped(table, replace(table.clock, awaited=()))


def _bumped(table: Table, clock: TableClock) -> Table:
    """Return the table one version up with other moments; that nobody touched it stays as it is."""
    return replace(table, clock=clock, version=table.next_version)


def _claiming(table: Table, clock: TableClock, settings: PersonSettings) -> TableClock:
    """Set from when on others may claim, and a day before that a reminder; nothing where nobody could."""
    seat = to_act(table)
    if seat is None or seat.person is None or table.options.pace.seconds or not presence.rivals(table, seat.person):
        return replace(clock, remind=None, claim=None, claimable=False)
    if clock.claim is not None:
        return clock
    claim = after_quiet(settings, table.updated + clock.out + CLAIM)
    return replace(clock, claim=claim, remind=after_quiet(settings, claim - LAST_CALL), claimable=False)


def _same_decision(before: Table | None, after: Table) -> bool:
    played = in_play(before)
    return played is not None and isinstance(after, StartedTable) and played.plies == after.plies


def _waits_as_before(before: Table | None, after: Table) -> bool:
    """Return whether it is still the same decision: nothing played, and no announced end averted."""
    if before is None or not _same_decision(before, after):
        return False
    touched = after.updated > before.updated
    return not (touched and after.clock.closes is not None)


def _seats_of_all(table: Table) -> tuple[int, ...]:
    """Return a seat of each person who plays and is present."""
    seats: dict[PersonKey | None, int] = {}
    for number, seat in enumerate(table.seats):
        if seat.is_human:
            seats.setdefault(seat.person, number)
    return tuple(seats.values())


def _still_awaited(before: Table | None, after: Table, clock: TableClock) -> tuple[int, ...]:
    """Return the seats of those who are still to press something.

    Who has moved since has done so; who has gone need not.
    """
    known = before.plies if isinstance(before, StartedTable) else 0
    new = after.log[known:] if before is not None and isinstance(after, StartedTable) else ()
    acted = {after.seats[move.seat].person for move in new if move.automation is None}
    here = presence.present(after)
    return tuple(seat for seat in clock.awaited if after.seats[seat].person in here - acted)


def _begun(clock: TableClock, now: float, pace: TimeControl, settings: PersonSettings) -> TableClock:
    """Return the moments of a decision that begins now."""
    deadline = after_quiet(settings, now + pace.seconds)
    if pace.seconds < NO_REMINDER:
        return replace(clock, deadline=deadline, remind=None)
    remind = deadline - LEFT * pace.seconds
    stretch = quiet_stretch(settings, remind)
    if stretch is not None:
        remind = stretch[0] - BEFORE_QUIET if stretch[0] - BEFORE_QUIET > now else float(stretch[1])
    return replace(clock, deadline=deadline, remind=remind if remind < deadline else None)


def _with(table: Table, clock: TableClock, due: float | None) -> Table:
    return replace(table, clock=clock, due=due)
