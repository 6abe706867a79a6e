"""Changes of seats before the game: a move to a free one, a swap by agreement, or removal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.core.domain import invitations, lobby, permissions
from bot.core.domain.incidents import noted
from bot.core.domain.lobby import Change
from bot.core.domain.permissions import Actor
from bot.core.domain.seat_offers import offer_at, withdrawn
from bot.core.domain.table import Table
from bot.core.domain.table_values import Incident, IncidentKind
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Verb
from bot.core.messages.requests import Person
from data.records import SeatRecord


def move_to(table: Table, person: Person, seat: str) -> Table:
    """Move a person to a free seat, or ask its holder to swap; raises Refusal.

    A person with several seats leaves the first.
    """
    there = lobby.index_of(table, seat)
    mine = permissions.may_move_to(table, Actor(person.key), there)
    if table.seats[there].person is not None:
        return replace(table, lobby=replace(table.lobby, swap=(mine, there)))
    return swapped(table, mine, there)


def answer(table: Table, person: Person, asker: str, word: str) -> Table:
    """Answer a request to swap; the person who asked may withdraw it. Raises Refusal."""
    wish = table.lobby.swap
    if not wish or str(wish[0]) != asker:
        raise Refusal(N_("That question is closed."))
    permissions.may_answer_swap(table, Actor(person.key), word)
    if word == "yes":
        return swapped(table, wish[0], wish[1])
    return replace(table, lobby=replace(table.lobby, swap=()))


def swapped(table: Table, one: int, other: int) -> Table:
    """Swap the people of two seats; the colours stay."""
    seats = {
        here: replace(table.seats[there], colours=table.seats[here].colours)
        for here, there in ((one, other), (other, one))
    }
    return replace(table.with_seats(seats), lobby=replace(table.lobby, swap=()))


def kick(table: Table, actor: Actor, seat: str) -> Table:
    """Remove a person from a lobby, who cannot come back uninvited; raises Refusal."""
    permissions.may_kick(table, actor)
    number = lobby.index_of(table, seat)
    if (offer := offer_at(table, number)) is not None:
        return withdrawn(table, offer.person)
    sitter = table.seats[number]
    gone = sitter.person
    if gone is None:
        raise Refusal(N_("Nobody has that seat."))
    if gone == actor.person:
        raise Refusal(N_("To leave your own seat, type /leave."))
    sent = Incident(table.next_version, IncidentKind.KICKED, person=gone, name=sitter.name)
    return noted(invitations.bar(lobby.without(table, gone), gone), sent)


def rotated(seats: tuple[SeatRecord, ...]) -> tuple[SeatRecord, ...]:
    """Move everybody one seat further; the colours stay."""
    return tuple(replace(seats[index - 1], colours=seat.colours) for index, seat in enumerate(seats))


ACTIONS: Mapping[Verb, Change] = {
    Verb.MOVETO: move_to,
    Verb.SWAP: answer,
    Verb.PRIVATE: invitations.private,
}
"""The buttons of the lobby's page about people; removing depends on who administers the chat."""
