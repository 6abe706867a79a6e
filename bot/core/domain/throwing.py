"""How people throw: each throw by a press, or by themselves until there is something to choose.

A table agrees on one way, in its lobby or later, and each person may choose their own for all tables. What a person
has chosen is noted at their tables under way, so that a game goes on by itself without asking anybody else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.core.domain import permissions
from bot.core.domain.agreement import agreed_by, waiting
from bot.core.domain.permissions import Actor
from bot.core.domain.table import StartedTable, Table, in_play
from bot.core.domain.table_values import Answer, Throws, ThrowsWish
from bot.core.games.profiles import profile_of
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import PersonKey

MOST_TURNS = 12
"""So many turns in a row ask nobody anything; then the next throw is by hand, and whoever makes it reads the news.

Three rounds at a table of four. More pass between two choices one time in a hundred, but then up to a hundred.
"""
BARE = 20
"""After so many throws by hand at one table, its thrower is asked once whether they shall come by themselves."""
WORDS = tuple(throws.value for throws in Throws)


def way_of(table: Table, seat: int) -> Throws:
    """Return how a seat's holder throws."""
    return dict(table.throwing.chosen).get(seat, table.options.throws)


def turns_alone(table: StartedTable) -> int:
    """Return how many turns have ended since somebody last pressed for a throw or a move."""
    turns = 0
    for ply, entry in zip(reversed(table.match.plies), reversed(table.standing), strict=True):
        if entry.automation is None:
            break
        turns += ply.ends_turn
    return turns


# what each has chosen -----------------------------------------------------------------------------------------------


def with_chosen(table: Table, ways: Mapping[PersonKey, Throws]) -> Table:
    """Return the table of a game that begins, with what those who sit there have chosen for themselves."""
    chosen = tuple(
        (number, ways[seat.person])
        for number, seat in enumerate(table.seats)
        if seat.person is not None and seat.person in ways
    )
    return replace(table, throwing=replace(table.throwing, chosen=chosen))


def choose(table: Table, person: PersonKey, way: Throws | None, now: float) -> Table:
    """Note at a game under way how a person throws from now on, None for as the table does."""
    if in_play(table) is None:
        return table
    mine = table.seats_of(person)
    others = tuple((seat, word) for seat, word in table.throwing.chosen if seat not in mine)
    own = () if way is None else tuple((seat, way) for seat in mine)
    chosen = tuple(sorted((*others, *own)))
    offers = tuple(seat for seat in table.throwing.offers if seat not in mine)
    throwing = replace(table.throwing, chosen=chosen, offers=offers)
    if throwing == table.throwing:
        return table
    return replace(table, throwing=throwing, version=table.next_version, updated=now)


# what all agree on --------------------------------------------------------------------------------------------------


def wish(table: Table) -> ThrowsWish | None:
    """Return the way of throwing that somebody asks all to agree on now."""
    return table.votes.throws if in_play(table) is not None else None


def agree(table: Table, person: PersonKey, way: Throws, now: float) -> Table:
    """Ask all to throw in a way, or agree with who has asked; once all have, they do. Raises Refusal."""
    game = permissions.require_playing(table)
    mine = permissions.require_seat(game, Actor(person))
    if game.options.throws is way:
        already = {Throws.HAND: N_("Here you roll by hand already."), Throws.SELF: N_("Rolls are automatic already.")}
        raise Refusal(already[way])
    wanted = agreed_by(wish(game) or ThrowsWish(way, game.next_version, mine[0], ()), mine)
    if waiting(game, wanted):
        return _with(game, wanted, game.votes.settled, now)
    after = _with(game, None, Answer(wanted.mark, wanted.seat, None), now)
    return replace(after, options=replace(after.options, throws=way))


def decline(table: Table, person: PersonKey, now: float) -> Table:
    """Say no to throwing in another way, or ask no more; raises Refusal."""
    game = permissions.require_playing(table)
    mine = permissions.require_seat(game, Actor(person))
    asked = wish(game)
    return _with(game, None, None if asked is None else Answer(asked.mark, asked.seat, mine[0]), now)


def _with(table: StartedTable, wanted: ThrowsWish | None, settled: Answer | None, now: float) -> StartedTable:
    votes = replace(table.votes, throws=wanted, settled=settled)
    return replace(table, votes=votes, version=table.next_version, updated=now)


# what is offered ----------------------------------------------------------------------------------------------------


def is_tired(table: Table, person: PersonKey) -> bool:
    """Return whether a person has just made throw number BARE of theirs by hand at a table."""
    game = in_play(table)
    mine = () if game is None else game.seats_of(person)
    if game is None or not mine or way_of(game, mine[0]) is Throws.SELF:
        return False
    outcomes = profile_of(game.game).device.odds()
    thrown = sum(
        entry.automation is None and entry.seat in mine and entry.move in outcomes for entry in game.standing
    )
    return thrown == BARE


def offer(table: Table, person: PersonKey, now: float) -> Table:
    """Ask a person whether their throws shall come by themselves from now on."""
    if in_play(table) is None or not (mine := table.seats_of(person)):
        return table
    throwing = replace(table.throwing, offers=(*table.throwing.offers, mine[0]))
    return replace(table, throwing=throwing, version=table.next_version, updated=now)


def refuse(table: Table, person: PersonKey, now: float) -> Table:
    """Leave a person's throws as they are, who was asked."""
    mine = table.seats_of(person)
    offers = tuple(seat for seat in table.throwing.offers if seat not in mine)
    if offers == table.throwing.offers:
        return table
    throwing = replace(table.throwing, offers=offers)
    return replace(table, throwing=throwing, version=table.next_version, updated=now)
