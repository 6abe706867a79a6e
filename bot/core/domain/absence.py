"""What becomes of somebody who does not act in time: their turn is played, after some all turns until they are back.

Where somebody is away, the people who are present may end the game together if it is one of teams or of two people;
who is away then has lost. In other games the computer's seat disturbs nobody's hopes, and the game goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.core.domain import deadlines, endings, permissions, play, presence
from bot.core.domain.permissions import Actor
from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.standing import reached
from bot.core.domain.table import Table, begun
from bot.core.domain.table_values import Votes
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import OPEN, PersonKey, SeatRecord, Status

Change = Callable[[SeatRecord], SeatRecord]


def due(table: Table, now: float, settings: PersonSettings, solved: play.Solved = play.NOTHING_SOLVED) -> Table:
    """Return the table after what is due at it now; the very same if nothing is, or it only has to go on by itself.

    `now` is in Unix seconds; `settings` are those of the `sleeper`, if there is one. Raises `play.Unsolved` as
    `play.play_for` does.
    """
    clock = table.clock
    if table.due is None or now < table.due:
        return table
    if table.status not in OPEN:
        return deadlines.faded(table)
    if play.runs_by_itself(table):
        return table
    if clock.awaited and table.status is Status.PLAYING:
        return deadlines.unawaited(table)
    if clock.deadline is not None:
        later = deadlines.put_off(table, now, settings)
        if later is not None:
            return later
        return fall(table, now, solved) if now >= clock.deadline else deadlines.reminded(table, now)
    if table.status is Status.PLAYING and clock.remind is not None:
        return deadlines.reminded(table, now)
    if table.status is Status.PLAYING and clock.claim is not None and not clock.claimable:
        return deadlines.claimable(table)
    if table.status is Status.LOBBY or clock.closes is not None:
        return deadlines.closed(table, now)
    return deadlines.warned(table, now)


def fall(table: Table, now: float, solved: play.Solved = play.NOTHING_SOLVED) -> Table:
    """Play the turn of who is to act, whose time is up; after some such turns in a row they are away.

    Raises `play.Unsolved`.
    """
    late = deadlines.to_act(table)
    if late is None:
        return table
    count = late.late + 1
    others = presence.present(table) - {late.person}
    computer = play.STAND_IN if count >= deadlines.STRIKES and others else None
    marked = _seats(table, late.person, lambda seat: replace(seat, late=count, computer=computer))
    return play.play_for(marked, now, solved)


def gone(table: Table, person: PersonKey) -> Table:
    """Let somebody be away at once, since they have left the chat from which they play.

    Returns the very same table if they are away already, have come in, or nobody else is present.
    """
    if table.status is not Status.PLAYING or presence.is_away(table, person):
        return table
    playing = [seat for seat in table.seats_of(person) if seat not in reached(begun(table))]
    if not playing or not presence.present(table) - {person}:
        return table
    away = _seats(table, person, lambda seat: replace(seat, late=deadlines.STRIKES, computer=play.STAND_IN))
    return replace(away, version=table.next_version)


def back(table: Table, person: PersonKey, now: float) -> Table:
    """Let a person play again themselves, at all their seats, which voids what was voted; raises Refusal.

    After an outage it says that they are there, so that the clocks may run.
    """
    if table.status is not Status.PLAYING:
        raise Refusal(N_("This game is over."))
    if deadlines.is_awaited(table, person):
        return deadlines.arrived(table, person, now)
    permissions.may_return(table, Actor(person))
    returned = _seats(table, person, lambda seat: replace(seat, late=0, computer=None))
    return replace(returned, votes=_nobody_asks(table), updated=now, version=table.next_version)


def end(table: Table, person: PersonKey, now: float) -> Table:
    """Let somebody who is present claim what is theirs since somebody else does not play; raises Refusal.

    Of two people the one who is present wins. Where there are more, the computer plays for whoever is silent until
    they are back, and is last if they are not; a game of teams may then end, if all who are present agree.
    """
    if table.clock.claimable:
        return _claim(table, person, now)
    permissions.may_vote(table, Actor(person))
    if presence.may_claim(table):
        return endings.forfeit(replace(table, version=table.next_version), now)
    return _ask(table)


def _claim(table: Table, person: PersonKey, now: float) -> Table:
    """End the game, or play on, as whoever is to act has been silent for too long; raises Refusal."""
    silent = permissions.may_claim(table, Actor(person), deadlines.to_act(table))
    gone = _seats(table, silent, lambda seat: replace(seat, late=deadlines.STRIKES, computer=play.STAND_IN))
    if presence.may_claim(gone):
        return endings.forfeit(replace(gone, version=gone.next_version), now)
    return play.go_on(gone, now)


def _ask(table: Table) -> Table:
    """Ask whether the game shall end."""
    if table.votes.ending:
        return table
    return replace(table, votes=replace(table.votes, ending=True), version=table.next_version)


def decline(table: Table, person: PersonKey) -> Table:
    """Refuse to end the game, as somebody who is present, which voids what was voted; raises Refusal."""
    permissions.may_vote(table, Actor(person))
    return replace(table, votes=_nobody_asks(table), version=table.next_version)


def vote(table: Table, person: PersonKey, now: float) -> Table:
    """Agree to end the game, as somebody who is present; once all do, it is over. Raises Refusal."""
    permissions.may_vote(table, Actor(person))
    votes = table.votes
    if not votes.ending:
        raise Refusal(N_("That question is closed."))
    mine = table.seats_of(person)[0]
    if mine in votes.agreed:
        raise Refusal(N_("You've already said yes. Now it's up to the others."))
    voted = replace(
        table, votes=replace(votes, agreed=(*votes.agreed, mine)), updated=now, version=table.next_version
    )
    agreed, needed = presence.voters(voted)
    return voted if agreed < needed else endings.forfeit(voted, now)


def _nobody_asks(table: Table) -> Votes:
    return replace(table.votes, ending=False, agreed=())


def _seats(table: Table, person: PersonKey | None, change: Change) -> Table:
    """Return the table with a change of all the seats that this person plays."""
    if person is None:
        return table
    return table.with_seats({number: change(table.seats[number]) for number in table.seats_of(person)})
