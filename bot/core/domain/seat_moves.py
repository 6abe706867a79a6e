"""People change seats before the game: to a free one at once, with somebody else by agreement; or are sent away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.core.domain import invitations, lobby, permissions
from bot.core.domain.incidents import Incident, Kind, noted
from bot.core.domain.lobby import Change
from bot.core.domain.seat_offers import offer_at, withdrawn
from bot.core.domain.table_options import TableOptions
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Verb
from bot.core.messages.requests import Person
from data.records import SeatRecord, TableRecord


def move_to(record: TableRecord, person: Person, seat: str) -> TableRecord:
    """A person goes over to a free seat, or asks whoever sits there to swap. Of several seats the first is left."""
    there = lobby.index_of(record, seat)
    mine = [index for index, each in enumerate(record.seats) if each.person == person.key]
    if not mine:
        raise Refusal(N_("You have no seat here."))
    if there in mine:
        raise Refusal(N_("You sit there already."))
    sitter = record.seats[there]
    if (offer := offer_at(record, there)) is not None:
        raise Refusal(N_("That seat is kept for {player}."), player=offer.name)
    if sitter.computer is not None:
        permissions.only_host(record, person)
    if sitter.person is not None:
        return replace(record, options=replace(TableOptions.load(record.options), swap=[mine[0], there]).dump())
    return swapped(record, mine[0], there)


def answer(record: TableRecord, person: Person, asker: str, word: str) -> TableRecord:
    """Yes or no to somebody who asked to swap; who asked may take it back."""
    wish = TableOptions.load(record.options).swap
    if not wish or str(wish[0]) != asker:
        raise Refusal(N_("Nobody asks for that any more."))
    asking, asked = (record.seats[seat].person for seat in wish)
    if word == "yes" and person.key == asked:
        return swapped(record, wish[0], wish[1])
    if word == "no" and person.key in (asking, asked):
        return replace(record, options=replace(TableOptions.load(record.options), swap=[]).dump())
    raise Refusal(N_("That question was not for you."))


def swapped(record: TableRecord, one: int, other: int) -> TableRecord:
    """Two seats change whoever sits there; the colours stay."""
    seats = list(record.seats)
    for here, there in ((one, other), (other, one)):
        seats[here] = replace(record.seats[there], colours=record.seats[here].colours)
    options = replace(TableOptions.load(record.options), swap=[])
    return replace(record, seats=tuple(seats), options=options.dump())


def kick(record: TableRecord, person: Person, seat: str, *, admin: bool = False) -> TableRecord:
    """Somebody must give up all seats of a lobby, and cannot come back uninvited."""
    if not admin:
        permissions.only_host(record, person)
    number = lobby.index_of(record, seat)
    if (offer := offer_at(record, number)) is not None:
        return withdrawn(record, offer.person)
    sitter = record.seats[number]
    gone = sitter.person
    if gone is None:
        raise Refusal(N_("Nobody sits there."))
    if gone == person.key:
        raise Refusal(N_("To give up your own seat, say /leave."))
    sent = Incident(record.version + 1, Kind.KICKED, person=gone, name=sitter.name)
    return noted(invitations.bar(lobby.without(record, gone), gone), sent)


def rotated(seats: tuple[SeatRecord, ...]) -> tuple[SeatRecord, ...]:
    """Everybody one seat further; the colours stay."""
    return tuple(replace(seats[index - 1], colours=seat.colours) for index, seat in enumerate(seats))


ACTIONS: Mapping[Verb, Change] = {
    Verb.MOVETO: move_to,
    Verb.SWAP: answer,
    Verb.PRIVATE: invitations.private,
}
"""What the buttons of the lobby's page about people do; sending away depends on who administers the chat."""
