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

from bot.core.domain import presence
from bot.core.domain.outage import Outage
from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.quiet_hours import after_quiet, quiet_stretch
from bot.core.domain.table import Table
from bot.core.domain.table_options import TableOptions
from bot.core.domain.time_control import TimeControl, TimeControlKind, tempo_of
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
AWAITED = DAY
"""After an outage a live game waits so long at most until everybody has pressed something."""
BEFORE_QUIET = 60.0
"""How many seconds before quiet hours a reminder comes that would fall into them."""


def tempo(table: Table) -> TimeControl:
    """The table's pace."""
    return tempo_of(TableOptions.load(table.record.options).pace)


def to_act(table: Table) -> SeatRecord | None:
    """The seat of the person who is to act; None if no person is."""
    if table.record.status is not Status.PLAYING or table.match is None:
        return None
    seat = table.seat(table.match.turn.seat)
    return seat if seat.person is not None and seat.computer is None else None


def stands_still(table: Table) -> bool:
    """Whether nobody's clock runs though the table has a pace: the last one who is left does not play either."""
    seat = to_act(table)
    return (
        seat is not None and seat.late >= STRIKES and len(presence.present(table)) == 1 and tempo(table).seconds > 0
    )


def clocked(table: Table) -> bool:
    """Whether a clock runs. Days are for people who wait for each other: they run for nobody who plays alone."""
    pace = tempo(table)
    alone = pace.kind is TimeControlKind.DAILY and len(presence.people(table)) < 2
    return to_act(table) is not None and pace.seconds > 0 and not alone and not stands_still(table)


def sleeper(table: Table) -> PersonKey | None:
    """Whose quiet hours matter to the table now: who is to act in a game of days, or without a limit."""
    seat = to_act(table)
    return seat.person if seat is not None and tempo(table).kind is not TimeControlKind.LIVE else None


def timed(before: Table | None, after: Table, settings: PersonSettings) -> Table:
    """The table with its moments, as it follows on another; `settings` are those of the `sleeper`, if any."""
    options = TableOptions.load(after.record.options)
    if before is None or after.record.updated != before.record.updated:
        options = replace(options, out=0.0, back=0.0)
    untouched = after.record.updated + options.out
    if after.record.status is Status.LOBBY:
        return _with(after, options, max(untouched + LOBBY_IDLE, options.closes or 0.0))
    if after.record.status is not Status.PLAYING:
        ended = after.record.version if options.ended is None else options.ended
        cleared = replace(options, deadline=None, remind=None, closes=None, ended=ended)
        return _with(after, cleared, None if cleared.faded or after.match is None else after.record.updated + FADES)
    if not _waits_as_before(before, after):
        options = replace(options, deadline=None, remind=None, warned=None, closes=None, postponed=False)
    if not _same_decision(before, after):
        options = replace(options, claim=None, claimable=False)
    if options.awaited:
        left = _still_awaited(before, after, options)
        options = replace(options, awaited=left, until=options.until if left else None)
    if options.awaited and tempo(after).kind is TimeControlKind.LIVE:
        return _with(after, replace(options, deadline=None, remind=None), options.until)
    since = max(after.record.updated, options.until or 0.0)
    options = replace(options, awaited=[], until=None)
    if not clocked(after):
        options = _claiming(after, replace(options, deadline=None), settings)
        closing = options.closes or untouched + GAME_IDLE - LAST_CALL
        return _with(after, options, options.remind or (closing if options.claimable else options.claim or closing))
    options = replace(options, claim=None, claimable=False)
    if options.deadline is None:
        options = _begun(options, since, tempo(after), settings)
    return _with(after, options, options.deadline if options.remind is None else options.remind)


def put_off(table: Table, now: float, settings: PersonSettings) -> Table | None:
    """The table with its deadline or reminder after quiet hours that last now; None if there are none.

    A deadline is put off once: whoever changed their quiet hours again and again could let others wait for ever.
    """
    stretch, options = quiet_stretch(settings, now), TableOptions.load(table.record.options)
    if stretch is None or options.deadline is None:
        return None
    deadline = max(options.deadline, stretch[1])
    later = deadline > options.deadline
    if later and options.postponed:
        return None
    remind = stretch[1] if options.remind is not None and stretch[1] < deadline else None
    postponed = options.postponed or later
    return bumped(table, replace(options, deadline=deadline, remind=remind, postponed=postponed))


def reminded(table: Table, now: float) -> Table:
    """The table once whoever is to act is reminded: the publisher sees to the message. Then nothing can be claimed
    for a day.
    """
    options = TableOptions.load(table.record.options)
    claim = None if options.claim is None else max(options.claim, now + LAST_CALL)
    return bumped(table, replace(options, remind=None, claim=claim, warned=table.record.version + 1))


def claimable(table: Table) -> Table:
    """The table once others may claim what is theirs: the publisher calls them."""
    options = TableOptions.load(table.record.options)
    return bumped(table, replace(options, claimable=True, warned=table.record.version + 1))


def warned(table: Table, now: float) -> Table:
    """The table once it is announced that it will be closed."""
    options = TableOptions.load(table.record.options)
    return bumped(table, replace(options, closes=now + LAST_CALL, warned=table.record.version + 1))


def faded(table: Table) -> Table:
    """A game that was over long ago: its message asks for no other one."""
    return bumped(table, replace(TableOptions.load(table.record.options), faded=True))


def closed(table: Table, now: float) -> Table:
    """The table, closed since nobody touched it."""
    options = replace(TableOptions.load(table.record.options), idle=True)
    done = bumped(table, options)
    return replace(done, record=replace(done.record, status=Status.CANCELLED, updated=now))


def graced(table: Table, now: float, settings: PersonSettings, *, outage: Outage | None = None) -> Table:
    """The table after an outage, which counts as nobody's absence; the very same if nobody loses anything by it.

    All moments move on by as long as the table had to wait for the program. Where nobody knows how long that was, and
    at the least, GRACE of the time is left.
    """
    record, options = table.record, TableOptions.load(table.record.options)
    if record.due is None:
        return bumped(table, options)  # from a version of this program that knew no deadlines
    lost = 0.0 if outage is None else outage.since(max(record.updated, options.back))
    moved = replace(options, out=options.out + lost, back=outage.ended) if outage is not None and lost else options
    if lost and tempo(table).kind is TimeControlKind.LIVE and to_act(table) is not None and not stands_still(table):
        gone = replace(moved, deadline=None, remind=None, awaited=_seats_of_all(table), until=now + AWAITED)
        return bumped(table, gone)
    if options.deadline is not None:
        least = after_quiet(settings, now + GRACE * tempo(table).seconds)
        deadline = max(after_quiet(settings, options.deadline + lost), least) if lost else options.deadline
        remind = None if options.remind is None else options.remind + lost
        moved = replace(moved, deadline=max(deadline, least), remind=remind)
    else:
        if options.claim is not None and lost:
            remind = None if options.remind is None else options.remind + lost
            moved = replace(moved, claim=options.claim + lost, remind=remind)
        announced = options.closes is not None or record.status is Status.LOBBY
        least = now + GRACE * (LOBBY_IDLE if record.status is Status.LOBBY else LAST_CALL)
        if announced and record.due + lost < least:
            moved = replace(moved, closes=least)
        elif options.closes is not None:
            moved = replace(moved, closes=options.closes + lost)
    return table if moved == options else bumped(table, moved)


def is_awaited(table: Table, person: PersonKey) -> bool:
    """Return whether no clock runs since a person has not pressed anything after an outage."""
    return any(table.seat(seat).person == person for seat in TableOptions.load(table.record.options).awaited)


def arrived(table: Table, person: PersonKey, now: float) -> Table:
    """Return the table once somebody has pressed who was awaited after an outage."""
    options = TableOptions.load(table.record.options)
    left = [seat for seat in options.awaited if table.seat(seat).person != person]
    touched = replace(table, record=replace(table.record, updated=now))
    return bumped(touched, replace(options, awaited=left, until=options.until if left else None))


def unawaited(table: Table) -> Table:
    """Return the table once nobody is awaited any longer: whoever is not there by now is absent."""
    return bumped(table, replace(TableOptions.load(table.record.options), awaited=[]))


def bumped(table: Table, options: TableOptions) -> Table:
    """The table one version up with other options; that nobody touched it stays as it is."""
    return replace(table, record=replace(table.record, options=options.dump(), version=table.record.version + 1))


def _claiming(table: Table, options: TableOptions, settings: PersonSettings) -> TableOptions:
    """From when on others may claim, and a day before that a reminder; nothing where nobody could."""
    seat = to_act(table)
    if seat is None or seat.person is None or tempo(table).seconds or not presence.rivals(table, seat.person):
        return replace(options, remind=None, claim=None, claimable=False)
    if options.claim is not None:
        return options
    claim = after_quiet(settings, table.record.updated + options.out + CLAIM)
    return replace(options, claim=claim, remind=after_quiet(settings, claim - LAST_CALL), claimable=False)


def _same_decision(before: Table | None, after: Table) -> bool:
    return before is not None and before.record.status is Status.PLAYING and before.record.plies == after.record.plies


def _waits_as_before(before: Table | None, after: Table) -> bool:
    """Whether it is still the same decision: nothing was played, and an announced end was not averted."""
    if before is None or not _same_decision(before, after):
        return False
    touched = after.record.updated > before.record.updated
    return not (touched and TableOptions.load(after.record.options).closes is not None)


def _seats_of_all(table: Table) -> list[int]:
    """A seat of each person who plays and is present."""
    found: dict[PersonKey, int] = {}
    for number, seat in enumerate(table.record.seats):
        if seat.person is not None and seat.computer is None:
            found.setdefault(seat.person, number)
    return list(found.values())


def _still_awaited(before: Table | None, after: Table, options: TableOptions) -> list[int]:
    """The seats of those who are still to press something: who has moved since has done so, who has gone need not."""
    new = after.log[len(before.log) :] if before is not None else ()
    acted = {after.seat(move.seat).person for move in new if move.automation is None}
    here = presence.present(after)
    return [seat for seat in options.awaited if after.seat(seat).person in here - acted]


def _begun(options: TableOptions, now: float, pace: TimeControl, settings: PersonSettings) -> TableOptions:
    """The moments of a decision that begins now."""
    deadline = after_quiet(settings, now + pace.seconds)
    if pace.seconds < NO_REMINDER:
        return replace(options, deadline=deadline, remind=None)
    remind = deadline - LEFT * pace.seconds
    stretch = quiet_stretch(settings, remind)
    if stretch is not None:
        remind = stretch[0] - BEFORE_QUIET if stretch[0] - BEFORE_QUIET > now else float(stretch[1])
    return replace(options, deadline=deadline, remind=remind if remind < deadline else None)


def _with(table: Table, options: TableOptions, due: float | None) -> Table:
    record = table.record
    text = record.options if options == TableOptions.load(record.options) else options.dump()
    return replace(table, record=replace(record, options=text, due=due))
