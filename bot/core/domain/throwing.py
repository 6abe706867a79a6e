"""How people roll: each roll by a press, or automatically until there is a choice.

A table agrees on one way, in its lobby or later, and each person may choose their own for all tables. The choice is
stored at their tables under way, so that a game needs nobody else to go on.
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
"""The limit on turns in a row without a press; then the next roll is by hand, and its player reads the news.

It is three rounds at a table of four. One time in a hundred more turns pass between two choices, then up to a
hundred.
"""
BARE = 20
"""Rolls by hand at one table after which a player gets one offer of automatic rolls."""
WORDS = tuple(throws.value for throws in Throws)


def way_of(table: Table, seat: int) -> Throws:
    return dict(table.throwing.chosen).get(seat, table.options.throws)


def turns_alone(table: StartedTable) -> int:
    """Return how many turns have ended since the last press for a roll or a move."""
    turns = 0
    for ply, entry in zip(reversed(table.match.plies), reversed(table.standing), strict=True):
        if entry.automation is None:
            break
        turns += ply.ends_turn
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
    offers = tuple(seat for seat in table.throwing.offers if seat not in mine)
    throwing = replace(table.throwing, chosen=chosen, offers=offers)
    if throwing == table.throwing:
        return table
    return replace(table, throwing=throwing, version=table.next_version, updated=now)


# what all agree on --------------------------------------------------------------------------------------------------


def wish(table: Table) -> ThrowsWish | None:
    return table.votes.throws if in_play(table) is not None else None


def agree(table: Table, person: PersonKey, way: Throws, now: float) -> Table:
    """Ask all to roll in a way, or agree to it; the last agreement changes it. Raises Refusal."""
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
    """Refuse to roll in another way, or withdraw the request; raises Refusal."""
    game = permissions.require_playing(table)
    mine = permissions.require_seat(game, Actor(person))
    asked = wish(game)
    return _with(game, None, None if asked is None else Answer(asked.mark, asked.seat, mine[0]), now)


def _with(table: StartedTable, wanted: ThrowsWish | None, settled: Answer | None, now: float) -> StartedTable:
    votes = replace(table.votes, throws=wanted, settled=settled)
    return replace(table, votes=votes, version=table.next_version, updated=now)


# what is offered ----------------------------------------------------------------------------------------------------


def is_tired(table: Table, person: PersonKey) -> bool:
    """Return whether a person has just made their roll number BARE by hand at a table."""
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
    if in_play(table) is None or not (mine := table.seats_of(person)):
        return table
    throwing = replace(table.throwing, offers=(*table.throwing.offers, mine[0]))
    return replace(table, throwing=throwing, version=table.next_version, updated=now)


def refuse(table: Table, person: PersonKey, now: float) -> Table:
    """Decline the offer, for the person who got it."""
    mine = table.seats_of(person)
    offers = tuple(seat for seat in table.throwing.offers if seat not in mine)
    if offers == table.throwing.offers:
        return table
    throwing = replace(table.throwing, offers=offers)
    return replace(table, throwing=throwing, version=table.next_version, updated=now)
