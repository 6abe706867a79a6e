"""Whom a table's messages name: in words, on a button or in a picture."""

from __future__ import annotations

from bot.core import incidents
from bot.core.options import Options
from bot.core.screen import Subject
from bot.core.table import Table
from data.records import PersonKey


def subject_of(table: Table, *, board: bool = False) -> Subject:
    """Return of whom a message of a table speaks; with `board`, which version of the table it shows as well."""
    record, options = table.record, Options.load(table.record.options)
    seated = {seat.person for seat in record.seats if seat.person is not None}
    kept = [offer[1:] for offer in options.offered]
    listed = {PersonKey(platform, user) for platform, user, *_ in (*options.mixers, *options.called, *kept) if user}
    happened = {each.person for each in incidents.of(record) if each.person is not None}
    people = frozenset(seated | listed | happened | {gain.person for gain in table.gains})
    return Subject(people, record.id, record.version) if board else Subject(people)
