"""Remove a person from an open table for good: they deleted their data, or the operator banned them."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain import dice_mixing, endings, lobby
from bot.core.domain.incidents import noted
from bot.core.domain.invitations import bar
from bot.core.domain.seat_offers import withdrawn
from bot.core.domain.table import Table
from bot.core.domain.table_values import Incident, IncidentKind
from data.records import OPEN, PersonKey, Status


def left(table: Table, person: PersonKey, now: float) -> Table:
    """Return a table without a person who deletes their data; another person hosts it, or it is closed."""
    if table.status not in OPEN:
        return table
    after = table
    if table.status is Status.PLAYING and table.seats_of(person):
        after = endings.resign(table, person, now, IncidentKind.LEFT)
    if after.status is Status.LOBBY and after.sits(person):
        gone = noted(lobby.without(after, person), Incident(after.next_version, IncidentKind.LEFT))
        after = dice_mixing.kept(after, gone, now)
    return _handed_on(table, after, person, now)


def banned(table: Table, person: PersonKey, now: float) -> Table:
    """Return a table without a banned person, as if an administrator had removed them."""
    if table.status not in OPEN:
        return table
    after = table
    if table.status is Status.PLAYING and table.seats_of(person):
        after = endings.remove(table, person, now)
    if after.status is Status.LOBBY and (after.sits(person) or withdrawn(after, person) != after):
        name = next((seat.name for seat in after.seats if seat.person == person), "")
        sent = Incident(after.next_version, IncidentKind.KICKED, person=person, name=name)
        gone = bar(lobby.without(withdrawn(after, person), person), person)
        after = dice_mixing.kept(after, noted(gone, sent) if after.sits(person) else gone, now)
    return _handed_on(table, after, person, now)


def _handed_on(table: Table, after: Table, person: PersonKey, now: float) -> Table:
    """Return the changed table one version up, with a new host, or closed without one."""
    if after.status in OPEN and after.host == person:
        heir = next((seat.person for seat in after.seats if seat.is_human and seat.person != person), None)
        after = replace(after, status=Status.CANCELLED) if heir is None else replace(after, host=heir)
    return table if after is table else replace(after, version=table.next_version, updated=now)
