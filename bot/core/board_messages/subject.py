"""Whom a table's messages name: in words, on a button or in a picture."""

from __future__ import annotations

from bot.core.domain import incidents
from bot.core.domain.table import Table
from bot.core.domain.table_options import TableOptions
from bot.core.messages.content import Subject
from data.records import PersonKey


def subject_of(table: Table, *, board: bool = False) -> Subject:
    """Return of whom a message of a table speaks; with `board`, which version of the table it shows as well."""
    record, options = table.record, TableOptions.load(table.record.options)
    seated = {seat.person for seat in record.seats if seat.person is not None}
    kept = [offer[1:] for offer in options.offered]
    listed = {PersonKey(platform, user) for platform, user, *_ in (*options.mixers, *options.called, *kept) if user}
    happened = {each.person for each in incidents.of(record) if each.person is not None}
    people = frozenset(seated | listed | happened | {gain.person for gain in table.gains})
    return Subject(people, record.id, record.version) if board else Subject(people)
