"""Seats kept for people who have not accepted yet: in a rematch, or after a change of the lobby's pace.

An offer needs a press, and until then the seats are taken and the game cannot start. All others must accept again if
the host makes the pace faster or the game rated, or changes anything in a rematch.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.core.domain.table import Table
from bot.core.domain.table_values import Offer
from bot.core.i18n.lists import listed
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import PersonKey, SeatRecord
from data.result_records import FORMER


def offers(table: Table) -> tuple[Offer, ...]:
    """Return the seats that are kept, by their numbers."""
    return tuple(sorted(table.lobby.offers, key=lambda offer: offer.seat))


def offer_at(table: Table, seat: int) -> Offer | None:
    return next((offer for offer in offers(table) if offer.seat == seat), None)


def offer_others(table: Table, person: PersonKey) -> Table:
    """Keep the seats of everybody but one person for them, unless they were deleted or barred."""
    return offer_to(table, lambda sitter: sitter != person)


def offer_to(table: Table, asked: Callable[[PersonKey], bool]) -> Table:
    """Turn the seats of the people asked into offers; seats of deleted or barred people become free."""
    lobby = table.lobby
    sitters = [
        Offer(number, seat.person, seat.name)
        for number, seat in enumerate(table.seats)
        if seat.person is not None and asked(seat.person)
    ]
    kept = [offer for offer in sitters if offer.person.platform != FORMER and offer.person not in lobby.barred]
    known = [offer.person for offer in kept if offer.person not in lobby.invited] if lobby.private else []
    lobby = replace(lobby, offers=(*lobby.offers, *kept), invited=(*lobby.invited, *known), swap=())
    free = {offer.seat: SeatRecord(table.seats[offer.seat].colours) for offer in sitters}
    return replace(table.with_seats(free), lobby=lobby)


def as_if_agreed(table: Table) -> Table:
    """Return the table as if everybody asked sat at the seats kept for them."""
    seats = {
        offer.seat: SeatRecord(table.seats[offer.seat].colours, offer.person, offer.name) for offer in offers(table)
    }
    return replace(table.with_seats(seats), lobby=replace(table.lobby, offers=()))


def asked_again(before: Table, after: Table) -> Table:
    """Return a lobby after a change, with new offers to all but the host if it is less than they agreed to."""
    was, now = before.options, after.options
    pace, former = now.pace.seconds, was.pace.seconds
    faster = bool(pace) and (not former or pace < former)
    other = is_rematch(after) and played(before) != played(after)
    if not (faster or other or (now.rated and not was.rated)):
        return after
    again, version = offer_others(after, after.host), before.next_version
    asked = after.lobby.asked if again.seats == after.seats else version
    # buttons from before accepted something else
    return replace(again, lobby=replace(again.lobby, laid=version, asked=asked))


def is_rematch(table: Table) -> bool:
    """Return whether a table is a rematch, with the people and seats of another."""
    return table.links.previous is not None


def played(table: Table) -> tuple[Any, ...]:
    """Return what is played at a table and all that is agreed, without the people."""
    colours = tuple(seat.colours for seat in table.seats)
    stakes = {hole: points for hole, points in table.options.stakes.items() if points != 1}
    return table.game, table.rules, table.teams, colours, replace(table.options, stakes=stakes)


def last_yes(before: Table, after: Table) -> bool:
    """Return whether a change was the last yes to a rematch: all seats are taken, and no offer is left.

    False if anybody has mixed words in: they did not want to begin at once, so people start.
    """
    sat = all(not seat.is_free for seat in after.seats)
    return is_rematch(after) and bool(offers(before)) and not offers(after) and sat and after.dice.mixed is None


def accept(table: Table, person: PersonKey, name: str) -> Table:
    """Sit a person down at all seats kept for them; raises Refusal if there are none."""
    mine = next((offer.seat for offer in offers(table) if offer.person == person), None)
    seated = None if mine is None else accepted(table, person, name, mine)
    if seated is None:
        raise Refusal(N_("That's already your seat.") if table.sits(person) else N_("No seat is kept for you."))
    return seated


def accepted(table: Table, person: PersonKey, name: str, seat: int) -> Table | None:
    """Sit a person down at all seats kept for them, if this is one; None otherwise."""
    offer = offer_at(table, seat)
    if offer is None or offer.person != person:
        return None
    mine = [kept.seat for kept in offers(table) if kept.person == person]
    seats = {number: SeatRecord(table.seats[number].colours, person, name) for number in mine}
    return withdrawn(table.with_seats(seats), person)


def withdrawn(table: Table, person: PersonKey) -> Table:
    kept = tuple(offer for offer in table.lobby.offers if offer.person != person)
    return replace(table, lobby=replace(table.lobby, offers=kept))


def all_agreed(table: Table) -> None:
    """Raise Refusal while offers are open."""
    names = dict.fromkeys(offer.name for offer in offers(table))
    if names:
        raise Refusal(
            N_("Still waiting for a yes from {players}. The host can remove them under People."),
            players=lambda t: listed(t, list(names)),
        )
