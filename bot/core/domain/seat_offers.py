"""Seats that are kept for somebody who has not said yes yet: of a rematch, and of a lobby whose pace was changed.

Nobody plays a game that they have not agreed to. Who is offered a seat sits down with a press of their own, at all
the seats that are kept for them; until then nobody else may sit there and the game cannot start. The host may take
an offer back. A yes is one to the table as it is: where the host makes the pace faster or lets the game count, or
changes anything of what is played in a rematch, all others are asked again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from bot.core.domain.table_options import TableOptions
from bot.core.domain.time_control import tempo_of
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from data.records import PersonKey, SeatRecord, TableRecord
from data.result_records import FORMER


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat by its number, and for whom it is kept."""

    seat: int
    person: PersonKey
    name: str


def offers(record: TableRecord) -> tuple[Offer, ...]:
    """The seats that are kept, by their numbers."""
    told = TableOptions.load(record.options).offered
    found = [Offer(int(seat), PersonKey(platform, user), name) for seat, platform, user, name in told]
    return tuple(sorted(found, key=lambda offer: offer.seat))


def offer_at(record: TableRecord, seat: int) -> Offer | None:
    """For whom a seat is kept."""
    return next((offer for offer in offers(record) if offer.seat == seat), None)


def offer_others(record: TableRecord, person: PersonKey) -> TableRecord:
    """Everybody but one person gives up their seats, which are kept for them unless they were forgotten or barred."""
    return offer_to(record, lambda sitter: sitter != person)


def offer_to(record: TableRecord, asked: Callable[[PersonKey], bool]) -> TableRecord:
    """Let those who are asked give up their seats, which are kept for them unless they were forgotten or barred."""
    options = TableOptions.load(record.options)
    kept = [
        (number, seat) for number, seat in enumerate(record.seats) if seat.person is not None and asked(seat.person)
    ]
    found = [
        [str(number), seat.person.platform, seat.person.user, seat.name]
        for number, seat in kept
        if seat.person is not None
        and seat.person.platform != FORMER
        and [seat.person.platform, seat.person.user] not in options.barred
    ]
    seats = list(record.seats)
    for number, seat in kept:
        seats[number] = SeatRecord(seat.colours)
    known = [each[1:3] for each in found if each[1:3] not in options.invited]
    invited = [*options.invited, *known] if options.private else options.invited
    options = replace(options, offered=[*options.offered, *found], invited=invited, swap=[])
    return replace(record, seats=tuple(seats), options=options.dump())


def as_if_agreed(record: TableRecord) -> TableRecord:
    """Return the table as it would be if everybody who is asked sat at the seats that are kept for them."""
    seats = list(record.seats)
    for offer in offers(record):
        seats[offer.seat] = SeatRecord(seats[offer.seat].colours, offer.person, offer.name)
    options = replace(TableOptions.load(record.options), offered=[])
    return replace(record, seats=tuple(seats), options=options.dump())


def asked_again(before: TableRecord, after: TableRecord) -> TableRecord:
    """Return a lobby after a change, with a new question to all but the host if it is less than they agreed to."""
    was, now = TableOptions.load(before.options), TableOptions.load(after.options)
    pace, former = tempo_of(now.pace).seconds, tempo_of(was.pace).seconds
    faster = bool(pace) and (not former or pace < former)
    other = now.previous is not None and _played(before) != _played(after)
    if not (faster or other or (now.rated and not was.rated)):
        return after
    again, version = offer_others(after, after.host), before.version + 1
    asked = now.asked if again.seats == after.seats else version
    # buttons from before said yes to something else
    options = replace(TableOptions.load(again.options), laid=version, asked=asked)
    return replace(again, options=options.dump())


def _played(record: TableRecord) -> tuple[Any, ...]:
    """What is played at a table, by whomever."""
    colours = tuple(seat.colours for seat in record.seats)
    options = TableOptions.load(record.options)
    stakes = {hole: points for hole, points in options.stakes.items() if points != 1}
    return record.game, json.loads(record.rules), json.loads(record.teams), colours, stakes


def accepted(record: TableRecord, person: PersonKey, name: str, seat: int) -> TableRecord | None:
    """A person sits down at all the seats that are kept for them, if this is one; None if it is kept for nobody.

    Raises Refusal if it is kept for somebody else.
    """
    offer = offer_at(record, seat)
    if offer is None:
        return None
    if offer.person != person:
        raise Refusal(N_("That seat is kept for {player}."), player=offer.name)
    mine = {one.seat for one in offers(record) if one.person == person}
    seats = tuple(
        SeatRecord(each.colours, person, name) if number in mine else each for number, each in enumerate(record.seats)
    )
    return withdrawn(replace(record, seats=seats), person)


def withdrawn(record: TableRecord, person: PersonKey) -> TableRecord:
    """Nothing is kept for a person any more."""
    options = TableOptions.load(record.options)
    kept = [each for each in options.offered if each[1:3] != [person.platform, person.user]]
    return replace(record, options=replace(options, offered=kept).dump())


def all_agreed(record: TableRecord) -> None:
    """Raises Refusal while somebody has not said yes."""
    names = dict.fromkeys(offer.name for offer in offers(record))
    if names:
        raise Refusal(
            N_("Still waiting for a yes from {players}. The host can send them away under People."),
            players=", ".join(names),
        )
