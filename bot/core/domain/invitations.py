"""Who may sit at a table: anybody in the chat, or with a private table whoever is invited or has its secret code.

Who was sent away stays away until invited again.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.permissions import _written, knows, only_host
from bot.core.domain.table_codes import secret_code
from bot.core.domain.table_options import TableOptions
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person, Request
from data.records import PersonKey, TableRecord

MOST_INVITED = 12
"""How many people one table may call by inviting them."""


def told(record: TableRecord, request: Request) -> str | None:
    """The code by which others may be asked to sit down; None for a private table's where others read along.

    Raises Refusal for somebody who may not ask others.
    """
    if not TableOptions.load(record.options).private:
        if not knows(record, request.person.key):
            raise Refusal(N_("Only those who sit at a table can invite to it."))
        return record.id
    only_host(record, request.person)
    return secret_code(record) if request.alone else None


def private(record: TableRecord, person: Person, word: str) -> TableRecord:
    """Whether only invited people may sit."""
    only_host(record, person)
    if word not in ("on", "off"):
        raise Refusal(N_("{name} can be {choices}, not {value}."), name="private", choices="on, off", value=word[:32])
    return _with(record, replace(TableOptions.load(record.options), private=word == "on"))


def invite(record: TableRecord, person: Person, guest: PersonKey) -> TableRecord:
    """Somebody who sits invites somebody else, once: nobody is called again and again. The host may undo a ban."""
    options, written = TableOptions.load(record.options), _written(guest)
    if person.key != record.host and all(seat.person != person.key for seat in record.seats):
        raise Refusal(N_("Only those who sit at a table can invite to it."))
    if any(seat.person == guest for seat in record.seats):
        raise Refusal(N_("They sit at this table already."))
    if written in options.barred or options.private:
        only_host(record, person)
    if written in options.invited:
        raise Refusal(N_("They are invited already."))
    if len(options.invited) >= MOST_INVITED:
        raise Refusal(N_("A table can invite {n} people, and no more."), n=MOST_INVITED)
    barred = [each for each in options.barred if each != written]
    return _with(record, replace(options, invited=[*options.invited, written], barred=barred))


def let_in(record: TableRecord, person: PersonKey, code: str) -> TableRecord:
    """Somebody names a table by this code; the secret one of a private table is as good as an invitation."""
    options = TableOptions.load(record.options)
    if not options.private or code != secret_code(record):
        return record
    if knows(record, person) or _written(person) in options.barred:
        return record
    return _with(record, replace(options, invited=[*options.invited, _written(person)]))


def bar(record: TableRecord, person: PersonKey) -> TableRecord:
    """Somebody may not come back."""
    options, written = TableOptions.load(record.options), _written(person)
    invited = [each for each in options.invited if each != written]
    return _with(record, replace(options, invited=invited, barred=[*options.barred, written]))


def _with(record: TableRecord, options: TableOptions) -> TableRecord:
    return replace(record, options=options.dump())
