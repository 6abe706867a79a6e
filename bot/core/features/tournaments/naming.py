"""Whom a command names for a tournament: a partner, a guest, or whose entry somebody takes over."""

from __future__ import annotations

import re
from operator import attrgetter

from bot.core.commands.options import NEXT_PERSON
from bot.core.i18n.called import people_called
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person, Request
from bot.core.services.challenging import may_be_challenged
from bot.core.services.table_service import TableService
from bot.core.tournaments.terms import Admits
from bot.core.tournaments.tournament import PENDING, Tournament

_DIGITS = re.compile(r"\d+")


def replaced(tournament: Tournament, typed: str) -> int:
    """Return the entrant that somebody names by number, name or mention; raises Refusal."""
    word = typed.strip().removeprefix("@")
    if word.isdecimal() and 1 <= int(word[:5]) <= len(tournament.entrants):
        return int(word) - 1
    users = set(_DIGITS.findall(word)) if word.startswith("<@") else set()
    here = [one for one in tournament.entrants if one.standby not in PENDING]
    for one in (*(one for one in here if one.person.user in users), *people_called(word, here, attrgetter("name"))):
        return one.number
    raise Refusal(N_("I can't find {name} here."), name=word[:40])


async def guest_of(service: TableService, request: Request) -> Person:
    """Return the person whom a command names; raises Refusal."""
    known, typed = request.named(NEXT_PERSON.name)
    if known is None:
        raise Refusal(N_("I can't find {name} here."), name=typed[:40])
    guest = known.normalized()
    if guest.bot:
        raise Refusal(N_("{name} is a chat bot and can't play."), name=guest.name)
    if guest.key != request.person.key and not await may_be_challenged(service, guest.key, request.person.key):
        raise Refusal(N_("I can't find {name} here."), name=typed[:40] or guest.name)
    return guest


def asks_partner(tournament: Tournament, person: Person, guest: Person) -> bool:
    """Return whether naming somebody asks them to be a partner; a host of invited people invites them first."""
    if not tournament.terms.pairs:
        return False
    closed = tournament.terms.admits is Admits.INVITED and tournament.host == person.key
    return not closed or tournament.entrant_of(guest.key) is not None
