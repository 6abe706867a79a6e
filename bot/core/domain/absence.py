"""What happens when a player's time runs out: a bot plays their turn, and after some turns in a row all of them.

Then those who are present may end the game together, in team games and games of two people; the absent player loses.
In other games the bot plays on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.core.domain import day_game, deadlines, endings, permissions, pings, play, presence
from bot.core.domain.permissions import Actor
from bot.core.domain.person_settings import PersonSettings
from bot.core.domain.standing import reached
from bot.core.domain.table import Table, begun
from bot.core.domain.votes import Votes
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import OPEN, PersonKey, SeatRecord, Status

Change = Callable[[SeatRecord], SeatRecord]


def due(table: Table, now: float, settings: PersonSettings, solved: play.Solved = play.NOTHING_SOLVED) -> Table:
    """Return the table after what is due at it now; the same table if nothing is, or only a step by itself.

    `now` is in Unix seconds; `settings` are those of the `sleeper`, if any. Raises `play.Unsolved` as `play.play_for`
    does.
    """
    if table.due is None or now < table.due:
        return table
    if table.status not in OPEN:
        return deadlines.faded(table)
    planned = deadlines.plan(table)
    if planned is not None and now >= planned:
        return day_game.started(table, now) if table.status is Status.LOBBY else endings.time_up(table, now)
    if play.runs_by_itself(table):
        return table
    after = _due_in_play(table, now, settings, solved) if table.status is Status.PLAYING else None
    if after is not None:
        return after
    if table.status is Status.LOBBY or table.clock.closes is not None:
        return deadlines.closed(table, now)
    return deadlines.warned(table, now)


def _due_in_play(table: Table, now: float, settings: PersonSettings, solved: play.Solved) -> Table | None:
    """Return a table in play after what its clocks have due; None if they have nothing."""
    clock = table.clock
    if clock.awaited:
        return deadlines.unawaited(table)
    held = deadlines.held(table, now, settings)
    if held is not None:
        return held
    if pings.is_due(clock, now):
        return pings.nudged(table)
    if clock.deadline is not None:
        later = deadlines.put_off(table, now, settings)
        if later is not None:
            return later
        return fall(table, now, solved) if now >= clock.deadline else deadlines.reminded(table, now)
    if clock.remind is not None:
        return deadlines.reminded(table, now)
    if clock.claim is not None and not clock.claimable:
        return deadlines.claimable(table)
    return None


def fall(table: Table, now: float, solved: play.Solved = play.NOTHING_SOLVED) -> Table:
    """Play the turn of the player whose time is up; after STRIKES in a row they are away. Raises `play.Unsolved`."""
    late = deadlines.to_act(table)
    if late is None:
        return table
    count = late.late + 1
    others = presence.present(table) - {late.person}
    computer = play.STAND_IN if count >= deadlines.STRIKES and others else None
    marked = _seats(table, late.person, lambda seat: replace(seat, late=count, computer=computer))
    return play.play_for(marked, now, solved)


def gone(table: Table, person: PersonKey) -> Table:
    """Mark a person as away at once, since they have left the chat they play from.

    Returns the same table if they are away already, have finished, or nobody else is present.
    """
    if table.status is not Status.PLAYING or presence.is_away(table, person):
        return table
    playing = [seat for seat in table.seats_of(person) if seat not in reached(begun(table))]
    if not playing or not presence.present(table) - {person}:
        return table
    away = _seats(table, person, lambda seat: replace(seat, late=deadlines.STRIKES, computer=play.STAND_IN))
    return replace(away, version=table.next_version)


def back(table: Table, person: PersonKey, now: float) -> Table:
    """Let a person play again at all their seats, which voids the votes to end the game; raises Refusal.

    Where they are awaited, it marks them as present, so that the clocks can run.
    """
    if table.status is not Status.PLAYING:
        raise Refusal(N_("This game is over."))
    if deadlines.is_awaited(table, person):
        return deadlines.arrived(table, person, now)
    if (taken := next((one for one in table.departures.taken if one.person == person), None)) is not None:
        raise Refusal(N_("{player} has taken over your seat."), player=table.seats[taken.seat].name)
    permissions.may_return(table, Actor(person))
    returned = _seats(table, person, lambda seat: replace(seat, late=0, computer=None))
    return replace(returned, votes=_nobody_asks(table), updated=now, version=table.next_version)


def end(table: Table, person: PersonKey, now: float) -> Table:
    """Claim the game for a person who is present, against a player who is silent or away; raises Refusal.

    With two people, the one who is present wins. With more, a bot plays for the silent one until they are back, and
    they finish last if they don't return. A team game may then end by agreement of all who are present.
    """
    if table.clock.claimable:
        return _claim(table, person, now)
    permissions.may_vote(table, Actor(person))
    if presence.may_claim(table):
        return endings.forfeit(replace(table, version=table.next_version), now)
    return _ask(table)


def _claim(table: Table, person: PersonKey, now: float) -> Table:
    """End the game, or play on with a bot, after a player was silent for too long; raises Refusal."""
    silent = permissions.may_claim(table, Actor(person), deadlines.to_act(table))
    gone = _seats(table, silent, lambda seat: replace(seat, late=deadlines.STRIKES, computer=play.STAND_IN))
    if presence.may_claim(gone):
        return endings.forfeit(replace(gone, version=gone.next_version), now)
    return play.go_on(gone, now)


def _ask(table: Table) -> Table:
    if table.votes.ending:
        return table
    return replace(table, votes=replace(table.votes, ending=True), version=table.next_version)


def decline(table: Table, person: PersonKey) -> Table:
    """Refuse, as a person present, to end the game, which voids the votes; raises Refusal."""
    permissions.may_vote(table, Actor(person))
    return replace(table, votes=_nobody_asks(table), version=table.next_version)


def vote(table: Table, person: PersonKey, now: float) -> Table:
    """Vote, as a person present, to end the game; the last vote ends it. Raises Refusal."""
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
    if person is None:
        return table
    return table.with_seats({number: change(table.seats[number]) for number in table.seats_of(person)})
