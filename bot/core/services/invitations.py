"""End what one of two people has offered the other, once either blocks the other.

Each ends as if it had been declined, so nothing tells of the block. Three things look for blocks when their time
comes: calls to a table that people found, plans, and the next game of a match.
"""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.core.domain import seat_offers
from bot.core.domain.table import Table
from bot.core.i18n.refusal import Refusal
from bot.core.services.table_service import TableService
from bot.core.services.tournaments import LOOKED, Tournaments
from bot.core.tournaments import entering
from bot.core.tournaments.tournament import OPEN, PENDING, Entrant, Standby, Tournament
from data.event_records import ChallengeState
from data.records import PersonKey, Status

_log = logging.getLogger(__name__)


async def end_invitations(service: TableService, person: PersonKey, other: PersonKey) -> list[str]:
    """End challenges, kept seats, and questions of tournaments between two people; return the tables that changed.

    Raises StoreError.
    """
    await _end_challenges(service, person, other)
    changed = []
    for host, guest in ((person, other), (other, person)):
        await _end_questions(service, guest, host)
        changed += await _end_offers(service, guest, host)
    return changed


async def _end_challenges(service: TableService, person: PersonKey, other: PersonKey) -> None:
    """Decline the open challenge between two people, if there is one; its message soon says so."""
    while (standing := await service.store.open_challenge(person, other)) is not None:
        await service.store.change_challenge(standing.after(state=ChallengeState.DECLINED, due=service.clock.now()))


async def _end_offers(service: TableService, guest: PersonKey, host: PersonKey) -> list[str]:
    """Free the seats that are kept for a guest at a host's lobbies."""
    changed = []
    for code in await service.store.tables_played_by(host, Status.LOBBY):
        table = await service.tables.get(code)
        if table is None or table.host != host or _without(table, guest) is table:
            continue
        try:
            await service.change_lobby(code, lambda now: _without(now, guest))
        except Refusal as refusal:
            _log.info("a kept seat stays: %s", refusal.sentence)
            continue
        changed.append(code)
    return changed


def _without(table: Table, guest: PersonKey) -> Table:
    """Return a lobby that neither keeps a seat for a person nor invites them; the same one if nothing changes."""
    after = seat_offers.withdrawn(table, guest)
    invited = tuple(key for key in after.lobby.invited if key != guest)
    after = replace(after, lobby=replace(after.lobby, invited=invited))
    return table if after == table else after


async def _end_questions(service: TableService, guest: PersonKey, by: PersonKey) -> None:
    """Answer no for somebody whom another has asked to be a partner, or to enter."""
    tournaments, now = Tournaments(service.store), service.clock.now()
    for code in await service.store.tournaments_with(guest, LOOKED):
        found = await tournaments.get(code)
        if found is None or _asked(found, guest, by) is None:
            continue
        try:
            after = await tournaments.change(code, lambda one: _answered(one, guest, by), now)
        except Refusal as refusal:
            _log.info("a question of a tournament stays: %s", refusal.sentence)
            continue
        await tournaments.look_again(after, now, 0.0)


def _answered(tournament: Tournament, guest: PersonKey, by: PersonKey) -> Tournament:
    return tournament if _asked(tournament, guest, by) is None else entering.leave(tournament, guest)


def _asked(tournament: Tournament, guest: PersonKey, by: PersonKey) -> Entrant | None:
    """Return the entry of a person who still has to answer another."""
    entry = tournament.entrant_of(guest) if tournament.stage in OPEN else None
    if entry is None or entry.standby not in PENDING:
        return None
    if entry.standby is Standby.INVITED:
        return entry if tournament.host == by else None
    return entry if entry.standby is Standby.ASKED and tournament.entrants[entry.partner].person == by else None
