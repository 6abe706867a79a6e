"""How people roll: each roll by a press, by a press if it may lead to a choice, or automatically.

A table agrees on one way, in its lobby or later, or its pace decides: only where people are there, with a clock of
seconds, they roll by hand. Each person may choose their own way for all tables. The choice is stored at their tables
under way, so that a game needs nobody else to go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.core.domain import permissions
from bot.core.domain.agreement import agreed_by, waiting
from bot.core.domain.permissions import Actor
from bot.core.domain.table import StartedTable, Table, in_play
from bot.core.domain.table_values import Throwing, Throws
from bot.core.domain.time_control import TimeControlKind
from bot.core.domain.votes import Answer, ThrowsWish
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import PersonKey
from engine.match import Match
from engine.plies import Automation, Ply

MOST_TURNS = 12
"""The limit on turns in a row without a press; then the next roll is by hand, and its player reads the news.

It is three rounds at a table of four, and protects the race of the last pieces, where nobody chooses any more. Turns
in which nothing could move do not count, so nobody is asked before they can enter at Palma.
"""
WORDS = tuple(throws.value for throws in Throws)


def way_of_table(table: Table) -> Throws:
    """Return how people roll at a table who have not chosen for themselves.

    Where nobody has chosen, they roll by hand if everybody is there: with a clock of seconds, or one person and bots.
    """
    if table.options.throws is not None:
        return table.options.throws
    there = table.options.pace.kind is TimeControlKind.LIVE or len(table.people) < 2
    return Throws.MATTERS if there else Throws.SELF


def way_of(table: Table, seat: int) -> Throws:
    return dict(table.throwing.chosen).get(seat) or way_of_table(table)


def rolls_itself(table: StartedTable, match: Match[Any], turns: int) -> bool:
    """Return whether a person's due roll, not of the lot, needs no press.

    `match`: so far. `turns`: ended since the last press.
    """
    seat = match.turn.seat
    if turns >= MOST_TURNS:
        return False
    way = way_of(table, seat)
    if way is Throws.SELF or (seat in table.throwing.rolls_on and rolls_again(match)):
        return True
    return way is Throws.MATTERS and not match.game.may_ask(match.state, int(table.options.auto))


def rolls_again(match: Match[Any]) -> bool:
    """Return whether the player to roll has acted in this turn already."""
    last = match.plies[-1] if match.plies else None
    return last is not None and not last.ends_turn and last.seat == match.turn.seat


def is_counted(ply: Ply[Any]) -> bool:
    """Return whether a ply ends a turn in which something could move."""
    return ply.ends_turn and ply.automation is not Automation.LOST_THROW


def turns_alone(table: StartedTable) -> int:
    """Return how many turns have ended since the last press, apart from those in which nothing could move.

    More than MOST_TURNS are not counted.
    """
    turns = 0
    for ply, entry in zip(reversed(table.match.plies), reversed(table.standing), strict=True):
        if entry.automation is None or turns >= MOST_TURNS:
            break
        turns += is_counted(ply)
    return turns


# what each person has chosen ----------------------------------------------------------------------------------------


def with_chosen(table: Table, ways: Mapping[PersonKey, Throws]) -> Table:
    """Return the table of a game that begins, with its players' own choices."""
    chosen = tuple(
        (number, ways[seat.person])
        for number, seat in enumerate(table.seats)
        if seat.person is not None and seat.person in ways
    )
    return replace(table, throwing=replace(table.throwing, chosen=chosen))


def choose(table: Table, person: PersonKey, way: Throws | None, now: float) -> Table:
    """Store at a game under way how a person rolls from now on, None for the table's way."""
    if in_play(table) is None:
        return table
    mine = table.seats_of(person)
    others = tuple((seat, word) for seat, word in table.throwing.chosen if seat not in mine)
    own = () if way is None else tuple((seat, way) for seat in mine)
    chosen = tuple(sorted((*others, *own)))
    rolls_on = tuple(seat for seat in table.throwing.rolls_on if seat not in mine)
    throwing = Throwing(chosen, rolls_on)
    if throwing == table.throwing:
        return table
    return replace(table, throwing=throwing, version=table.next_version, updated=now)


def roll_on(table: Table, person: PersonKey) -> Table:
    """Let a person's further rolls in a turn be automatic for the rest of a game; the same table if they are."""
    seats = tuple(sorted({*table.throwing.rolls_on, *table.seats_of(person)}))
    return (
        table
        if seats == table.throwing.rolls_on
        else replace(table, throwing=replace(table.throwing, rolls_on=seats))
    )


# what all agree on --------------------------------------------------------------------------------------------------


def wish(table: Table) -> ThrowsWish | None:
    return table.votes.throws if in_play(table) is not None else None


def agree(table: Table, person: PersonKey, way: Throws, now: float) -> Table:
    """Ask all to roll in a way, or agree to it; the last agreement changes it. Raises Refusal."""
    game = permissions.require_playing(table)
    mine = permissions.require_seat(game, Actor(person))
    if way_of_table(game) is way:
        raise Refusal(N_("You already roll like that here."))
    wanted = agreed_by(wish(game) or ThrowsWish(way, game.next_version, mine[0], ()), mine)
    if waiting(game, wanted):
        return _with(game, wanted, game.votes.settled, now)
    after = _with(game, None, Answer(wanted.mark, wanted.seat, None), now)
    return replace(after, options=replace(after.options, throws=way))


def decline(table: Table, person: PersonKey, now: float) -> Table:
    """Refuse to roll in another way, or withdraw the request; raises Refusal."""
    game = permissions.require_playing(table)
    mine = permissions.require_seat(game, Actor(person))
    asked = wish(game)
    return _with(game, None, None if asked is None else Answer(asked.mark, asked.seat, mine[0]), now)


def _with(table: StartedTable, wanted: ThrowsWish | None, settled: Answer | None, now: float) -> StartedTable:
    votes = replace(table.votes, throws=wanted, settled=settled)
    return replace(table, votes=votes, version=table.next_version, updated=now)
