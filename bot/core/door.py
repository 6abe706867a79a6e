"""Who may sit at a table: anybody in the chat, or with a private table whoever is invited or has its secret code.

Who was sent away stays away until invited again.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.chat import Person, Request
from bot.core.codes import secret_code
from bot.core.options import Options
from bot.core.refusal import Refusal
from bot.core.texts import N_
from data.records import PersonKey, TableRecord

MOST_INVITED = 12
"""How many people one table may call by inviting them."""


def only_host(record: TableRecord, person: Person) -> None:
    """Raises Refusal for anybody but the host."""
    if person.key != record.host:
        raise Refusal(N_("Only the host of the table can do that."))


def may_sit(record: TableRecord, person: PersonKey) -> None:
    """Raises Refusal for somebody who may not take a seat."""
    options = Options.load(record.options)
    if _written(person) in options.barred:
        raise Refusal(N_("You were sent away from this table. Its host can invite you again."))
    if options.private and not knows(record, person):
        raise Refusal(N_("This table is private: its host can invite you, or tell you its secret code for /join."))


def knows(record: TableRecord, person: PersonKey) -> bool:
    """Whether a person belongs to a table: sits there, was invited, or opened it."""
    if person == record.host or any(seat.person == person for seat in record.seats):
        return True
    return _written(person) in Options.load(record.options).invited


def told(record: TableRecord, request: Request) -> str | None:
    """The code by which others may be asked to sit down; None for a private table's where others read along.

    Raises Refusal for somebody who may not ask others.
    """
    if not Options.load(record.options).private:
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
    return _with(record, replace(Options.load(record.options), private=word == "on"))


def invite(record: TableRecord, person: Person, guest: PersonKey) -> TableRecord:
    """Somebody who sits invites somebody else, once: nobody is called again and again. The host may undo a ban."""
    options, written = Options.load(record.options), _written(guest)
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
    options = Options.load(record.options)
    if not options.private or code != secret_code(record):
        return record
    if knows(record, person) or _written(person) in options.barred:
        return record
    return _with(record, replace(options, invited=[*options.invited, _written(person)]))


def bar(record: TableRecord, person: PersonKey) -> TableRecord:
    """Somebody may not come back."""
    options, written = Options.load(record.options), _written(person)
    invited = [each for each in options.invited if each != written]
    return _with(record, replace(options, invited=invited, barred=[*options.barred, written]))


def _with(record: TableRecord, options: Options) -> TableRecord:
    return replace(record, options=options.dump())


def _written(person: PersonKey) -> list[str]:
    return [person.platform, person.user]
